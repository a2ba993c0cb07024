# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Generated clips and the two file formats of the tool.

A frame is a list of planes, numpy arrays [h][w] of uint8 (8 bit) or uint16; a clip is a list of
frames. Chroma planes of odd sizes are rounded up. Format "400" has one plane.
"""
import numpy as np


def plane_sizes(w, h, fmt):
    """[(w, h)] of the planes of a format: "400", "420", "422", "444"."""
    if fmt == "400":
        return [(w, h)]
    cw = w if fmt == "444" else (w + 1) // 2
    ch = (h + 1) // 2 if fmt == "420" else h
    return [(w, h), (cw, ch), (cw, ch)]


def dtype(bpc):
    return np.uint8 if bpc == 8 else np.dtype("<u2")


def noise_frame(w, h, fmt="420", bpc=8, seed=0):
    """Samples uniform over the whole range; equal arguments give equal frames."""
    rng = np.random.default_rng([seed, w, h, bpc])
    return [rng.integers(0, 1 << bpc, (ph, pw), dtype=np.uint16).astype(dtype(bpc))
            for pw, ph in plane_sizes(w, h, fmt)]


def smooth_frame(w, h, fmt="420", bpc=8, seed=0):
    """A moving gradient with some texture, closer to a picture than noise."""
    frame = []
    peak = (1 << bpc) - 1
    rng = np.random.default_rng([seed, 1])
    for i, (pw, ph) in enumerate(plane_sizes(w, h, fmt)):
        y, x = np.mgrid[0:ph, 0:pw]
        v = (x * 3 + y * 2 + seed * 5 + i * 40) % 256 / 255.0
        v = 0.8 * v + 0.2 * rng.random((ph, pw))
        frame.append((v * peak).astype(dtype(bpc)))
    return frame


def pattern_pair(w, h, bpc=8, fmt="420"):
    """The frames of the check vectors in docs/metrics, reference and distorted; grey chroma."""
    peak = (1 << bpc) - 1
    x = np.arange(w, dtype=np.uint32)[None, :]
    y = np.arange(h, dtype=np.uint32)[:, None]
    ref = (((7919 * x + 104729 * y + 31 * x * y) >> 3) & peak).astype(np.int64)
    step = ((13 * x + 17 * y) % 23).astype(np.int64) << (bpc - 8)
    dis = np.clip(ref + step - (11 << (bpc - 8)), 0, peak)
    chroma = [np.full((ph, pw), 1 << (bpc - 1), dtype(bpc))
              for pw, ph in plane_sizes(w, h, fmt)[1:]]
    return [ref.astype(dtype(bpc))] + chroma, [dis.astype(dtype(bpc))] + chroma


def clip(n, w, h, fmt="420", bpc=8, seed=0, frame=smooth_frame):
    return [frame(w, h, fmt, bpc, seed + i) for i in range(n)]


def distort(frames, bpc=8, seed=100):
    """The clip with noise of an eighth of the range added, clipped."""
    rng = np.random.default_rng(seed)
    peak = (1 << bpc) - 1
    amp = max(1, peak // 8)
    return [[np.clip(p.astype(np.int64) + rng.integers(-amp, amp + 1, p.shape), 0, peak)
             .astype(p.dtype) for p in f] for f in frames]


def raw_bytes(frames):
    return b"".join(p.tobytes() for f in frames for p in f)


def y4m_header(w, h, tag="420jpeg", extra="", interlace=" Ip"):
    c = f" C{tag}" if tag is not None else ""
    return f"YUV4MPEG2 W{w} H{h} F25:1{interlace} A1:1{c}{extra}\n".encode()


def y4m_bytes(frames, tag="420jpeg", params="", **header):
    """The clip as Y4M. params follows FRAME; header goes to y4m_header()."""
    h, w = frames[0][0].shape
    mark = b"FRAME" + params.encode() + b"\n"
    return y4m_header(w, h, tag, **header) + b"".join(
        mark + b"".join(p.tobytes() for p in f) for f in frames)


def write(path, data):
    path.write_bytes(data)
    return path
