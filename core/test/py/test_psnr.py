# SPDX-License-Identifier: BSD-2-Clause-Patent
"""psnr, float_psnr, float_ansnr and float_moment against the slow version in ref_psnr.py with ==."""
import pytest

import clips
import ref_psnr
import sweep

EVERY = 11  # prime to the number of contents, formats and option sets, so that each of them is met


def want(ref, dis, bpc, options):
    scores = dict(ref_psnr.psnr(ref, dis, bpc, **options)[0])
    scores |= ref_psnr.float_psnr(ref[0], dis[0], bpc)
    scores |= ref_psnr.float_moment(ref[0], dis[0], bpc)
    if min(ref[0].shape) >= 3:
        scores |= ref_psnr.float_ansnr(ref[0], dis[0], bpc)
    return scores


def cases(dump):
    """(description, ref, dis, scores) of each dumped case; pictures are lists of planes."""
    while dump.more():
        what = w, h, _, fmt, _ = dump.line()
        ref, dis = (dump.picture(w, h, fmt) for _ in range(2))
        yield what, ref, dis, dump.named_scores()


def test_sweep_equals_the_python_version():
    wrong, n, seen = [], 0, set()
    for what, ref, dis, got in cases(sweep.Dump("psnr", EVERY)):
        n += 1
        bpc, options = int(what[2]), what[4]
        seen.add((bpc, len(ref), options))
        right = want(ref, dis, bpc, sweep.parse_options(options, ref_psnr.OPTIONS))
        if list(got.items()) != list(right.items()):
            wrong.append(f"{' '.join(what)}: got {got}, want {right}")
    assert not wrong, "\n".join(wrong[:10] + [f"{len(wrong)} of {n} cases differ"])
    assert n > 1800 and len(seen) == 4 * 2 * 7, (n, len(seen))


def write_pair(tmp_path, frames):
    for name, k in (("ref.yuv", 0), ("dis.yuv", 1)):
        clips.write(tmp_path / name, clips.raw_bytes([pair[k] for pair in frames]))
    return "-r", tmp_path / "ref.yuv", "-d", tmp_path / "dis.yuv"


def random_pairs(n, w, h, fmt, bpc, seed):
    ref = [clips.noise_frame(w, h, fmt, bpc, seed + i) for i in range(n)]
    return list(zip(ref, clips.distort(ref, bpc, seed)))


@pytest.mark.parametrize("n", [1, 3, 8])
@pytest.mark.parametrize("fmt, bpc, options", [
    ("420", 8, {}), ("422", 10, {"reduced_hbd_peak": True}), ("444", 12, {"min_sse": 0.5}),
    ("420", 16, {"enable_chroma": False})])
def test_clip_values(vmaf, tmp_path, n, fmt, bpc, options):
    """Every picture counts, whatever is reported; odd sizes have whole chroma planes."""
    w, h = 33, 17
    pairs = random_pairs(n, w, h, fmt, bpc, n)
    text = "".join(f":{k}={str(v).lower()}" for k, v in options.items())
    errors = [ref_psnr.psnr(r, d, bpc, **options)[1] for r, d in pairs]
    right = {}
    for i in range(3 if options.get("enable_chroma", True) else 1):
        right[f"apsnr_{ref_psnr.PLANES[i]}"] = ref_psnr.apsnr(
            [e[i] for e in errors], [r[i].size for r, _ in pairs], bpc,
            options.get("reduced_hbd_peak", False))
    args = (*write_pair(tmp_path, pairs), "-w", w, "-h", h, "-p", fmt, "-b", bpc,
            "--feature", f"psnr=enable_apsnr=true{text}", "--precision", "max")
    for more in ((), ("--threads", 3), ("--subsample", 2), ("--threads", 8, "--subsample", 3)):
        log = vmaf.json(*args, *more)
        assert list(log["aggregate_metrics"].items()) == list(right.items()), more
        assert not any(name.startswith("apsnr") for f in log["frames"] for name in f["metrics"])
    r = vmaf(*args, "--xml", "-o", tmp_path / "log.xml")
    assert r.rc == 0, r
    line = next(x for x in (tmp_path / "log.xml").read_text().splitlines() if "<aggregate" in x)
    assert line.split()[1:-1] == [f'{name}="{value:.17g}"' for name, value in right.items()]


