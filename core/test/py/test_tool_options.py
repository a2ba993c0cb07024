# SPDX-License-Identifier: BSD-2-Clause-Patent
"""The command line: what is accepted, what is refused, with which message and status."""
import os
import re
import subprocess

import pytest

import clips
import conftest

RAW = ["-w", 64, "-h", 64, "-p", 420, "-b", 8]


def refused(r, message):
    """A usage error: the message first, a blank line, the usage."""
    assert r.rc == 1, r
    assert r.out == ""
    assert message in r.err
    head, _, usage = r.err.partition("\n\n")
    assert message in head
    assert usage.startswith("Usage: ")
    assert "--reference" in usage and "--feature" in usage


@pytest.mark.parametrize("option", ["-r", "-d", "-w", "-h", "-p", "-b", "-o", "-c", "--reference",
                                    "--feature", "--threads", "--subsample", "--cpumask",
                                    "--gpumask", "--frame_cnt", "--precision", "--backend"])
def test_missing_value(vmaf, y4m_pair, option):
    r = vmaf("-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssim", option)
    assert r.rc == 1
    assert "requires an argument" in r.err and "Usage: " in r.err


@pytest.mark.parametrize("option", ["--nope", "-z", "--tiny-model=x", "--no-reference", "--frame",
                                    "--xml=1"])
def test_unknown_or_ambiguous_option(vmaf, y4m_pair, option):
    r = vmaf("-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssim", option)
    assert r.rc == 1
    assert "option" in r.err and "Usage: " in r.err


INTEGERS = [("-w", "-w/--width"), ("--width", "-w/--width"), ("-h", "-h/--height"),
            ("--threads", "--threads"), ("--subsample", "--subsample"),
            ("--cpumask", "-c/--cpumask"), ("-c", "-c/--cpumask"), ("--gpumask", "--gpumask"),
            ("--frame_cnt", "--frame_cnt"), ("--frame_skip_ref", "--frame_skip_ref"),
            ("--frame_skip_dist", "--frame_skip_dist")]


NO_INTEGERS = ["x", "", "-64", "+5", " 5", "5 ", "1.5", "0x", "09", "4294967296", "99999999999",
               "99999999999999999999"]


@pytest.mark.parametrize("option,name,value", [(*o, "x") for o in INTEGERS] + [
    ("-w", "-w/--width", v) for v in NO_INTEGERS] + [
    (o, name, v) for o, name in (("--cpumask", "-c/--cpumask"), ("--gpumask", "--gpumask"))
    for v in ["-2", "+1", "4294967296", "18446744073709551614", "18446744073709551616"]])
def test_bad_integer(vmaf, y4m_pair, option, name, value):
    r = vmaf("-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssim", option, value)
    refused(r, f'Invalid argument "{value}" for option {name}; should be an integer')


@pytest.mark.parametrize("value,w", [("0x40", 64), ("0100", 64), ("64", 64)])
def test_integer_bases(vmaf, raw_pair, value, w):
    r = vmaf("-r", raw_pair[0], "-d", raw_pair[1], "-w", value, "-h", w, "-p", 420, "-b", 8,
             "--feature", "ssim")
    assert r.rc == 0


ALL_ONES = ["-1", "4294967295", "18446744073709551615", "0xffffffffffffffff",
            "01777777777777777777777"]


@pytest.mark.parametrize("value", ALL_ONES)
@pytest.mark.parametrize("option", ["--cpumask", "-c", "--gpumask"])
def test_mask_of_all_ones(vmaf, y4m_pair, option, value):
    assert vmaf("-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssim", option, value).rc == 0


@pytest.mark.parametrize("value", [*ALL_ONES, "0x30", "0"])
def test_masks_reach_the_library(vmaf, y4m_pair, tmp_path, value):
    source, stand_in = tmp_path / "init.c", tmp_path / "init.so"
    source.write_text('#include <stdio.h>\n#include "libvmaf/libvmaf.h"\n'
                      "int vmaf_init(VmafContext **vmaf, VmafConfiguration cfg) {\n"
                      'fprintf(stderr, "<%x %x>", (unsigned)cfg.cpumask, (unsigned)cfg.gpumask);\n'
                      "return -(vmaf != NULL); }\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-I", conftest.ROOT / "core" / "include", source,
                    "-o", stand_in], check=True)
    if "libvmaf.so" not in subprocess.run(["readelf", "-d", vmaf.path], capture_output=True,
                                          text=True, check=True).stdout:
        pytest.skip("the tool has the library inside")
    asan = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
    r = vmaf("-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssim", "--cpumask", value,
             "--gpumask", value, env={"LD_PRELOAD": str(stand_in), "ASAN_OPTIONS": asan})
    want = "ffffffff" if value in ALL_ONES else value.removeprefix("0x")
    assert f"<{want} {want}>" in r.err


