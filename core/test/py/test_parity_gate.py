# SPDX-License-Identifier: BSD-2-Clause-Patent
"""scripts/ci/parity_gate.py finds what it must find.

A stand-in for the tool runs the real one on the CPU, whatever the backend, reports that the backend
ran, and spoils in one way what the backend gives, what plain C or the instruction sets give, or
what all sides give.
"""
import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts" / "ci"))
import exact_twins  # noqa: E402
import parity_gate  # noqa: E402
import parity_matrix  # noqa: E402

STAND_IN = '''#!{python}
import os, re, signal, subprocess, sys
args = sys.argv[1:]
where = args.index("--backend") + 1
backend, args[where] = args[where], "cpu"
out = args[args.index("-o") + 1]
side = "gpu" if backend != "cpu" else "plain" if "--cpumask" in args else "cpu"
if side == "plain" and args[args.index("--cpumask") + 1] != "4294967295":
    sys.exit("not plain C")
spoiled, _, spoil = {spoil!r}.rpartition(" of ")
if side != (spoiled or "gpu") and not spoil.startswith("both"):
    spoil = ""
if spoil == "both crash" or spoil == "crash together" and args.count("--feature") > 1:
    os.kill(os.getpid(), signal.SIGSEGV)
if spoil == "no device" or spoil == "no hip device" and backend == "hip":
    sys.stderr.write("libvmaf INFO trying\\nno GPU here\\nproblem opening backend: %s\\n" % backend)
    sys.exit(255)
if spoil in ("no code", "both no memory") or spoil == "both csv" and "--csv" in args:
    sys.stderr.write("libvmaf ERROR float_ssim: %s\\n" % spoil)
    sys.exit(255 if spoil == "no code" else 234)
done = subprocess.run([{tool!r}] + args, capture_output=True, text=True)
sys.stderr.write("libvmaf INFO %s\\n" % backend + done.stderr)
if spoil == "refusal" and not done.returncode:
    sys.stderr.write("libvmaf ERROR float_ssim: no memory\\n")
    sys.exit(234)
if done.returncode:
    sys.exit(done.returncode - (spoil == "status"))
text = open(out).read()
if spoil == "digit":
    text = re.sub(\'("float_ssim": [-0-9.]*)([0-9])\\n\',
                  lambda m: m[1] + str((int(m[2]) + 1) % 10) + "\\n", text, count=1)
if spoil == "value":
    text = re.sub(\'"float_ssim": [-0-9].*\\n\', "\\n", text, count=1)
if spoil == "sign":
    text = text.replace(",inf,", ",-inf,")
if spoil == "both value":
    text = re.sub(\'"float_ssim": [-0-9].*\\n\', "\\n", text, count=1)
if spoil == "both frames":
    text = re.sub(\'"frames": .*?\\n  ],\', \'"frames": [],\', text, flags=re.S)
if spoil == "both last":
    text = re.sub(\',\\n    {{\\n      "frameNum": 10,.*?}}\\n    }}\', "", text, flags=re.S)
if spoil == "model digit":
    text = re.sub(\'("vmaf_v0.6.1": [-0-9.]*)([0-9])\\n\',
                  lambda m: m[1] + str((int(m[2]) + 1) % 10) + "\\n", text, count=1)
if spoil == "both model":
    text = re.sub(\',\\n *"vmaf_v0.6.1": [-0-9][^,\\n]*\\n\', "\\n", text)
if spoil == "motion fallback":
    text = re.sub(\'("motion": {{\\s*"backend": )"cpu"\', lambda m: m[1] + \'"CPU"\', text)
if spoil == "list":
    text = "[]"
ran = {{"fallback": "cpu", "both twin": "cuda"}}.get(spoil, backend)
text = text.replace(\'"backend": "cpu"\', \'"backend": "%s"\' % ran).replace("CPU", "cpu")
open(out, "w").write(text)
'''


@pytest.fixture
def gate(tmp_path, vmaf, monkeypatch, capsys):
    """Run the gate: (exit status, printed text, results)."""
    def run(spoil="", *args, options="", sizes=((10, 20), (12, 11)), cells=()):
        tool = tmp_path / "tool"
        tool.write_text(STAND_IN.format(python=sys.executable, spoil=spoil, tool=str(vmaf.path)))
        tool.chmod(0o755)
        cell = exact_twins.Cell("float_ssim_cell", "cuda", "float_ssim", options, "", "")
        monkeypatch.setattr(exact_twins, "load", lambda root: (list(cells) or [cell], []))
        monkeypatch.setitem(parity_matrix.SMALL, "float_ssim", list(sizes))
        monkeypatch.setattr(sys, "argv", ["parity_gate.py", "--backend", "cuda", "--tool", str(tool),
                                          "--small", "--jobs", "1", "--json",
                                          str(tmp_path / "out.json"), *map(str, args)])
        status = parity_gate.main()
        text = capsys.readouterr().out
        return status, text, json.loads((tmp_path / "out.json").read_text())["cells"][0]
    return run


