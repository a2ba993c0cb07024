#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Compare FFmpeg's libvmaf filter with the vmaf tool: the same log but for fps, the same score.

usage: clients_ffmpeg.py FFMPEG VMAF MODEL_FOLDER
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "core" / "test" / "py"))
import clips  # noqa: E402

ONE = "version=vmaf_v0.6.1"
FORMATS = ("xml", "json", "csv", "sub")
# Width, height, pictures of the reference and the distorted video, bits.
SIZES = {"even": (192, 180, 5, 5, 8), "odd": (191, 177, 5, 5, 8), "short": (192, 180, 6, 4, 8),
         "10 bits": (191, 177, 3, 3, 10), "12 bits": (192, 180, 3, 3, 12)}
# Runs with VMAF_BACKEND=simt, and the features that must then not be on the CPU.
TWINS = ("psnr", "float_psnr", "float_moment", "float_ansnr", "float_ssim", "float_ms_ssim", "ssim",
         "ssimulacra2")
ON_SIMT = {"host executor": {"adm", "motion", "vif", "float_ssim"},
           "host executor, all twins": {"adm", "motion", "vif", "float_adm", "float_motion",
                                        "float_vif", *TWINS}}
FORMAT_OF = {8: "yuv420p", 10: "yuv420p10le", 12: "yuv420p12le"}


def cases(models, release):
    """(what, clip, options of the filter, arguments of the tool, pooling of the score line)"""
    both = r"version=vmaf_v0.6.1\\:name=a|version=vmaf_v0.6.1neg\\:name=b"
    overload = r"version=vmaf_v0.6.1\\:adm.adm_enhn_gain_limit=1.0"
    for fmt in FORMATS:
        yield f"default model, {fmt}", "even", f"log_fmt={fmt}", ["--model", ONE, f"--{fmt}"], "mean"
    xml = ["--xml"]
    yield "odd sizes", "odd", "", ["--model", ONE] + xml, "mean"
    yield "threads", "even", "n_threads=4", ["--model", ONE] + xml, "mean"
    yield "subsample", "even", "n_subsample=2", ["--model", ONE, "--subsample", "2"] + xml, "mean"
    for pool in ("min", "max", "mean", "harmonic_mean"):
        # "max" means the mean, and in release 5 "harmonic_mean" does.
        yield f"pool {pool}", "even", f"pool={pool}", ["--model", ONE] + xml, \
            pool if pool == "min" or (pool == "harmonic_mean" and release >= 7) else "mean"
    yield "two models", "even", f"model={both}", \
        ["--model", f"{ONE}:name=a", "--model", "version=vmaf_v0.6.1neg:name=b"] + xml, "mean"
    yield "option of a feature", "even", f"model={overload}", \
        ["--model", f"{ONE}:adm.adm_enhn_gain_limit=1.0"] + xml, "mean"
    yield "phone model", "even", r"model=version=vmaf_v0.6.1\\:enable_transform=true", \
        ["--model", f"{ONE}:enable_transform"] + xml, "mean"
    yield "features", "even", r"feature=name=psnr|name=float_ssim\\:enable_lcs=true", \
        ["--model", ONE, "--feature", "psnr", "--feature", "float_ssim=enable_lcs=true"] + xml, "mean"
    yield "host executor", "odd", r"n_threads=2:feature=name=float_ssim|name=ciede", \
        ["--model", ONE, "--feature", "float_ssim", "--feature", "ciede"] + xml, "mean"
    on_simt = r"version=vmaf_v0.6.1neg\\:name=a|version=vmaf_float_v0.6.1\\:name=b"
    yield "host executor, all twins", "odd", \
        f"model={on_simt}:feature={'|'.join(f'name={twin}' for twin in TWINS)}", \
        ["--model", "version=vmaf_v0.6.1neg:name=a", "--model", "version=vmaf_float_v0.6.1:name=b",
         *(arg for twin in TWINS for arg in ("--feature", twin))] + xml, "mean"
    yield "model by path", "even", f"model=path={models}/vmaf_4k_v0.6.1.json", \
        ["--model", f"path={models}/vmaf_4k_v0.6.1.json"] + xml, "mean"
    yield "inputs of different length", "short", "shortest=1", ["--model", ONE] + xml, "mean"
    if release >= 7:
        for bits in (10, 12):  # release 5 copies half of a row above 8 bits
            yield f"{bits} bits", f"{bits} bits", "", ["--model", ONE] + xml, "mean"
        return
    yield "old options", "even", "psnr=1:ssim=1:ms_ssim=1:phone_model=1", \
        ["--model", ONE, "--feature", "psnr=enable_chroma=false", "--feature", "float_ssim",
         "--feature", "float_ms_ssim"] + xml, "mean"
    yield "old path", "even", f"model_path={models}/vmaf_v0.6.1.json", ["--model", ONE] + xml, "mean"
    yield "old interval", "even", \
        f"model_path={models}/vmaf_b_v0.6.3.json:enable_conf_interval=1", ["--model", ONE] + xml, \
        "mean"


