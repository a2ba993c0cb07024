# SPDX-License-Identifier: BSD-2-Clause-Patent
"""psnr_hvs through the tool with == against the slow version in ref_psnr_hvs.py, for every mask of
instruction sets that makes a difference."""
import math

import numpy as np
import pytest

import clips
import ref_psnr_hvs

MASKS = ["0", "48", "4294967295"]  # AVX-512, AVX2, plain C
NAMES = ["psnr_hvs_y", "psnr_hvs_cb", "psnr_hvs_cr", "psnr_hvs"]


def planes(make, w, h, fmt, bpc):
    sizes = clips.plane_sizes(w, h, fmt)
    return [make(*np.mgrid[0:ph, 0:pw][::-1], i, (1 << bpc) - 1).astype(clips.dtype(bpc))
            for i, (pw, ph) in enumerate(sizes)]


def pair(content, w, h, fmt, bpc):
    if content == "smooth":
        ref = [clips.smooth_frame(w, h, fmt, bpc)]
        return ref[0], clips.distort(ref, bpc)[0]
    if content == "near":  # masking hides some of the error
        ref = clips.noise_frame(w, h, fmt, bpc)
        return ref, [p ^ 1 for p in ref]
    if content == "noise":
        return clips.noise_frame(w, h, fmt, bpc), clips.noise_frame(w, h, fmt, bpc, 1)
    make = {
        "flat": (lambda x, y, i, top: x * 0 + top // 3, lambda x, y, i, top: x * 0 + top // 2),
        "flat and noise": (lambda x, y, i, top: x * 0 + top // 3,
                           lambda x, y, i, top: (x * 7919 + y * 104729 + x * y * 31 >> 3) & top),
        "checker": (lambda x, y, i, top: (x + y + i & 1) * top,
                    lambda x, y, i, top: (x + y + i + 1 & 1) * top),
        "stripes": (lambda x, y, i, top: (x >> i & 1) * top, lambda x, y, i, top: (y & 1) * top),
        "black and white": (lambda x, y, i, top: x * 0, lambda x, y, i, top: x * 0 + top),
        "equal chroma": (lambda x, y, i, top: (x * 5 + y * 3) & top,
                         lambda x, y, i, top: (x * 5 + y * 3 + (i == 0) * (x * y % 11)) & top),
    }[content]
    return [planes(m, w, h, fmt, bpc) for m in make]


CONTENTS = ["smooth", "near", "noise", "flat", "flat and noise", "checker", "stripes",
            "black and white", "equal chroma"]


def check(vmaf, tmp_path, ref, dis, w, h, fmt, bpc):
    want = ref_psnr_hvs.psnr_hvs(ref, dis, bpc)
    files = [clips.write(tmp_path / n, clips.raw_bytes([p])) for n, p in zip("rd", (ref, dis))]
    for mask in MASKS:
        got = vmaf.scores("-r", files[0], "-d", files[1], "-w", w, "-h", h, "-p", fmt, "-b", bpc,
                          "--feature", "psnr_hvs", "--cpumask", mask)
        # null in JSON is infinite
        assert {k: math.inf if v[0] is None else v[0] for k, v in got.items()} == want, mask
        assert set(got) == set(NAMES)


@pytest.mark.values
@pytest.mark.parametrize("bpc", [8, 10, 12])
@pytest.mark.parametrize("content", CONTENTS)
def test_contents(vmaf, tmp_path, content, bpc):
    w, h, fmt = 50, 37, ["420", "444", "422"][CONTENTS.index(content) % 3]
    check(vmaf, tmp_path, *pair(content, w, h, fmt, bpc), w, h, fmt, bpc)


@pytest.mark.values
@pytest.mark.parametrize("w, h, fmt", [
    (15, 15, "420"), (16, 16, "420"), (17, 43, "420"), (43, 17, "420"), (15, 8, "422"),
    (31, 9, "422"), (8, 8, "444"), (14, 21, "444"), (22, 23, "444"), (21, 14, "444"),
    (113, 8, "444"), (119, 10, "444"), (120, 8, "444"), (127, 15, "444"), (240, 8, "444")])
@pytest.mark.parametrize("bpc", [8, 10])
def test_sizes(vmaf, tmp_path, w, h, fmt, bpc):
    """Around a step of 7, and around a batch of 16 blocks, 113 samples."""
    check(vmaf, tmp_path, *pair("smooth", w, h, fmt, bpc), w, h, fmt, bpc)


def test_threads_and_subsampling(vmaf, y4m_pair):
    ref, dis = y4m_pair
    args = ("-r", ref, "-d", dis, "--feature", "psnr_hvs")
    once = vmaf.scores(*args)
    assert set(once) == set(NAMES) and all(len(v) == 3 and None not in v for v in once.values())
    for threads in (1, 3, 8):
        assert vmaf.scores(*args, "--threads", threads) == once
    assert vmaf.scores(*args, "--subsample", 2) == {k: v[::2] for k, v in once.items()}


@pytest.mark.parametrize("w, h, fmt, bpc, words", [
    (14, 64, "420", 8, "14x64 plane 1 7x32 8x8"), (64, 14, "420", 8, "64x14 plane 1 32x7 8x8"),
    (7, 64, "444", 8, "7x64 8x8"), (64, 64, "400", 8, "4:0:0"), (64, 64, "420", 16, "16 12")])
def test_refusals(vmaf, tmp_path, w, h, fmt, bpc, words):
    path = clips.write(tmp_path / "x.yuv", clips.raw_bytes([clips.noise_frame(w, h, fmt, bpc)]))
    for threads in ("0", "2"):
        r = vmaf("-r", path, "-d", path, "-w", w, "-h", h, "-p", fmt, "-b", bpc, "--threads",
                 threads, "--feature", "psnr_hvs")
        assert r.rc == 234 and "psnr_hvs: " in r.err, r
        assert all(word in r.err for word in words.split()), r


def test_python_version_gives_the_check_vectors():
    """The pictures of docs/metrics/psnr_hvs.md, 64x48, 10 bits."""
    def make(k):
        return planes(lambda x, y, i, top: ([
            5 * x + 3 * y + ((x ^ y) & 15) + k * (x * y % 11),
            110 + x + 2 * y + k * ((x + y) % 5),
            140 - x + y + k * ((3 * x + y) % 7)][i] << 2) & top, 64, 48, "420", 10)
    assert ref_psnr_hvs.psnr_hvs(make(0), make(1), 10) == {
        "psnr_hvs_y": 21.208420445456454, "psnr_hvs_cb": 36.495870710980263,
        "psnr_hvs_cr": 32.498189827766943, "psnr_hvs": 22.12147791408427}
