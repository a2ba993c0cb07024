# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Models through the tool: what --model takes and refuses, where scores stand, presets."""
import csv
import json
import math
import os
import re
import xml.etree.ElementTree

import pytest

needs_files = pytest.mark.skipif(os.environ.get("VMAF_JSON") == "0", reason="a build without jansson")

SVM = ("svm_type nu_svr\nkernel_type rbf\ngamma 1\nnr_class 2\ntotal_sv 1\nrho {rho}\nSV\n"
       "100 1:0 \n")


def model_dict(rho=0, **more):
    """A model whose score is 100 * exp(-adm2^2) - rho."""
    return {"model_dict": {"model_type": "LIBSVMNUSVR", "norm_type": "none",
                           "feature_names": ["VMAF_integer_feature_adm2_score"],
                           "model": SVM.format(rho=rho), **more}}


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "model.json"
    path.write_text(json.dumps(model_dict()))
    return path


@pytest.fixture
def collection(tmp_path):
    path = tmp_path / "collection.json"
    path.write_text(json.dumps({str(k): model_dict(rho=k) for k in range(4)}))
    return path


def run(vmaf, pair, *args, **kw):
    return vmaf("-r", pair[0], "-d", pair[1], *args, predict=True, **kw)


def scores(vmaf, pair, *args):
    return vmaf.scores("-r", pair[0], "-d", pair[1], *args, predict=True)


@pytest.mark.parametrize("text,message", [
    ("", 'Problem parsing model "": it needs version=... or path=...'),
    ("name=foo", 'Problem parsing model "name=foo": it needs version=... or path=...'),
    ("version=vmaf_v0.6.1:foo", 'Problem parsing model, bad option string "foo".'),
    ("foo:version=vmaf_v0.6.1", 'Problem parsing model, bad option string "foo".'),
    ("version", 'Problem parsing model, bad option string "version".'),
    ("version=vmaf_v0.6.1:a=1", 'Problem parsing model: "a"'),
    ("version=vmaf_v0.6.1:.a=1", 'Problem parsing model: ".a"'),
    ("version=vmaf_v0.6.1:a.=1", 'Problem parsing model: "a."'),
    ("version=vmaf_v0.6.1:a.b", 'Problem parsing model, bad option string "a.b".'),
    ("version=v" + ":a.b=1" * 33, "a maximum of 32 options"),
])
def test_usage_errors(vmaf, y4m_pair, text, message):
    r = run(vmaf, y4m_pair, "--model", text)
    assert r.rc == 1 and r.err.startswith(message.split('"')[0] if text == "" else "Problem"), r
    assert message in r.err and "Usage:" in r.err


def test_names_are_unique(vmaf, y4m_pair):
    message = ("Each model should be uniquely named. Set using `--model` via the `name=...` param."
               "\n\nUsage:")
    one = ["--model", "version=vmaf_v0.6.1"]
    for args in ([*one, *one], [*one, "--aom_ctc", "v1.0"],
                 ["-m", "version=a:name=x", "-m", "version=b:name=y", "-m", "version=c:name=x"]):
        r = run(vmaf, y4m_pair, *args)
        assert r.rc == 1 and r.err.startswith(message), r
    many = [a for k in range(33) for a in ("-m", f"version=v:name=n{k}")]
    assert "A maximum of 32 models are supported" in run(vmaf, y4m_pair, *many).err


@pytest.mark.parametrize("text", ["version=nope", "path=/nowhere/model.json", "path=/tmp",
                                  "version=vmaf_v0.6.1.json", "path=/dev/zero", "path=/dev/null"])
def test_models_that_do_not_load(vmaf, y4m_pair, text):
    r = run(vmaf, y4m_pair, "--model", text)
    assert r.rc == 255, r
    assert f"problem loading model: {text.split('=')[1]}\n" in r.err
    assert "libvmaf " in r.err


def test_pickle(vmaf, y4m_pair, tmp_path):
    path = tmp_path / "old.pkl"
    path.write_bytes(b"(dp0\n.")
    r = run(vmaf, y4m_pair, "--model", f"path={path}")
    assert r.rc == 255
    if os.environ["VMAF_JSON"] == "1":
        assert "support for pkl model files has been removed, use json" in r.err


@needs_files
def test_score(vmaf, y4m_pair, model):
    got = scores(vmaf, y4m_pair, "--model", f"path={model}")
    assert list(got["vmaf"]) and len(got["vmaf"]) == 3
    for adm, score in zip(got["integer_adm2"], got["vmaf"]):
        assert math.isclose(score, 100 * math.exp(-adm * adm), rel_tol=1e-12)
    named = scores(vmaf, y4m_pair, "--model", f"path={model}:name=mine", "--threads", 3)
    assert named["mine"] == got["vmaf"] and "vmaf" not in named


