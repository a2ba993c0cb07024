#!/usr/bin/env python3
"""Write the tables of core/src/base/libm* from a folder of number files.

usage: libm_tables.py FOLDER [ROOT]

FOLDER has exp2_128.txt, exp2f_32.txt, log2_64.txt, log_128.txt, pow_log_128.txt, powf_log2_16.txt
(one row a line, "#" starts a comment), vectors.txt, and NOTICE with the terms of the numbers. A
checksum of every table is compared first. The digits of 2/pi and pi/4 are computed here.
ROOT is the tree to write to, by default the one of this script.
"""
import struct
import sys
import textwrap
from pathlib import Path

# Name: columns, FNV-1a over the 64-bit patterns.
TABLES = {
    "exp2_128": (2, 0xC1AF296AF08C1DB8),
    "pow_log_128": (3, 0x0602404C02A6C19C),
    "log_128": (2, 0x402BF633878083A5),
    "log2_64": (2, 0x5753B984767B5809),
    "powf_log2_16": (2, 0xFB710F75F1EDCB7C),
    "exp2f_32": (1, 0xA41E7070956B3682),
}
INTEGER_COLUMNS = {("exp2_128", 1), ("exp2f_32", 0)}
TWO_OVER_PI_WORDS = 44
QUARTER_PI_WORDS = 12

HEAD = "/* SPDX-License-Identifier: BSD-2-Clause-Patent AND MIT */\n/* clang-format off */\n"
MADE = "/* Written by scripts/build/libm_tables.py; do not edit.\n *\n"


def bits(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def read_table(folder, name):
    columns, want = TABLES[name]
    rows, h = [], 0xCBF29CE484222325
    for line in (folder / f"{name}.txt").read_text().splitlines():
        if line.startswith("#") or not line.strip():
            continue
        words = line.split()
        if len(words) != columns:
            sys.exit(f"libm_tables.py: {name}: wanted {columns} columns, got {line!r}")
        rows.append([int(word, 16) if (name, i) in INTEGER_COLUMNS else float.fromhex(word)
                     for i, word in enumerate(words)])
        for value in rows[-1]:
            pattern = value if isinstance(value, int) else bits(value)
            h = (h ^ pattern) * 0x100000001B3 % 2**64
    if h != want:
        sys.exit(f"libm_tables.py: {name}: wanted checksum {want:016x}, got {h:016x}")
    return rows


def arctan_inverse(n, one):
    """arctan(1/n) * one, a few units off."""
    total, term, k = 0, one // n, 1
    while term:
        total += term // k if k % 4 == 1 else -(term // k)
        term //= n * n
        k += 2
    return total


def pi_words(words, numerator, denominator):
    """The first 32-bit words of numerator * pi**+-1 / denominator, which is below 1."""
    one = 1 << (32 * words + 64)
    pi = 4 * (4 * arctan_inverse(5, one) - arctan_inverse(239, one))
    value = pi * numerator // denominator if denominator > 1 else numerator * one * one // pi
    value >>= 64
    return [value >> 32 * (words - 1 - i) & 0xFFFFFFFF for i in range(words)]


def c_value(value):
    if isinstance(value, int):
        return f"0x{value:016x}u"
    text = value.hex()
    mantissa, exponent = text.split("p")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}p{exponent}"


def wrapped(items, indent):
    """Items with commas, in lines of at most 100 columns."""
    lines, line = [], ""
    for item in items:
        if len(indent) + len(line) + len(item) + 2 > 100:
            lines.append(indent + line.rstrip())
            line = ""
        line += item + ", "
    lines.append(indent + line.rstrip())
    return "\n".join(lines) + "\n"


def row_text(row, value=c_value):
    return value(row[0]) if len(row) == 1 else "{" + ", ".join(map(value, row)) + "}"


def notice_text(folder):
    """The terms of the tables as the rest of a comment; those of log10 stand beside its code."""
    text = (folder / "NOTICE").read_text().split("\nlog10 (")[0].rstrip()
    lines = [part for line in text.splitlines() for part in textwrap.wrap(line, 96) or [""]]
    return "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def double_tables(folder, notice):
    text = HEAD + MADE + notice + '#include "base/libm_priv.h"\n\n'
    for name, kind in (("exp2_128", "LibmExp2Row"), ("pow_log_128", "LibmPowLogRow"),
                       ("log_128", "LibmLogRow"), ("log2_64", "LibmLogRow")):
        rows = read_table(folder, name)
        text += f"const {kind} vmaf_libm_{name}[{len(rows)}] = {{\n"
        text += wrapped([row_text(row) for row in rows], "    ") + "};\n\n"
    for name, words in (("two_over_pi", pi_words(TWO_OVER_PI_WORDS, 2, 1)),
                        ("quarter_pi", pi_words(QUARTER_PI_WORDS, 1, 4))):
        text += f"const uint32_t vmaf_libm_{name}[{len(words)}] = {{\n"
        text += wrapped([f"0x{word:08x}u" for word in words], "    ") + "};\n\n"
    return text.rstrip() + "\n"


def float_tables(folder, notice):
    log2, exp2 = read_table(folder, "powf_log2_16"), read_table(folder, "exp2f_32")
    text = HEAD + MADE + notice
    text += "#ifndef VMAF_LIBM_POWF_TABLES_H\n#define VMAF_LIBM_POWF_TABLES_H\n\n"
    text += "#include <stdint.h>\n\n#include \"base/hd.h\"\n\n"
    text += "/* Inside functions, because that is where kernels and C can share an array. */\n\n"
    # C++11 has no hexadecimal floats, so these are decimals, and exact.
    text += "/** Row i of the logarithm: column 0 is 1/c, column 1 is log2(c). */\n"
    text += "static VMAF_HD double vmaf_powf_log2_entry(uint32_t i, uint32_t column)\n{\n"
    text += f"    static const double entry[{len(log2)}][2] = {{\n"
    text += wrapped([row_text(row, "{:.17g}".format) if row[1] else "{1.0, 0.0}" for row in log2],
                    "        ")
    text += "    };\n    return entry[i][column];\n}\n\n"
    text += "/** Bits of the double nearest to 2^(j/32), less j << 47. */\n"
    text += "static VMAF_HD uint64_t vmaf_powf_exp2_entry(uint32_t j)\n{\n"
    text += f"    static const uint64_t entry[{len(exp2)}] = {{\n"
    text += wrapped([row_text(row) for row in exp2], "        ")
    text += "    };\n    return entry[j];\n}\n\n#endif /* VMAF_LIBM_POWF_TABLES_H */\n"
    return text


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    root = Path(sys.argv[2]) if len(sys.argv) == 3 else Path(__file__).resolve().parents[2]
    notice = notice_text(folder)
    for path, text in (("core/src/base/libm_tables.c", double_tables(folder, notice)),
                       ("core/src/base/libm_powf_tables.h", float_tables(folder, notice)),
                       ("core/test/data/libm_vectors.txt", (folder / "vectors.txt").read_text())):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


if __name__ == "__main__":
    main()
