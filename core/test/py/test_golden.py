# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Every reference value of the real clips, compared as doubles with ==."""
import collections
import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import conftest

# Extractors with reference values that this project does not have.
ABSENT = {"vif", "motion", "psnr"}


def values():
    """{(clip, extractor): [(output name, frame, value)]} of the reference file, if there is one."""
    path = Path(os.environ.get("VMAF_SHARED") or conftest.ROOT.parent / "shared")
    path = path / "golden" / "clips.jsonl"
    rows = collections.defaultdict(list)
    for line in path.read_text().splitlines() if path.exists() else []:
        row = json.loads(line)
        rows[row["clip"], row["extractor"]].append(
            (output_name(row["feature"]), row["frame"], float(row["value"])))
    return rows


def output_name(feature):
    """The name in log files of an internal score name."""
    feature = re.sub(r"^VMAF_integer_feature_(adm2|adm3|aim|motion[23]?|vif_scale\d)_score$",
                     r"integer_\1", feature)
    return re.sub(r"^VMAF_feature_(\w+)_score$", r"\1", feature)


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
        metafunc.parametrize("clip, extractor", [
            key for key in values() if key[1].split(":")[0] not in ABSENT - known])


def test_golden(vmaf, shared, clip, extractor):
    stem, size, fmt = clip.removesuffix(".yuv").split("_")
    w, h = size.split("x")
    assert fmt.startswith("420p")
    feature = extractor.replace(":", "=", 1)
    scores = vmaf.scores("-r", shared / "clips" / f"{stem}_ref_{size}_{fmt}.yuv",
                         "-d", shared / "clips" / f"{stem}_dis_{size}_{fmt}.yuv",
                         "-w", w, "-h", h, "-p", "420", "-b", fmt.removeprefix("420p"),
                         "--feature", feature)
    wrong = []
    for name, frame, want in values()[clip, extractor]:
        got = scores[name][frame] if name in scores and frame < len(scores[name]) else None
        if got != want:
            wrong.append(f"{name} at frame {frame}: want {want!r}, got {got!r}")
    assert not wrong, "\n".join(wrong[:20] + [f"{len(wrong)} values differ"])


def test_reference_values_are_there(shared):
    assert values(), f"no reference values in {shared}"
