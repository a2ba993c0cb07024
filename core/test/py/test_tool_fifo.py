# SPDX-License-Identifier: BSD-2-Clause-Patent
"""One process feeds both inputs of the tool through two pipes, in every order of opening and
writing: none may make the two wait for one another."""
import itertools
import os
import shutil
import subprocess
import threading

import pytest

import clips

FEATURE = ["--feature", "ssim"]
TIMEOUT = 100


def raw_args(w, h):
    return ["-w", w, "-h", h, "-p", "420", "-b", 8]


@pytest.fixture
def fifos(tmp_path):
    paths = [tmp_path / "r.fifo", tmp_path / "d.fifo"]
    for path in paths:
        os.mkfifo(path)
    return paths


class Clip:
    """Both inputs in pieces: their headers, empty for raw video, and their frames."""

    def __init__(self, n, w, h, y4m):
        ref = clips.clip(n, w, h)
        self.pair = [ref, clips.distort(ref)]
        mark = b"FRAME\n" if y4m else b""
        self.header = clips.y4m_header(w, h) if y4m else b""
        self.frames = [[mark + clips.raw_bytes([f]) for f in frames] for frames in self.pair]

    def scores(self, vmaf, tmp_path, *args):
        """Of the same clip in files."""
        files = [clips.write(tmp_path / name, clips.y4m_bytes(frames))
                 for name, frames in zip(("r.y4m", "d.y4m"), self.pair)]
        return vmaf.scores("-r", files[0], "-d", files[1], *FEATURE, *args)


def write_all(fifos, first, pieces):
    """Open both, `first` first, and write the pieces, [(input, bytes)], in one thread."""
    def work():
        files = {}
        try:
            for i in (first, 1 - first):
                files[i] = open(fifos[i], "wb", buffering=0)
            for i, data in pieces:
                files[i].write(data)
        except BrokenPipeError:
            pass
        finally:
            for f in files.values():
                f.close()
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def scores(vmaf, fifos, *args):
    return vmaf.scores("-r", fifos[0], "-d", fifos[1], *FEATURE, *args, timeout=TIMEOUT)


def in_pairs(clip, order, header_with_frame):
    pieces = [] if header_with_frame else [(i, clip.header) for i in order]
    for k in range(len(clip.frames[0])):
        for i in order:
            head = clip.header if header_with_frame and k == 0 else b""
            pieces.append((i, head + clip.frames[i][k]))
    return pieces


@pytest.mark.parametrize("w,h", [(16, 16), (352, 288), (1280, 960)])
@pytest.mark.parametrize("kind", ["raw", "headers first", "header with the first frame"])
def test_pairs_of_frames(vmaf, tmp_path, fifos, kind, w, h):
    y4m = kind != "raw"
    clip = Clip(2, w, h, y4m)
    want = clip.scores(vmaf, tmp_path)
    for first, order in itertools.product((0, 1), ([0, 1], [1, 0])):
        writer = write_all(fifos, first, in_pairs(clip, order, kind.endswith("frame")))
        assert scores(vmaf, fifos, *([] if y4m else raw_args(w, h))) == want
        writer.join(10)


@pytest.mark.parametrize("ahead", [0, 1])
@pytest.mark.parametrize("y4m", [False, True])
def test_one_input_whole_before_the_other(vmaf, tmp_path, fifos, y4m, ahead):
    """30 frames of 75 KB are more than a pipe holds."""
    clip = Clip(30, 256, 200, y4m)
    pieces = [(i, clip.header + b"".join(clip.frames[i])) for i in (ahead, 1 - ahead)]
    writer = write_all(fifos, 0, pieces)
    args = [] if y4m else raw_args(256, 200)
    assert scores(vmaf, fifos, *args) == clip.scores(vmaf, tmp_path)
    writer.join(10)


@pytest.mark.parametrize("side", ["ref", "dist"])
def test_pairs_of_which_one_skips(vmaf, tmp_path, fifos, side):
    clip = Clip(20, 352, 288, True)
    args = [f"--frame_skip_{side}", 12]
    writer = write_all(fifos, 0, in_pairs(clip, [0, 1], False))
    assert scores(vmaf, fifos, *args) == clip.scores(vmaf, tmp_path, *args)
    writer.join(10)


@pytest.mark.parametrize("bad", [0, 1])
def test_bad_input_beside_a_pipe_without_writer(vmaf, tmp_path, fifos, bad):
    """What is wrong with one input is told at once, and does not wait for the other."""
    text = clips.write(tmp_path / "text", b"no video\n")
    for path, message in ((tmp_path / "absent", "could not open"), (text, "does not start with")):
        paths = list(fifos)
        paths[bad] = path
        r = vmaf("-r", paths[0], "-d", paths[1], *FEATURE, timeout=TIMEOUT)
        assert r.rc == 255 and message in r.err
        assert f"problem with {('reference', 'distorted')[bad]} file: {path}" in r.err


@pytest.mark.parametrize("size", ["64x48", "1280x720"])
@pytest.mark.parametrize("fmt", ["yuv4mpegpipe", "rawvideo"])
@pytest.mark.skipif(not shutil.which("ffmpeg"), reason="no ffmpeg")
def test_ffmpeg_writes_both(vmaf, fifos, fmt, size):
    """Also with a filter that makes one of them many frames late."""
    w, h = map(int, size.split("x"))
    args = [] if fmt == "yuv4mpegpipe" else raw_args(w, h)
    delay = ",reverse"
    for left, right in (("null", "negate"), ("null", "negate" + delay), ("null" + delay, "negate")):
        command = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
                   f"testsrc2=size={size}:rate=25:duration=0.4,format=yuv420p", "-filter_complex",
                   f"[0:v]split[a][b];[a]{left}[r];[b]{right}[d]",
                   "-map", "[r]", "-f", fmt, fifos[0], "-map", "[d]", "-f", fmt, fifos[1]]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL) as ffmpeg:
            try:
                got = scores(vmaf, fifos, *args)
            finally:
                ffmpeg.kill()
        assert len(got["ssim"]) == 10