def test_identical(gate):
    status, text, cell = gate()
    assert status == 0, text
    assert "float_ssim_cell.cuda             11 of 11 values identical, 1 refusals identical" in text
    assert (cell["values"], cell["identical"], cell["identical_refusals"]) == (11, 11, 1)


def test_one_digit(gate):
    status, text, cell = gate("digit")
    assert status == 1
    assert "10 of 11 values identical" in text
    assert "first difference: 12x11 422 10 bit, frame 0 (noise), float_ssim: plain C " in text
    assert text.count("(0x") == 3
    assert cell["problem"]


@pytest.mark.parametrize("spoil, problem", [
    ("value", "cuda missing"),
    ("fallback", "the log of cuda names ['cpu'] where float_ssim ran"),
    ("both twin", "the log of plain C names ['cuda'] where float_ssim ran"),
    ("both value", "frame 0 (noise), float_ssim: plain C missing, cpu missing, cuda missing"),
    ("both last", "frame 10 (grain), float_ssim: plain C missing, cpu missing, cuda missing"),
    ("both frames", "no score on any side"),
    ("both no memory", "cpu: exit status 234, \"libvmaf ERROR float_ssim: both no memory\""),
    ("no code", "cuda: exit status 255, \"libvmaf ERROR float_ssim: no code\""),
    ("list", "cuda: exit status -1, \"no readable log: "),
    ("refusal", "cuda: exit status 234, \"libvmaf ERROR float_ssim: no memory\""),
    ("status", "cuda: exit status 233"),
    ("both crash", "cpu: exit status -11"),
    ("plain of value", "frame 0 (noise), float_ssim: plain C missing, cpu "),
    ("plain of refusal", "plain C: exit status 234, \"libvmaf ERROR float_ssim: no memory\"; cpu"),
    ("plain of status", "plain C: exit status 233"),
    ("cpu of value", "cpu missing, cuda "),
])
def test_problems(gate, spoil, problem):
    status, text, cell = gate(spoil)
    assert status == 1
    assert problem in text
    assert problem in cell["problem"]


@pytest.mark.parametrize("side", ["plain", "cpu", "gpu"])
def test_each_side_counts(gate, side):
    """That two of three sides agree is not enough, whichever they are."""
    status, text, cell = gate(f"{side} of digit")
    assert status == 1
    assert (cell["values"], cell["identical"], cell["values_of_plain_c"]) == (11, 10, 11)
    shown = re.search(r"float_ssim: plain C (\S+) .*, cpu (\S+) .*, cuda (\S+) ", text).groups()
    odd = {"plain": 0, "cpu": 1, "gpu": 2}[side]
    assert len(set(shown)) == 2 and shown.count(shown[odd]) == 1


def test_plain_c_only_for_frames_of_its_size(gate, monkeypatch):
    monkeypatch.setattr(parity_gate, "PLAIN_PIXELS", 12 * 11)
    args = {"sizes": [(12, 11), (13, 11)]}
    status, text, cell = gate("", **args)
    assert status == 0
    assert "backend: 11 values; without plain C, frames above 132 pixels: 11" in text
    assert (cell["values"], cell["values_of_plain_c"]) == (22, 11)
    assert gate("plain of digit", **args)[0] == 1
    monkeypatch.setattr(parity_gate, "PLAIN_PIXELS", 12 * 11 - 1)
    assert gate("plain of digit", **args)[0] == 0


def test_backends_share_the_runs_of_the_cpu(gate, monkeypatch):
    """One run of each side for a shape, and for cells whose scores differ one run of plain C."""
    sides = []
    run_tool = parity_gate.run_tool

    def counted(tool, side, features, *args):
        sides.append((side, len(features)))
        return run_tool(tool, side, features, *args)
    monkeypatch.setattr(parity_gate, "run_tool", counted)
    monkeypatch.setattr(parity_gate, "skip_without_device", lambda *_: None)
    monkeypatch.setitem(parity_matrix.SMALL, "ssim", [(12, 11)])
    cells = [exact_twins.Cell(name, backend, name, "", "", "") for name in ("ssim", "float_ssim")
             for backend in ("cuda", "hip")]
    monkeypatch.setattr(parity_matrix, "shapes", lambda *_: [parity_matrix.Shape(
        12, 11, 8, "420", ("noise",))])
    status, text, _ = gate("", "--backend", "hip", cells=cells)
    assert status == 0, text
    assert "4 of 4 cells identical, 4 of 4 values" in text
    assert sorted(sides) == [("cpu", 1), ("cpu", 1), ("cuda", 2), ("hip", 2), ("plain C", 2)]


