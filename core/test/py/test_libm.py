# SPDX-License-Identifier: BSD-2-Clause-Patent
"""The library's own mathematics: no object asks the C library for a function that may differ from
host to host, the source has the operations and constants of the definition, the tables are generated."""
import ast
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


def undefined_symbols(paths):
    """[(path, symbol)] of what the objects need."""
    text = subprocess.run(["nm", "-u", "-A", *paths], capture_output=True, text=True,
                          check=True).stdout
    return re.findall(r"^(.*?):\s+\w (\w+)", text, re.M)


def plain(symbol):
    """glibc's other names: __exp_finite, __fmaf_fma3."""
    return re.sub(r"^__(\w+?)_(finite|fma\w*|sse\w*|avx\w*)$", r"\1", symbol)


def test_objects_need_no_other_mathematics(commands, build_dir):  # noqa: F811
    forbidden = with_suffixes(MATHEMATICS) - with_suffixes(ALLOWED, ("", "f"))
    objects = [build_dir / output for path, _, output in commands
               if re.search(r"core/(src|tools)/", path)]
    assert len(objects) > 40
    needed = undefined_symbols(objects)
    bad = sorted({(path, symbol) for path, symbol in needed if plain(symbol) in forbidden})
    assert not bad
    # Seen at all: whatever the compiler inlines, this one is a call.
    assert "ldexp" in {symbol for _, symbol in needed}


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


def defined():
    """{block: [assignment]} of the definition."""
    text = re.sub(r"#.*", "", (conftest.ROOT / "core/test/data/libm_blocks.txt").read_text())
    return {name: re.split(r"\n|  +", body.strip("\n"))
            for name, body in re.findall(r"^block (\w+)\n(.*?)(?=^block|\Z)", text, re.S | re.M)}


def written(block):
    """The assignments to doubles of a block of C."""
    text = re.sub(r"/\*.*?\*/", "", block, flags=re.S)
    text = re.sub(r"\bif \(with_t\)", "", text).replace("row->tail", "tail")
    text = re.sub(r"\b(?:vmaf_fma|fma_)\(", "fma(", text)
    for statement in text.split(";"):
        statement = " ".join(statement.split())
        if re.match(r"const (?!double)", statement) or "vmaf_f64_of_bits" in statement:
            continue
        # Between the declarations of one statement, not inside a call.
        yield from re.split(r", (?=\w+ = )", re.sub(r"^(const )?double ", "", statement))


def value(node, known):
    """(sign, tree) of an expression, alike for all ways to order operands and to move signs."""
    def positive(kind, terms):
        terms = sorted(terms, key=lambda term: repr(term[1]))
        sign = terms[0][0]
        return sign, (kind, *((sign * s, t) for s, t in terms))

    if isinstance(node, ast.Constant):
        return 1, ("number", float(node.value))
    if isinstance(node, ast.Name):
        return known.get(node.id, (1, ("name", node.id)))
    if isinstance(node, ast.UnaryOp):
        sign, tree = value(node.operand, known)
        return -sign, tree
    operands = node.args if isinstance(node, ast.Call) else [node.left, node.right]
    values = [value(operand, known) for operand in operands]
    if isinstance(node, ast.Call):
        assert node.func.id == "fma"
    if isinstance(node, ast.Call) or isinstance(node.op, ast.Mult):
        sign = values[0][0] * values[1][0]
        product = ("*", *sorted((values[0][1], values[1][1]), key=repr))
        if len(values) == 2:
            return sign, product
        return sign, ("fma", product, (sign * values[2][0], values[2][1]))
    if isinstance(node.op, ast.Sub):
        values[1] = -values[1][0], values[1][1]
    return positive("+", values)


def values(assignments):
    """{name: value at the end} of assignments in order."""
    known = {}
    for line in assignments:
        if line.strip():
            name, expression = line.split("=")
            expression = re.sub(r"0x[0-9a-f.]*p[+-]\d+",
                                lambda number: repr(float.fromhex(number[0])), expression)
            known[name.strip()] = value(ast.parse(expression.strip(), mode="eval").body, known)
    return known


def test_operations():
    source, definition = blocks(), defined()
    assert set(source) == set(definition) and set(BLOCKS) < set(definition)
    for name, assignments in definition.items():
        want, got = values(assignments), values(written(source[name]))
        assert len(want) > 0
        assert {key: got.get(key) for key in want} == want, name


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
