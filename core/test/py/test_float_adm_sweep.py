# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Every EVERY-th case of the float_adm sweep, compared with the slow Python version with ==."""
import os
import subprocess

import numpy as np
import pytest

import conftest
import ref_float_adm

EVERY = 11 * conftest.THIN  # prime to the number of contents, sizes and depths, so that each of them is met

NAMES = (["adm2", "aim", "adm3"] + [f"adm_scale{s}" for s in range(4)] +
         ["adm", "adm_num", "adm_den"] +
         [f"adm_{part}_scale{s}" for s in range(4) for part in ("num", "den")])


def parse_options(text):
    options = {}
    for key, value in (pair.split("=") for pair in text.split(":") if pair != "-"):
        kind = type(ref_float_adm.DEFAULTS[key])
        if kind is float:  # as the library reads it: "%g" of the float value
            value = f"{np.float32(value):g}"
        options[key] = value == "true" if kind is bool else kind(value)
    return options


def cases(program):
    """(w, h, bpc, options, reference plane, distorted plane, scores) of each dumped case."""
    p = subprocess.run([program, "--dump", str(EVERY)], capture_output=True, timeout=300,
                       check=True)
    data, at = p.stdout, 0

    def line():
        nonlocal at
        end = data.index(b"\n", at)
        text, at = data[at:end].decode(), end + 1
        return text

    while at < len(data):
        w, h, bpc, options = line().split()
        w, h = int(w), int(h)
        planes = []
        for _ in range(2):
            planes.append(np.frombuffer(data, "<u2", w * h, at).reshape(h, w))
            at += 2 * w * h
        yield w, h, int(bpc), options, *planes, [float.fromhex(v) for v in line().split()]


def test_sweep_equals_the_python_version():
    program = os.environ.get("VMAF_FLOAT_ADM_SWEEP")
    if not program:
        pytest.fail("VMAF_FLOAT_ADM_SWEEP is not set: run the tests with meson")
    wrong, n, seen = [], 0, set()
    for w, h, bpc, options, ref, dis, got in cases(program):
        want = ref_float_adm.float_adm(ref, dis, bpc, debug=True, **parse_options(options))
        n += 1
        seen.add((bpc, options))
        for name, value in zip(NAMES, got, strict=True):
            if value != want[name] and not (value != value and want[name] != want[name]):
                wrong.append(f"{w}x{h} {bpc} bit {options} {name}: got {value!r}, "
                             f"want {want[name]!r}")
    assert not wrong, "\n".join(wrong[:20] + [f"{len(wrong)} values of {n} cases differ"])
    assert n > 2900 // conftest.THIN and len(seen) > 2 * 34, (n, len(seen))
