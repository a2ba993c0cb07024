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
    wanted = values()[clip, flags]
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
    clip = next(iter(CUT))
    got = vmaf.scores(*clip_args(shared, clip), predict=True)["vmaf"]
    assert got == [v for _, _, v in values()[clip, ""]["vmaf_v0.6.1"]]


def test_every_value_is_compared(shared):
    lines = (shared / "golden" / "features.jsonl").read_text().splitlines()
    compared = [row for models in values().values() for rows in models.values() for row in rows]
    assert len(compared) == sum('"model"' in line for line in lines) > 2700
    assert len({model for models in values().values() for model in models}) == 17