@pytest.mark.parametrize("value", ["9", "0", "-8", "x", "", "8x", "14", "32"])
def test_bad_bitdepth(vmaf, raw_pair, value):
    r = vmaf("-r", raw_pair[0], "-d", raw_pair[1], "--feature", "ssim", "-b", value)
    refused(r, f'Invalid argument "{value}" for option -b/--bitdepth; '
               "should be a valid bitdepth (8/10/12/16)")


@pytest.mark.parametrize("value", ["421", "", "yuv420p", "4200"])
def test_bad_pixel_format(vmaf, raw_pair, value):
    r = vmaf("-r", raw_pair[0], "-d", raw_pair[1], "--feature", "ssim", "-p", value)
    refused(r, f'Invalid argument "{value}" for option -p/--pixel_format; '
               "should be a valid pixel format (420/422/444")


@pytest.mark.parametrize("args,message", [
    ([], "Reference .y4m or .yuv (-r/--reference) is required"),
    (["-r", "a"], "Distorted .y4m or .yuv (-d/--distorted) is required"),
    (["-d", "a"], "Reference .y4m or .yuv (-r/--reference) is required"),
    (["-r", "-", "-d", "-"], "Only one of the two inputs can be standard input"),
])
def test_inputs_required(vmaf, args, message):
    refused(vmaf(*args, "--feature", "ssim"), message)


@pytest.mark.parametrize("args", [RAW[2:], RAW[:2] + RAW[4:], RAW[:4] + RAW[6:], RAW[:6],
                                  ["-w", 0] + RAW[2:], RAW[:2] + ["-h", 0] + RAW[4:]])
def test_raw_needs_all_four(vmaf, raw_pair, args):
    r = vmaf("-r", raw_pair[0], "-d", raw_pair[1], *args, "--feature", "ssim")
    refused(r, "The following options are required for .yuv input:\n")
    assert [line.split("/")[0].strip() for line in r.err.splitlines()[1:5]] == [
        "--width", "--height", "--pixel_format", "--bitdepth"]


def test_nothing_to_do(vmaf, y4m_pair):
    r = vmaf("-r", y4m_pair[0], "-d", y4m_pair[1])  # with -n
    refused(r, "With --no_prediction a feature (--feature) is required")
    listed = r.err.splitlines()[-1]
    for name in ("ssim", "float_ssim", "float_ms_ssim"):
        assert re.search(rf"\b{name}\b", listed)


def test_help(vmaf):
    r = vmaf("--help")
    assert r.rc == 0 and r.err == ""
    for name in ("reference", "distorted", "width", "height", "pixel_format", "bitdepth",
                 "feature", "output", "xml", "json", "csv", "sub", "threads", "subsample",
                 "cpumask", "gpumask", "frame_cnt", "frame_skip_ref", "frame_skip_dist",
                 "no_prediction", "quiet", "version", "help", "precision", "backend",
                 "list_features", "list_models", "model", "aom_ctc", "nflx_ctc"):
        assert f"--{name}" in r.out
    assert "simt" not in r.out


@pytest.mark.parametrize("option", ["-v", "--version"])
def test_version(vmaf, option):
    r = vmaf(option)
    assert r.rc == 0 and r.out == ""
    assert re.fullmatch(r"3\.\d.*\n", r.err)


def test_list_features(vmaf):
    r = vmaf("--list_features")
    assert r.rc == 0 and r.err == ""
    blocks = {b.split()[0]: b for b in r.out.split("\n\n")}
    # Behind the backends of this build.
    assert re.match(r"float_ms_ssim \(cpu, (cuda, )?(hip, )?frames from 176x176\)",
                    blocks["float_ms_ssim"])
    assert re.match(r"float_ssim \(cpu, (cuda, )?(hip, )?frames from 11x11\)", blocks["float_ssim"])
    assert " scores: float_ssim float_ssim_l float_ssim_c float_ssim_s\n" in blocks["float_ssim"]
    assert re.search(r"^ +scale=0 \(0 to 10, integer\)  \S", blocks["float_ssim"], re.M)
    assert re.search(r"^ +enable_lcs=false \(true, false\)  \S", blocks["float_ssim"], re.M)


