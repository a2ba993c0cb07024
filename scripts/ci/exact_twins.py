#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Check the declarations of exact GPU twins and list them.

usage: exact_twins.py [--root DIR] [--backend cuda|hip]

A cell is a feature with one set of options on one backend. scripts/ci/exact_twins.d/CELL.BACKEND
declares that the twin returns the CPU's bits there; parity_gate.py runs what is declared. Keys:

  feature = float_ssim                    as on the CPU
  options = enable_lcs=true:scale=1       optional, as after --feature NAME=
  test    = test_cuda_float_ssim          the program that tests this twin: core/test/twin/
                                          test_twin_float_ssim.c, built for the backend
  adr     = 0004                          optional: the decision that makes it exact, in docs/adr

There is no key for a tolerance. Exit status 1 if a declaration is wrong, if a twin has no cell, or
if a cell has no twin.
"""
import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path

BACKENDS = ("cuda", "hip")
REQUIRED = {"feature", "test"}
KEYS = REQUIRED | {"options", "adr"}
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
OPTIONS = re.compile(r"[a-z][a-z0-9_]*=[^:=\s]+(:[a-z][a-z0-9_]*=[^:=\s]+)*")


@dataclass(frozen=True)
class Cell:
    name: str
    backend: str
    feature: str
    options: str
    test: str
    adr: str

    def __str__(self):
        return f"{self.name}.{self.backend}"

    @property
    def argument(self):
        """What follows --feature."""
        return f"{self.feature}={self.options}" if self.options else self.feature


def features(root):
    """{feature of feature_list.h: whether its descriptor has a GPU engine, for all backends}."""
    folder = root / "core/src/feature"
    stems = re.findall(r"^VMAF_FEATURE\((\w+)\)", (folder / "feature_list.h").read_text(), re.M)
    text = "".join(path.read_text() for path in sorted(folder.glob("*/*.c")))
    engines = set(re.findall(r"^const VmafFeature vmaf_feature_(\w+) = \{(?:\n(?!\};).*)*?"
                             r"\n    \.gpu = &", text, re.M))
    return {stem: stem in engines for stem in stems}


def twin_tests(root):
    """Stems of the programs of core/test/twin that its meson.build names."""
    folder = root / "core/test/twin"
    build = folder / "meson.build"
    named = set(re.findall(r"'(\w+)'", build.read_text())) if build.exists() else set()
    stems = {p.stem.removeprefix("test_twin_") for p in folder.glob("test_twin_*.c*")}
    return named & stems


def read_keys(path):
    """The keys of a cell file as a dict, and what is wrong with its lines."""
    keys, errors = {}, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not value:
            errors.append(f"line {number}: expected KEY = VALUE, got \"{text}\"")
        elif key not in KEYS:
            errors.append(f"line {number}: unknown key \"{key}\"; known: {', '.join(sorted(KEYS))}")
        elif key in keys:
            errors.append(f"line {number}: \"{key}\" stands twice")
        else:
            keys[key] = value
    errors += [f"no \"{key}\"" for key in sorted(REQUIRED - keys.keys())]
    return keys, errors


def check_cell(root, cell, known, tests):
    """Yield what is wrong with a cell whose keys are complete."""
    if not NAME.fullmatch(cell.name) or not f"{cell.name}_".startswith(f"{cell.feature}_"):
        yield f"a cell is named after its feature: \"{cell.feature}\" and what the options change"
    if cell.feature not in known:
        yield f"unknown feature \"{cell.feature}\"; known: {', '.join(sorted(known))}"
    elif not known[cell.feature]:
        yield f"{cell.feature} has no GPU engine"
    if cell.options and not OPTIONS.fullmatch(cell.options):
        yield f"options are NAME=VALUE, joined by \":\"; got \"{cell.options}\""
    stem = cell.test.removeprefix(f"test_{cell.backend}_")
    if stem == cell.test or stem not in tests:
        yield (f"no test \"{cell.test}\": expected test_{cell.backend}_STEM with "
               "core/test/twin/test_twin_STEM.c, named in its meson.build")
    elif not any(f'"{cell.feature}"' in path.read_text()
                 for path in (root / "core/test/twin").glob(f"test_twin_{stem}.c*")):
        yield f"the test \"{cell.test}\" does not name \"{cell.feature}\""
    if cell.adr and not list((root / "docs/adr").glob(f"{cell.adr}-*.md")):
        yield f"no decision docs/adr/{cell.adr}-*.md"


def load(root):
    """(cells, errors) of a source tree, both in order."""
    cells, errors = [], []
    known, tests = features(root), twin_tests(root)
    folder = root / "scripts/ci/exact_twins.d"
    for path in sorted(folder.iterdir()) if folder.exists() else []:
        name, _, backend = path.name.rpartition(".")
        if not name or backend not in BACKENDS:
            errors.append(f"{path.name}: a cell file is CELL.BACKEND; "
                          f"backends: {', '.join(BACKENDS)}")
            continue
        keys, problems = read_keys(path)
        if not problems:
            cell = Cell(name, backend, keys["feature"], keys.get("options", ""), keys["test"],
                        keys.get("adr", ""))
            problems = list(check_cell(root, cell, known, tests))
            cells.append(cell)
        errors += [f"{path.name}: {problem}" for problem in problems]

    for name in sorted({c.name for c in cells}):
        if len({(c.feature, c.options) for c in cells if c.name == name}) > 1:
            errors.append(f"{name}: its backends differ in feature or options")
    first = {}
    for c in cells:
        same = first.setdefault((c.backend, c.feature, c.options), c)
        if same is not c:
            errors.append(f"{c}: the same feature and options as {same}")
    for backend in BACKENDS:
        declared = {c.feature for c in cells if c.backend == backend}
        twins = {name for name, has_twin in known.items() if has_twin}
        errors += [f"{twin}_{backend}: a twin without a cell in exact_twins.d" for twin in
                   sorted(twins - declared)]
    return cells, errors


def main():
    parser = argparse.ArgumentParser(description="check and list the exact GPU twins")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2])
    parser.add_argument("--backend", choices=BACKENDS)
    args = parser.parse_args()
    cells, errors = load(args.root)
    for cell in cells:
        if args.backend in (None, cell.backend):
            print(f"{str(cell):32} {cell.argument:48} {cell.test}")
    for error in errors:
        print(f"exact_twins: {error}", file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