@needs_files
def test_paths_with_separators(vmaf, y4m_pair, model):
    odd = model.with_name("a:b=c.json")
    odd.write_text(model.read_text())
    text = str(odd).replace(":", r"\:").replace("=", r"\=")
    assert "vmaf" in scores(vmaf, y4m_pair, "--model", f"path={text}:name=vmaf")
    # A value ends at the next "=".
    assert "a" in scores(vmaf, y4m_pair, "--model", f"path={model}:name=a=b")


@needs_files
def test_flags(vmaf, y4m_pair, tmp_path):
    path = tmp_path / "flags.json"
    path.write_text(json.dumps(model_dict(score_clip=[0, 20], score_transform={"p0": 7})))
    p = f"path={path}"
    def value(text):
        return scores(vmaf, y4m_pair, "--model", p + text)["vmaf"][0]
    plain = value(":disable_clip")
    assert plain > 20.0
    assert value("") == 20.0 and value(":disable_clip=false") == 20.0
    assert value(":disable_clip=true") == plain
    assert value(":enable_transform") == 7.0 and value(":enable_transform=true") == 7.0
    assert value(":enable_transform=1:disable_clip") == plain


@needs_files
def test_overloads(vmaf, y4m_pair, model):
    got = scores(vmaf, y4m_pair, "--model", f"path={model}:adm.adm_enhn_gain_limit=1.0")
    assert "integer_adm2_egl_1" in got and "integer_adm2" not in got
    r = run(vmaf, y4m_pair, "--model", f"path={model}:adm.nothing_like_it=1")
    assert r.rc == 0 and 'adm: no option named "nothing_like_it", which model "vmaf"' in r.err
    assert r.err.count("WARNING") == 1
    r = run(vmaf, y4m_pair, "--model", f"path={model}:adm.adm_enhn_gain_limit=1000")
    assert r.rc == 255
    assert f"problem loading feature extractors from model: {model}\n" in r.err
    assert "adm_enhn_gain_limit, expected a number in [1, 100]" in r.err
    # Another feature's options change nothing.
    assert "integer_adm2" in scores(vmaf, y4m_pair, "--model", f"path={model}:vif.debug=true")


@needs_files
def test_no_prediction(vmaf, y4m_pair, model):
    got = vmaf.scores("-r", y4m_pair[0], "-d", y4m_pair[1], "--model", f"path={model}")  # with -n
    assert "integer_adm2" in got and "vmaf" not in got


@needs_files
def test_missing_feature(vmaf, y4m_pair, tmp_path):
    path = tmp_path / "other.json"
    path.write_text(json.dumps(model_dict(feature_names=["VMAF_feature_adm_score"])))
    r = run(vmaf, y4m_pair, "--model", f"path={path}")
    assert r.rc == 255
    assert 'could not initialize feature extractor "VMAF_feature_adm_score"' in r.err
    assert f"problem loading feature extractors from model: {path}\n" in r.err


@pytest.mark.parametrize("preset,version,message", [
    ("aom_ctc", "v9.0", 'bad aom_ctc version "v9.0"'), ("aom_ctc", "v0.0", "bad aom_ctc version"),
    ("aom_ctc", "1.0", "bad aom_ctc version"), ("aom_ctc", "v8.0", "bad aom_ctc version"),
    ("aom_ctc", "proposed", "`--aom_ctc proposed` is deprecated."),
    ("nflx_ctc", "v2.0", 'bad nflx_ctc version "v2.0"')])
def test_unknown_presets(vmaf, y4m_pair, preset, version, message):
    r = run(vmaf, y4m_pair, f"--{preset}", version)
    assert r.rc == 1 and r.err.startswith(message), r


@needs_files
def test_columns(vmaf, y4m_pair, model, collection):
    """Features, then models as the command line has them, then collections."""
    out = vmaf.tmp / "columns.csv"
    r = run(vmaf, y4m_pair, "-m", f"path={collection}:name=c", "-m", f"path={model}:name=z", "-m",
            f"path={model}:name=a", "--feature", "ssim", "--csv", "-o", out, "--threads", 2)
    assert r.rc == 0, r
    names = next(csv.reader(out.open()))
    assert names == ["Frame", "integer_adm2", "integer_aim", "integer_adm3",
                     *(f"integer_adm_scale{k}" for k in range(4)), "ssim", "c", "z", "a", "c_0001",
                     "c_0002", "c_0003", "c_bagging", "c_stddev", "c_ci_p95_lo", "c_ci_p95_hi", ""]
    for fmt in ("xml", "json", "sub"):
        assert run(vmaf, y4m_pair, "-m", f"path={model}:name=z", f"--{fmt}", "-o", out).rc == 0
        assert re.search(r"\bz\b", out.read_text())


