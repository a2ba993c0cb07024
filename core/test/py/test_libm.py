# SPDX-License-Identifier: BSD-2-Clause-Patent
"""The library's own mathematics: the constants in the source are those of the definition, the tables
are generated."""
import re
import struct
import subprocess
import sys

import pytest

import conftest

BASE = conftest.ROOT / "core" / "src" / "base"

# Block: number of constants, FNV-1a over their 64-bit patterns, in the order of the source.
BLOCKS = {
    "exp_core": (9, 0x0849D5510BE3D25C),
    "pow_log": (8, 0x8CDD3F4F82405287),
    "log_near": (12, 0x910950F1CEB87498),
    "log_main": (7, 0x9FA52A67817C8F1D),
    "log2_near": (13, 0xC42435F6406F7DFB),
    "log2_main": (9, 0xE2D224EFBD848CA1),
    "log10": (3, 0xA77E2B361C548B3F),
    "powf_log2": (5, 0x3B59E24F6295EA12),
    "powf_exp2": (5, 0x3A14638DE03271EA),
}


def blocks():
    text = "".join((BASE / name).read_text() for name in ("libm_body.h", "libm_powf.h"))
    return dict(re.findall(r"/\* block (\w+) \*/(.*?)/\* end of block \*/", text, re.S))


@pytest.mark.parametrize("name", BLOCKS)
def test_constants(name):
    numbers = re.findall(r"-?0x1[0-9a-f.]*p[+-]\d+", blocks()[name])
    h = 0xCBF29CE484222325
    for number in numbers:
        pattern, = struct.unpack("<Q", struct.pack("<d", float.fromhex(number)))
        h = (h ^ pattern) * 0x100000001B3 % 2**64
    assert (len(numbers), f"{h:016x}") == (BLOCKS[name][0], f"{BLOCKS[name][1]:016x}")


def test_decimals_are_the_numbers_in_their_comments():
    text = (BASE / "libm_powf.h").read_text()
    pairs = re.findall(r"(-?\d+\.\d+)[;)]\s*/\* (-?0x\S+) \*/", text)
    assert len(pairs) == text.count("/* 0x1") + text.count("/* -0x1") == 11
    for decimal, number in pairs:
        assert float(decimal) == float.fromhex(number)


def test_tables_are_generated(shared, tmp_path):
    numbers = shared / "spec" / "libm_tables"
    if not numbers.exists():
        pytest.skip(f"no tables in {numbers}")
    subprocess.run([sys.executable, "-B", conftest.ROOT / "scripts/build/libm_tables.py", numbers,
                    tmp_path], check=True)
    written = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    assert len(written) == 3
    for path in written:
        assert (tmp_path / path).read_text() == (conftest.ROOT / path).read_text(), path
