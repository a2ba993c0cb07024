#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Run the vmaf tool with the arguments that scripts around libvmaf's tool give it, read the XML
file back as they do, and compare every score with the reference values.

usage: clients_scripts.py VMAF MODEL_FOLDER
VMAF_SHARED: folder of the clips and values; by default "shared" beside the project
"""
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("VMAF_SHARED") or ROOT.parent / "shared")
# The reference values are of so many frames.
CLIPS = {"src01_160x90_420p8.yuv": ["--frame_cnt", "12"], "src01_576x324_420p10.yuv": []}
TRANSFORMED = "--disable-clip --enable-transform"
PLAIN_C = ["--cpumask", "-1"]


def feature(extractor):
    return ["--feature", extractor.replace(":", "=", 1)]


def model(version, more=""):
    return ["--model", f"version={version}{more}"]


def cases(models):
    """(arguments, {which reference values: the name of the model, None for a feature})"""
    single = ["float_psnr", "float_moment", "float_ansnr", "psnr", "psnr_hvs", "ciede",
              "speed_temporal", "float_motion", "motion:motion_force_zero=true", "motion:debug=true",
              "vif:debug=true", "vif:vif_enhn_gain_limit=1.0",
              "float_vif:debug=true", "float_vif:vif_kernelscale=0.5", "psnr:enable_chroma=false",
              "psnr:enable_mse=true:enable_apsnr=true", "psnr:reduced_hbd_peak=true:min_sse=0.5"]
    for name in single:
        yield ["--no_prediction", *feature(name), *PLAIN_C], {name: None}
        yield ["--no_prediction", *feature(name), "--threads", "4", "--quiet"], {name: None}
    wide = ["cambi", "cambi:full_ref=true", "speed_chroma"]  # they refuse the small clip
    for name in wide:
        yield ["--no_prediction", *feature(name), *PLAIN_C], {name: None}
    many = ["float_psnr", "psnr", "float_moment", "ciede", "psnr_hvs", "float_vif:debug=true"]
    yield (["--no_prediction", "--threads", "2", *(a for n in many for a in feature(n))],
           {name: None for name in many})
    for version in ("vmaf_v0.6.1", "vmaf_v0.6.1neg", "vmaf_4k_v0.6.1", "vmaf_float_v0.6.1",
                    "vmaf_float_v0.6.1neg", "vmaf_b_v0.6.3", "vmaf_v1.0.16_3d0h"):
        yield model(version) + PLAIN_C, {(version, ""): "vmaf"}
        yield (["--model", f"path={models}/{version}.json", "--threads", "3", "--quiet"],
               {(version, ""): "vmaf"})
        yield (model(version, ":name=other:disable_clip=true:enable_transform=true"),
               {(version, TRANSFORMED): "other"})
    yield [], {("vmaf_v0.6.1", ""): "vmaf"}
    yield (model("vmaf_v0.6.1", ":name=one") + model("vmaf_4k_v0.6.1neg", ":name=two") +
           feature("psnr") + feature("float_psnr") + ["--gpumask", "-1", *PLAIN_C],
           {("vmaf_v0.6.1", ""): "one", ("vmaf_4k_v0.6.1neg", ""): "two", "psnr": None,
            "float_psnr": None})
    yield (model("vmaf_v0.6.1", ":adm.adm_enhn_gain_limit=1.0:vif.vif_enhn_gain_limit=1.0"),
           {("vmaf_v0.6.1neg", ""): "vmaf"})
    yield (model("vmaf_v0.6.1") + feature("psnr") + ["--subsample", "2"],
           {("vmaf_v0.6.1", ""): "vmaf", "psnr": None})


def reference_values():
    """{clip: {extractor or (model, flags): [(name, frame, value)]}}"""
    values = {clip: {} for clip in CLIPS}
    for line in (SHARED / "golden" / "features.jsonl").read_text().splitlines():
        row = json.loads(line)
        if row["clip"] in values:
            key = (row["model"], row["flags"]) if "model" in row else row["extractor"]
            values[row["clip"]].setdefault(key, []).append(
                (row["feature"], row["frame"], float(row["value"])))
    return values


def name_in_file(name):
    """Of an internal score name, by the table of aliases."""
    name = re.sub(r"^VMAF_integer_feature_(?!motion_sad)(\w+)_score$", r"integer_\1", name)
    return re.sub(r"^(?:VMAF|Cambi|Speed_\w+?)_feature_(\w+)_score$", r"\1", name)


def number(value):
    """The text of a score: six digits, or sixteen if it is small or has digits only there."""
    left, shifts = abs(value) - math.trunc(abs(value)) if abs(value) < 2 ** 31 else 0.0, 0
    while 0.0 < left < 1.0:
        left *= 10.0
        shifts += 1
    return f"{value:.6f}" if shifts <= 6 else f"{value:.16f}"


def run(program, clip, args, out):
    stem, size, fmt = clip.removesuffix(".yuv").split("_")
    w, h = size.split("x")
    files = [SHARED / "clips" / f"{stem}_{side}_{size}_{fmt}.yuv" for side in ("ref", "dis")]
    command = [program, "--reference", files[0], "--distorted", files[1], "--width", w, "--height",
               h, "--pixel_format", "420", "--bitdepth", fmt.removeprefix("420p"), "--xml",
               *CLIPS[clip], *args, "--output", out]
    p = subprocess.run([str(a) for a in command], stdin=subprocess.DEVNULL, capture_output=True,
                       text=True, timeout=300, check=False)
    return p.returncode, p.stdout + p.stderr


def read_back(path):
    """{(name, frame): text}, and the names that have a mean."""
    root = xml.etree.ElementTree.parse(path).getroot()
    texts = {(name, int(frame.attrib["frameNum"])): text for frame in root.findall("frames/frame")
             for name, text in frame.attrib.items() if name != "frameNum"}
    pooled = {m.attrib["name"] for m in root.findall("pooled_metrics/metric") if "mean" in m.attrib}
    return texts, pooled


def compare(values, wanted, args, path):
    """@return how many values were compared, and what is wrong"""
    texts, pooled = read_back(path)
    step = int(args[args.index("--subsample") + 1]) if "--subsample" in args else 1
    wrong = [f"{name} at frame {frame}" for name, frame in texts if frame % step]
    n = 0
    for key, name_of_model in wanted.items():
        for name, frame, value in values[key]:
            name = re.sub("^vmaf", name_of_model, name) if name_of_model else name_in_file(name)
            if frame % step:
                continue
            n += 1
            if texts.get((name, frame)) != number(value) or name not in pooled:
                wrong.append(f"{name} at frame {frame}: want {number(value)}, "
                             f"got {texts.get((name, frame))}")
    return n, wrong


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    if not (SHARED / "golden" / "features.jsonl").exists():
        print(f"SKIP: arguments of scripts: no reference values in {SHARED}")
        sys.exit(os.environ.get("VMAF_TEST_STRICT") == "1")
    values = reference_values()
    failed = n_runs = n_values = 0
    with tempfile.TemporaryDirectory() as tmp:
        out = Path(tmp) / "log.xml"
        for clip in CLIPS:
            for args, wanted in cases(sys.argv[2]):
                if any(key not in values[clip] for key in wanted):
                    continue
                out.unlink(missing_ok=True)
                status, text = run(sys.argv[1], clip, args, out)
                n, wrong = (0, [f"status {status}: {text}"]) if status else compare(
                    values[clip], wanted, args, out)
                n_runs, n_values = n_runs + 1, n_values + n
                if wrong or not n:
                    failed += 1
                    print(f"WRONG: {clip} {' '.join(map(str, args))}", *wrong[:5], sep="\n  ")
    print(f"arguments of scripts: {n_runs - failed} of {n_runs} runs, {n_values} scores compared")
    sys.exit(1 if failed or n_runs < 60 else 0)


if __name__ == "__main__":
    main()
