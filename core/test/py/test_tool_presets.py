# SPDX-License-Identifier: BSD-2-Clause-Patent
"""--aom_ctc and --nflx_ctc: the models and features that they stand for, and inputs of two depths."""
import os
import subprocess
import threading

import numpy as np
import pytest

import clips

# The smallest frames of all these features are 216 wide (cambi) and 176 high (float_ms_ssim).
W, H = 217, 177


def spelled_out(models, features):
    return [a for m in models for a in ("--model", m)] + [a for f in features
                                                          for a in ("--feature", f)]


def aom(scale, *more):
    return spelled_out(
        ["version=vmaf_v0.6.1:name=vmaf", "version=vmaf_v0.6.1neg:name=vmaf_neg"],
        ["psnr=reduced_hbd_peak=true:enable_apsnr=true:min_sse=0.5", "ciede",
         f"float_ssim={scale}enable_db=true:clip_db=true",
         "float_ms_ssim=enable_db=true:clip_db=true", "psnr_hvs", *more])


NFLX = spelled_out(
    ["version=vmaf_4k_v0.6.1:name=vmaf", "version=vmaf_4k_v0.6.1neg:name=vmaf_neg"],
    ["psnr=enable_chroma=true:enable_apsnr=true", "float_ssim=enable_db=true:clip_db=true",
     "cambi"])
MEANING = {
    ("--aom_ctc", "v1.0"): aom(""), ("--aom_ctc", "v2.0"): aom(""),
    ("--aom_ctc", "v3.0"): aom("", "cambi"), ("--aom_ctc", "v4.0"): aom("", "cambi"),
    ("--aom_ctc", "v5.0"): aom("", "cambi"), ("--aom_ctc", "v6.0"): aom("", "cambi"),
    ("--aom_ctc", "v7.0"): aom("scale=1:", "cambi"), ("--nflx_ctc", "v1.0"): NFLX,
}


def pair(bpc, n=2, fmt="420"):
    ref = clips.clip(n, W, H, fmt, bpc)
    return ref, clips.distort(ref, bpc)


def shifted(frames, bits):
    return [[(p.astype("<u2") << bits).astype("<u2") for p in f] for f in frames]


def tag(bpc, fmt="420"):
    return (fmt if fmt == "444" else "420jpeg") if bpc == 8 else f"{fmt}p{bpc}"


def write(path, frames, bpc, fmt="420"):
    return clips.write(path, clips.y4m_bytes(frames, tag(bpc, fmt)))


def log(vmaf, ref, dis, *args):
    got = vmaf.json("-r", ref, "-d", dis, *args, "--precision", "max", predict=True)
    return {key: got[key] for key in ("frames", "pooled_metrics", "aggregate_metrics")}


def ordered(value):
    """With the order of names, which == leaves out."""
    return [(k, ordered(v)) for k, v in value.items()] if isinstance(value, dict) else value


@pytest.mark.parametrize("preset", MEANING, ids=" ".join)
def test_meaning(vmaf, tmp_path, preset):
    """The same scores in the same columns as with the options spelled out."""
    ref, dis = (write(tmp_path / n, f, 10) for n, f in zip("rd", pair(10)))
    got, want = log(vmaf, ref, dis, *preset), log(vmaf, ref, dis, *MEANING[preset])
    assert got == want
    assert [ordered(f) for f in got["frames"]] == [ordered(f) for f in want["frames"]]
    assert ordered(got["pooled_metrics"]) == ordered(want["pooled_metrics"])
    names = set(got["frames"][0]["metrics"])
    assert {"vmaf", "vmaf_neg", "float_ssim", "psnr_cb"} <= names
    assert ("cambi" in names) == (preset[1] not in ("v1.0", "v2.0") or preset[0] == "--nflx_ctc")


def test_presets_add_to_other_options(vmaf, tmp_path):
    ref, dis = (write(tmp_path / n, f, 8) for n, f in zip("rd", pair(8, 1)))
    got = log(vmaf, ref, dis, "--feature", "ssim", "--nflx_ctc", "v1.0", "--model",
              "version=vmaf_v0.6.1:name=hd")["frames"][0]["metrics"]
    assert {"ssim", "hd", "vmaf", "vmaf_neg", "cambi"} <= set(got)