@pytest.fixture
def model_gate(gate, monkeypatch):
    """The same with the cell of a model, two pictures of 33x17 and one that is refused."""
    monkeypatch.setattr(parity_matrix, "model_shapes", lambda small: [
        parity_matrix.Shape(33, 17, 8, "420", ("structured", "noise")),
        parity_matrix.Shape(16, 16, 8, "420", ("noise",))])
    cell = exact_twins.Cell("vmaf_v0.6.1", "cuda", "", "", "", "", "vmaf_v0.6.1")
    return lambda spoil: gate(spoil, cells=[cell])


def test_model(model_gate):
    """Its score counts, and 14 of its features do."""
    status, text, cell = model_gate("")
    assert status == 0, text
    assert "vmaf_v0.6.1.cuda                 30 of 30 values identical, 1 refusals identical" in text
    assert cell["model"] == "version=vmaf_v0.6.1:name=vmaf_v0.6.1" and "feature" not in cell


@pytest.mark.parametrize("spoil, problem", [
    ("model digit", "frame 0 (structured), vmaf_v0.6.1: plain C "),
    ("plain of model digit", "frame 0 (structured), vmaf_v0.6.1: plain C "),
    ("both model", "no score of vmaf_v0.6.1 on any side"),
    ("motion fallback", "the log of cuda names ['cuda', 'cpu', 'cuda'] where vmaf_v0.6.1 ran"),
    ("fallback", "the log of cuda names ['cpu', 'cpu', 'cpu'] where vmaf_v0.6.1 ran"),
    ("refusal", "cuda: exit status 234, \"libvmaf ERROR float_ssim: no memory\""),
    ("no code", "cuda: exit status 255"),
    ("both no memory", "cpu: exit status 234"),
])
def test_problems_of_a_model(model_gate, spoil, problem):
    status, text, cell = model_gate(spoil)
    assert status == 1
    assert problem in text
    assert problem in cell["problem"]


def test_model_runs_alone(gate, monkeypatch):
    """A feature beside it is a run of its own, without the model's score."""
    monkeypatch.setattr(parity_matrix, "model_shapes", lambda small: [
        parity_matrix.Shape(34, 20, 8, "420", ("noise",))])
    monkeypatch.setattr(parity_matrix, "shapes", lambda *_: [
        parity_matrix.Shape(34, 20, 8, "420", ("noise",))])
    cells = [exact_twins.Cell("float_ssim", "cuda", "float_ssim", "", "", ""),
             exact_twins.Cell("vmaf_v0.6.1", "cuda", "", "", "", "", "vmaf_v0.6.1")]
    status, text, _ = gate("", cells=cells)
    assert status == 0, text
    assert "2 of 2 cells identical, 16 of 16 values" in text


def test_infinities_have_a_sign(gate):
    """The dB score of identical frames is inf, for which JSON has only null."""
    assert gate("", options="enable_db=true")[0] == 0
    status, text, _ = gate("sign", options="enable_db=true")
    assert status == 1
    assert "cpu inf (0x7ff0000000000000), cuda -inf (0xfff0000000000000)" in text


def test_infinities_need_the_csv_log(gate):
    status, text, _ = gate("both csv", options="enable_db=true")
    assert status == 1
    assert "cpu: exit status 234" in text


def test_crash_of_cells_together(gate, monkeypatch):
    """It counts although each of them ends well alone."""
    cells = [exact_twins.Cell(name, "cuda", name, "", "", "") for name in ("ssim", "float_ssim")]
    monkeypatch.setitem(parity_matrix.SMALL, "ssim", [(12, 11)])
    args = {"sizes": [(12, 11)], "cells": cells}
    assert gate("", **args)[0] == 0
    status, _, cell = gate("crash together", **args)
    assert status == 1
    assert cell["problem"].endswith("cuda: exit status -11, \"\"")


def test_no_value_is_no_success(gate):
    status, text, _ = gate("", sizes=[(10, 20)])
    assert status == 1
    assert "0 of 0 values identical, 1 refusals identical" in text
    assert "no value was compared" in text