@pytest.mark.parametrize("bpc, n, bound", [(8, 1, 70.0), (16, 2, 121.0)])
def test_clip_values_of_identical_clips(vmaf, tmp_path, bpc, n, bound):
    """10 log10(2 peak^2 M), rounded up: 48.1 + 21.1 dB for M = 64, 96.3 + 24.1 dB for M = 128."""
    frame = clips.noise_frame(8, 8, "420", bpc)
    log = vmaf.json(*write_pair(tmp_path, [(frame, frame)] * n), "-w", 8, "-h", 8, "-p", "420",
                    "-b", bpc, "--feature", "psnr=enable_apsnr=true:enable_chroma=false",
                    "--precision", "max")
    assert log["aggregate_metrics"] == {"apsnr_y": bound}
    assert [f["metrics"] for f in log["frames"]] == [{"psnr_y": 6.0 * bpc + 12}] * n


def test_no_clip_values_unless_asked_for(vmaf, y4m_pair):
    ref, dis = y4m_pair
    log = vmaf.json("-r", ref, "-d", dis, "--feature", "psnr")
    assert log["aggregate_metrics"] == {}


@pytest.mark.parametrize("feature", ["psnr=enable_mse=true", "float_psnr", "float_ansnr",
                                     "float_moment"])
def test_threads_and_subsampling(vmaf, y4m_pair, feature):
    ref, dis = y4m_pair
    args = ("-r", ref, "-d", dis, "--feature", feature)
    once = vmaf.scores(*args)
    assert all(None not in values and len(values) == 3 for values in once.values())
    for threads in (1, 3, 8):
        assert vmaf.scores(*args, "--threads", threads) == once
    assert vmaf.scores(*args, "--subsample", 2) == {k: v[::2] for k, v in once.items()}


@pytest.mark.parametrize("w, h", [(2, 3), (3, 2), (1, 64)])
def test_small_pictures(vmaf, tmp_path, w, h):
    """Only float_ansnr needs more than a sample, and says how many."""
    args = (*write_pair(tmp_path, random_pairs(1, w, h, "420", 8, 1)), "-w", w, "-h", h,
            "-p", "420", "-b", 8)
    r = vmaf(*args, "--feature", "float_ansnr")
    assert r.rc == 234 and "3x3" in r.err and f"{w}x{h}" in r.err, r
    r = vmaf(*args, "--feature", "psnr", "--feature", "float_psnr", "--feature", "float_moment")
    assert r.rc == 0, r


def test_python_version_gives_the_check_vectors():
    """The pictures of docs/metrics/psnr.md, 33x17."""
    vectors = {
        8: (31.757940254151485, 11.653231657527737, 30.379663755128078, 127.80392156862744,
            21740.50980392157),
        10: (31.793968915688083, 15.4955768786478, 29.7837934388245, 127.89393939393939,
             21827.416443850267),
        12: (31.83981200910209, 9.3579963102719503, 29.627352411485131, 128.25868983957218,
             21959.551275623886),
        16: (31.809894948791253, 13.329209855369118, 28.979445543175562, 121.98408255347593,
             20115.605735955603),
    }
    for bpc, values in vectors.items():
        ref, dis = (picture[0] for picture in clips.pattern_pair(33, 17, bpc))
        got = (ref_psnr.float_psnr(ref, dis, bpc) | ref_psnr.float_ansnr(ref, dis, bpc) |
               ref_psnr.float_moment(ref, dis, bpc))
        names = ("float_psnr", "float_ansnr", "float_anpsnr", "float_moment_ref1st",
                 "float_moment_dis2nd")
        assert tuple(got[name] for name in names) == values