def test_prefixes_and_equals_sign(vmaf, y4m_pair, tmp_path):
    out = tmp_path / "o"
    r = vmaf(f"--ref={y4m_pair[0]}", "--dist", y4m_pair[1], "--feat=ssim", "--thr", "2", "--cs",
             f"--out={out}")
    assert r.rc == 0
    assert out.read_text().startswith("Frame,ssim,\n")


def test_options_in_any_order_and_stray_words(vmaf, y4m_pair):
    r = vmaf("stray", "--feature", "ssim", "-d", y4m_pair[1], "-r", y4m_pair[0])
    assert r.rc == 0
    assert '"stray"' in r.err


def test_later_values_replace(vmaf, y4m_pair, tmp_path):
    out = tmp_path / "o"
    r = vmaf("-r", "nowhere", "-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssim", "--csv",
             "--json", "-o", "/nowhere/at/all", "-o", out, "--frame_cnt", 1, "--frame_cnt", 2)
    assert r.rc == 0
    assert out.read_text().count("frameNum") == 2


FORMATS = [([], "<VMAF version="), (["--xml"], "<VMAF version="), (["--json"], "{\n"),
           (["--csv"], "Frame,"), (["--sub"], "{0}{1}frame: 0|"), (["--json", "--xml"], "<VMAF ")]


@pytest.mark.parametrize("args,start", FORMATS)
@pytest.mark.parametrize("stdout", ["-", "/dev/stdout"])
def test_formats(vmaf, y4m_pair, tmp_path, args, start, stdout):
    cmd = ["-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssim", *args]
    out = tmp_path / "o"
    assert vmaf(*cmd, "-o", out).rc == 0
    text = out.read_text()
    assert text.startswith(start)
    r = vmaf(*cmd, "-o", stdout)

    def without_fps(s):
        return re.sub(r'fps(="|": )[^"\n]*', "", s)
    assert r.rc == 0 and without_fps(r.out) == without_fps(text)


def test_features_many(vmaf, y4m_pair):
    args = ["-r", y4m_pair[0], "-d", y4m_pair[1]]
    assert vmaf(*args, *["--feature", "ssim"] * 32).rc == 0
    refused(vmaf(*args, *["--feature", "ssim"] * 33), "A maximum of 32 features are supported")


@pytest.mark.parametrize("text", [
    "float_ssim=enable_lcs=true:enable_db=true", "name=float_ssim:enable_lcs=true:enable_db=true",
    "float_ssim:enable_lcs=true:enable_db=true", "name=float_ssim=enable_db=true:enable_lcs=true"])
def test_feature_spellings(vmaf, y4m_pair, text):
    args = ["-r", y4m_pair[0], "-d", y4m_pair[1]]
    got = vmaf.scores(*args, "--feature", text)
    assert sorted(got) == ["float_ssim", "float_ssim_c", "float_ssim_l", "float_ssim_s"]
    assert got["float_ssim"] == vmaf.scores(*args, "--feature",
                                            "float_ssim=enable_db=true")["float_ssim"]


@pytest.mark.parametrize("text,feature,word", [
    ("float_ssim=enable_lcs", "float_ssim", "enable_lcs"),
    ("float_ssim=enable_lcs=true:clip_db", "float_ssim", "clip_db"),
    ("float_ssim==true", "float_ssim", ""), ("float_ssim=", "float_ssim", ""),
    ("", "", ""), ("name=", "", ""), ("=x", "", "")])
def test_feature_badly_spelt(vmaf, y4m_pair, text, feature, word):
    r = vmaf("-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", text)
    refused(r, f'Problem parsing feature "{feature}", bad option string "{word}".')


def cannot_load(r, feature, *texts):
    assert r.rc == 255, r
    assert f"problem loading feature extractor: {feature}\n" in r.err
    for text in texts:
        assert text in r.err


