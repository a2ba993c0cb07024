#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Check the declarations of exact GPU twins and list them.

usage: exact_twins.py [--root DIR] [--backend cuda|hip]

A cell is a feature with one set of options, or a built-in model with all its features, on one
backend. scripts/ci/exact_twins.d/CELL.BACKEND declares that the backend returns the CPU's bits
there; parity_gate.py runs what is declared. Keys:

  feature = float_ssim                    as on the CPU
  options = enable_lcs=true:scale=1       optional, as after --feature NAME=
  model   = vmaf_v0.6.1                   instead of a feature: the cell has the model's name
  test    = test_cuda_float_ssim          the program that tests this twin: core/test/twin/
                                          test_twin_float_ssim.c, built for the backend
  adr     = 0004                          optional: the decision that makes it exact, in docs/adr

There is no key for a tolerance. Exit status 1 if a declaration is wrong, if a twin has no cell, or
if a cell has no twin.
"""
import argparse
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

BACKENDS = ("cuda", "hip")
SUBJECTS = ("feature", "model")  # one of them is what a cell is about
KEYS = {*SUBJECTS, "test", "options", "adr"}
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
OPTIONS = re.compile(r"[a-z][a-z0-9_]*=[^:=\s]+(:[a-z][a-z0-9_]*=[^:=\s]+)*")


@dataclass(frozen=True)
class Cell:
    name: str
    backend: str
    feature: str     # "" in a cell of a model
    options: str
    test: str
    adr: str
    model: str = ""

    def __str__(self):
        return f"{self.name}.{self.backend}"

    @property
    def argument(self):
        """What follows --feature, or --model. A model's score gets its name, whatever it is."""
        if self.model:
            return f"version={self.model}:name={self.model}"
        return f"{self.feature}={self.options}" if self.options else self.feature


def features(root):
    """{feature of feature_list.h: whether its descriptor has a GPU engine, for all backends}."""
    folder = root / "core/src/feature"
    stems = re.findall(r"^VMAF_FEATURE\((\w+)\)", (folder / "feature_list.h").read_text(), re.M)
    text = "".join(path.read_text() for path in sorted(folder.glob("*/*.c")))
    engines = set(re.findall(r"^const VmafFeature vmaf_feature_(\w+) = \{(?:\n(?!\};).*)*?"
                             r"\n    \.gpu = &", text, re.M))
    return {stem: stem in engines for stem in stems}


def models(root):
    """Names of the built-in models."""
    path = root / "core/src/model/data/versions.json"
    return {version["name"] for version in json.loads(path.read_text())} if path.exists() else set()


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
    subjects = [key for key in SUBJECTS if key in keys]
    if len(subjects) != 1:
        errors.append(f"wanted one of {', '.join(SUBJECTS)}; got {' and '.join(subjects) or 'none'}")
    if "test" not in keys:
        errors.append("no \"test\"")
    return keys, errors


def check_model(cell, known):
    """Yield what is wrong with the model that a cell is about."""
    if cell.model not in known:
        yield f"unknown model \"{cell.model}\"; known: {', '.join(sorted(known))}"
    if cell.name != cell.model:
        yield f"a cell of a model has its name: \"{cell.model}\""
    if cell.options:
        yield "options are a feature's; a model has its own"


def check_feature(cell, known):
    """Yield what is wrong with the feature that a cell is about."""
    if not NAME.fullmatch(cell.name) or not f"{cell.name}_".startswith(f"{cell.feature}_"):
        yield f"a cell is named after its feature: \"{cell.feature}\" and what the options change"
    if cell.feature not in known:
        yield f"unknown feature \"{cell.feature}\"; known: {', '.join(sorted(known))}"
    elif not known[cell.feature]:
        yield f"{cell.feature} has no GPU engine"
    if cell.options and not OPTIONS.fullmatch(cell.options):
        yield f"options are NAME=VALUE, joined by \":\"; got \"{cell.options}\""


def check_test(root, cell, tests):
    """Yield what is wrong with the test that a cell names, and with its decision."""
    subject = cell.model or cell.feature
    stem = cell.test.removeprefix(f"test_{cell.backend}_")
    if stem == cell.test or stem not in tests:
        yield (f"no test \"{cell.test}\": expected test_{cell.backend}_STEM with "
               "core/test/twin/test_twin_STEM.c, named in its meson.build")
    elif not any(f'"{subject}"' in path.read_text()
                 for path in (root / "core/test/twin").glob(f"test_twin_{stem}.c*")):
        yield f"the test \"{cell.test}\" does not name \"{subject}\""
    if cell.adr and not list((root / "docs/adr").glob(f"{cell.adr}-*.md")):
        yield f"no decision docs/adr/{cell.adr}-*.md"


def load(root):
    """(cells, errors) of a source tree, both in order."""
    cells, errors = [], []
    known, versions, tests = features(root), models(root), twin_tests(root)
    folder = root / "scripts/ci/exact_twins.d"
    for path in sorted(folder.iterdir()) if folder.exists() else []:
        name, _, backend = path.name.rpartition(".")
        if not name or backend not in BACKENDS:
            errors.append(f"{path.name}: a cell file is CELL.BACKEND; "
                          f"backends: {', '.join(BACKENDS)}")
            continue
        keys, problems = read_keys(path)
        if not problems:
            cell = Cell(name, backend, keys.get("feature", ""), keys.get("options", ""),
                        keys["test"], keys.get("adr", ""), keys.get("model", ""))
            problems = [*(check_model(cell, versions) if cell.model else
                          check_feature(cell, known)), *check_test(root, cell, tests)]
            cells.append(cell)
        errors += [f"{path.name}: {problem}" for problem in problems]

    for name in sorted({c.name for c in cells}):
        if len({c.argument for c in cells if c.name == name}) > 1:
            errors.append(f"{name}: its backends differ in feature or options")
    first = {}
    for c in cells:
        same = first.setdefault((c.backend, c.argument), c)
        if same is not c:
            errors.append(f"{c}: the same feature and options as {same}")
    for backend in BACKENDS:
        declared = {c.feature for c in cells if c.backend == backend} - {""}
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
            what = "model" if cell.model else cell.argument
            print(f"{str(cell):32} {what:48} {cell.test}")
    for error in errors:
        print(f"exact_twins: {error}", file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
