# SPDX-License-Identifier: BSD-2-Clause-Patent
"""speed_chroma and speed_temporal against the slow version in ref_speed.py with ==."""
import os
import subprocess

import numpy as np
import pytest

import clips
import ref_speed

MASKS = ("0", "48", "4294967295")  # AVX-512, AVX2, plain C


def noise(rng, h, w):
    return rng.random((h, w))


def low_contrast(rng, h, w):
    return 0.5 + 0.02 * rng.random((h, w))


def smooth(rng, h, w):
    """Bumps much wider than a block: the covariance is close to singular."""
    y, x = np.mgrid[0:h, 0:w]
    out = np.full((h, w), 0.5)
    for _ in range(12):
        fy, fx, phase = rng.normal(0, 0.03), rng.normal(0, 0.03), rng.random() * 7
        out += 0.1 * rng.random() * np.sin(fy * y + fx * x + phase)
    return out + 0.03 * rng.random((h, w))


def patches(rng, h, w):
    """Squares about as large as what decimation keeps."""
    coarse = rng.random((h // 16 + 1, w // 16 + 1))
    return np.kron(coarse, np.ones((16, 16)))[:h, :w]


def stripes(rng, h, w):
    """Rows of one value each: samples side by side are equal."""
    return np.repeat(rng.random((h // 8 + 1, 1)), 8, axis=0)[:h] + np.zeros((1, w))


def half_flat(rng, h, w):
    out = rng.random((h, w))
    out[:, : w // 2] = 0.5
    return out


def extremes(rng, h, w):
    return (patches(rng, h, w) > 0.5).astype(float)


def flat(_rng, h, w):
    return np.full((h, w), 0.25)


CONTENTS = [noise, low_contrast, smooth, patches, stripes, half_flat, extremes, flat]
OPTIONS = [
    {},
    {"speed_kernelscale": 0.5, "speed_weight_var_mode": 1},
    {"speed_kernelscale": 0.6667, "speed_weight_var_mode": 2},
    {"speed_kernelscale": 3.7113, "speed_weight_var_mode": 3},
    {"speed_nn_floor": 1.0, "speed_sigma_nn": 2.0, "speed_weight_var_mode": 4},
    {"speed_nn_floor": 0.1, "speed_sigma_nn": 0.1, "speed_weight_var_mode": 5},
    {"speed_prescale": 1.0009, "speed_weight_var_mode": 6, "speed_use_ref_diff": True},
    {"speed_prescale": 0.7, "speed_kernelscale": 1.6},
    {"speed_prescale": 0.7, "speed_prescale_method": "bilinear", "speed_max_val": 5.0},
    {"speed_prescale": 0.7, "speed_prescale_method": "bicubic", "speed_use_ref_diff": True},
    {"speed_prescale": 0.7, "speed_prescale_method": "lanczos4"},
    {"speed_prescale": 1.3, "speed_prescale_method": "nearest", "speed_kernelscale": 2.4},
    {"speed_prescale": 1.3, "speed_prescale_method": "bilinear"},
    {"speed_prescale": 1.3, "speed_prescale_method": "bicubic", "speed_weight_var_mode": 5},
    {"speed_prescale": 1.3, "speed_prescale_method": "lanczos4", "speed_sigma_nn": 0.5},
]
# Planes of 1x1 to 6x6 blocks; the last two are odd pictures with halved chroma.
SIZES = [(244, 240, "444"), (323, 167, "444"), (172, 337, "444"), (118, 120, "444"),
         (255, 161, "444"), (401, 387, "420"), (357, 259, "422")]


def pictures(seed):
    """Three pairs of pictures, for a depth, a size and contents that all depend on the seed."""
    rng = np.random.default_rng(seed)
    w, h, fmt = SIZES[seed % len(SIZES)]
    bpc = (8, 10, 12, 16)[seed // 2 % 4]
    peak = (1 << bpc) - 1
    refs, diss = [], []
    for t in range(3):
        ref, dis = [], []
        for c, (pw, ph) in enumerate(clips.plane_sizes(w, h, fmt)):
            content = CONTENTS[(seed + 3 * c) % len(CONTENTS)]
            p = content(rng, ph, pw)
            q = CONTENTS[(seed + c + t) % len(CONTENTS)](rng, ph, pw)
            part = (0.0, 0.1, 0.5, 1.0)[seed // 3 % 4]
            for out, plane in ((ref, p), (dis, (1 - part) * p + part * q)):
                out.append((np.clip(plane, 0, 1) * peak + 0.5).astype(clips.dtype(bpc)))
        refs.append(ref)
        diss.append(dis)
    return refs, diss, bpc, fmt


def argument(feature, options):
    other = "speed_weight_var_mode" if feature == "speed_temporal" else "speed_use_ref_diff"
    text = ":".join(f"{k}={str(v).lower()}" for k, v in options.items() if k != other)
    return ("--feature", f"{feature}={text}" if text else feature)


@pytest.mark.values
@pytest.mark.parametrize("part", range(6))
def test_equals_the_python_version(vmaf, tmp_path, part):
    positive = 0
    for seed in range(part, 90, 6):
        refs, diss, bpc, fmt = pictures(seed)
        h, w = refs[0][0].shape
        options = OPTIONS[seed % len(OPTIONS)]
        want = {f"speed_chroma_{name}": [] for name in ("u", "v", "uv")}
        for ref, dis in zip(refs, diss):
            for name, value in zip(want, ref_speed.chroma(ref, dis, bpc, **options)):
                want[name].append(value)
        want["speed_temporal"] = ref_speed.temporal([p[0] for p in refs], [p[0] for p in diss],
                                                    bpc, **options)
        ref = clips.write(tmp_path / "ref.yuv", clips.raw_bytes(refs))
        dis = clips.write(tmp_path / "dis.yuv", clips.raw_bytes(diss))
        for mask in MASKS:
            got = vmaf.scores("-r", ref, "-d", dis, "-w", w, "-h", h, "-p", fmt, "-b", bpc,
                              *argument("speed_chroma", options),
                              *argument("speed_temporal", options), "--cpumask", mask)
            assert len(got) == len(want)
            for name, values in want.items():
                key = name + suffix(name, got)
                assert got[key] == values, (seed, mask, key, options)
        positive += sum(v > 0 for values in want.values() for v in values)
    assert positive > 40, positive


def suffix(name, got):
    """What follows a name in the log, whatever the options."""
    keys = [k for k in got if k.startswith(name) and not k.startswith("speed_chroma_uv")
            or k.startswith(name) and name.endswith("uv")]
    internal = [k for k in got if k == name]
    assert len(internal or keys) == 1, (name, list(got))
    return (internal or keys)[0][len(name):]


# ---- the algebra alone, on matrices that pictures hardly give


def symmetric(rng, e):
    q = np.linalg.qr(rng.normal(size=(25, 25)))[0]
    m = (q * e) @ q.T
    return (m + m.T) / 2


def matrices():
    rng = np.random.default_rng(1)
    for k in range(40):
        scale = 10.0 ** rng.integers(-3, 4)
        yield scale * symmetric(rng, rng.random(25))
        yield symmetric(rng, 10.0 ** rng.uniform(-9, 4, 25))  # close to singular
        graded = 10.0 ** np.linspace(-8 + k % 3, 5, 25)[::(-1) ** k]
        yield np.sqrt(graded[:, None] * graded) * symmetric(rng, 0.5 + rng.random(25))
        yield np.diag(rng.random(25)[rng.permutation(25)] * scale)
        blocks = symmetric(rng, rng.random(25))  # zeros beside the diagonal
        blocks[np.abs(np.subtract.outer(np.arange(25), np.arange(25))) % (2 + k % 5) != 0] = 0
        yield blocks
        toeplitz = rng.random(25) * (rng.random(25) < 0.3)
        yield toeplitz[np.abs(np.subtract.outer(np.arange(25), np.arange(25)))]
        a = rng.normal(size=(25, 1 + k % 25))
        yield a @ a.T
        empty = symmetric(rng, rng.random(25))
        empty[k % 25] = empty[:, k % 25] = 0
        yield empty
        whole = rng.integers(-3, 4, (25, 25)).astype(float)
        yield whole + whole.T
        yield symmetric(rng, rng.normal(size=25))
        d = 10.0 ** np.linspace(-8, k % 7, 25)  # far smaller at its start than the shift
        beside = 0.5 * np.sqrt(d[1:] * d[:-1])
        yield np.diag(d) + np.diag(beside, 1) + np.diag(beside, -1)


@np.errstate(all="ignore")
def test_algebra_equals_the_python_version():
    program = os.environ.get("VMAF_SPEED_ALGEBRA")
    if not program:
        pytest.fail("VMAF_SPEED_ALGEBRA is not set: run the tests with meson")
    cases = [m.astype(np.float32) for m in matrices()]
    right = np.random.default_rng(2).normal(size=(len(cases), 1, 25)).astype(np.float32)
    data = np.concatenate([np.stack(cases), right], axis=1).astype("<f4").tobytes()
    out = subprocess.run([program], input=data, capture_output=True, timeout=60, check=True).stdout
    got = np.frombuffer(out, "<f4").reshape(len(cases), 51)
    solved = 0
    for i, (k, y) in enumerate(zip(cases, right)):
        want = np.zeros(51, np.float32)
        want[:25] = ref_speed.eigenvalues(k)
        p, r = ref_speed.mirrors(k)
        if not (np.abs(np.diag(r)).astype(np.float64) < 1e-6).any():
            solved += 1
            want[25] = 1
            want[26:] = ref_speed.solve(p, r, y.T.copy())[:, 0]
        assert np.array_equal(got[i], want, equal_nan=True), (i, got[i], want)
    assert 100 < solved < len(cases) - 20, solved