def test_unknown_feature(vmaf, y4m_pair):
    args = ["-r", y4m_pair[0], "-d", y4m_pair[1], "--feature"]
    cannot_load(vmaf(*args, "nope"), "nope", "ssim", "float_ssim", "float_ms_ssim")
    cannot_load(vmaf(*args, "flaot_ssim"), "flaot_ssim", 'did you mean "float_ssim"')
    r = vmaf(*args, "nothing")
    cannot_load(r, "nothing", "ssim")
    assert "did you mean" not in r.err  # three letters, none of them in common


def test_unknown_feature_option(vmaf, y4m_pair):
    r = vmaf("-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "float_ssim=nope=1")
    cannot_load(r, "float_ssim", "nope", "enable_lcs", "enable_db", "clip_db", "scale")


@pytest.mark.parametrize("option,value,also", [("scale", "11", "10"), ("scale", "-1", "10"),
                                               ("scale", "abc", "10"),
                                               ("enable_lcs", "maybe", "true")])
def test_bad_feature_option_value(vmaf, y4m_pair, option, value, also):
    r = vmaf("-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", f"float_ssim={option}={value}")
    cannot_load(r, "float_ssim", option, value, also)


PRECISIONS = [("max", "%.17g"), ("full", "%.17g"), ("legacy", "%.6f"), ("1", "%.1g"),
              ("9", "%.9g"), ("17", "%.17g")]


@pytest.mark.parametrize("value,form", PRECISIONS)
def test_precision(vmaf, y4m_pair, tmp_path, value, form):
    args = ["-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssim"]
    exact = vmaf.json(*args, "--precision", "max")
    want = exact["pooled_metrics"]["ssim"]["mean"]
    assert vmaf.json(*args, "--precision", value)["pooled_metrics"]["ssim"]["mean"] == float(
        form % want)
    r = vmaf(*args, "--precision", value)
    assert r.out.splitlines()[1].split() == ["ssim", form % want]
    out = tmp_path / "o.csv"
    r = vmaf(*args, "--precision", value, "--csv", "-o", out)
    assert f"ssim: {form % want}\n" in r.err
    assert out.read_text().splitlines()[1] == f"0,{form % exact['frames'][0]['metrics']['ssim']},"


@pytest.mark.parametrize("value", ["0", "18", "-1", "x", "", "9x", "Max", "99999999999999999999"])
def test_bad_precision(vmaf, y4m_pair, value):
    r = vmaf("-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssim", "--precision", value)
    refused(r, f"--precision must be an integer 1..17, or one of: max, full, legacy (got: {value})")


def test_backends(vmaf, y4m_pair):
    args = ["-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssim"]
    assert vmaf.scores(*args, "--backend", "cpu") == vmaf.scores(*args, "--backend", "auto")
    r = vmaf(*args, "--backend", "sycl")
    refused(r, "Unknown --backend value 'sycl' (expected: auto, cpu, cuda, hip)")


@pytest.mark.parametrize("backend", ["cuda", "hip", "simt"])
def test_backend_runs_or_says_why_not(vmaf, y4m_pair, backend):
    """Never the CPU instead: either the same scores, or status 255 and the backend's name."""
    args = ["-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssim"]
    r = vmaf(*args, "--backend", backend, "--precision", "max")
    if r.rc == 0:
        assert r.out == vmaf(*args, "--backend", "cpu", "--precision", "max").out
    else:
        assert r.rc == 255 and r.out == "" and backend in r.err.lower()


def test_quiet_and_means(vmaf, y4m_pair, tmp_path):
    args = ["-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "float_ssim", "--feature", "ssim",
            "--gpumask", "-1"]
    out = tmp_path / "o"
    means = {n: m["mean"] for n, m in vmaf.json(*args)["pooled_metrics"].items()}
    r = vmaf(*args, "-o", out)
    assert r.out == ""
    assert r.err == "".join(f"{n}: {m:.6f}\n" for n, m in means.items())
    r = vmaf(*args, "-o", out, "-q")
    assert (r.out, r.err) == ("", "")
    for quiet in ([], ["--quiet"]):
        r = vmaf(*args, *quiet)
        assert r.err == ""
        lines = r.out.splitlines()
        assert lines[0].split() == "score mean of 3 frames".split()
        assert [line.split() for line in lines[1:]] == [[n, f"{m:.6f}"] for n, m in means.items()]


def test_means_count_scored_frames(vmaf, y4m_pair):
    args = ["-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssim"]
    for subsample, n in ((0, "3 frames"), (2, "2 frames"), (3, "1 frame"), (7, "1 frame")):
        r = vmaf(*args, "--subsample", subsample)
        assert r.out.splitlines()[0].split(maxsplit=1)[1] == f"mean of {n}"


def test_cpumask_keeps_scores(vmaf, y4m_pair):
    args = ["-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssim", "--feature", "float_ssim"]
    want = vmaf.scores(*args)
    for mask in (["--cpumask", "4294967295"], ["-c", "16"], ["--cpumask=0x38"]):
        assert vmaf.scores(*args, *mask) == want


def test_output_cannot_be_written(vmaf, y4m_pair, tmp_path):
    args = ["-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssim", "-o"]
    for path in ("", tmp_path, tmp_path / "no" / "o.xml"):
        r = vmaf(*args, path)
        assert r.rc == 255
        assert f"could not open file: {path}" in r.err
    r = vmaf(*args, "/dev/full")
    assert r.rc == 255 and "/dev/full" in r.err


def test_output_is_an_input(vmaf, y4m_pair, tmp_path):
    ref, dis = y4m_pair
    before = dis.read_bytes()
    link = tmp_path / "link.y4m"
    link.symlink_to(dis)
    for args, stdin in ((["-d", dis, "-o", dis], None), (["-d", dis, "-o", link], None),
                        (["-d", "-", "-o", dis], dis)):
        with open(stdin or "/dev/null", "rb") as f:
            p = subprocess.run([vmaf.path, "-n", "-r", ref, *args, "--feature", "ssim"], stdin=f,
                               capture_output=True, text=True, check=False)
        assert p.returncode == 255 and "replace an input" in p.stderr
        assert dis.read_bytes() == before
    assert vmaf("-r", "/dev/null", "-d", "/dev/null", "-o", "/dev/null", "-w", 2, "-h", 2, "-p",
                420, "-b", 8, "--feature", "ssim").rc == 234  # a device may be both


def test_one_pipe_for_both_inputs(vmaf, raw_pair):
    args = [*RAW, "--feature", "ssim"]
    frames = raw_pair[0].read_bytes()
    r = vmaf("-r", "-", "-d", "/dev/stdin", *args, stdin=2 * frames)
    assert r.rc == 255 and "same pipe: -, /dev/stdin" in r.err
    # A file is opened twice.
    with open(raw_pair[0], "rb") as f:
        p = subprocess.run([vmaf.path, "-n", "-r", "-", "-d", "/dev/stdin", *map(str, args)], stdin=f,
                           capture_output=True, text=True, check=False)
    assert p.returncode == 0 and "1.000000" in p.stdout


def test_standard_streams_closed(vmaf, raw_pair):
    """No file that is opened later stands in for them."""
    args = ["-r", raw_pair[0], *RAW, "--feature", "ssim", "-d"]
    for redirect, dis, rc in (("<&-", "-", 234), (">&-", raw_pair[1], 255),
                              ("2>&-", raw_pair[1], 0)):
        shell = type(vmaf)("sh", vmaf.tmp)
        r = shell("-c", f'"$@" {redirect}', "sh", vmaf.path, "-n", *args, dis, predict=True)
        assert r.rc == rc, r
        if dis == "-":
            assert 'no frames to score in "-"' in r.err


def test_standard_output_full(vmaf, y4m_pair):
    cmd = ["sh", "-c", '"$@" > /dev/full', "sh", vmaf.path, "-n", "-r", y4m_pair[0], "-d",
           y4m_pair[1], "--feature", "ssim"]
    shell = type(vmaf)(cmd[0], vmaf.tmp)
    for more in ([], ["-o", "-"]):
        r = shell(*cmd[1:], *more, predict=True)
        assert r.rc == 255 and "standard output" in r.err


def test_infinite_scores(vmaf, tmp_path):
    """Equal clips: SSIM in dB is infinite, null in JSON and inf elsewhere."""
    path = clips.write(tmp_path / "a.y4m", clips.y4m_bytes(clips.clip(2, 32, 32)))
    args = ["-r", path, "-d", path, "--feature", "ssim=enable_db=true"]
    assert vmaf.json(*args)["frames"][0]["metrics"]["ssim"] is None
    r = vmaf(*args, "--csv", "-o", "-")
    assert r.rc == 0 and r.out.splitlines()[1] == "0,inf,"
