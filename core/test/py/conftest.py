# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Fixtures around the vmaf tool.

The environment variable VMAF_TOOL names the binary; meson sets it.
"""
import json
import os
import subprocess

import pytest

import clips


class Result:
    """A finished run: rc (negative: killed by that signal), out and err as text."""

    def __init__(self, rc, out, err):
        self.rc, self.out, self.err = rc, out, err

    def __repr__(self):
        return f"rc={self.rc}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


class Tool:
    def __init__(self, path, tmp):
        self.path, self.tmp = path, tmp

    def __call__(self, *args, stdin=b"", timeout=120, env=None):
        """Run the tool. A signal or an assertion fails the test here, whatever it checks."""
        p = subprocess.run([self.path, *map(str, args)], input=stdin, capture_output=True,
                           timeout=timeout, env={**os.environ, **(env or {})}, check=False)
        r = Result(p.returncode, p.stdout.decode(errors="replace"),
                   p.stderr.decode(errors="replace"))
        assert r.rc >= 0 and r.rc != 134, r
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


@pytest.fixture
def vmaf(tmp_path):
    path = os.environ.get("VMAF_TOOL")
    if not path:
        pytest.fail("VMAF_TOOL is not set: run the tests with meson")
    return Tool(path, tmp_path)


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
