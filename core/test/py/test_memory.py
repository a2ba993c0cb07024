# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Memory does not depend on the length of a clip, nor on how fast its file can be read."""
import os
import resource
import subprocess

import pytest

import conftest

W, H, BPC = 3840, 2160, 10
PICTURE_KIB = W * H * 3 // 1024


def peak_kib(frames, feature, threads, size=(W, H), limit_kib=None):
    """Peak resident size of a run over two endless files of zeroes."""
    command = [conftest.environment_path("VMAF_TOOL"), "-r", "/dev/zero", "-d", "/dev/zero",
               "-w", str(size[0]), "-h", str(size[1]), "-p", "420", "-b", str(BPC),
               "-n", "--feature", feature, "--frame_cnt", str(frames), "--threads", str(threads), "-q",
               "-o", os.devnull]

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
    short = peak_kib(12, "float_ssim", threads)
    long = peak_kib(30, "float_ssim", threads)
    assert long < short + PICTURE_KIB, (short, long)


@pytest.mark.parametrize("threads", [0, 2])
@pytest.mark.parametrize("feature, size, frames", [
    ("ssim", (32, 32), 5000), ("ciede", (16, 16), 5000), ("psnr_hvs", (16, 16), 5000),
    ("cambi=full_ref=true", (216, 16), 2000), ("speed_chroma", (160, 160), 2000),
    ("speed_temporal", (80, 80), 2000)])
def test_nothing_stays_behind_a_frame(feature, size, frames, threads):
    short = peak_kib(100, feature, threads, size)
    long = peak_kib(frames, feature, threads, size)
    assert long < short + 1024, (short, long)  # the scores are 40 KiB each


@pytest.mark.parametrize("threads", [0, 2])
def test_slow_extractor(threads):
    """The reader is several times faster than the metric: 24 pairs would be 1.2 GB."""
    limit_kib = 20 * PICTURE_KIB
    peak = peak_kib(24, "ssimulacra2", threads, limit_kib=2 * limit_kib)
    assert peak < limit_kib, peak


@pytest.mark.parametrize("feature", ["ssim", "float_ms_ssim", "adm", "float_adm", "ssimulacra2", "cambi",
                                     "speed_temporal"])
@pytest.mark.parametrize("threads", [0, 3])
def test_short_of_memory(vmaf, feature, threads):
    """Whatever allocation fails, the run ends with a status and a message."""
    for limit_mib in range(16, 120, 8):
        # exec keeps the limit of this shell.
        done = subprocess.run(
            ["sh", "-c", f"ulimit -v {limit_mib * 1024}; exec \"$@\"", "sh", vmaf.path,
             "-r", "/dev/zero", "-d", "/dev/zero", "-w", "640", "-h", "360", "-p", "420", "-b", "8",
             "--frame_cnt", "4", "-n", "--feature", feature, "--threads", str(threads), "-o", os.devnull],
            capture_output=True, text=True, check=False, timeout=60)
        # 127: not even the loader had enough.
        assert done.returncode in (0, 127, 234, 255), (limit_mib, done)
        assert done.returncode == 0 or done.stderr, limit_mib
