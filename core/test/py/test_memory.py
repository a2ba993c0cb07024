# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Memory does not depend on the length of a clip, nor on how fast its file can be read."""
import os
import resource
import subprocess

import pytest

import conftest

W, H, BPC = 3840, 2160, 10
PICTURE_KIB = W * H * 3 // 1024
SANITIZED = os.environ.get("VMAF_SANITIZE", "none") != "none"


def peak_kib(frames, feature, threads, limit_kib=None):
    """Peak resident size of a run over two endless pipes of zeroes."""
    command = [conftest.environment_path("VMAF_TOOL"), "-r", "/dev/zero", "-d", "/dev/zero",
               "-w", str(W), "-h", str(H), "-p", "420", "-b", str(BPC), "--feature", feature,
               "--frame_cnt", str(frames), "--threads", str(threads), "-q", "-o", os.devnull]

    def limit():
        if limit_kib:
            resource.setrlimit(resource.RLIMIT_AS, (limit_kib * 1024, limit_kib * 1024))

    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          preexec_fn=limit) as process:
        errors = process.stderr.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, errors
    return usage.ru_maxrss


@pytest.mark.parametrize("threads", [0, 2])
def test_flat_over_length(threads):
    # Both runs are long enough to fill whatever circulates.
    short = peak_kib(14, "float_ssim", threads)
    long = peak_kib(40, "float_ssim", threads)
    assert long < short + PICTURE_KIB, (short, long)


@pytest.mark.parametrize("threads", [0, 2])
def test_slow_extractor(threads):
    """The reader is several times faster than the metric: 24 pairs would be 1.2 GB."""
    # A sanitizer reserves address space by the terabyte; its run is bounded by the peak alone.
    limit_kib = 20 * PICTURE_KIB
    peak = peak_kib(24, "ssimulacra2", threads, None if SANITIZED else 2 * limit_kib)
    assert peak < limit_kib * (3 if SANITIZED else 1), peak
