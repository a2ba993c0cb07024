# SPDX-License-Identifier: BSD-2-Clause-Patent
"""scripts/ci/parity_gate.py finds what it must find.

A stand-in for the tool runs the real one on the CPU, whatever the backend, reports that the backend
ran, and spoils what the backend gives in one way.
"""
import json
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
spoil = {spoil!r} if backend != "cpu" else ""
if {spoil!r} == "both crash":
    os.kill(os.getpid(), signal.SIGSEGV)
if spoil == "no device":
    sys.stderr.write("libvmaf INFO trying\\nno GPU here\\n")
    sys.exit(255)
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
ran = "cpu" if spoil == "fallback" else backend
text = text.replace(\'"backend": "cpu"\', \'"backend": "%s"\' % ran)
open(out, "w").write(text)
'''


@pytest.fixture
def gate(tmp_path, vmaf, monkeypatch, capsys):
    """Run the gate: (exit status, printed text, results)."""
    def run(spoil="", *args, options="", sizes=((10, 20), (12, 11))):
        tool = tmp_path / "tool"
        tool.write_text(STAND_IN.format(python=sys.executable, spoil=spoil, tool=str(vmaf.path)))
        tool.chmod(0o755)
        cell = exact_twins.Cell("float_ssim_cell", "cuda", "float_ssim", options, "", "")
        monkeypatch.setattr(exact_twins, "load", lambda root: ([cell], []))
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
    assert "first difference: 12x11 422 10 bit, frame 0 (noise), float_ssim: cpu " in text
    assert text.count("(0x") == 2
    assert cell["problem"]


@pytest.mark.parametrize("spoil, problem", [
    ("value", "cuda missing"),
    ("fallback", "the log names ['cpu'] where float_ssim ran"),
    ("refusal", "cuda: exit status 234, \"libvmaf ERROR float_ssim: no memory\""),
    ("status", "cuda: exit status 233"),
    ("both crash", "cpu: exit status -11"),
])
def test_problems(gate, spoil, problem):
    status, text, cell = gate(spoil)
    assert status == 1
    assert problem in text
    assert problem in cell["problem"]


def test_infinities_have_a_sign(gate):
    """The dB score of identical frames is inf, for which JSON has only null."""
    assert gate("", options="enable_db=true")[0] == 0
    status, text, _ = gate("sign", options="enable_db=true")
    assert status == 1
    assert "cpu inf (0x7ff0000000000000), cuda -inf (0xfff0000000000000)" in text


def test_no_value_is_no_success(gate):
    status, text, _ = gate("", sizes=[(10, 20)])
    assert status == 1
    assert "0 of 0 values identical, 1 refusals identical" in text
    assert "no value was compared" in text


def test_no_device(gate):
    status, text, cell = gate("no device")
    assert status == 0
    assert "skipped: no GPU here" in text and cell["skipped"] == "no GPU here"
    assert gate("no device", "--require")[0] == 1


def test_limit(gate):
    status, text, cell = gate("", "--limit", "-1")
    assert status == 1
    assert "2 shapes were not compared within -1 s" in text and cell["runs"] == 0


def test_clips(gate, tmp_path):
    (tmp_path / "a_ref_16x12_420p8.yuv").write_bytes(bytes(2 * 288))
    (tmp_path / "a_dis_16x12_420p8.yuv").write_bytes(bytes(2 * 288))
    (tmp_path / "b_ref_16x12_420p8.yuv").write_bytes(bytes(288))
    status, text, _ = gate("", "--clips", tmp_path)
    assert status == 0, text
    assert "13 of 13 values identical" in text


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
