# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Log files do not depend on the number of worker threads, apart from the fps field."""
import os
import re

import pytest

import clips

N_FRAMES, REPEATS = (12, 20) if os.environ.get("VMAF_SANITIZE", "none") == "none" else (6, 3)
FEATURES = ["float_ssim=enable_lcs=true", "ssim", "float_ms_ssim=enable_lcs=true", "adm",
            "float_adm=debug=true", "ssimulacra2", "motion=debug=true", "float_motion",
            "speed_chroma", "speed_temporal", "vif", "float_vif", "psnr", "psnr_hvs"]
FORMATS = ["--xml", "--json", "--csv", "--sub"]


def without_fps(data):
    data = re.sub(rb'fps="[^"]*"', b'fps=""', data)
    return re.sub(rb'"fps": [^,]*,', b'"fps": 0,', data)


@pytest.fixture
def write_logs(vmaf, tmp_path):
    ref = clips.clip(N_FRAMES, 177, 176)
    pair = (clips.write(tmp_path / "ref.y4m", clips.y4m_bytes(ref)),
            clips.write(tmp_path / "dis.y4m", clips.y4m_bytes(clips.distort(ref))))

    def write(threads, fmt, *args):
        log = tmp_path / "log"
        features = [arg for feature in FEATURES for arg in ("--feature", feature)]
        done = vmaf("-r", pair[0], "-d", pair[1], *features, "--threads", threads, fmt, "-o", log,
                    *args)
        assert done.rc == 0, done
        return without_fps(log.read_bytes())

    return write


@pytest.mark.parametrize("fmt", FORMATS)
def test_logs_are_identical(write_logs, fmt):
    want = write_logs(0, fmt)
    assert want.count(b"float_ssim") >= N_FRAMES or fmt == "--csv"
    for repeat in range(max(REPEATS // len(FORMATS), 1)):
        for threads in (1, 2, 8):
            assert write_logs(threads, fmt) == want, (threads, repeat)


def test_repeats(write_logs):
    want = write_logs(0, "--csv", "--precision", "max")
    for repeat in range(REPEATS):
        assert write_logs(8, "--csv", "--precision", "max") == want, repeat
    assert write_logs(0, "--csv", "--precision", "max") == want


@pytest.mark.parametrize("subsample", [2, 5])
def test_subsampled(write_logs, subsample):
    want = write_logs(0, "--json", "--subsample", subsample)
    for threads in (1, 2, 8):
        assert write_logs(threads, "--json", "--subsample", subsample) == want, threads
