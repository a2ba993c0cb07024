# SPDX-License-Identifier: BSD-2-Clause-Patent
"""motion and float_motion through the tool: every clip length, thread count and subsampling gives
the scores of the slow Python version; the places of the columns."""
import numpy as np
import pytest

import clips
import ref_motion

LENGTHS = [1, 2, 3, 4, 5, 6, 8]
BOOLEANS = {"mffw": "motion_five_frame_window", "mma": "motion_moving_average",
            "mdc": "motion_add_scale1", "mau": "motion_add_uv"}


def names(feature, keys):
    """{score of the Python version: name in log files}"""
    suffix = "".join("_" + key for key in keys)
    if feature == "float_motion":
        return {name: name + suffix for name in ("motion", "motion2", "motion3")}
    return {"sad": "VMAF_integer_feature_motion_sad_score" + suffix,
            "motion": "integer_motion" + suffix, "motion2": "integer_motion2" + suffix,
            "motion3": "integer_motion3" + suffix}


# (feature, keys of the options that are true, in the order of suffixes)
RUNS = [("motion", ()), ("motion", ("mffw",)), ("motion", ("mma",)), ("motion", ("mffw", "mma")),
        ("float_motion", ()), ("float_motion", ("mdc", "mau"))]


def arguments(feature, keys):
    options = [BOOLEANS[key] + "=true" for key in keys]
    return "--feature", "=".join([feature, ":".join(options + ["debug=true"])])


@pytest.fixture(scope="module")
def clip():
    """Pictures that move by different amounts."""
    frames = [clips.smooth_frame(33, 17, seed=seed) for seed in (0, 1, 4, 4, 2, 11, 3, 0)]
    frames[6] = clips.noise_frame(33, 17, seed=6)
    return frames


def expected(frames):
    """{name in log files: [score of each picture]}"""
    want = {}
    for feature, keys in RUNS:
        options = {BOOLEANS[key]: True for key in keys}
        if feature == "motion":
            scores = ref_motion.motion([frame[0] for frame in frames], 8, **options)
        else:
            scores = ref_motion.float_motion(frames, 8, **options)
        want.update({log: scores[name] for name, log in names(feature, keys).items()})
    return want


@pytest.mark.parametrize("n", LENGTHS)
def test_every_length_thread_count_and_subsampling(vmaf, tmp_path, clip, n):
    pair = (clips.write(tmp_path / "ref.y4m", clips.y4m_bytes(clip[:n])),
            clips.write(tmp_path / "dis.y4m", clips.y4m_bytes(clips.distort(clip[:n]))))
    features = [arg for run in RUNS for arg in arguments(*run)]
    want = expected(clip[:n])
    assert len(want) == 22
    for threads in (0, 1, 3, 8):
        for subsample in (1, 2, 3):
            log = vmaf.json("-r", pair[0], "-d", pair[1], *features, "--threads", threads,
                            "--subsample", subsample, "--precision", "max")
            frames = log["frames"]
            assert [f["frameNum"] for f in frames] == list(range(0, n, subsample))
            for f in frames:
                assert f["metrics"] == {name: values[f["frameNum"]]
                                        for name, values in want.items()}, (threads, subsample)


def header(vmaf, pair, *features):
    log = vmaf.tmp / "log.csv"
    done = vmaf("-r", pair[0], "-d", pair[1], *[arg for f in features for arg in ("--feature", f)],
                "--csv", "-o", log)
    assert done.rc == 0, done
    return log.read_text().splitlines()[0].split(",")[1:-1]


def test_columns(vmaf, y4m_pair):
    """Scores that wait for a later picture stand behind those of all features that do not."""
    sad = "VMAF_integer_feature_motion_sad_score"
    assert header(vmaf, y4m_pair, "motion=debug=true", "ssim") == [
        sad, "integer_motion", "ssim", "integer_motion2", "integer_motion3"]
    assert header(vmaf, y4m_pair, "motion") == [sad, "integer_motion2", "integer_motion3"]
    assert header(vmaf, y4m_pair, "float_motion", "ssim") == [
        "motion2", "motion", "ssim", "motion3"]
    assert header(vmaf, y4m_pair, "float_motion=debug=false") == ["motion2", "motion3"]
    assert header(vmaf, y4m_pair, "float_motion=motion_force_zero=true", "ssim") == [
        "motion2_force_0", "motion3_force_0", "motion_force_0", "ssim"]


@pytest.mark.parametrize("feature, base, options, want", [
    ("motion", "integer_motion3",
     "motion_max_val=25:motion_fps_weight=0.7:motion_blend_offset=20:motion_blend_factor=0.5",
     "integer_motion3_mbf_0.5_mbo_20_mfw_0.7_mmxv_25"),
    ("motion", "VMAF_integer_feature_motion_sad_score",
     "motion_moving_average=true:motion_five_frame_window=true",
     "VMAF_integer_feature_motion_sad_score_mffw_mma"),
    ("float_motion", "motion", "motion_add_uv=true:motion_add_scale1=true", "motion_mdc_mau"),
    ("float_motion", "motion3",
     "motion_max_val=40:motion_blend_offset=20:motion_blend_factor=0.5:motion_filter_size=1",
     "motion3_mbf_0.5_mbo_20_mfs_1_mmxv_40"),
])
def test_names(vmaf, y4m_pair, feature, base, options, want):
    columns = header(vmaf, y4m_pair, f"{feature}={options}")
    assert want in columns and base not in columns


def test_distorted_pictures_do_not_count(vmaf, y4m_pair):
    args = ("--feature", "motion", "--feature", "float_motion")
    a = vmaf.scores("-r", y4m_pair[0], "-d", y4m_pair[1], *args)
    b = vmaf.scores("-r", y4m_pair[0], "-d", y4m_pair[0], *args)
    assert a == b and max(a["motion"]) > 0


@pytest.mark.parametrize("bpc", [10, 12])
@pytest.mark.parametrize("still_rows", [0, 20])
def test_samples_above_their_depth(vmaf, tmp_path, bpc, still_rows):
    """They are taken as they are, and all instruction sets agree."""
    w, h = 77, 40
    planes = [np.random.default_rng([bpc, i]).integers(0, 1 << 16, (h, w)).astype("<u2")
              for i in range(3)]
    for plane in planes[1:]:
        plane[:still_rows] = planes[0][:still_rows]
    path = clips.write(tmp_path / "clip.yuv", clips.raw_bytes([[p] for p in planes]))
    want = {names("motion", ())[k]: v for k, v in ref_motion.motion(planes, bpc).items()}
    want.update(ref_motion.float_motion([[p] for p in planes], bpc))
    for mask in ("0", "48", "4294967295"):
        got = vmaf.scores("-r", path, "-d", path, "-w", w, "-h", h, "-p", "400", "-b", bpc,
                          *arguments("motion", ()), *arguments("float_motion", ()), "--cpumask",
                          mask)
        assert got == want, mask
