# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Every reference value of the real clips, compared as doubles with ==."""
import collections
import functools
import json
import math
import os
import re
from pathlib import Path

import pytest

import conftest

# Files of values, and the clips that are cut there: {clip: frames}.
FILES = {"clips.jsonl": {}, "features.jsonl": {"src01_160x90_420p8.yuv": 12}}


def lines(file):
    path = Path(os.environ.get("VMAF_SHARED") or conftest.ROOT.parent / "shared") / "golden" / file
    return path.read_text().splitlines() if path.exists() else []


@functools.cache
def values():
    """{(file, clip, extractor): [(output name, frame, value)]} of the files that there are."""
    rows = collections.defaultdict(list)
    for file in FILES:
        for line in lines(file):
            row = json.loads(line)
            if "extractor" in row:  # the others are of models
                rows[file, row["clip"], row["extractor"]].append(
                    (output_name(row["feature"]), row["frame"], float(row["value"])))
    return rows


def output_name(feature):
    """The name in log files of an internal score name."""
    feature = re.sub(r"^VMAF_integer_feature_(adm2|adm3|aim|motion[23]?|vif_scale\d)_score$",
                     r"integer_\1", feature)
    return re.sub(r"^(?:VMAF|Cambi|Speed_\w+)_feature_(\w+)_score$", r"\1", feature)


def pytest_generate_tests(metafunc):
    if "clip" in metafunc.fixturenames:
        metafunc.parametrize("file, clip, extractor", values())


def test_golden(vmaf, shared, file, clip, extractor):
    stem, size, fmt = clip.removesuffix(".yuv").split("_")
    w, h = size.split("x")
    assert fmt.startswith("420p")
    feature = extractor.replace(":", "=", 1)
    frames = FILES[file].get(clip)
    scores = vmaf.scores("-r", shared / "clips" / f"{stem}_ref_{size}_{fmt}.yuv",
                         "-d", shared / "clips" / f"{stem}_dis_{size}_{fmt}.yuv",
                         "-w", w, "-h", h, "-p", "420", "-b", fmt.removeprefix("420p"),
                         "--feature", feature, *(("--frame_cnt", frames) if frames else ()))
    wrong = []
    for name, frame, want in values()[file, clip, extractor]:
        there = name in scores and frame < len(scores[name])
        got = scores[name][frame] if there else "nothing"
        if got is None and math.isinf(want):
            continue  # null in JSON
        if got != want:
            wrong.append(f"{name} at frame {frame}: want {want!r}, got {got!r}")
    assert not wrong, "\n".join(wrong[:20] + [f"{len(wrong)} values differ"])


def test_every_value_is_compared(shared):
    """What has no extractor is of a model, and there for test_golden_models.py."""
    compared = sum(len(rows) for rows in values().values())
    of_models = sum('"model"' in line for file in FILES for line in lines(file))
    assert compared + of_models == sum(len(lines(file)) for file in FILES)
    assert compared > 9000, f"no reference values in {shared}"