@needs_files
def test_score_lines(vmaf, y4m_pair, model, collection):
    r = run(vmaf, y4m_pair, "-m", f"path={model}:name=a", "-m", f"path={collection}:name=c")
    assert r.rc == 0, r
    number = r"-?\d+\.\d{6}"
    assert re.search(rf"^{model}: {number}$", r.err, re.M)
    assert re.search(rf"^{collection}: {number}, ci.p95: \[{number}, {number}\], stddev: {number}$",
                     r.err, re.M)
    # The table begins with the scores of whole models.
    rows = [line.split() for line in r.out.splitlines()[1:]]
    assert [row[0] for row in rows[:6]] == ["a", "c", "c_bagging", "c_stddev", "c_ci_p95_lo",
                                            "c_ci_p95_hi"]
    mean = scores(vmaf, y4m_pair, "-m", f"path={model}:name=a")["a"]
    assert rows[0][1] == f"{sum(mean) / 3:.6f}"
    quiet = run(vmaf, y4m_pair, "-m", f"path={model}:name=a", "-q", "-o", os.devnull)
    # A build with GPU backends says which of them it has found.
    assert quiet.rc == 0
    assert [line for line in quiet.err.splitlines() if not line.startswith("libvmaf INFO ")] == []


def read_xml(path):
    """({frame number: {name: text}}, {metric: {statistic: text}}, names of aggregates)"""
    root = xml.etree.ElementTree.parse(path).getroot()
    assert root.tag == "VMAF" and root.get("version").startswith("3.")
    assert {e.tag for e in root} == {"params", "fyi", "frames", "pooled_metrics",
                                     "aggregate_metrics"}
    frames = {int(f.get("frameNum")): f.attrib for f in root.iter("frame")}
    return (frames, {m.get("name"): m.attrib for m in root.iter("metric")},
            list(root.find("aggregate_metrics").attrib))


@pytest.mark.parametrize("more, want", [
    (["--feature", "psnr"], ["psnr_y", "psnr_cb", "psnr_cr"]),
    (["--feature", "float_ssim", "--feature", "float_moment"],
     ["float_ssim", "float_moment_ref1st", "float_moment_dis2nd"]),
    (["--model", "version=vmaf_v0.6.1"], ["vmaf", "integer_adm2", "integer_motion2"]),
    (["--model", "version=vmaf_v0.6.1:disable_clip:enable_transform"], ["vmaf"]),
    (["--model", "version=vmaf_v0.6.1:name=a", "--model", "version=vmaf_float_v0.6.1:name=b",
      "--feature", "float_adm", "--feature", "adm"], ["a", "b", "adm2", "integer_adm2"]),
    (["--model", "version=vmaf_v0.6.1neg"], ["vmaf", "integer_adm2_egl_1"]),
    (["--model", "version=vmaf_v0.6.1:vif.vif_enhn_gain_limit=1.0:adm.adm_enhn_gain_limit=1.0"],
     ["vmaf", "integer_vif_scale0_egl_1", "integer_adm2_egl_1", "integer_motion2"]),
    (["--model", "version=vmaf_b_v0.6.3"],
     ["vmaf_bagging", "vmaf_stddev", "vmaf_ci_p95_lo", "vmaf_ci_p95_hi", "vmaf_0001"]),
    (["--feature", "psnr=enable_apsnr=true"], ["psnr_y"]),
    (["--no_prediction", "--feature", "motion=motion_force_zero=true"],
     ["integer_motion2_force_0"]),
])
def test_arguments_of_harnesses(vmaf, raw_pair, more, want):
    """Scripts around the reference's tool call it like this and read the XML back."""
    out = vmaf.tmp / "log.xml"
    r = vmaf("--reference", raw_pair[0], "--distorted", raw_pair[1], "--width", 64, "--height", 64,
             "--pixel_format", "420", "--bitdepth", 8, "--xml", *more, "--quiet", "--output", out,
             "--threads", 2, "--cpumask", "-1", "--subsample", 1, predict=True)
    assert r.rc == 0, r
    frames, pooled, clip = read_xml(out)
    assert sorted(frames) == [0, 1, 2]
    for name in want:
        values = [float(frames[i][name]) for i in range(3)]
        assert abs(sum(values) / 3 - float(pooled[name]["mean"])) < 1e-6
        assert float(pooled[name]["min"]) == min(values)
        assert float(pooled[name]["max"]) == max(values)
        assert "harmonic_mean" in pooled[name]
    assert ("apsnr_y" in clip) == any("apsnr" in a for a in more)


def test_list_models(vmaf):
    r = vmaf("--list_models")
    names = r.out.split()
    assert r.rc == 0 and len(names) == 17 and names[0] == "vmaf_v0.6.1" and r.err == ""
