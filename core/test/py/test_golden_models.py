# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Every reference score of the models on the real clips, compared as doubles with ==."""
import collections
import functools
import json
import os
import re
from pathlib import Path

import pytest

import conftest

# The file has the first frames of this clip.
CUT = {"src01_160x90_420p8.yuv": 12}
FLAGS = {"": "", "--disable-clip --enable-transform": ":disable_clip:enable_transform"}


@functools.cache
def values():
    """{(clip, flags): {model: [(score name, frame, value)]}}"""
    path = Path(os.environ.get("VMAF_SHARED") or conftest.ROOT.parent / "shared") / "golden"
    rows = collections.defaultdict(lambda: collections.defaultdict(list))
    path = path / "features.jsonl"
    for line in path.read_text().splitlines() if path.exists() else []:
        row = json.loads(line)
        if "model" in row:
            rows[row["clip"], row["flags"]][row["model"]].append(
                (row["feature"], row["frame"], float(row["value"])))
    return rows


def is_possible(vmaf, model):
    """A build may lack features; test_refused has what happens then."""
    needed = "cambi" if "_v1." in model else "float_vif" if "_float_" in model else "vif"
    return needed in features(vmaf)


def features(vmaf):
    return set(re.findall(r"^(\w+) \(", vmaf("--list_features").out, re.M))


def clip_args(shared, clip):
    stem, size, fmt = clip.removesuffix(".yuv").split("_")
    w, h = size.split("x")
    args = ["-r", shared / "clips" / f"{stem}_ref_{size}_{fmt}.yuv",
            "-d", shared / "clips" / f"{stem}_dis_{size}_{fmt}.yuv",
            "-w", w, "-h", h, "-p", "420", "-b", fmt.removeprefix("420p")]
    return args + (["--frame_cnt", CUT[clip]] if clip in CUT else [])


@pytest.mark.parametrize("clip, flags", values())
def test_golden(vmaf, shared, clip, flags):
    """All models in one run: they share the features that they have in common."""
    wanted = {m: rows for m, rows in values()[clip, flags].items() if is_possible(vmaf, m)}
    if not wanted:
        pytest.skip("a build without the features of these models")
    args = []
    for k, model in enumerate(wanted):
        args += ["--model", f"version={model}:name=m{k}{FLAGS[flags]}"]
    scores = vmaf.scores(*clip_args(shared, clip), *args, predict=True)
    wrong = []
    for k, (model, rows) in enumerate(wanted.items()):
        for name, frame, want in rows:
            got = scores[re.sub("^vmaf", f"m{k}", name)][frame]
            if got != want:
                wrong.append(f"{model} {name} at frame {frame}: want {want!r}, got {got!r}")
    assert not wrong, "\n".join(wrong[:20] + [f"{len(wrong)} values differ"])


def test_default_model(vmaf, shared):
    if not is_possible(vmaf, "vmaf_v0.6.1"):
        pytest.skip("a build without the features of the default model")
    clip = next(iter(CUT))
    got = vmaf.scores(*clip_args(shared, clip), predict=True)["vmaf"]
    assert got == [v for _, _, v in values()[clip, ""]["vmaf_v0.6.1"]]


def test_refused(vmaf, y4m_pair):
    """A model whose features the build lacks names one of them."""
    known = features(vmaf)
    names = {"cambi": "Cambi_feature_cambi_score"}
    missing = [score for feature, score in names.items() if feature not in known]
    r = vmaf("-r", y4m_pair[0], "-d", y4m_pair[1], "--model", "version=vmaf_v1.0.16_3d0h")
    assert (r.rc == 255) == bool(missing), r
    assert all(score in r.err for score in missing)


def test_reference_values_are_there(shared):
    assert len(values()) >= 10, f"no reference values in {shared}"