def test_no_device(gate):
    """Nothing compared is no success; a part is, unless all is required."""
    status, text, cell = gate("no device")
    assert status == 1
    assert "skipped: no GPU here" in text and "no cell was compared" in text
    assert cell["skipped"] == "no GPU here problem opening backend: cuda"
    assert gate("no device", "--require")[0] == 1
    cells = [exact_twins.Cell("float_ssim", backend, "float_ssim", "", "", "")
             for backend in ("cuda", "hip")]
    args = ["no hip device", "--backend", "hip"]
    status, text, _ = gate(*args, cells=cells)
    assert status == 0
    assert "1 of 1 cells identical, 11 of 11 values, 1 cells skipped" in text
    assert gate(*args, "--require", cells=cells)[0] == 1


def test_limit(gate):
    status, text, cell = gate("", "--limit", "-1")
    assert status == 1
    assert "2 shapes were not compared within -1 s" in text and cell["runs"] == 0


def test_clips(gate, tmp_path):
    (tmp_path / "a-1_ref_16x12_420p8.yuv").write_bytes(bytes(2 * 288))
    (tmp_path / "a-1_dis_16x12_420p8.yuv").write_bytes(bytes(3 * 288))
    (tmp_path / "README").write_text("")
    status, text, _ = gate("", "--clips", tmp_path)
    assert status == 0, text
    assert "13 of 13 values identical" in text


@pytest.mark.parametrize("n_bytes", [0, 100, 288 + 100])
def test_clip_that_is_cut_short(gate, tmp_path, n_bytes):
    for side in ("ref", "dis"):
        (tmp_path / f"a_{side}_16x12_420p8.yuv").write_bytes(bytes(n_bytes))
    status, text, _ = gate("", "--clips", tmp_path)
    assert status == 1
    assert ("first difference: 16x12 420 8 bit a_ref_16x12_420p8.yuv, plain C: exit status 234"
            in text)


@pytest.mark.parametrize("name, error", [
    ("a_ref_16x12_420p8.yuv", "no a_dis_16x12_420p8.yuv"),
    ("a_ref_16x12_411p8.yuv", "a clip is NAME_ref_WxH_FORMATpDEPTH.yuv"),
    ("a_ref_16x0_420p8.yuv", "a clip is NAME_ref_WxH_FORMATpDEPTH.yuv"),
    ("README", "no clips NAME_ref_WxH_FORMATpDEPTH.yuv in "),
])
def test_clips_that_cannot_be_compared(gate, tmp_path, name, error):
    folder = tmp_path / "with space"
    folder.mkdir()
    (folder / name).write_bytes(bytes(288))
    with pytest.raises(SystemExit, match=error):
        gate("", "--clips", folder)


def test_results_that_cannot_be_written(gate, tmp_path):
    with pytest.raises(SystemExit, match="No such file"):
        gate("", "--json", tmp_path / "none" / "out.json")


def test_results_of_an_earlier_run_do_not_stay(gate, tmp_path, monkeypatch):
    assert gate()[0] == 0
    monkeypatch.setattr(parity_gate, "run_cells", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        gate()
    assert (tmp_path / "out.json").read_text() == ""


def test_matrix_covers_what_it_says():
    """Every depth with every format, the least sizes refused and accepted, automatic factors."""
    for feature in parity_matrix.SIZES:
        full = parity_matrix.shapes(feature, False, False)
        assert len({(s.bpc, s.fmt) for s in full}) == 16
        assert (3840, 2160) in {(s.w, s.h) for s in full}
        assert any(s.w % 2 and s.h % 2 for s in full)
        small = parity_matrix.shapes(feature, False, True)
        assert {s.bpc for s in small} == {8, 10, 12, 16}
        assert {s.fmt for s in small} == {"420", "422", "444", "400"}
    sides = {min(s.w, s.h) for s in parity_matrix.shapes("float_ssim", False, True)}
    assert {max(1, (side + 128) // 256) for side in sides} == {1, 2, 3, 4}
    adm = {(s.w, s.h, s.bpc) for s in parity_matrix.shapes("adm", False, False) if s.w > 16}
    assert len(adm) >= 106


def test_frames_are_reproducible(tmp_path):
    import parity_frames
    shape = (31, 17, 10, "420")
    names = [tmp_path / n for n in "abcd"]
    parity_frames.write_pair(*names[:2], shape, parity_frames.CONTENTS)
    parity_frames.write_pair(*names[2:], shape, parity_frames.CONTENTS)
    frame = 2 * (31 * 17 + 2 * 16 * 9)
    assert names[0].stat().st_size == len(parity_frames.CONTENTS) * frame
    assert names[0].read_bytes() == names[2].read_bytes()
    assert names[1].read_bytes() == names[3].read_bytes()
    words = memoryview(names[1].read_bytes()).cast("H")
    assert max(words) <= 1023
