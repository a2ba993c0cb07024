# SPDX-License-Identifier: BSD-2-Clause-Patent
"""The built-in models: their files, and every reference score from the scores of the features."""
import collections
import json
import os
import subprocess
from pathlib import Path

import pytest

import conftest

USED = {"model_type", "norm_type", "feature_names", "feature_opts_dicts", "slopes", "intercepts",
        "score_clip", "score_transform", "chroma_correction_parameter", "model"}
N_VERSIONS = 17
SIX = ["adm2", "motion2", "vif_scale0", "vif_scale1", "vif_scale2", "vif_scale3"]
SUMMARY = ["bagging", "stddev", "ci_p95_lo", "ci_p95_hi"]
# Its features have no values with these options; test_golden.py scores the clips with it.
NO_FEATURES = {"vmaf_float_v0.6.1neg"}
FLAGS = {"": "0", "--disable-clip --enable-transform": "3"}


def model_folder():
    return Path(os.environ["VMAF_MODELS"])


def members(path):
    """[model_dict] of a file, a number for every number."""
    data = json.loads(path.read_text())
    return ([data["model_dict"]] if "model_dict" in data
            else [data[str(k)]["model_dict"] for k in range(len(data))])


def names():
    return sorted(p.stem for p in model_folder().glob("*.json"))


def test_all_files_are_made():
    assert len(names()) == N_VERSIONS


def test_files_equal_the_originals(shared):
    originals = sorted((shared / "models").glob("*.json"))
    assert [p.stem for p in originals] == names()
    for original in originals:
        ours, theirs = members(model_folder() / original.name), members(original)
        assert len(ours) == len(theirs), original.name
        for a, b in zip(ours, theirs):
            assert set(a) <= USED
            assert a == {k: v for k, v in b.items() if k in USED}, original.name


def golden_rows(shared):
    for name in ("features.jsonl", "clips.jsonl"):
        for line in (shared / "golden" / name).read_text().splitlines():
            yield json.loads(line)


@pytest.fixture(scope="module")
def golden(shared):
    """({(clip, score name): {frame: text}}, {(model, flags, clip): {frame: {name: value}}})"""
    features = collections.defaultdict(dict)
    scores = collections.defaultdict(lambda: collections.defaultdict(dict))
    for row in golden_rows(shared):
        if "model" in row:
            key = row["model"], row["flags"], row["clip"]
            scores[key][row["frame"]][row["feature"]] = float(row["value"])
        else:
            # A score is named after the options that change it: one name, one value.
            features[row["clip"], row["feature"]].setdefault(row["frame"], row["value"])
    return features, scores


def score_names(model):
    """Internal names of what a model of sets A to C asks for, models.md 2.1."""
    family = "VMAF_feature_" if "float" in model else "VMAF_integer_feature_"
    if not model.endswith("neg"):
        return [f"{family}{n}_score" for n in SIX]
    alias = "" if "float" in model else "integer_"
    return [f"{family}{n}_score" if n == "motion2" else f"{alias}{n}_egl_1" for n in SIX]


def run(model, flags, lines):
    p = subprocess.run([os.environ["VMAF_MODEL_PREDICT"], model, flags], input="\n".join(lines),
                       capture_output=True, text=True, timeout=120, check=True)
    return [[float(v) for v in line.split()] for line in p.stdout.splitlines()]


def outputs(model):
    """Names of the scores in the order of the program's output."""
    if "_b_" not in model:
        return ["vmaf"]
    return ["vmaf"] + [f"vmaf_{k:04d}" for k in range(1, 21)] + [f"vmaf_{part}" for part in SUMMARY]


@pytest.mark.parametrize("flags", FLAGS)
@pytest.mark.parametrize("model", [n for n in names() if "_v1." not in n and n not in NO_FEATURES])
@pytest.mark.parametrize("by_path", [False, True])
def test_golden(golden, model, flags, by_path):
    features, scores = golden
    if by_path and not json.loads(os.environ["VMAF_JSON"]):
        pytest.skip("a build without jansson")
    compared, wrong = 0, []
    for (name, f, clip), want in scores.items():
        if (name, f) != (model, flags):
            continue
        frames = sorted(want)
        columns = [features[clip, n] for n in score_names(model)]
        if any(frame not in c for c in columns for frame in frames):
            continue
        got = run(str(model_folder() / f"{model}.json") if by_path else model, FLAGS[flags],
                  [" ".join(c[frame] for c in columns) for frame in frames])
        for frame, values in zip(frames, got, strict=True):
            for score, value in zip(outputs(model), values, strict=True):
                compared += 1
                # The first member is not in the collection.
                if want[frame][score] != value:
                    wrong.append(f"{clip} {score} at frame {frame}: "
                                 f"want {want[frame][score]!r}, got {value!r}")
    assert not wrong, "\n".join(wrong[:20] + [f"{len(wrong)} of {compared} values differ"])
    assert compared >= 12, "too few reference values"