@pytest.mark.parametrize("version", ["v5.0", "v6.0", "v7.0"])
@pytest.mark.parametrize("low, high", [(8, 10), (10, 12), (8, 12)])
def test_two_depths(vmaf, tmp_path, version, low, high):
    """From v6.0 on both inputs are scored at the greater depth, samples shifted left."""
    args = ["--aom_ctc", version]
    shallow, deep = pair(low)[0], pair(high)[1]
    same = write(tmp_path / "same.y4m", shifted(shallow, high - low), high)
    shallow = write(tmp_path / "shallow.y4m", shallow, low)
    deep = write(tmp_path / "deep.y4m", deep, high)
    for ref, dis in ((shallow, deep), (deep, shallow)):
        depths = (low, high) if ref == shallow else (high, low)
        if version == "v5.0":
            r = vmaf("-r", ref, "-d", dis, *args, predict=True)
            assert r.rc == 255 and "bitdepths do not match: {}, {}\n".format(*depths) in r.err
            assert "videos are incompatible, 1 problem.\n" in r.err
            continue
        want = log(vmaf, *(same if f == shallow else f for f in (ref, dis)), *args)
        assert log(vmaf, ref, dis, *args) == want
        assert log(vmaf, ref, dis, *args, "--threads", 3) == want
        assert len({f["metrics"]["psnr_y"] for f in want["frames"]}) == 2


def test_other_differences_stay_refused(vmaf, tmp_path):
    ref = write(tmp_path / "r", clips.clip(1, W, H), 8)
    dis = write(tmp_path / "d", clips.clip(1, W + 1, H, "444", 10), 10, "444")
    r = vmaf("-r", ref, "-d", dis, "--aom_ctc", "v6.0", predict=True)
    assert r.rc == 255 and "videos are incompatible, 2 problems." in r.err
    assert "dimensions" in r.err and "formats" in r.err and "bitdepths" not in r.err


@pytest.mark.parametrize("low_tag, fmt, width, planes", [
    ("mono", "420", W, 1), ("mono10", "420", W, 1), ("444alpha", "444", W, 4),
    ("420paldv", "420", (W + 1) // 2, 3), ("422", "422", (W + 1) // 2, 3),
    ("411", "422", (W + 3) // 4, 3)])
def test_two_depths_of_formats_that_are_converted(vmaf, tmp_path, build_dir, low_tag, fmt, width,
                                                  planes):
    """The conversions of chroma work at the depth of the file, as without a shift."""
    bpc = 10 if low_tag == "mono10" else 8
    frames = [[f[0], f[1][:, :width], f[2][:, :width], f[0]][:planes]
              for f in clips.clip(2, W, H, fmt, bpc)]
    low = clips.write(tmp_path / "low.y4m", clips.y4m_bytes(frames, low_tag))
    read = subprocess.run([build_dir / "core/test/video_planes", low], capture_output=True,
                          timeout=60, check=True).stdout
    head, samples = read.split(b"\n", 1)
    assert head.decode() == f"{fmt} {bpc} {W} {H}"
    same = np.frombuffer(samples, clips.dtype(bpc)).astype("<u2") << (12 - bpc)
    mark = b"FRAME\n"
    size = 2 * same.size // len(frames)
    data = same.astype("<u2").tobytes()
    same = clips.write(tmp_path / "same.y4m", clips.y4m_header(W, H, f"{fmt}p12") + b"".join(
        mark + data[k * size:(k + 1) * size] for k in range(len(frames))))
    deep = write(tmp_path / "deep.y4m", pair(12, 2, fmt)[1], 12, fmt)
    assert log(vmaf, low, deep, "--aom_ctc", "v6.0") == log(vmaf, same, deep, "--aom_ctc", "v6.0")


@pytest.mark.parametrize("shallow_first", [True, False])
def test_two_depths_through_pipes(vmaf, tmp_path, shallow_first):
    """Frames of one input are read before anybody knows the depth of the other."""
    low, high = pair(8, 5)[0], pair(10, 5)[1]
    want = log(vmaf, write(tmp_path / "same", shifted(low, 2), 10), write(tmp_path / "d", high, 10),
               "--aom_ctc", "v6.0")
    fifos = [tmp_path / "r.fifo", tmp_path / "d.fifo"]
    data = [clips.y4m_bytes(low, tag(8)), clips.y4m_bytes(high, tag(10))]

    def work():
        for i in (0, 1) if shallow_first else (1, 0):
            fifos[i].write_bytes(data[i])
    for fifo in fifos:
        os.mkfifo(fifo)
    writer = threading.Thread(target=work, daemon=True)
    writer.start()
    assert log(vmaf, *fifos, "--aom_ctc", "v6.0") == want
    writer.join(10)
