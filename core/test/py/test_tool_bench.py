# SPDX-License-Identifier: BSD-2-Clause-Patent
"""vmaf_bench runs what it is told to run and prints a table; its figures are not judged."""
import re

import pytest


@pytest.fixture
def bench(vmaf, build_dir, tmp_path):
    program = type(vmaf)(build_dir / "core/tools/vmaf_bench", tmp_path)
    return lambda *args: program(*args, env={"TMPDIR": str(tmp_path)}, predict=True)


def test_table(bench, tmp_path):
    r = bench("--feature", "ssim", "--feature", "float_ssim=enable_lcs=true", "--size", "64x48",
              "--size", "33x17", "--depth", 8, "--depth", 12, "--threads", 0, "--threads", 2,
              "--frames", 6, "--rounds", 1)
    assert r.rc == 0
    rows = [[c.strip() for c in line.split("|")[1:-1]] for line in r.out.splitlines()
            if line.startswith("|")]
    assert rows[0] == ["feature", "size", "bits", "threads", "ms per frame", "frames/s",
                       "tool frames/s"]
    assert [row[:4] for row in rows[2:]] == [
        [f, s, d, t] for s in ("64x48", "33x17") for d in ("8", "12")
        for f in ("ssim", "float_ssim=enable_lcs=true") for t in ("0", "2")]
    assert all(re.fullmatch(r"\d+\.\d+", c) for row in rows[2:] for c in row[4:])
    assert list(tmp_path.iterdir()) == []


def test_refused_frame_leaves_its_line_out(bench):
    r = bench("--feature", "float_ms_ssim", "--feature", "ssim", "--size", "64x64", "--depth", 8,
              "--threads", 0, "--frames", 2, "--rounds", 1, "--no_tool")
    assert r.rc == 0
    assert "float_ms_ssim: no result for 64x64" in r.err and "| ssim | 64x64 |" in r.out


@pytest.mark.parametrize("args", [["--size", "64"], ["--depth", "x"], ["--frames", "1"],
                                  ["--rounds", "0"], ["--nope"], ["word"], ["--threads"]])
def test_bad_arguments(bench, args):
    r = bench(*args)
    assert r.rc == 1 and "Usage: vmaf_bench" in r.err
