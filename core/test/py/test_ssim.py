# SPDX-License-Identifier: BSD-2-Clause-Patent
"""ssim, float_ssim and float_ms_ssim through the tool, against the slow code in ref_ssim.py, for
every mask of instruction sets that makes a difference."""
import numpy as np
import pytest

import clips
import ref_ssim

MASKS = ["0", "48", "4294967295"]  # AVX-512, AVX2, plain C
DEPTHS = [8, 10, 12, 16]


def constant(value):
    return lambda w, h, bpc: np.full((h, w), value(bpc), clips.dtype(bpc))


def noise(w, h, bpc):
    return clips.noise_frame(w, h, "400", bpc)[0]


def checker(shift):
    def plane(w, h, bpc):
        y, x = np.mgrid[0:h, 0:w]
        return ((((x + shift) // 10 + y // 10) & 1) * ((1 << bpc) - 1)).astype(clips.dtype(bpc))
    return plane


def pair(name, w, h, bpc):
    """Two luma planes of a named content."""
    if name == "pattern":
        return [p[0] for p in clips.pattern_pair(w, h, bpc, "400")]
    if name == "smooth":
        ref = [clips.smooth_frame(w, h, "400", bpc)]
        return [ref[0][0], clips.distort(ref, bpc)[0][0]]
    peak = (1 << bpc) - 1
    make = {
        "noise": (noise, lambda w, h, b: clips.noise_frame(w, h, "400", b, 1)[0]),
        "same": (noise, noise),
        "dark": (lambda w, h, b: noise(w, h, b) & 7, lambda w, h, b: noise(w, h, b) & 3),
        "inverted": (noise, lambda w, h, b: (peak - noise(w, h, b)).astype(clips.dtype(b))),
        "black and white": (constant(lambda b: 0), constant(lambda b: peak)),
        "grey": (constant(lambda b: 1 << (b - 1)),) * 2,
        "checker": (checker(0), checker(1)),
    }[name]
    return [m(w, h, bpc) for m in make]


CONTENTS = ["pattern", "smooth", "noise", "same", "inverted", "black and white", "dark",
            "grey", "checker"]


@pytest.fixture
def compare(vmaf, tmp_path):
    """Score a pair with every mask and compare with the expected {name: value}, by equality."""
    def run(feature, planes, bpc, want):
        h, w = planes[0].shape
        files = [clips.write(tmp_path / n, clips.raw_bytes([[p]])) for n, p in zip("rd", planes)]
        for mask in MASKS:
            got = vmaf.scores("-r", files[0], "-d", files[1], "-w", w, "-h", h, "-p", "400",
                              "-b", bpc, "--feature", feature, "--cpumask", mask)
            assert set(got) == set(want), (feature, mask)
            for name, value in want.items():
                value = None if np.isinf(value) else value
                assert got[name] == [value], (feature, w, h, bpc, mask, name)
    return run


def rotate(items, sizes):
    """Every size with every depth, contents dealt out in turn."""
    return [(w, h, bpc, items[(i * len(DEPTHS) + k) % len(items)])
            for i, (w, h) in enumerate(sizes) for k, bpc in enumerate(DEPTHS)]


@pytest.mark.values
@pytest.mark.parametrize("w,h,bpc,content", rotate(
    CONTENTS, [(1, 1), (2, 3), (3, 2), (4, 4), (5, 1), (8, 8), (9, 9), (16, 7), (65, 64),
               (322, 182)]))
def test_ssim(compare, w, h, bpc, content):
    planes = pair(content, w, h, bpc)
    compare("ssim", planes, bpc, ref_ssim.ssim(*planes, bpc))


@pytest.mark.parametrize("w,h", [(1, 1), (2, 3), (5, 1)])
@pytest.mark.parametrize("bpc", DEPTHS)
def test_ssim_roundings(vmaf, tmp_path, w, h, bpc):
    """With few and dark terms the last bit shows each rounding of a term: 100 frames of them."""
    rng = np.random.default_rng([w, h, bpc])
    frames = rng.integers(0, 8, (2, 100, h, w)).astype(clips.dtype(bpc))
    ref, dis = (clips.write(tmp_path / n, f.tobytes()) for n, f in zip("rd", frames))
    got = vmaf.scores("-r", ref, "-d", dis, "-w", w, "-h", h, "-p", "400", "-b", bpc,
                      "--feature", "ssim")
    assert got["ssim"] == [ref_ssim.ssim(r, d, bpc)["ssim"] for r, d in zip(*frames)]


FLOAT_SIZES = [(11, 11, 0), (12, 11, 0), (64, 64, 0), (64, 64, 1), (64, 64, 2), (64, 64, 3),
               (64, 64, 4), (111, 101, 10), (65, 33, 2), (65, 33, 3), (101, 47, 2), (101, 47, 3),
               (101, 55, 5), (383, 390, 0), (384, 390, 0), (385, 390, 0), (639, 641, 0)]


@pytest.mark.values
@pytest.mark.parametrize("w,h,bpc,content,scale", [
    (*case, s) for case, s in zip(rotate(CONTENTS, [s[:2] for s in FLOAT_SIZES]),
                                  [s[2] for s in FLOAT_SIZES for _ in DEPTHS])])
def test_float_ssim(compare, w, h, bpc, content, scale):
    planes = pair(content, w, h, bpc)
    want = ref_ssim.float_ssim(*planes, bpc, scale)
    compare(f"float_ssim=enable_lcs=true:scale={scale}", planes, bpc, want)
    compare(f"float_ssim=scale={scale}", planes, bpc, {"float_ssim": want["float_ssim"]})


@pytest.mark.values
@pytest.mark.parametrize("w,h,bpc,content", rotate(
    CONTENTS[::-1], [(176, 176), (177, 191), (333, 222), (400, 390)]))
def test_float_ms_ssim(compare, w, h, bpc, content):
    planes = pair(content, w, h, bpc)
    want = ref_ssim.float_ms_ssim(*planes, bpc)
    compare("float_ms_ssim=enable_lcs=true", planes, bpc, want)
    compare("float_ms_ssim", planes, bpc, {"float_ms_ssim": want["float_ms_ssim"]})


@pytest.mark.values
@pytest.mark.parametrize("feature", ["ssim", "float_ssim", "float_ms_ssim"])
@pytest.mark.parametrize("content", ["pattern", "same", "grey"])
@pytest.mark.parametrize("bpc", [8, 16])
@pytest.mark.parametrize("clip", [False, True])
def test_decibels(compare, feature, content, bpc, clip):
    planes = pair(content, 180, 176, bpc)
    score = getattr(ref_ssim, feature)(*planes, bpc)[feature]
    compare(f"{feature}=enable_db=true:clip_db={str(clip).lower()}", planes, bpc,
            {feature: ref_ssim.decibels(score, bpc, 180, 176, clip)})
