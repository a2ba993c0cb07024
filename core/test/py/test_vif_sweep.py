# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Every EVERY-th case of the sweep of vif and float_vif, compared with the slow Python versions with
==."""
import os
import subprocess

import numpy as np
import pytest

import ref_vif

EVERY = 11  # prime to the numbers of contents, sizes and depths, so that each of them is met
FEATURES = {"vif": (ref_vif.vif, ref_vif.VIF_DEFAULTS),
            "float_vif": (ref_vif.float_vif, ref_vif.FLOAT_VIF_DEFAULTS)}


def parse_options(text, defaults):
    options = {}
    for key, value in (pair.split("=") for pair in text.split(":") if pair != "-"):
        kind = type(defaults[key])
        if kind is float:  # as the library reads it: "%g" of the float value
            value = f"{np.float32(value):g}"
        options[key] = value == "true" if kind is bool else kind(value)
    return options


def cases(program):
    """(feature, w, h, bpc, options, reference, distorted, scores) of each dumped case."""
    p = subprocess.run([program, "--dump", str(EVERY)], capture_output=True, timeout=300,
                       check=True)
    data, at = p.stdout, 0

    def line():
        nonlocal at
        end = data.index(b"\n", at)
        text, at = data[at:end].decode(), end + 1
        return text

    while at < len(data):
        feature, w, h, bpc, options = line().split()
        w, h = int(w), int(h)
        planes = []
        for _ in range(2):
            planes.append(np.frombuffer(data, "<u2", w * h, at).reshape(h, w))
            at += 2 * w * h
        yield feature, w, h, int(bpc), options, *planes, [float.fromhex(v) for v in line().split()]


def test_sweep_equals_the_python_versions():
    program = os.environ.get("VMAF_VIF_SWEEP")
    if not program:
        pytest.fail("VMAF_VIF_SWEEP is not set: run the tests with meson")
    wrong, n, seen = [], 0, set()
    for feature, w, h, bpc, options, ref, dis, got in cases(program):
        function, defaults = FEATURES[feature]
        want = function(ref, dis, bpc, **parse_options(options, defaults))
        n += 1
        seen.add((feature, options))
        for name, value in zip(ref_vif.NAMES, got, strict=True):
            if value != want[name]:
                wrong.append(f"{feature} {w}x{h} {bpc} bit {options} {name}: got {value!r}, "
                             f"want {want[name]!r}")
    assert not wrong, "\n".join(wrong[:20] + [f"{len(wrong)} values of {n} cases differ"])
    assert n > 480 and len(seen) == 2 + 4 + 21, (n, len(seen))
