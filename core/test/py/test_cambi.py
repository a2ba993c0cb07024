# SPDX-License-Identifier: BSD-2-Clause-Patent
"""cambi against the slow version in ref_cambi.py with ==, and its files."""
import numpy as np
import pytest

import clips
import ref_cambi

SIZES = [(216, 1), (1, 216), (300, 2), (217, 155), (225, 225), (320, 240), (64, 320), (640, 41)]
OPTIONS = [
    "", "full_ref=true", "max_log_contrast=0", "max_log_contrast=1", "max_log_contrast=3",
    "max_log_contrast=4:tvi_threshold=0.06", "max_log_contrast=5:window_size=127", "window_size=15",
    "window_size=64:topk=1", "topk=0.0001", "cambi_topk=0.1:topk=0.6", "topk=0.3:cambi_topk=0.9",
    "tvi_threshold=0.0001", "tvi_threshold=1:max_log_contrast=3", "tvi_threshold=0.2",
    "eotf=pq", "cambi_eotf=pq:tvi_threshold=0.05", "cambi_vis_lum_threshold=0.01",
    "cambi_vis_lum_threshold=0.06", "cambi_vis_lum_threshold=1:max_log_contrast=3",
    "cambi_vis_lum_threshold=100", "cambi_vis_lum_threshold=5:eotf=pq", "enc_bitdepth=9",
    "enc_bitdepth=10", "enc_bitdepth=6:full_ref=true", "enc_width=217:enc_height=150",
    "enc_width=180:enc_height=231:full_ref=true", "enc_width=400:enc_height=300", "enc_width=190",
    "src_width=400:src_height=301:full_ref=true", "src_width=320:src_height=200:full_ref=true",
    "src_width=1000:src_height=400:full_ref=true:window_size=30", "cambi_max_val=1.5",
    "cambi_high_res_speedup=7", "cambi_high_res_speedup=1440",
]
CONTENTS = ("ramp", "sparse", "blocks", "dark", "bright", "rings", "steps")


