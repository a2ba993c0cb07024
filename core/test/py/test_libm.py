# SPDX-License-Identifier: BSD-2-Clause-Patent
"""The library's own mathematics: no object asks the C library for a function that may differ from
host to host, the constants in the source are those of the definition, the tables are generated."""
import re
import struct
import subprocess
import sys

import pytest

import conftest
from test_float_flags import commands  # noqa: F401, a fixture

BASE = conftest.ROOT / "core" / "src" / "base"

# What C99, POSIX and GNU declare in math.h and complex.h, without the suffixes f and l.
MATHEMATICS = """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh drem erf erfc exp exp10 exp2
    expm1 fabs fadd fdim fdiv finite floor fma fmax fmin fmod fmul frexp fsub gamma hypot ilogb j0 j1
    jn ldexp lgamma lgamma_r llrint llround log log10 log1p log2 logb lrint lround modf nan
    nearbyint nextafter nexttoward pow pow10 remainder remquo rint round roundeven scalb scalbln
    scalbn significand sin sincos sinh sqrt tan tanh tgamma trunc y0 y1 yn
    cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp clog clog10 conj cpow cproj
    creal cimag csin csinh csqrt ctan ctanh
""".split()
ALLOWED = "sqrt floor ceil rint fabs copysign ldexp".split()


def with_suffixes(names, suffixes=("", "f", "l")):
    return {name + suffix for name in names for suffix in suffixes}


def undefined_symbols(path):
    text = subprocess.run(["nm", "-u", path], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1].split("@")[0] for line in text.splitlines() if line.strip()}


def plain(symbol):
    """glibc's other names: __exp_finite, __fmaf_fma3."""
    return re.sub(r"^__(\w+?)_(finite|fma\w*|sse\w*|avx\w*)$", r"\1", symbol)


def test_objects_need_no_other_mathematics(commands, build_dir):  # noqa: F811
    bad, seen, allowed = {}, 0, set()
    forbidden = with_suffixes(MATHEMATICS) - with_suffixes(ALLOWED, ("", "f"))
    for path, _, output in commands:
        if not re.search(r"core/(src|tools)/", path):
            continue
        symbols = {plain(symbol) for symbol in undefined_symbols(build_dir / output)}
        seen += 1
        allowed |= symbols & with_suffixes(ALLOWED, ("", "f"))
        if wrong := sorted(symbols & forbidden):
            bad[path] = wrong
    assert not bad
    assert seen > 40
    # Seen at all: some function of the list is called, whatever the compiler inlines.
    assert "ldexp" in allowed


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