def write_clips(folder):
    for name, (w, h, n_ref, n_dis, bpc) in SIZES.items():
        ref = clips.clip(max(n_ref, n_dis), w, h, bpc=bpc)
        clips.write(folder / f"{name}_ref.yuv", clips.raw_bytes(ref[:n_ref]))
        clips.write(folder / f"{name}_dis.yuv", clips.raw_bytes(clips.distort(ref, bpc)[:n_dis]))


def run(command, env=None):
    p = subprocess.run([str(a) for a in command], stdin=subprocess.DEVNULL, capture_output=True,
                       text=True, timeout=120, check=False, env={**os.environ, **(env or {})})
    if p.returncode:
        sys.exit(f"{command}: status {p.returncode}\n{p.stdout}{p.stderr}")
    return p.stderr


def ffmpeg(program, folder, clip, options, log, backend):
    """The scores that it prints, and which features it says not to run on the CPU."""
    w, h, _, _, bpc = SIZES[clip]
    source = ["-f", "rawvideo", "-pix_fmt", FORMAT_OF[bpc], "-s", f"{w}x{h}", "-r", "25", "-i"]
    graph = ":".join(o for o in (f"libvmaf=log_path={log}", options) if o)
    err = run([program, "-nostdin", "-hide_banner", *source, folder / f"{clip}_dis.yuv", *source,
               folder / f"{clip}_ref.yuv", "-lavfi", graph, "-f", "null", "-"],
              {"VMAF_BACKEND": backend})
    where = dict(re.findall(r"libvmaf INFO (\w+): (cpu|simt|cuda|hip)\b", err))
    return re.findall(r"VMAF score: (\S+)", err), {name for name, on in where.items() if on != "cpu"}


def tool(program, folder, clip, args, log):
    w, h, _, _, bpc = SIZES[clip]
    run([program, "-r", folder / f"{clip}_ref.yuv", "-d", folder / f"{clip}_dis.yuv", "-w", w, "-h",
         h, "-p", "420", "-b", bpc, *args, "-o", log])


def comparable(text, any_order):
    """Without the rate; with any_order columns and metrics in the order of their names."""
    lines = [line for line in text.splitlines() if "fps" not in line]
    return sorted(sorted(line.split()) for line in lines) if any_order else lines


def score_of(path, name, pool):
    """A pooled score of an XML log."""
    found = re.search(rf'<metric name="{name}"[^>]*\b{pool}="([^"]*)"', path.read_text())
    return found and found[1]


def check(programs, folder, case):
    what, clip, options, args, pool = case
    logs = [folder / "ffmpeg.log", folder / "tool.log"]
    on_simt = ON_SIMT.get(what, set())
    scores, not_on_cpu = ffmpeg(programs[0], folder, clip, options, logs[0],
                                "simt" if on_simt else "cpu")
    tool(programs[1], folder, clip, args, logs[1])
    ours, theirs = (log.read_text() for log in logs)
    # These features come before the model.
    any_order = what == "old options"
    same = comparable(ours, any_order) == comparable(theirs, any_order)
    if not_on_cpu != on_simt:
        print(f"{what}: wanted on simt: {sorted(on_simt)}; got {sorted(not_on_cpu)}")
        same = False
    if "--xml" in args:
        names = ["a", "b"] if "name=a" in options else ["vmaf"]
        want = [score_of(logs[1], name, pool) for name in names]
        same = same and scores == want and None not in want
    print(f"{'same' if same else 'DIFFERENT'}: {what}: {' '.join(scores)}", flush=True)
    if not same:
        for path in logs:
            print(path.read_text()[:2000])
    return same


def version_of(program):
    text = subprocess.run([program, "-version"], capture_output=True, text=True, check=True).stdout
    return re.match(r"ffmpeg version (\d[\w.]*)", text)[1]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as tmp:
        folder = Path(tmp)
        write_clips(folder)
        release = version_of(sys.argv[1])
        results = [check(sys.argv[1:3], folder, case)
                   for case in cases(sys.argv[3], int(release.split(".")[0]))]
    print(f"FFmpeg {release}: {sum(results)} of {len(results)} runs equal the tool's")
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
