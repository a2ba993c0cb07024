# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Every EVERY-th case of the motion sweep, compared with the slow Python version with ==."""
import os
import subprocess

import numpy as np
import pytest

import clips
import ref_motion

EVERY = 7  # prime to the number of contents, sizes and depths, so that each of them is met

NAMES = {"motion": ("sad", "motion2", "motion3"), "float_motion": ("motion", "motion2", "motion3")}


def parse_options(text, defaults):
    options = {}
    for key, value in (pair.split("=") for pair in text.split(":") if pair != "-"):
        kind = type(defaults[key])
        if kind is float:  # as the library reads it: "%g" of the float value
            value = f"{np.float32(value):g}"
        options[key] = value == "true" if kind is bool else kind(value)
    return options


def cases(program):
    """(description, clip as a list of lists of planes, scores) of each dumped case."""
    p = subprocess.run([program, "--dump", str(EVERY)], capture_output=True, timeout=300,
                       check=True)
    data, at = p.stdout, 0

    def line():
        nonlocal at
        end = data.index(b"\n", at)
        text, at = data[at:end].decode(), end + 1
        return text

    def plane(w, h):
        nonlocal at
        samples = np.frombuffer(data, "<u2", w * h, at).reshape(h, w)
        at += 2 * w * h
        return samples

    while at < len(data):
        what = line().split()
        w, h, n = int(what[1]), int(what[2]), int(what[5])
        clip = [[plane(*size) for size in clips.plane_sizes(w, h, what[4])] for _ in range(n)]
        yield what, clip, [float.fromhex(v) for v in line().split()]


def reference(feature, clip, bpc, options):
    if feature == "motion":
        return ref_motion.motion([frame[0] for frame in clip], bpc,
                                 **parse_options(options, ref_motion.MOTION))
    return ref_motion.float_motion(clip, bpc, **parse_options(options, ref_motion.FLOAT_MOTION))


def test_sweep_equals_the_python_version():
    program = os.environ.get("VMAF_MOTION_SWEEP")
    if not program:
        pytest.fail("VMAF_MOTION_SWEEP is not set: run the tests with meson")
    wrong, n, seen, nonzero = [], 0, set(), 0
    for (feature, w, h, bpc, fmt, length, options), clip, got in cases(program):
        want = reference(feature, clip, int(bpc), options)
        n += 1
        seen.add((feature, bpc, options))
        flat = [value for name in NAMES[feature] for value in want[name]]
        assert len(flat) == 3 * int(length) == len(got)
        nonzero += any(flat)
        if flat != got:
            wrong.append(f"{feature} {w}x{h} {bpc} bit {fmt} {options}: got {got}, want {flat}")
    assert not wrong, "\n".join(wrong[:20] + [f"{len(wrong)} of {n} cases differ"])
    assert n > 2600 and len(seen) > 4 * 24 and nonzero > n * 0.8, (n, len(seen), nonzero)
