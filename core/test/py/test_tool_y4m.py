# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Y4M input: header, frame marks, every chroma tag, and the pictures made of them.

`planes` prints the pictures that the tool's reader makes, so that chroma is seen as well.
"""
import subprocess

import numpy as np
import pytest

import clips

FEATURE = ["--feature", "ssim"]


@pytest.fixture
def planes(build_dir, tmp_path):
    """Frames that the reader makes of Y4M bytes: (format, depth, [[plane, ...], ...])."""
    def read(data):
        path = clips.write(tmp_path / "in.y4m", data)
        p = subprocess.run([build_dir / "core/test/video_planes", path], capture_output=True,
                           check=False)
        assert p.returncode == 0, p.stderr
        line, samples = p.stdout.split(b"\n", 1)
        fmt, bpc, w, h = line.decode().split()
        flat = np.frombuffer(samples, clips.dtype(int(bpc)))
        frames, at = [], 0
        while at < flat.size:
            frame = []
            for pw, ph in clips.plane_sizes(int(w), int(h), fmt):
                frame.append(flat[at:at + pw * ph].reshape(ph, pw))
                at += pw * ph
            frames.append(frame)
        return fmt, int(bpc), frames
    return read


def assert_frames(got, want):
    assert len(got) == len(want)
    for g, w in zip(got, want):
        assert len(g) == len(w)
        for gp, wp in zip(g, w):
            np.testing.assert_array_equal(gp, wp)


SIZES = [(64, 48), (33, 17), (5, 3), (2, 2), (1, 1)]
DEEP = [(fmt, bpc) for fmt in ("420", "422", "444") for bpc in range(9, 17)]


@pytest.mark.parametrize("w,h", SIZES)
@pytest.mark.parametrize("tag,fmt", [(None, "420"), ("420", "420"), ("420jpeg", "420"),
                                     ("420mpeg2", "420"), ("444", "444")])
def test_8_bit_as_it_stands(planes, tag, fmt, w, h):
    frames = clips.clip(2, w, h, fmt, frame=clips.noise_frame)
    got = planes(clips.y4m_bytes(frames, tag))
    assert got[:2] == (fmt, 8)
    assert_frames(got[2], frames)


@pytest.mark.parametrize("fmt,bpc", DEEP)
@pytest.mark.parametrize("w,h", [(33, 17), (64, 2)])
def test_9_to_16_bit(planes, fmt, bpc, w, h):
    frames = clips.clip(2, w, h, fmt, bpc, frame=clips.noise_frame)
    got = planes(clips.y4m_bytes(frames, f"{fmt}p{bpc}"))
    assert got[:2] == (fmt, bpc)
    assert_frames(got[2], frames)


@pytest.mark.parametrize("bpc", [8, 9, 10, 12, 14, 16])
@pytest.mark.parametrize("w,h", [(33, 17), (64, 2)])
def test_mono_has_neutral_chroma(planes, bpc, w, h):
    luma = clips.clip(2, w, h, "400", bpc, frame=clips.noise_frame)
    neutral = [np.full((ph, pw), 1 << (bpc - 1), clips.dtype(bpc))
               for pw, ph in clips.plane_sizes(w, h, "420")[1:]]
    got = planes(clips.y4m_bytes(luma, "mono" if bpc == 8 else f"mono{bpc}"))
    assert got[:2] == ("420", bpc)
    assert_frames(got[2], [f + neutral for f in luma])


@pytest.mark.parametrize("w,h", SIZES)
def test_alpha_is_dropped(planes, w, h):
    frames = clips.clip(3, w, h, "444", frame=clips.noise_frame)
    alpha = clips.noise_frame(w, h, "400", seed=50)
    got = planes(clips.y4m_bytes([f + alpha for f in frames], "444alpha"))
    assert got[:2] == ("444", 8)
    assert_frames(got[2], frames)


SHIFT = {-2: 4, -1: -17, 0: 114, 1: 35, 2: -9, 3: 1}


def fir(a, taps, axis):
    """Sum of taps {offset: weight} along an axis, edges repeated, rounded by 7 bits, clipped."""
    n = a.shape[axis]
    out = np.zeros(a.shape, np.int64)
    for offset, weight in taps.items():
        out += weight * np.take(a.astype(np.int64), np.clip(np.arange(n) + offset, 0, n - 1), axis)
    return np.clip((out + 64) >> 7, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("w,h", SIZES + [(7, 4), (9, 4), (11, 4)])
def test_422_moves_chroma(planes, w, h):
    frames = clips.clip(2, w, h, "422", frame=clips.noise_frame)
    got = planes(clips.y4m_bytes(frames, "422"))
    assert got[:2] == ("422", 8)
    assert_frames(got[2], [[f[0], fir(f[1], SHIFT, 1), fir(f[2], SHIFT, 1)] for f in frames])


@pytest.mark.parametrize("w,h", SIZES + [(6, 7), (6, 9)])
def test_420paldv_moves_chroma(planes, w, h):
    frames = clips.clip(2, w, h, "420", frame=clips.noise_frame)
    up, down = SHIFT, {-k: v for k, v in SHIFT.items()}
    got = planes(clips.y4m_bytes(frames, "420paldv"))
    assert got[:2] == ("420", 8)
    assert_frames(got[2], [[f[0], fir(fir(f[1], SHIFT, 1), down, 0),
                            fir(fir(f[2], SHIFT, 1), up, 0)] for f in frames])


@pytest.mark.parametrize("w,h", SIZES + [(w, 3) for w in range(3, 14)])
def test_411_becomes_422(planes, w, h):
    rng = np.random.default_rng(w)
    src = [[rng.integers(0, 256, (h, n), dtype=np.uint8) for n in (w, (w + 3) // 4, (w + 3) // 4)]
           for _ in range(2)]

    def widen(c):
        even = fir(c, {-1: 1, 0: 110, 1: 18, 2: -1}, 1)
        odd = fir(c, {-1: -3, 0: 50, 1: 86, 2: -5}, 1)
        return np.stack([even, odd], axis=2).reshape(h, -1)[:, :(w + 1) // 2]

    got = planes(clips.y4m_bytes(src, "411"))
    assert got[:2] == ("422", 8)
    assert_frames(got[2], [[f[0], widen(f[1]), widen(f[2])] for f in src])


def test_filter_example(planes):
    """Sums by hand: a step from 0 to 128 overshoots to both sides."""
    step = np.array([[0, 0, 0, 0, 128, 128, 128, 128]], np.uint8)
    luma = np.zeros((1, 16), np.uint8)
    _, _, frames = planes(clips.y4m_bytes([[luma, step, step]], "422"))
    assert frames[0][1][0].tolist() == [0, 1, 0, 27, 141, 124, 128, 128]


@pytest.mark.parametrize("tag,fmt", [("422", "422"), ("411", "411"), ("420paldv", "420"),
                                     ("mono", "400"), ("444alpha", "444")])
def test_luma_scores_do_not_depend_on_the_tag(vmaf, tmp_path, tag, fmt):
    """The formats that only need conversions of chroma give the scores of the plain luma."""
    luma = clips.clip(2, 48, 32, "400")
    other = clips.distort(luma)
    chroma = {"422": (24, 32), "411": (12, 32), "420": (24, 16), "444": (48, 32)}
    extra = []
    if fmt != "400":
        w, h = chroma[fmt]
        extra = [np.zeros((h, w), np.uint8)] * (3 if tag == "444alpha" else 2)
    pair = [clips.write(tmp_path / f"{i}.y4m", clips.y4m_bytes([f + extra for f in c], tag))
            for i, c in enumerate((luma, other))]
    raw = [clips.write(tmp_path / f"{i}.yuv", clips.raw_bytes(c))
           for i, c in enumerate((luma, other))]
    y4m = vmaf.scores("-r", pair[0], "-d", pair[1], *FEATURE)
    assert y4m == vmaf.scores("-r", raw[0], "-d", raw[1], "-w", 48, "-h", 32, "-p", 400, "-b", 8,
                              *FEATURE)
    assert len(y4m["ssim"]) == 2


def one_frame(**kw):
    return clips.y4m_bytes(clips.clip(1, 16, 16), **kw)


def run(vmaf, tmp_path, data, *args):
    path = clips.write(tmp_path / "in.y4m", data)
    return vmaf("-r", path, "-d", path, *FEATURE, *args)


@pytest.mark.parametrize("params", ["", " Ip", " Xabc=1", " " + "X" * 78])
def test_frame_parameters(vmaf, tmp_path, params):
    assert run(vmaf, tmp_path, one_frame(params=params)).rc == 0


def test_frame_line_too_long(vmaf, tmp_path):
    r = run(vmaf, tmp_path, one_frame(params=" " + "X" * 200))
    assert r.rc == 234
    assert "Error parsing YUV frame header" in r.err


@pytest.mark.parametrize("data", [b"FRAMX\n", b"frame\n", b"FRAMES\n", b"\n", b"something else"])
def test_lost_framing(vmaf, tmp_path, data):
    """The frames before are scored."""
    path = clips.write(tmp_path / "in.y4m", one_frame() + data)
    out = tmp_path / "o.csv"
    r = vmaf("-r", path, "-d", path, *FEATURE, "--csv", "-o", out)
    assert r.rc == 234
    assert f'Loss of framing in YUV input data: "{path}", frame 1\n' in r.err
    assert out.read_text().count("\n") == 2


@pytest.mark.parametrize("n", [254, 255, 256, 300, 4096, 65000])
def test_long_header(vmaf, tmp_path, n):
    start = clips.y4m_header(16, 16)
    extra = " X" + "y" * (n - len(start) - 2)
    data = one_frame(extra=extra)
    assert data.index(b"\n") + 1 == n
    assert run(vmaf, tmp_path, data).rc == 0


def test_header_beyond_64_kib(vmaf, tmp_path):
    r = run(vmaf, tmp_path, one_frame(extra=" X" + "y" * (1 << 16)))
    assert r.rc == 255
    assert "Error parsing YUV4MPEG2 header." in r.err


BAD_HEADERS = [
    (b"", "Error opening y4m file."),
    (b"\n", "Error opening y4m file."),
    (b"RIFF....", "Error opening y4m file."),
    (b"\0" * 100, "Error opening y4m file."),
    (b"YUV4MPEG2", "Error parsing YUV4MPEG2 header."),
    (b"YUV4MPEG2 W16 H16 F25:1 Ip", "Error parsing YUV4MPEG2 header."),
    (b"YUV4MPEG2 W16 H16 F25:1 \0Ip\n", "Error parsing YUV4MPEG2 header."),
    (b"YUV4MPEG2\n", "Error parsing YUV4MPEG2 header."),
    (b"YUV4MPEG2 H16 F25:1 Ip\n", "Missing: W"),
    (b"YUV4MPEG2 W16 F25:1 Ip\n", "Missing: H"),
    (b"YUV4MPEG2 W16 H16 Ip\n", "Missing: F"),
    (b"YUV4MPEG2 Wx H16 F25:1 Ip\n", '"Wx"'),
    (b"YUV4MPEG2 W16 H16x F25:1 Ip\n", '"H16x"'),
    (b"YUV4MPEG2 W16 H16 F25 Ip\n", '"F25"'),
    (b"YUV4MPEG2 W16 H16 F25:x Ip\n", '"F25:x"'),
    (b"YUV4MPEG2 W99999999999999999999 H16 F25:1 Ip\n", "Error parsing YUV4MPEG2 header."),
    (b"YUV4MPEG2 W0 H16 F25:1 Ip\n", "Invalid YUV4MPEG2 dimensions: W=0 H=16 (must be > 0)."),
    (b"YUV4MPEG2 W16 H-2 F25:1 Ip\n", "Invalid YUV4MPEG2 dimensions: W=16 H=-2 (must be > 0)."),
    (b"YUV4MPEG2 W4294967312 H16 F25:1 Ip\n", "W=4294967312"),
    (b"YUV4MPEG2 W16 H16 F25:1 It\n", "Input video is interlaced"),
    (b"YUV4MPEG2 W16 H16 F25:1 Ib\n", "Input video is interlaced"),
    (b"YUV4MPEG2 W16 H16 F25:1 Im\n", "Input video is interlaced"),
    (b"YUV4MPEG2 W16 H16 F25:1 Ip C\n", "Unknown chroma sampling type: "),
    (b"YUV4MPEG2 W16 H16 F25:1 Ip C410\n", "Unknown chroma sampling type: 410"),
    (b"YUV4MPEG2 W16 H16 F25:1 Ip C420p8\n", "Unknown chroma sampling type: 420p8"),
    (b"YUV4MPEG2 W16 H16 F25:1 Ip C420p17\n", "Unknown chroma sampling type: 420p17"),
    (b"YUV4MPEG2 W16 H16 F25:1 Ip C420p10x\n", "Unknown chroma sampling type: 420p10x"),
    (b"YUV4MPEG2 W16 H16 F25:1 Ip C" + b"x" * 5000 + b"\n", "Unknown chroma sampling type: x"),
]


@pytest.mark.parametrize("header,message", BAD_HEADERS, ids=range(len(BAD_HEADERS)))
def test_bad_header(vmaf, tmp_path, header, message):
    whole = header.startswith(b"YUV4MPEG2") and header.endswith(b"\n")
    bad = clips.write(tmp_path / "bad.y4m", header + (b"FRAME\n" + b"\0" * 384) * whole)
    good = clips.write(tmp_path / "good.y4m", one_frame())
    for ref, dis, which in ((bad, good, "reference"), (good, bad, "distorted")):
        r = vmaf("-r", ref, "-d", dis, *FEATURE)
        assert r.rc == 255
        assert message in r.err
        assert "Error opening y4m file." in r.err
        assert "give -w, -h, -p and -b" in r.err
        assert f"problem with {which} file: {bad}" in r.err


def test_header_words(vmaf, tmp_path):
    """Unknown tags, repeated spaces and a missing C are fine."""
    frame = b"FRAME\n" + clips.raw_bytes(clips.clip(1, 16, 16))
    header = b"YUV4MPEG2  W16 H16   F30000:1001 Ip A0:0 XYSCSS=420JPEG Zz \n"
    r = run(vmaf, tmp_path, header + frame)
    assert r.rc == 0


@pytest.mark.parametrize("tag", ["", " I", " I?", " Ix", " IP", " I0", " Ip"])
def test_unknown_interlacing_is_progressive(vmaf, tmp_path, tag):
    r = run(vmaf, tmp_path, one_frame(interlace=tag))
    assert r.rc == 0
    warning = "Warning: Input video interlacing format unknown; assuming progressive scan."
    assert (warning in r.err) == (tag != " Ip")


def test_other_version(vmaf, tmp_path):
    r = run(vmaf, tmp_path, one_frame().replace(b"YUV4MPEG2", b"YUV4MPEG3"))
    assert r.rc == 0
    assert "Incorrect YUV input file version; YUV4MPEG2 required." in r.err


def test_depth_that_no_feature_takes(vmaf, tmp_path):
    r = run(vmaf, tmp_path, clips.y4m_bytes(clips.clip(1, 16, 16, bpc=9), "420p9"))
    assert r.rc == 234
    assert "8, 10, 12" in r.err
