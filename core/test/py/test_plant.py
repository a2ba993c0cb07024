# SPDX-License-Identifier: BSD-2-Clause-Patent
"""The entries of scripts/ci/plants.toml still fit the sources. plant.py itself runs them."""
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts" / "ci"))
import plant  # noqa: E402

PLANTS = plant.load_plants(plant.PLANTS)


@pytest.mark.parametrize("entry", PLANTS, ids=[p["name"] for p in PLANTS])
def test_entry_fits_the_sources(entry):
    text = (ROOT / entry["file"]).read_text()
    assert plant.planted(entry, text) != text


def test_entries_name_tests_of_this_build(build_dir):
    tests = json.loads((build_dir / "meson-info" / "intro-tests.json").read_text())
    names = {test["name"] for test in tests}
    assert {test for entry in PLANTS for test in entry["tests"]} <= names


def test_text_that_is_not_there_once_is_an_error():
    entry = {"name": "x", "file": "f", "old": "a", "new": "b"}
    assert plant.planted(entry, "cac") == "cbc"
    for text in ("", "aa"):
        with pytest.raises(plant.Wrong, match="stands [02] times in f"):
            plant.planted(entry, text)


@pytest.mark.parametrize("text", [
    '[[plant]]\nname = "x"\n',
    "".join('[[plant]]\nname = "x"\nwhy = "w"\nfile = "f"\nold = "a"\nnew = "b"\ntests = ["t"]\n'
            for _ in range(2)),
])
def test_bad_entries(tmp_path, text):
    path = tmp_path / "plants.toml"
    path.write_text(text)
    with pytest.raises(plant.Wrong):
        plant.load_plants(path)