def plane(kind, w, h, bits, seed):
    """Banding at the depth: flat areas with small steps, of 10-bit codes."""
    rng = np.random.default_rng([seed, w, h])
    y, x = np.mgrid[0:h, 0:w]
    if kind == "ramp":
        v = 150 + (x + 2 * y + seed) // (8 + seed % 9) * (4 if bits == 8 else 1)
    elif kind == "sparse":
        v = 300 + (3 * x + y) // 40 + 4 * (rng.random((h, w)) < 0.02)
    elif kind == "blocks":
        v = rng.integers(170, 186, (h // 12 + 1, w // 12 + 1)).repeat(12, 0).repeat(12, 1)[:h, :w]
    elif kind == "dark":
        v = (x + y) // 20 % 30 + (0 if seed % 2 else 60)
    elif kind == "bright":
        v = 1019 + (x + y) // 16 % 6
    elif kind == "rings":
        v = 90 + np.hypot(x - w / 2, y - h / 2).astype(np.int64) // 5
    else:
        v = 555 + rng.integers(0, 9, (1, w // 9 + 1)).repeat(9, 1)[:, :w].repeat(h, 0)
    v = np.clip(v, 0, 1024)
    v = v + 2 >> 2 if bits == 8 else v << (bits - 10)
    if bits > 10 and seed % 2:
        v = v - rng.integers(0, 2, (h, w))
    return np.clip(v, 0, (1 << bits) - 1).astype(clips.dtype(bits))


def pairs():
    for i, options in enumerate(OPTIONS):
        for j in range(5):
            k = 5 * i + j
            yield (options, *SIZES[k % len(SIZES)], (8, 10, 12, 16)[k // 3 % 4],
                   CONTENTS[k % len(CONTENTS)], CONTENTS[k // 2 % len(CONTENTS)], k)


def parse(text):
    return {key: value == "true" if value in ("true", "false")
            else type(ref_cambi.OPTIONS[key])(value)
            for key, value in (pair.split("=") for pair in text.split(":") if pair)}


def files(tmp_path, ref, dis):
    for name, frames in (("ref.yuv", ref), ("dis.yuv", dis)):
        grey = [[f, *(np.zeros(((f.shape[0] + 1) // 2, (f.shape[1] + 1) // 2), f.dtype),) * 2]
                for f in frames]
        clips.write(tmp_path / name, clips.raw_bytes(grey))
    h, w = ref[0].shape
    bits = "8" if ref[0].dtype == np.uint8 else None
    return ["-r", tmp_path / "ref.yuv", "-d", tmp_path / "dis.yuv", "-w", w, "-h", h, "-p", "420"] + (
        ["-b", bits] if bits else [])


def feature(options):
    return "cambi" + "".join("=" + o if i == 0 else ":" + o
                             for i, o in enumerate(filter(None, options.split(":"))))


@pytest.mark.values
@pytest.mark.parametrize("part", range(5))
def test_equals_the_python_version(vmaf, tmp_path, part):
    wrong, zeros, refused = [], 0, 0
    for options, w, h, bits, *contents, seed in list(pairs())[part::5]:
        ref, dis = (plane(kind, w, h, bits, seed) for kind in contents)
        args = [*files(tmp_path, [ref], [dis]), *(["-b", bits] if bits > 8 else []),
                "--feature", feature(options)]
        try:
            want = ref_cambi.cambi(ref, dis, bits, **parse(options))
        except ref_cambi.Refused:
            refused += 1
            r = vmaf(*args)
            assert r.rc and f"{w}x{h}" in r.err, (options, w, h, r)
            continue
        zeros += not want["cambi"]
        for mask in (0, 0x10, 0xffffffff):
            got = vmaf.scores(*args, "--cpumask", mask)
            own = [name for name in got if name not in ("cambi_source", "cambi_full_reference")]
            got = {"cambi": got.pop(own[0])} | got
            if {name: [value] for name, value in want.items()} != got:
                wrong.append(f"{options} {w}x{h} {bits} bits {contents} {seed} mask {mask}: "
                             f"got {got}, want {want}")
    assert not wrong, "\n".join(wrong[:6] + [f"{len(wrong)} differ"])
    assert zeros < 24 and refused < 5, (zeros, refused)


@pytest.mark.parametrize("clip, bits, options, want", [
    *(("src01", b, "max_log_contrast=4:cambi_eotf=pq:tvi_threshold=0.01", [1.7736174246188832])
      for b in (10, 12, 16)),
    ("src01", 10, "full_ref=true:enc_bitdepth=8:topk=0.5",
     [0.40699859851481485, 8.7174308181109825e-05, 0.40691142420663373])])
def test_clips(vmaf, shared, clip, bits, options, want):
    """Netflix/vmaf's scores with options that test_golden.py does not have."""
    yuv = [shared / "clips" / f"{clip}_{part}_576x324_420p{bits}.yuv" for part in ("ref", "dis")]
    got = vmaf.json("-r", yuv[0], "-d", yuv[1], "-w", 576, "-h", 324, "-p", "420", "-b", bits,
                    "--frame_cnt", 1, "--precision", "max", "--feature", feature(options))
    assert list(got["frames"][0]["metrics"].values()) == want


def test_speed_up_halves(vmaf, tmp_path):
    ref = plane("rings", 1920, 1080, 8, 0)
    args = [*files(tmp_path, [ref], [ref]), "--feature", "cambi=cambi_high_res_speedup=1080"]
    want = ref_cambi.cambi(ref, ref, 8, cambi_high_res_speedup=1080)["cambi"]
    assert vmaf.scores(*args) == {"cambi_hrs_1080": [want]}


NAMES = ["cambi_heatmap_scale_0_320x241", "cambi_heatmap_scale_1_160x121",
         "cambi_heatmap_scale_2_80x61", "cambi_heatmap_scale_3_40x31", "cambi_heatmap_scale_4_20x16"]


def heatmaps(folder):
    return {p.name: p.read_bytes() for p in folder.iterdir()}


@pytest.mark.parametrize("options", ["", "max_log_contrast=4:window_size=100:full_ref=true"])
def test_heatmaps(vmaf, tmp_path, options):
    frames = [plane(CONTENTS[t % 5], 320, 241, 10, t) for t in range(9)]
    want = [[] for _ in NAMES]
    for frame in frames:
        maps = []
        ref_cambi.cambi(frame, frame, 10, maps, **parse(options))
        for scale, plane_of_scale in enumerate(maps):
            want[scale].append(plane_of_scale.astype("<u2").tobytes())
    want = {f"{name}_16b.gray": b"".join(data) for name, data in zip(NAMES, want)}
    assert all(any(data) for data in want.values())
    args = [*files(tmp_path, frames, frames), "-b", 10]
    for threads in (1, 2, 5):
        folder = tmp_path / "new" / "folder"
        scores = vmaf.scores(*args, "--threads", threads, "--feature",
                             feature(f"heatmaps_path={folder}" + (options and ":" + options)))
        assert heatmaps(folder) == want, threads
        assert all("heatmaps" not in name for name in scores)
    # A picture that is left out keeps its place; what was in the files is gone.
    vmaf.scores(*args, "--subsample", 2, "--feature",
                feature(f"heatmaps_path={folder}" + (options and ":" + options)))
    for name, data in heatmaps(folder).items():
        size = len(want[name]) // len(frames)
        for t in range(len(frames)):
            kept = want[name][t * size:(t + 1) * size] if t % 2 == 0 else bytes(size)
            assert data[t * size:(t + 1) * size] == kept, (name, t)


def test_heatmaps_that_cannot_be_written(vmaf, tmp_path):
    frame = plane("ramp", 320, 240, 8, 0)
    args = files(tmp_path, [frame], [frame])
    (tmp_path / "file").write_bytes(b"")
    r = vmaf(*args, "--feature", f"cambi=heatmaps_path={tmp_path / 'file'}")
    assert r.rc and str(tmp_path / "file") in r.err and "cambi" in r.err, r
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "cambi_heatmap_scale_3_40x30_16b.gray").symlink_to("/dev/full")
    r = vmaf(*args, "--feature", f"cambi=heatmaps_path={tmp_path / 'maps'}")
    assert r.rc and "scale_3_40x30" in r.err, r


@pytest.mark.parametrize("topk", ["0.6", "1"])
def test_where_the_order_decides(vmaf, tmp_path, topk):
    """Strong bands beside values below 1: their sum needs more bits than a double has."""
    y, x = np.mgrid[0:720, 0:1280]
    v = np.where(x < 700, 100 + (x + 2 * y) // 40 % 2 * 32, 150)
    v[(x >= 760) & (x % 50 < 2) & (y % 50 < 2)] = 151
    v = v.astype("<u2")
    options = f"max_log_contrast=5:window_size=127:topk={topk}"
    want = ref_cambi.cambi(v, v, 10, **parse(options))["cambi"]
    args = [*files(tmp_path, [v], [v]), "-b", 10, "--feature", feature(options)]
    for mask in (0, 0x10, 0xffffffff):
        got = vmaf.scores(*args, "--cpumask", mask)
        assert list(got.values()) == [[want]], mask
