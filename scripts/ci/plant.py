#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Plant known regressions in a copy of the tree, one at a time, and check that tests go red.

usage: plant.py [NAME ...] [--list] [--work DIR]

plants.toml names them: a place in the sources, the text that stands there, what is put in its
place, and the tests of the host build that must fail then. The copy and its build directory stay
in DIR (default: build-plant) and are brought up to date by the next call, so that only what a plant
touches is built again.

Exit status 1 if a test stays green or fails without a plant, if a plant does not compile, or if the
text that it replaces is not there exactly once.
"""
import argparse
import json
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLANTS = Path(__file__).with_name("plants.toml")
KEYS = {"name", "why", "file", "old", "new", "tests"}


class Wrong(Exception):
    """A plant or the tree is not as it must be."""


def load_plants(path):
    plants = tomllib.loads(path.read_text())["plant"]
    for plant in plants:
        if set(plant) != KEYS:
            raise Wrong(f"plant \"{plant.get('name')}\" has the keys {sorted(plant)}, expected "
                        f"{sorted(KEYS)}")
    names = [plant["name"] for plant in plants]
    if len(set(names)) < len(names):
        raise Wrong("two plants have one name")
    return plants


def planted(plant, text):
    """The text of the file with the regression in it."""
    n = text.count(plant["old"])
    if n != 1:
        raise Wrong(f"{plant['name']}: the text to replace stands {n} times in {plant['file']}")
    return text.replace(plant["old"], plant["new"])


def sync(tree):
    """Make tree a copy of what git knows or would add; equal files keep their times."""
    listed = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout
    names = {n for n in listed.split("\0") if n and (ROOT / n).is_file()}
    for path in [p for p in tree.rglob("*") if p.is_file()]:
        if str(path.relative_to(tree)) not in names:
            path.unlink()
    for name in names:
        source, copy = ROOT / name, tree / name
        data = source.read_bytes()
        if not copy.exists() or copy.read_bytes() != data:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(data)
            copy.chmod(source.stat().st_mode)


class Build:
    def __init__(self, tree, build):
        self.tree, self.build = tree, build

    def run(self, *command):
        done = subprocess.run(command, cwd=self.tree, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout

    def make(self):
        """Build everything: some tests look at all objects."""
        commands = [("ninja", "-C", str(self.build))]
        if not (self.build / "build.ninja").exists():
            commands.insert(0, ("meson", "setup", str(self.build), "-Denable_simt=true"))
        for command in commands:
            status, output = self.run(*command)
            if status:
                raise Wrong(f"{command[0]} failed\n{output[-3000:]}")

    def test(self, names):
        """Build what tests need and run them: {name: [result of each test of that name]}."""
        log = self.build / "meson-logs" / "testlog.json"
        log.unlink(missing_ok=True)
        _, output = self.run("meson", "test", "-C", str(self.build), *names)
        if not log.exists():
            raise Wrong(f"does not build, or has no such test\n{output[-3000:]}")
        found = {}
        for line in log.read_text().splitlines():
            entry = json.loads(line)
            found.setdefault(entry["name"].split(" / ")[-1], []).append(entry["result"])
        missing = [name for name in names if name not in found]
        if missing:
            raise Wrong(f"no test named {', '.join(missing)}")
        return found


def check_plant(build, plant):
    """Plant one regression and take it out again. @return the tests that did not fail"""
    path = build.tree / plant["file"]
    if not path.exists():
        raise Wrong(f"{plant['name']}: no file {plant['file']}")
    text = path.read_text()
    path.write_text(planted(plant, text))
    try:
        results = build.test(plant["tests"])
    finally:
        path.write_text(text)
    return [f"{name} ({', '.join(result)})" for name, result in results.items()
            if not {"FAIL", "TIMEOUT"} & set(result)]


def run(args):
    plants = load_plants(PLANTS)
    if args.list:
        for plant in plants:
            print(f"{plant['name']:32} {plant['why']}")
        return 0
    unknown = set(args.name) - {plant["name"] for plant in plants}
    if unknown:
        raise Wrong(f"no plant named {', '.join(sorted(unknown))}")
    plants = [plant for plant in plants if not args.name or plant["name"] in args.name]

    work = args.work.resolve()
    build = Build(work / "tree", work / "build")
    build.tree.mkdir(parents=True, exist_ok=True)
    sync(build.tree)
    build.make()
    results = build.test(sorted({test for plant in plants for test in plant["tests"]}))
    red = [f"{name} ({', '.join(result)})" for name, result in results.items()
           if set(result) != {"OK"}]
    if red:
        raise Wrong(f"without any plant: {', '.join(red)}")

    bad = 0
    for plant in plants:
        start = time.monotonic()
        try:
            green = check_plant(build, plant)
            verdict = f"NOT CAUGHT by {', '.join(green)}" if green else \
                      f"caught by {', '.join(plant['tests'])}"
            bad += bool(green)
        except Wrong as wrong:
            verdict, bad = str(wrong), bad + 1
        print(f"{plant['name']:32} {time.monotonic() - start:5.1f} s  {verdict}", flush=True)
    print(f"{len(plants) - bad} of {len(plants)} plants caught")
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description="check that planted regressions turn tests red")
    parser.add_argument("name", nargs="*", help="plants to run; default: all")
    parser.add_argument("--list", action="store_true", help="print the plants and stop")
    parser.add_argument("--work", type=Path, default=ROOT / "build-plant")
    try:
        return run(parser.parse_args())
    except Wrong as wrong:
        print(f"plant: {wrong}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
