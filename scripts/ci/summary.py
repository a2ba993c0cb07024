#!/usr/bin/env python3
"""Add up the test results of build directories and print "N passed, N failed, N skipped".

usage: summary.py [--failed-steps N] BUILD_DIR...

A C program counts as one test, a pytest file as its cases. A build directory without a test log
counts as one failure. With VMAF_TEST_STRICT=1 a skipped C test is a failure unless its suite is
that of a GPU backend; the pytest files see to that themselves. Exit status 1 if anything failed.
"""

import argparse
import json
import os
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

GPU_SUITES = {"cuda", "hip"}


def pytest_cases(junit, where):
    """Yield (result, text) of every case in a junit file of pytest."""
    for case in ET.parse(junit).iter("testcase"):
        name = f"{where}: {case.get('classname')}::{case.get('name')}"
        problem = case.find("failure")
        if problem is None:
            problem = case.find("error")
        skipped = case.find("skipped")
        if problem is not None:
            lines = (problem.get("message") or "no message").splitlines()
            yield "failed", f"{name}: {lines[0] if lines else ''}"
        elif skipped is not None:
            yield "skipped", f"{name}: {skipped.get('message')}"
        else:
            yield "passed", name


def last_line(entry):
    lines = (entry.get("stdout", "") + entry.get("stderr", "")).strip().splitlines()
    return lines[-1] if lines else "no output"


def results(build, strict):
    log = build / "meson-logs" / "testlog.json"
    if not log.exists():
        yield "failed", f"{build.name}: no test ran"
        return
    for line in log.read_text().splitlines():
        entry = json.loads(line)
        name = entry["name"].split(" / ")[-1]
        suites = set(entry["name"].split(" / ")[0].split(":")[-1].split("+"))
        where = f"{build.name}: {name}"
        junit = build / "core" / "test" / "py" / f"{name}.xml"
        if "py" in suites and junit.exists():
            cases = list(pytest_cases(junit, build.name))
            yield from cases
            if entry["result"] != "OK" and not any(result == "failed" for result, _ in cases):
                yield "failed", f"{where}: {entry['result']}"
        elif entry["result"] in ("OK", "EXPECTEDFAIL"):
            yield "passed", where
        elif entry["result"] == "SKIP" and (not strict or suites & GPU_SUITES):
            yield "skipped", f"{where}: {last_line(entry)}"
        else:
            yield "failed", f"{where}: {entry['result']}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--failed-steps", type=int, default=0)
    parser.add_argument("build", nargs="+", type=Path)
    args = parser.parse_args()
    strict = os.environ.get("VMAF_TEST_STRICT") == "1"

    count = Counter(failed=args.failed_steps)
    for build in args.build:
        for result, text in results(build, strict):
            count[result] += 1
            if result != "passed":
                print(f"{result.upper()} {text}")
    print("{passed} passed, {failed} failed, {skipped} skipped".format_map(
        {key: count[key] for key in ("passed", "failed", "skipped")}))
    return 1 if count["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
