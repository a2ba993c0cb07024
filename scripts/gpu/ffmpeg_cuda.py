#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Compare FFmpeg on an NVIDIA GPU with the vmaf tool on the CPU: the same log but for fps.

usage: ffmpeg_cuda.py FFMPEG VMAF OUT_DIR [BACKEND [FRAMES]]     default: cuda 300

`scripts/ci/clients.sh --cuda` builds FFMPEG. In the two formats that its filter libvmaf_cuda takes:
the filter libvmaf told by VMAF_BACKEND, and libvmaf_cuda with frames uploaded and decoded there.
With another backend, as simt, only the first. OUT_DIR gets the logs. Status 77: there is no GPU.
"""
import ctypes
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "ci"))
import numpy as np  # noqa: E402
from clients_ffmpeg import comparable, run, score_of  # noqa: E402
from parity_frames import CONTENTS, dtype, plane_sizes  # noqa: E402

W, H = 640, 360
FORMATS = {"yuv420p": ("420", 8), "yuv444p16le": ("444", 16)}
# Features of luma: libvmaf_cuda copies no chroma.
TOOL = ["--model", "version=vmaf_v0.6.1", "--feature", "psnr=enable_chroma=false", "--feature",
        "float_ssim", "--backend", "cpu", "--threads", os.cpu_count(), "--xml"]
FILTER = r"log_path={log}:feature=name=psnr\\:enable_chroma=false|name=float_ssim:n_threads="
SCENES = ("structured", "sharpened", "grain", "identical_structured", "checkerboard", "faint")
DEVICE = ["-init_hw_device", "cuda=gpu", "-filter_hw_device", "gpu"]
DECODE = ["-hwaccel", "cuda", "-hwaccel_device", "gpu", "-hwaccel_output_format", "cuda"]
PASS = ["-fps_mode", "passthrough", "-f"]


def write_clips(folder, pix_fmt, frames):
    """The distorted and the reference video: a still picture for each scene, which moves."""
    fmt, bpc = FORMATS[pix_fmt]
    paths = [folder / f"{side}_{pix_fmt}.yuv" for side in ("dis", "ref")]
    with open(paths[1], "wb") as ref, open(paths[0], "wb") as dis:
        for f in range(frames):
            scene, step = divmod(f, 25)
            if step == 0:
                rng = np.random.default_rng([scene, bpc])
                content = CONTENTS[SCENES[scene % len(SCENES)]]
                planes = [[side.astype(dtype(bpc)) for side in content(rng, w, h, (1 << bpc) - 1)]
                          for w, h in plane_sizes(W, H, fmt)]
            for sides in planes:
                for out, side in zip((ref, dis), sides):
                    out.write(np.roll(side, (f % 7, 3 * f), (0, 1)).tobytes())
    return paths


def raw(pix_fmt, *paths):
    form = ["-f", "rawvideo", "-pix_fmt", pix_fmt, "-s", f"{W}x{H}", "-r", "25", "-i"]
    return [a for path in paths for a in (*form, path)]


def decoded(streams, frames, pix_fmt):
    """What the filter sees is also written, for the tool: a decoder may round as it likes."""
    graph = "".join(f"[{i}:v]scale_cuda=format={pix_fmt},split[{s}][{s}2];"
                    f"[{s}2]hwdownload,format={pix_fmt}[{s}3];" for i, s in enumerate("dr"))
    return [*DEVICE, *DECODE, "-i", streams[0], *DECODE, "-i", streams[1], "-filter_complex",
            f"{graph}[d][r]libvmaf_cuda={FILTER}0[o]", "-map", "[o]", *PASS, "null", "-", "-map",
            "[d3]", *PASS, "rawvideo", frames[0], "-map", "[r3]", *PASS, "rawvideo", frames[1]]


class Comparison:
    def __init__(self, ffmpeg, vmaf, out, frames):
        self.ffmpeg = [ffmpeg, "-y", "-nostdin", "-hide_banner", "-nostats"]
        self.vmaf, self.out, self.frames, self.results = vmaf, out, frames, []

    def check(self, what, pix_fmt, backend, clips, command):
        """Text, score line, number of frames, and that the backend took every feature."""
        log = self.out / f"{re.sub('[^a-z0-9]+', '_', what)}.xml"
        tool_log, (fmt, bpc) = log.with_suffix(".tool.xml"), FORMATS[pix_fmt]
        try:
            err = run([*self.ffmpeg, *(str(a).replace("{log}", str(log)) for a in command)],
                      {"VMAF_BACKEND": backend} if what.startswith("libvmaf,") else {})
            run([self.vmaf, "-d", clips[0], "-r", clips[1], "-w", W, "-h", H, "-p", fmt, "-b", bpc,
                 *TOOL, "-o", tool_log])
        except (SystemExit, subprocess.TimeoutExpired) as e:  # go on with the others
            print(f"FAILED: {what}: {e}", flush=True)
            return self.results.append(False)
        got, want = log.read_text(), tool_log.read_text()
        log.with_suffix(".txt").write_text(err)
        score = score_of(tool_log, "vmaf", "mean")
        on_gpu = f" {backend}: " in err and not re.search(r": (not on .*|cpu)$", err, re.M)
        wrong = [text for text, right in {
            "the logs differ": comparable(got, False) == comparable(want, False),
            "FFmpeg tells another score": re.findall(r"VMAF score: (\S+)", err) == [score],
            "frames are missing": got.count("<frame ") == self.frames,
            "not measured there": backend == "cpu" or on_gpu}.items() if not right]
        print("DIFFERENT:" if wrong else "same:", f"{what}:", score, *wrong, flush=True)
        return self.results.append(not wrong)

    def check_decoder(self, folder, clips):
        if why := missing("libcuda.so.1", "libnvcuvid.so.1"):
            return print(f"SKIP: frames decoded on the GPU: {why}")
        streams = [clip.with_suffix(".m2v") for clip in clips]
        for clip, stream, q in zip(clips, streams, (12, 3)):
            run([*self.ffmpeg, *raw("yuv420p", clip), "-q:v", q, "-f", "mpeg2video", stream])
        for pix_fmt in FORMATS:
            frames = [folder / f"{side}_{pix_fmt}_decoded.yuv" for side in ("dis", "ref")]
            self.check(f"libvmaf_cuda, decoded, {pix_fmt}", pix_fmt, "cuda", frames,
                       decoded(streams, frames, pix_fmt))

    def check_format(self, folder, pix_fmt, backend):
        clips = write_clips(folder, pix_fmt, self.frames)
        source, null = raw(pix_fmt, *clips), ["-f", "null", "-"]
        for name in ("cpu", backend):
            self.check(f"libvmaf, {name}, {pix_fmt}", pix_fmt, name, clips,
                       [*source, "-lavfi", f"libvmaf={FILTER}4", *null])
        # hwupload_cuda opens a CUDA context for each video; hwupload takes one for both.
        uploads = (("hwupload", 0), ("hwupload_cuda", 0), ("hwupload_cuda", 4))
        for upload, threads in uploads if backend == "cuda" else ():
            graph = f"[0:v]{upload}[d];[1:v]{upload}[r];[d][r]libvmaf_cuda={FILTER}{threads}"
            self.check(f"libvmaf_cuda, {upload}, {threads} threads, {pix_fmt}", pix_fmt, "cuda",
                       clips, [*DEVICE, *source, "-lavfi", graph, *null])
        if backend == "cuda" and pix_fmt == "yuv420p":
            self.check_decoder(folder, clips)


def missing(*libraries):
    """Why libcuda.so.1 and what comes with it are of no use here, if so."""
    try:
        driver = [ctypes.CDLL(name) for name in libraries][0]
        return driver.cuInit(0) and "the CUDA driver finds no device"
    except OSError as e:
        return e


def main():
    if not 4 <= len(sys.argv) <= 6 or not all(a.isdigit() for a in sys.argv[5:]):
        sys.exit(__doc__)
    ffmpeg, vmaf, out, backend, frames = sys.argv[1:] + ["cuda", "300"][len(sys.argv) - 4:]
    if backend == "cuda" and (why := missing("libcuda.so.1")):
        print(f"SKIP: {why}")
        sys.exit(1 if "cuda" in os.environ.get("VMAF_REQUIRE_DEVICE", "") else 77)
    os.environ.pop("VMAF_BACKEND", None)
    os.makedirs(out, exist_ok=True)
    comparison = Comparison(ffmpeg, vmaf, Path(out).resolve(), int(frames))
    with tempfile.TemporaryDirectory() as tmp:
        for pix_fmt in FORMATS:
            comparison.check_format(Path(tmp), pix_fmt, backend)
    print(f"{sum(comparison.results)} of {len(comparison.results)} runs equal the tool's")
    sys.exit(0 if all(comparison.results) else 1)


if __name__ == "__main__":
    main()
