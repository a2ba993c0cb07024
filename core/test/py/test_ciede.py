# SPDX-License-Identifier: BSD-2-Clause-Patent
"""ciede through the tool with == against the slow version in ref_ciede.py, for every mask of
instruction sets that makes a difference."""
import math

import numpy as np
import pytest

import clips
import ref_ciede

MASKS = ["0", "48", "4294967295"]  # AVX-512, AVX2, plain C
CONTENTS = ["smooth", "noise", "near", "grey", "grey and colour", "dark", "blue", "extremes",
            "equal"]


def pair(content, w, h, fmt, bpc):
    ref, other = (clips.noise_frame(w, h, fmt, bpc, seed) for seed in (0, 1))
    mid, unit, peak = 1 << (bpc - 1), 1 << (bpc - 8), (1 << bpc) - 1
    if content == "smooth":
        ref = clips.smooth_frame(w, h, fmt, bpc)
        return ref, clips.distort([ref], bpc)[0]
    if content == "near":
        return ref, [p ^ 1 for p in ref]
    if content == "equal":
        return ref, ref
    if content == "extremes":
        return [[((p & 1) * peak).astype(p.dtype) for p in f] for f in (ref, other)]
    if content == "grey":
        return [[f[0]] + [np.full_like(p, mid) for p in f[1:]] for f in (ref, other)]
    if content == "grey and colour":
        return [ref[0]] + [np.full_like(p, mid) for p in ref[1:]], other
    if content == "dark":
        return [[(16 * unit + f[0] % (12 * unit)).astype(f[0].dtype)] +
                [(mid + p % 3 - 1).astype(p.dtype) for p in f[1:]] for f in (ref, other)]
    # around the hue where the rotation term is largest
    return [[(f[0] // 4 + 16 * unit).astype(f[0].dtype),
             (mid + 60 * unit + f[1] % (40 * unit)).astype(f[1].dtype),
             (mid - 20 * unit + f[2] % (20 * unit)).astype(f[2].dtype)] for f in (ref, other)]


def check(vmaf, tmp_path, ref, dis, w, h, fmt, bpc):
    want = ref_ciede.ciede(ref, dis, bpc, fmt)
    files = [clips.write(tmp_path / n, clips.raw_bytes([p])) for n, p in zip("rd", (ref, dis))]
    for mask in MASKS:
        got = vmaf.scores("-r", files[0], "-d", files[1], "-w", w, "-h", h, "-p", fmt, "-b", bpc,
                          "--feature", "ciede", "--cpumask", mask)
        assert list(got) == ["ciede2000"]
        value = got["ciede2000"][0]
        value = math.inf if value is None else value  # null in JSON is infinite
        assert value == want, mask


@pytest.mark.parametrize("bpc", [8, 10, 12, 16])
@pytest.mark.parametrize("content", CONTENTS)
def test_contents(vmaf, tmp_path, content, bpc):
    w, h, fmt = 9, 7, ["420", "444", "422"][CONTENTS.index(content) % 3]
    check(vmaf, tmp_path, *pair(content, w, h, fmt, bpc), w, h, fmt, bpc)


@pytest.mark.parametrize("w, h", [(1, 1), (1, 2), (2, 1), (3, 3), (17, 2), (33, 1), (1, 40)])
@pytest.mark.parametrize("fmt", ["420", "422", "444"])
def test_sizes(vmaf, tmp_path, w, h, fmt):
    bpc = (8, 10, 12, 16)[(w + h) % 4]
    check(vmaf, tmp_path, *pair("smooth", w, h, fmt, bpc), w, h, fmt, bpc)


def test_python_version_gives_a_check_vector():
    """The pictures of docs/metrics/ciede.md, 64x48, 8 bits."""
    def plane(i, k, w, h):
        y, x = np.mgrid[0:h, 0:w]
        return [5 * x + 3 * y + ((x ^ y) & 15) + k * (x * y % 11),
                110 + x + 2 * y + k * ((x + y) % 5),
                140 - x + y + k * ((3 * x + y) % 7)][i] & 255
    pictures = [[plane(i, k, *size) for i, size in enumerate(clips.plane_sizes(64, 48, "420"))]
                for k in (0, 1)]
    assert ref_ciede.ciede(*pictures, 8, "420") == 31.08818977353927


def test_threads_and_subsampling(vmaf, y4m_pair):
    ref, dis = y4m_pair
    args = ("-r", ref, "-d", dis, "--feature", "ciede")
    once = vmaf.scores(*args)
    assert len(once["ciede2000"]) == 3 and None not in once["ciede2000"]
    for threads in (1, 3, 8):
        assert vmaf.scores(*args, "--threads", threads) == once
    assert vmaf.scores(*args, "--subsample", 2) == {k: v[::2] for k, v in once.items()}


def test_refuses_grey_pictures(vmaf, tmp_path):
    path = clips.write(tmp_path / "x.yuv", clips.raw_bytes([clips.noise_frame(8, 8, "400")]))
    for threads in ("0", "2"):
        r = vmaf("-r", path, "-d", path, "-w", 8, "-h", 8, "-p", "400", "-b", 8, "--threads",
                 threads, "--feature", "ciede")
        assert r.rc == 234 and "ciede: needs chroma" in r.err, r
