# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Fixtures around the vmaf tool.

VMAF_TOOL    the binary; meson sets it
VMAF_BUILD   root of the build directory; meson sets it
VMAF_SHARED  folder with reference clips and values; default: "shared" beside the project
VMAF_TEST_STRICT=1 makes every skip a failure, but one whose reason starts with "no GPU".
"""
import json
import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest

import clips

ROOT = Path(__file__).resolve().parents[3]
SANITIZER_STATUS = 99  # set by scripts/ci/sanitize.sh

# Under a sanitizer, which looks at memory and makes everything slow, a test with the mark "values",
# many cases of one path, takes every fifth of them.
THIN = 1 if os.environ.get("VMAF_SANITIZE", "none") == "none" else 5


def pytest_configure(config):
    config.addinivalue_line("markers", "values: every fifth case does under a sanitizer")


def pytest_collection_modifyitems(config, items):
    seen, kept, left = Counter(), [], []
    for item in items:
        marked = item.get_closest_marker("values") is not None
        number = seen[item.originalname]
        seen[item.originalname] += 1
        (left if marked and number % THIN else kept).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport():
    report = (yield).get_result()
    if report.skipped and os.environ.get("VMAF_TEST_STRICT") == "1":
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if not reason.startswith("no GPU"):
            report.outcome = "failed"
            report.longrepr = f"skipped although VMAF_TEST_STRICT=1: {reason}"


class Result:
    """A finished run: rc (negative: killed by that signal), out and err as text."""

    def __init__(self, rc, out, err):
        self.rc, self.out, self.err = rc, out, err

    def __repr__(self):
        return f"rc={self.rc}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


class Tool:
    def __init__(self, path, tmp):
        self.path, self.tmp = path, tmp

    def __call__(self, *args, stdin=b"", timeout=120, env=None, predict=False):
        """Run the tool, without the default model unless predict is set.

        A signal or an assertion fails the test here, whatever it checks.
        """
        p = subprocess.run([self.path, *([] if predict else ["-n"]), *map(str, args)], input=stdin,
                           capture_output=True, timeout=timeout, env={**os.environ, **(env or {})},
                           check=False)
        r = Result(p.returncode, p.stdout.decode(errors="replace"),
                   p.stderr.decode(errors="replace"))
        assert r.rc >= 0 and r.rc not in (134, 139, SANITIZER_STATUS), r
        assert "Assertion" not in r.err and "Sanitizer" not in r.err, r
        return r

    def json(self, *args, **kw):
        """Run with --json and return the parsed log; the run must succeed."""
        out = self.tmp / "log.json"
        r = self(*args, "--json", "-o", out, **kw)
        assert r.rc == 0, r
        return json.loads(out.read_text())

    def scores(self, *args, **kw):
        """{name: [value per logged frame]} of a successful run, with all digits."""
        log = self.json(*args, "--precision", "max", **kw)
        names = {n for f in log["frames"] for n in f["metrics"]}
        return {n: [f["metrics"].get(n) for f in log["frames"]] for n in sorted(names)}


def environment_path(name):
    value = os.environ.get(name)
    if not value:
        pytest.fail(f"{name} is not set: run the tests with meson")
    return Path(value)


@pytest.fixture
def vmaf(tmp_path):
    return Tool(environment_path("VMAF_TOOL"), tmp_path)


@pytest.fixture(scope="session")
def build_dir():
    return environment_path("VMAF_BUILD")


@pytest.fixture(scope="session")
def shared():
    """Folder of the reference clips and values; the test is skipped where it is absent."""
    path = Path(os.environ.get("VMAF_SHARED") or ROOT.parent / "shared")
    if not (path / "golden" / "clips.jsonl").exists():
        pytest.skip(f"no reference values in {path}; VMAF_SHARED may name another folder")
    return path


@pytest.fixture
def y4m_pair(tmp_path):
    """Three 64x64 frames of 8-bit 4:2:0 and their distorted version: (reference, distorted)."""
    ref = clips.clip(3, 64, 64)
    return (clips.write(tmp_path / "ref.y4m", clips.y4m_bytes(ref)),
            clips.write(tmp_path / "dis.y4m", clips.y4m_bytes(clips.distort(ref))))


@pytest.fixture
def raw_pair(tmp_path):
    """The same pair as raw files."""
    ref = clips.clip(3, 64, 64)
    return (clips.write(tmp_path / "ref.yuv", clips.raw_bytes(ref)),
            clips.write(tmp_path / "dis.yuv", clips.raw_bytes(clips.distort(ref))))
