# SPDX-License-Identifier: BSD-2-Clause-Patent
"""scripts/gpu/run_suite.sh does not pass when it ran nothing."""
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def suite(tmp_path):
    """Run steps on a build that holds only the tool: the finished process."""
    tool = tmp_path / "build/core/tools/vmaf"
    tool.parent.mkdir(parents=True)
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)

    def run(steps):
        return subprocess.run([ROOT / "scripts/gpu/run_suite.sh", tmp_path / "out",
                               tmp_path / "build"], env={**os.environ, "STEPS": steps},
                              capture_output=True, text=True, timeout=60, check=False)
    return run


def test_unknown_step(suite):
    done = suite("tests gtae")
    assert done.returncode == 2
    assert "no step gtae" in done.stderr


def test_no_test_programs(suite):
    done = suite("tests")
    assert done.returncode == 1
    assert "FAILED" in done.stdout
