# SPDX-License-Identifier: BSD-2-Clause-Patent
"""ssimulacra2 through the tool: values of docs/metrics/ssimulacra2.md, the slow implementation in
ref_ssimulacra2.py, real clips."""
import hashlib

import numpy as np
import pytest

import clips
import ref_ssimulacra2

# Generated pairs of the page: size, format, depth, MD5 of ref and dis, score per matrix.
PAIRS = {
    "a": (64, 48, "420", 8, "fe75be7b6199c751ada2631d9557a225", "762c5544259f2f40b7a046d5fe907793",
          [79.874182974922036, 79.387046836325254, 81.124335054378435, 80.820739809644223]),
    "b": (161, 91, "420", 10, "ab19b1a031298949a72251fa20aae3e1",
          "40deda18c3dd259faba02c7856fbe7c5", [72.755799691672692]),
    "c": (256, 144, "444", 8, "06a24c1d3c8c706d1e6e9a5eaae848ea",
          "d88de09c064b2b91367858513410d6c2", [77.578843577374215]),
    "d": (35, 29, "422", 12, "cdaf19a3b0c38987645c7dfa4e062853",
          "3a769d31462ca4e9f550be1c57063647", [85.552039555572463]),
    "e": (17, 9, "420", 16, "52e22d31250c50017e1ed1ef2162aa69",
          "289b0bf088f2a37435b4d4bbb40d4871", [92.268645516446256]),
    "f": (8, 8, "444", 8, "6752713c18142957e31ec56376490e98", "fd4666e5eec7fb4ea900a1959776563c",
          [95.108706044901552]),
    "g": (320, 240, "420", 8, "384a04ddbc6bd5828763efdf9fe7426c",
          "99bb9c3bbc0b253481893245b8bba5b4", [71.071356335779626]),
}

# Frames of real clips; the deeper files hold the 8-bit codes shifted left.
SRC01 = {0: 50.018129884683177, 1: 36.057181386772648, 2: 30.408441543639981}
CLIPS = {
    "src01_160x90_420p8": {0: 83.755917771537085, 1: 79.640815832436971, 47: 79.582588055359679},
    "src01_576x324_420p10": SRC01,
    "src01_576x324_420p12": SRC01,
    "src01_576x324_420p16": SRC01,
    "archer_1920x1080_420p8": {0: 63.580101272956611},
}


def generated_frame(w, h, fmt, bpc, dis):
    """One random sequence runs through all planes, low byte of a step in the bits below 8."""
    s, planes = 12345, []
    for p, (pw, ph) in enumerate(clips.plane_sizes(w, h, fmt)):
        plane = np.zeros((ph, pw), clips.dtype(bpc))
        for y in range(ph):
            for x in range(pw):
                s = (s * 1664525 + 1013904223) % 2 ** 32
                n = (s >> 24) & 15
                v = 16 + ((3 * x + 5 * y + 37 * p + 8 * ((x >> 3) ^ (y >> 3))) & 255) * 200 // 255
                v += ((3 * n) >> 2) + 6 * (((x >> 2) + (y >> 2)) % 5 == 0) if dis else n
                v = min(v, 255) << (bpc - 8) | (s >> 16) & (2 ** (bpc - 8) - 1)
                plane[y, x] = v
        planes.append(plane)
    return planes


@pytest.fixture
def score(vmaf, tmp_path):
    """Scores of one raw frame pair, {name: value}."""
    def run(ref, dis, fmt, bpc, options="", *args):
        h, w = ref[0].shape
        paths = [clips.write(tmp_path / name, clips.raw_bytes([frame]))
                 for name, frame in (("ref.yuv", ref), ("dis.yuv", dis))]
        scores = vmaf.scores("-r", paths[0], "-d", paths[1], "-w", w, "-h", h, "-p", fmt, "-b", bpc,
                             "--feature", "ssimulacra2" + options, *args)
        return {name: values[0] for name, values in scores.items()}
    return run


@pytest.mark.parametrize("name", PAIRS)
def test_generated_pairs(score, name):
    w, h, fmt, bpc, *md5, want = PAIRS[name]
    pair = [generated_frame(w, h, fmt, bpc, dis) for dis in (False, True)]
    assert [hashlib.md5(clips.raw_bytes([frame])).hexdigest() for frame in pair] == md5
    got = [score(*pair, fmt, bpc, f"=yuv_matrix={matrix}") for matrix in range(len(want))]
    assert got == [{"ssimulacra2": value} for value in want]


@pytest.mark.parametrize("w, h, fmt, bpc, matrix", [
    (8, 8, "420", 8, 0), (9, 17, "422", 8, 1), (15, 15, "444", 10, 2), (16, 16, "400", 8, 3),
    (17, 9, "420", 12, 1), (31, 40, "420", 16, 0), (37, 8, "422", 10, 3), (65, 43, "420", 8, 2),
    (131, 71, "444", 8, 0), (115, 113, "420", 10, 1),
])
@pytest.mark.parametrize("content", [clips.noise_frame, clips.smooth_frame])
def test_against_the_slow_one(score, w, h, fmt, bpc, matrix, content):
    ref = content(w, h, fmt, bpc, seed=w)
    dis = clips.distort([ref], bpc)[0]
    want = ref_ssimulacra2.ssimulacra2(ref, dis, bpc, fmt, matrix)
    got = score(ref, dis, fmt, bpc, f"=yuv_matrix={matrix}:debug=true")
    assert len(want) == 109
    assert {k: (got.get(k), v) for k, v in want.items() if got.get(k) != v} == {}
    assert got.keys() == want.keys()


@pytest.mark.parametrize("mask", [0, 32, 16 + 32, 8 + 16 + 32, 2 ** 32 - 1])
def test_instruction_sets(score, mask):
    w, h, fmt, bpc = PAIRS["b"][:4]
    pair = [generated_frame(w, h, fmt, bpc, dis) for dis in (False, True)]
    want = ref_ssimulacra2.ssimulacra2(*pair, bpc, fmt)
    assert score(*pair, fmt, bpc, "=debug=true", "--cpumask", mask) == want


@pytest.mark.parametrize("clip", CLIPS)
def test_real_clips(vmaf, shared, clip):
    stem, size, form = clip.split("_")
    paths = [shared / "clips" / f"{stem}_{side}_{size}_{form}.yuv" for side in ("ref", "dis")]
    w, h = size.split("x")
    got = vmaf.scores("-r", paths[0], "-d", paths[1], "-w", w, "-h", h, "-p", "420", "-b", form[4:],
                      "--feature", "ssimulacra2")["ssimulacra2"]
    assert {frame: got[frame] for frame in CLIPS[clip]} == CLIPS[clip]


@pytest.mark.parametrize("w, h", [(7, 8), (8, 7)])
def test_too_small(vmaf, tmp_path, w, h):
    frame = clips.write(tmp_path / "x.yuv", clips.raw_bytes(clips.clip(1, w, h)))
    done = vmaf("-r", frame, "-d", frame, "-w", w, "-h", h, "-p", "420", "-b", 8,
                "--feature", "ssimulacra2")
    assert done.rc != 0
    assert "ssimulacra2" in done.err and "8x8" in done.err and f"{w}x{h}" in done.err, done


def test_bad_options(vmaf, y4m_pair):
    for option in ("yuv_matrix=4", "yuv_matrix=-1", "matrix=0"):
        done = vmaf("-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssimulacra2=" + option)
        assert done.rc != 0 and "yuv_matrix" in done.err, done
