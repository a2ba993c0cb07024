# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Every reference value of the real clips, compared as doubles with ==."""
import collections
import functools
import json
import math
import os
import re
import subprocess
from pathlib import Path

import pytest

import conftest

# Extractors with reference values that this project does not have.
ABSENT = set()
# Files of values, and the clips that are cut there: {clip: frames}.
FILES = {"clips.jsonl": {}, "features.jsonl": {"src01_160x90_420p8.yuv": 12}}


@functools.cache
def values():
    """{(file, clip, extractor): [(output name, frame, value)]} of the files that there are."""
    path = Path(os.environ.get("VMAF_SHARED") or conftest.ROOT.parent / "shared") / "golden"
    rows = collections.defaultdict(list)
    for file in FILES:
        for line in (path / file).read_text().splitlines() if (path / file).exists() else []:
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


def known_extractors():
    tool = os.environ.get("VMAF_TOOL")
    if not tool:
        return set()
    text = subprocess.run([tool, "--list_features"], capture_output=True, text=True, timeout=60,
                          check=True).stdout
    return set(re.findall(r"^\s*(\w+)", text, re.M))


def pytest_generate_tests(metafunc):
    if "clip" in metafunc.fixturenames:
        known = known_extractors()
        metafunc.parametrize("file, clip, extractor", [
            key for key in values() if key[2].split(":")[0] not in ABSENT - known])


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
        got = scores[name][frame] if name in scores and frame < len(scores[name]) else None
        if got is None and name in scores and math.isinf(want):
            continue  # null in JSON
        if got != want:
            wrong.append(f"{name} at frame {frame}: want {want!r}, got {got!r}")
    assert not wrong, "\n".join(wrong[:20] + [f"{len(wrong)} values differ"])


def test_reference_values_are_there(shared):
    assert values(), f"no reference values in {shared}"
