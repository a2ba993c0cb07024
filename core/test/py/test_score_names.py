# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Result files of imported scores with any name and value, through strict readers of XML and JSON,
which find every name and value again."""
import csv
import io
import json
import math
import random
import re
import subprocess
import xml.etree.ElementTree as ET

import pytest


@pytest.fixture
def written(build_dir, tmp_path):
    """Import [(name, value, index)]; (statuses, {format: bytes})."""
    def work(scores, n_pictures=0):
        lines = "".join(f"{index} {value} {encode(name).hex()}\n" for name, value, index in scores)
        p = subprocess.run([build_dir / "core/test/import_scores", tmp_path, str(n_pictures)],
                           input=lines, capture_output=True, text=True, check=False)
        assert p.returncode == 0, p.stderr
        status = [int(line.split()[1]) for line in p.stdout.splitlines()]
        return status, {ext: (tmp_path / f"log.{ext}").read_bytes()
                        for ext in ("xml", "json", "csv", "sub")}
    return work


def encode(name):
    return name if isinstance(name, bytes) else name.encode()


def decode_attribute(name):
    """The score that an XML attribute stands for."""
    return re.sub("_x([0-9A-F]{4}|[0-9A-F]{8})_", lambda m: chr(int(m[1], 16)), name)


def refuse(text):
    raise AssertionError(f"not JSON: {text}")


def once(pairs):
    assert len({key for key, _ in pairs}) == len(pairs), pairs
    return dict(pairs)


def parse_json(data):
    return json.loads(data.decode(), parse_constant=refuse, object_pairs_hook=once)


NAMES = ["plain", "vmaf_feature-1.5", "two words", "a+b", "1st", "-x", ".x", "a:b", "xml:lang",
         "xmlns", "frameNum", "q\"<&>'\\", "=", "/>", "a\nb", "\t", "%s%n", "é", "日本", "\U0001F600",
         "_x0041_", "_x", "_x00410042_", "a_x0020_b", "a b", "_", "x" * 600, "integer_adm2|{1}{2}",
         "\x7f", "\u0085", "\u0126\u013c\u0a00", "a,b", "csf_1e+06"]


@pytest.mark.parametrize("name", NAMES, ids=[ascii(n)[:20] for n in NAMES])
def test_name(written, name):
    status, logs = written([(name, 1.5, 0), ("other", 2.5, 0)], n_pictures=1)
    assert status == [0, 0]
    check([name, "other"], [1.5, 2.5], logs)


def check(names, values, logs):
    want = dict(zip(names, values))
    root = ET.fromstring(logs["xml"])
    (frame,) = root.find("frames")
    got = {decode_attribute(k): float(v) for k, v in frame.attrib.items() if k != "frameNum"}
    assert got == want
    assert frame.attrib["frameNum"] == "0"
    assert [m.attrib["name"] for m in root.find("pooled_metrics")] == names
    log = parse_json(logs["json"])
    assert log["frames"] == [{"frameNum": 0, "metrics": want}]
    assert list(log["pooled_metrics"]) == names
    rows = list(csv.reader(io.StringIO(logs["csv"].decode(), newline="")))
    assert rows[0] == ["Frame", *names, ""] and len(rows) == 2
    assert logs["sub"].count(b"\n") == 1


def test_all_names_at_once(written):
    values = [float(i) for i in range(len(NAMES))]
    status, logs = written([(name, v, 0) for name, v in zip(NAMES, values)], n_pictures=1)
    assert status == [0] * len(NAMES)
    check(NAMES, values, logs)


def test_random_names(written):
    rng = random.Random(1)
    alphabet = "ab_x0049+ :<&\"'\\\t|{},.-é\u2028\ud7ff\ue000\ufffd\U0010ffff"
    names = list({"".join(rng.choice(alphabet) for _ in range(rng.randint(1, 12)))
                  for _ in range(300)})
    status, logs = written([(name, 1.0, 0) for name in names], n_pictures=1)
    assert status == [0] * len(names)
    check(names, [1.0] * len(names), logs)


def test_characters_that_xml_lacks(written):
    """They are told apart in attributes and in JSON; the text of XML shows a mark for them."""
    names = ["a\x01", "a\x02", "\ufffe", "\uffff", "\x1b[0m"]
    status, logs = written([(name, 1.0, 0) for name in names])
    assert status == [0] * len(names)
    root = ET.fromstring(logs["xml"])
    assert [decode_attribute(k) for k in root.find("frames")[0].attrib][1:] == names
    assert [m.attrib["name"] for m in root.find("pooled_metrics")] == [
        "a\ufffd", "a\ufffd", "\ufffd", "\ufffd", "\ufffd[0m"]
    assert list(parse_json(logs["json"])["frames"][0]["metrics"]) == names


NOT_UTF_8 = [b"", b"\x80", b"a\xff", b"\xc3", b"\xc3(", b"\xc0\xaf", b"\xe0\x80\xaf", b"\xed\xa0\x80",
             b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xe2\x82", b"\xf0\x9f\x98", b"caf\xe9"]


@pytest.mark.parametrize("name", NOT_UTF_8, ids=[n.hex() for n in NOT_UTF_8])
def test_name_that_is_refused(written, name):
    status, logs = written([(name, 1.0, 0), ("good", 2.0, 0)], n_pictures=1)
    assert status == [-22, 0]
    check(["good"], [2.0], logs)


def test_printed_names_are_unique(written):
    """A name and what it is printed as are one score, whichever comes first."""
    names = ["VMAF_integer_feature_adm2_score", "integer_adm2"]
    for first, second in (names, reversed(names)):
        status, logs = written([(first, 1.0, 0), (second, 2.0, 0)], n_pictures=1)
        assert status == [0, -22]
        check(["integer_adm2"], [1.0], logs)


@pytest.mark.parametrize("value", ["nan", "-nan"])
def test_not_a_number(written, value):
    """The sign of a NaN is an accident of the host's arithmetic."""
    _, logs = written([("x", value, 0)], n_pictures=1)
    for ext, text in logs.items():
        assert b"-nan" not in text, ext
    root = ET.fromstring(logs["xml"])
    assert root.find("frames")[0].attrib["x"] == "nan"
    assert root.find("pooled_metrics")[0].attrib == dict.fromkeys(
        ["min", "max", "mean", "harmonic_mean"], "nan") | {"name": "x"}
    assert logs["csv"] == b"Frame,x,\n0,nan,\n"
    assert logs["sub"] == b"{0}{1}frame: 0|x: nan|\n"
    assert parse_json(logs["json"])["frames"][0]["metrics"] == {"x": None}


def test_harmonic_mean_of_low_scores(written):
    _, logs = written([("x", 92.0, 0), ("x", -3.0, 1)], n_pictures=2)
    assert ET.fromstring(logs["xml"]).find("pooled_metrics")[0].attrib["harmonic_mean"] == "nan"
    pooled = parse_json(logs["json"])["pooled_metrics"]["x"]
    assert pooled == {"min": -3.0, "max": 92.0, "mean": 44.5, "harmonic_mean": None}


@pytest.mark.parametrize("n_pictures", [0, 1])
@pytest.mark.parametrize("n_scores", [0, 1])
def test_rate_without_time(written, n_scores, n_pictures):
    """No time passed between the first and the last score: there is no rate."""
    _, logs = written([("x", 1.0, 0)][:n_scores], n_pictures)
    assert ET.fromstring(logs["xml"]).find("fyi").attrib == {"fps": "0.00"}
    assert parse_json(logs["json"])["fps"] == 0
    assert math.isfinite(float(ET.fromstring(logs["xml"]).find("fyi").attrib["fps"]))
