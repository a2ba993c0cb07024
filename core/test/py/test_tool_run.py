# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Runs of the tool: raw input, lengths, cut files, pipes, sizes, threads, progress."""
import json
import os
import pty
import re
import subprocess
import threading

import pytest

import clips

FEATURE = ["--feature", "ssim"]


def raw(w=64, h=64, fmt=420, bpc=8):
    return ["-w", w, "-h", h, "-p", fmt, "-b", bpc]


def csv_rows(path):
    """Frame numbers of a CSV log."""
    return [int(line.split(",")[0]) for line in path.read_text().splitlines()[1:]]


# Raw video


@pytest.mark.parametrize("fmt", ["400", "420", "422", "444"])
@pytest.mark.parametrize("bpc", [8, 10, 12, 16])
@pytest.mark.parametrize("w,h", [(64, 48), (65, 63), (17, 17), (1, 1), (2, 3)])
def test_raw_formats_and_odd_sizes(vmaf, tmp_path, fmt, bpc, w, h):
    """Luma scores do not depend on the chroma format: all frames are in step."""
    ref = clips.clip(3, w, h, fmt, bpc, frame=clips.noise_frame)
    dis = clips.distort(ref, bpc)

    def scores(keep, f):
        pair = [clips.write(tmp_path / f"{n}.yuv", clips.raw_bytes([p[:keep] for p in c]))
                for n, c in (("r", ref), ("d", dis))]
        return vmaf.scores("-r", pair[0], "-d", pair[1], *raw(w, h, f, bpc), *FEATURE)
    got = scores(3, fmt)
    assert len(got["ssim"]) == 3
    assert got == scores(1, 400)


def test_raw_equals_y4m(vmaf, y4m_pair, raw_pair):
    assert vmaf.scores("-r", raw_pair[0], "-d", raw_pair[1], *raw(), *FEATURE) == vmaf.scores(
        "-r", y4m_pair[0], "-d", y4m_pair[1], *FEATURE)


def test_y4m_read_as_raw_warns(vmaf, y4m_pair, raw_pair):
    r = vmaf("-r", y4m_pair[0], "-d", raw_pair[1], *raw(), *FEATURE)
    assert f'Warning: "{y4m_pair[0]}" is read as raw video but looks like Y4M' in r.err
    r = vmaf("-r", raw_pair[0], "-d", raw_pair[1], *raw(), *FEATURE)
    assert "Warning" not in r.err


# Lengths, skipping, subsampling


def test_different_lengths(vmaf, tmp_path):
    frames = clips.clip(5, 32, 32)
    long = clips.write(tmp_path / "long.y4m", clips.y4m_bytes(frames))
    short = clips.write(tmp_path / "short.y4m", clips.y4m_bytes(frames[:3]))
    for ref, dis in ((long, short), (short, long)):
        out = tmp_path / "o.csv"
        r = vmaf("-r", ref, "-d", dis, *FEATURE, "--csv", "-o", out)
        assert r.rc == 0
        assert f'"{short}" ended before "{long}".\n' in r.err
        assert csv_rows(out) == [0, 1, 2]


@pytest.mark.parametrize("count,rows", [(0, 5), (1, 1), (3, 3), (5, 5), (6, 5), (4294967295, 5)])
def test_frame_cnt(vmaf, tmp_path, count, rows):
    path = clips.write(tmp_path / "a.y4m", clips.y4m_bytes(clips.clip(5, 32, 32)))
    out = tmp_path / "o.csv"
    r = vmaf("-r", path, "-d", path, *FEATURE, "--frame_cnt", count, "--csv", "-o", out)
    assert r.rc == 0 and "ended before" not in r.err
    assert csv_rows(out) == list(range(rows))


@pytest.mark.parametrize("as_raw", [False, True])
@pytest.mark.parametrize("ref,dis", [(0, 2), (1, 0), (3, 3)])
def test_frame_skip(vmaf, tmp_path, as_raw, ref, dis):
    """Scores are those of the files without the skipped frames."""
    a = clips.clip(5, 32, 32)
    b = clips.distort(a)
    to_bytes, args = (clips.raw_bytes, raw(32, 32)) if as_raw else (clips.y4m_bytes, [])

    def scores(x, y, *more):
        pair = [clips.write(tmp_path / n, to_bytes(c)) for n, c in (("r", x), ("d", y))]
        return vmaf.scores("-r", pair[0], "-d", pair[1], *args, *FEATURE, *more)
    assert scores(a, b, "--frame_skip_ref", ref, "--frame_skip_dist", dis) == scores(a[ref:],
                                                                                   b[dis:])


@pytest.mark.parametrize("option", ["--frame_skip_ref", "--frame_skip_dist"])
@pytest.mark.parametrize("n", [3, 4, 4294967295])
def test_skip_beyond_the_end(vmaf, y4m_pair, raw_pair, option, n):
    for pair, args in ((y4m_pair, []), (raw_pair, raw())):
        r = vmaf("-r", pair[0], "-d", pair[1], *args, *FEATURE, option, n, timeout=20)
        assert r.rc == 234
        assert f'no frames to score in "{pair[option.endswith("dist")]}"' in r.err


@pytest.mark.parametrize("threads", [0, 3])
@pytest.mark.parametrize("n,rows", [(0, [0, 1, 2, 3, 4]), (1, [0, 1, 2, 3, 4]), (2, [0, 2, 4]),
                                    (3, [0, 3]), (5, [0]), (4294967295, [0])])
def test_subsample(vmaf, tmp_path, n, rows, threads):
    path = clips.write(tmp_path / "a.y4m", clips.y4m_bytes(clips.clip(5, 32, 32)))
    out = tmp_path / "o.csv"
    r = vmaf("-r", path, "-d", path, *FEATURE, "--subsample", n, "--csv", "-o", out, "--threads",
             threads)
    assert r.rc == 0
    assert csv_rows(out) == rows


# Nothing to read


@pytest.mark.parametrize("threads", [0, 2])
def test_no_frames(vmaf, tmp_path, y4m_pair, raw_pair, threads):
    empty = clips.write(tmp_path / "empty", b"")
    header = clips.write(tmp_path / "header.y4m", clips.y4m_header(64, 64))
    for bad, pair, args in ((empty, raw_pair, raw()), (header, y4m_pair, [])):
        for ref, dis in ((bad, pair[1]), (pair[0], bad), (bad, bad)):
            out = tmp_path / "out.xml"
            r = vmaf("-r", ref, "-d", dis, *args, *FEATURE, "--threads", threads, "-o", out)
            assert r.rc == 234
            assert f'no frames to score in "{bad}"' in r.err
            assert "problem flushing context" in r.err
            assert not out.exists()


@pytest.mark.parametrize("args", [[], raw()])
def test_cannot_open(vmaf, tmp_path, y4m_pair, raw_pair, args):
    good = (raw_pair if args else y4m_pair)[0]
    for path, verb in ((tmp_path / "nowhere", "open"), (tmp_path, "read"), ("", "open")):
        r = vmaf("-r", path, "-d", good, *args, *FEATURE)
        assert r.rc == 255
        assert f'could not {verb} "{path}"' in r.err
        assert f"problem with reference file: {path}\n" in r.err
        r = vmaf("-r", good, "-d", path, *args, *FEATURE)
        assert r.rc == 255
        assert f"problem with distorted file: {path}\n" in r.err


# Cut files

FRAME = 64 * 64 * 3 // 2


def cut_run(vmaf, tmp_path, pair, which, size, args, *more):
    """Cut one of a pair; run; return the result and the logged frames."""
    cut = clips.write(tmp_path / "cut", pair[which].read_bytes()[:size])
    files = [cut, pair[1]] if which == 0 else [pair[0], cut]
    out = tmp_path / "o.csv"
    out.unlink(missing_ok=True)
    r = vmaf("-r", files[0], "-d", files[1], *args, *FEATURE, "--csv", "-o", out, *more)
    return r, csv_rows(out) if out.exists() else [], cut


@pytest.mark.parametrize("threads", [0, 2])
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("size,frame,got", [(3 * FRAME - 1, 2, FRAME - 1), (2 * FRAME + 1, 2, 1),
                                            (3 * FRAME - 100, 2, FRAME - 100),
                                            (FRAME + 64 * 64, 1, 4096),
                                            (1, 0, 1), (FRAME - 1, 0, FRAME - 1)])
def test_cut_raw(vmaf, tmp_path, raw_pair, which, size, frame, got, threads):
    r, rows, cut = cut_run(vmaf, tmp_path, raw_pair, which, size, raw(), "--threads", threads)
    assert r.rc == 234
    assert f'"{cut}": frame {frame} is truncated: wanted {FRAME} bytes, got {got}\n' in r.err
    assert rows == list(range(frame))


HEADER = len(clips.y4m_header(64, 64))


@pytest.mark.parametrize("threads", [0, 2])
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("size,frame,wanted,got", [
    (HEADER + 3 * (6 + FRAME) - 1, 2, f"{FRAME} bytes", FRAME - 1),
    (HEADER + 3 * (6 + FRAME) - 100, 2, f"{FRAME} bytes", FRAME - 100),
    (HEADER + 6 + FRAME + 6, 1, f"{FRAME} bytes", 0),
    (HEADER + 6 + FRAME + 3, 1, "6 bytes of its header", 3),
    (HEADER + 5, 0, "6 bytes of its header", 5)])
def test_cut_y4m(vmaf, tmp_path, y4m_pair, which, size, frame, wanted, got, threads):
    r, rows, cut = cut_run(vmaf, tmp_path, y4m_pair, which, size, [], "--threads", threads)
    assert r.rc == 234
    assert f'"{cut}": frame {frame} is truncated: wanted {wanted}, got {got}\n' in r.err
    assert rows == list(range(frame))


@pytest.mark.parametrize("layout", ["444alpha", "411", "mono"])
def test_cut_in_a_converted_frame(vmaf, tmp_path, layout):
    """The count is that of the file, not of the picture."""
    size = {"444alpha": 4 * 1024, "411": 1024 + 2 * 256, "mono": 1024}[layout]
    data = clips.y4m_header(32, 32, layout) + b"FRAME\n" + b"\x80" * (size - 1)
    path = clips.write(tmp_path / "a.y4m", data)
    r = vmaf("-r", path, "-d", path, *FEATURE)
    assert r.rc == 234
    assert f"frame 0 is truncated: wanted {size} bytes, got {size - 1}\n" in r.err


def test_the_end_comes_before_the_cut(vmaf, tmp_path, y4m_pair):
    """A cut beyond the last frame of the other input is never reached."""
    short = clips.write(tmp_path / "short.y4m", clips.y4m_bytes(clips.clip(1, 64, 64)))
    cut = clips.write(tmp_path / "cut.y4m", y4m_pair[0].read_bytes()[:-1])
    for _ in range(5):
        r = vmaf("-r", short, "-d", cut, *FEATURE)
        assert r.rc == 0 and f'"{short}" ended before "{cut}".' in r.err


@pytest.mark.parametrize("w,h", [(100000, 100000), (1 << 28, 1 << 28)])
def test_frames_far_larger_than_the_file(vmaf, tmp_path, raw_pair, w, h):
    """No memory is taken for pictures that cannot be filled."""
    r = vmaf("-r", raw_pair[0], "-d", raw_pair[1], *raw(w, h), *FEATURE, timeout=20)
    assert r.rc == 234
    assert f"frame 0 is truncated: wanted {w * h * 3 // 2} bytes, got {3 * FRAME}" in r.err
    path = clips.write(tmp_path / "a.y4m", clips.y4m_header(w, h) + b"FRAME\nabc")
    r = vmaf("-r", path, "-d", path, *FEATURE, timeout=20)
    assert r.rc == 234
    assert f"frame 0 is truncated: wanted {w * h * 3 // 2} bytes, got 3" in r.err


def test_frames_too_large_to_count(vmaf, raw_pair):
    r = vmaf("-r", raw_pair[0], "-d", raw_pair[1], *raw(1 << 29, 16), *FEATURE)
    assert r.rc == 255 and "Invalid dimensions" in r.err


def test_8_bit_read_as_10_bit(vmaf, raw_pair):
    r = vmaf("-r", raw_pair[0], "-d", raw_pair[1], *raw(bpc=10), *FEATURE)
    assert r.rc == 234
    assert f"frame 1 is truncated: wanted {2 * FRAME} bytes, got {FRAME}" in r.err


# Inputs that do not fit each other


def y4m(tmp_path, name, w=64, h=64, fmt="420", bpc=8):
    tag = fmt if bpc == 8 else f"{fmt}p{bpc}"
    return clips.write(tmp_path / name, clips.y4m_bytes(clips.clip(1, w, h, fmt, bpc), tag))


@pytest.mark.parametrize("other,messages", [
    ({"w": 60}, ["dimensions do not match: 64x64, 60x64"]),
    ({"h": 62}, ["dimensions do not match: 64x64, 64x62"]),
    ({"fmt": "444"}, ["pixel formats do not match: 420, 444"]),
    ({"bpc": 10}, ["bitdepths do not match: 8, 10"]),
    ({"w": 63, "fmt": "422", "bpc": 12}, ["dimensions do not match: 64x64, 63x64",
                                         "pixel formats do not match: 420, 422",
                                         "bitdepths do not match: 8, 12"])])
def test_incompatible(vmaf, tmp_path, other, messages):
    r = vmaf("-r", y4m(tmp_path, "a"), "-d", y4m(tmp_path, "b", **other), *FEATURE)
    n = len(messages)
    assert r.rc == 255
    assert r.err.splitlines() == [
        *messages, f"videos are incompatible, {n} problem{'s' * (n > 1)}."]


# Small frames

MINIMUM = {"ssim": 1, "float_ssim": 11, "float_ms_ssim": 176}


@pytest.mark.parametrize("threads", [0, 2])
@pytest.mark.parametrize("feature", MINIMUM)
@pytest.mark.parametrize("size", [1, 2, 7, 8, 10, 11, 16, 17, 175, 176])
def test_small_frames(vmaf, tmp_path, feature, size, threads):
    path = y4m(tmp_path, "a", size, size)
    r = vmaf("-r", path, "-d", path, "--feature", feature, "--threads", threads)
    if size >= MINIMUM[feature]:
        assert r.rc == 0
        return
    assert r.rc == 234
    assert feature in r.err and f"{size}x{size}" in r.err
    assert f"{MINIMUM[feature]}x{MINIMUM[feature]}" in r.err


# Threads


def test_scores_do_not_depend_on_threads(vmaf, tmp_path):
    ref = clips.clip(7, 180, 176)
    pair = [clips.write(tmp_path / n, clips.y4m_bytes(c)) for n, c in
            (("r", ref), ("d", clips.distort(ref)))]
    logs = []
    for threads in (0, 1, 2, 8, 64, 100000, 4294967295):
        out = tmp_path / "o.xml"
        r = vmaf("-r", pair[0], "-d", pair[1], "--feature", "float_ms_ssim", "--feature",
                 "float_ssim=enable_lcs=true", *FEATURE, "--threads", threads, "-o", out,
                 "--precision", "max", timeout=60)
        assert r.rc == 0
        logs.append(re.sub(r'fps="[^"]*"', "", out.read_text()))
    assert len(set(logs)) == 1


# Pipes and devices


@pytest.mark.parametrize("which", ["-r", "-d"])
@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
@pytest.mark.parametrize("as_raw", [False, True])
def test_standard_input(vmaf, y4m_pair, raw_pair, which, name, as_raw):
    pair, args = (raw_pair, raw()) if as_raw else (y4m_pair, [])
    want = vmaf.scores("-r", pair[0], "-d", pair[1], *args, *FEATURE)
    piped = pair[which == "-d"]
    files = [name, pair[1]] if which == "-r" else [pair[0], name]
    assert vmaf.scores("-r", files[0], "-d", files[1], *args, *FEATURE,
                       stdin=piped.read_bytes()) == want


def feed(path, data, stop=None):
    """Write to a fifo from a thread, in small pieces; then keep it open until stop is set."""
    def work():
        try:
            with open(path, "wb", buffering=0) as f:
                for i in range(0, len(data), 777):
                    f.write(data[i:i + 777])
                if stop:
                    stop.wait(60)
        except BrokenPipeError:
            pass
    t = threading.Thread(target=work, daemon=True)
    t.start()
    return t


def test_two_fifos_with_skip(vmaf, tmp_path, y4m_pair):
    fifos = [tmp_path / "r.fifo", tmp_path / "d.fifo"]
    for f in fifos:
        os.mkfifo(f)
    writers = [feed(f, p.read_bytes()) for f, p in zip(fifos, y4m_pair)]
    got = vmaf.scores("-r", fifos[0], "-d", fifos[1], *FEATURE, "--frame_skip_ref", 1)
    for w in writers:
        w.join(10)
    assert got == vmaf.scores("-r", y4m_pair[0], "-d", y4m_pair[1], *FEATURE, "--frame_skip_ref", 1)


@pytest.mark.parametrize("args", [[], ["--frame_cnt", 2]])
def test_ends_although_a_pipe_stays_open(vmaf, tmp_path, y4m_pair, args):
    """The run ends with the shorter input, or at --frame_cnt, whatever the other writer does."""
    fifo = tmp_path / "r.fifo"
    os.mkfifo(fifo)
    stop = threading.Event()
    writer = feed(fifo, clips.y4m_bytes(clips.clip(4, 64, 64)), stop)
    r = vmaf("-r", fifo, "-d", y4m_pair[1], *FEATURE, *args, timeout=30)
    stop.set()
    writer.join(10)
    assert r.rc == 0
    assert f"mean of {2 if args else 3} frames" in r.out


def test_dev_zero(vmaf):
    r = vmaf("-r", "/dev/zero", "-d", "/dev/zero", *raw(352, 288, 420, 10), *FEATURE,
             "--frame_cnt", 50, timeout=60)
    assert r.rc == 0
    assert "mean of 50 frames" in r.out and "1.000000" in r.out


# On a terminal


def on_terminal(vmaf, *args, stdin=None):
    """Run with stderr on a terminal. @return status, what the terminal got, stdout"""
    master, slave = pty.openpty()
    chunks = []

    def read():
        try:
            while chunk := os.read(master, 4096):
                chunks.append(chunk)
        except OSError:  # how Linux tells that the other side is closed
            pass
    p = subprocess.Popen([vmaf.path, "-n", *map(str, args)], stderr=slave, stdout=subprocess.PIPE,
                         stdin=stdin)
    os.close(slave)
    t = threading.Thread(target=read)
    t.start()
    out = p.stdout.read().decode()
    rc = p.wait(60)
    t.join()
    os.close(master)
    return rc, b"".join(chunks).decode(), out


def test_progress(vmaf, y4m_pair):
    args = ["-r", y4m_pair[0], "-d", y4m_pair[1], *FEATURE, "--gpumask", "-1"]
    rc, err, out = on_terminal(vmaf, *args)
    assert rc == 0
    assert re.match(r"VMAF version 3\..*\r\npicture pool: \d+ pictures pre-allocated\r\n", err)
    assert re.search(r"\r3 frames \S+ \d+\.\d\d FPS 100% 0:00:00 left\x1b\[K\r?\n", err)
    assert "mean of 3 frames" in out
    rc, err, _ = on_terminal(vmaf, *args, "--frame_cnt", 1)
    assert re.search(r"\r1 frame  \S+ .* 100%", err)


def test_progress_without_length(vmaf, y4m_pair):
    """Two pipes: neither percent nor time left, which nobody knows."""
    with open(y4m_pair[0], "rb") as f:
        cat = subprocess.Popen(["cat"], stdin=f, stdout=subprocess.PIPE)
    fifo = y4m_pair[0].parent / "fifo"
    os.mkfifo(fifo)
    writer = feed(fifo, y4m_pair[1].read_bytes())
    rc, err, _ = on_terminal(vmaf, "-r", "-", "-d", fifo, *FEATURE, stdin=cat.stdout)
    writer.join(10)
    cat.stdout.close()
    cat.wait(10)
    assert rc == 0
    assert re.search(r"\r3 frames \S+ \d+\.\d\d FPS\x1b\[K", err) and "%" not in err


def test_quiet_on_terminal(vmaf, y4m_pair, tmp_path):
    out = tmp_path / "o.json"
    rc, err, text = on_terminal(vmaf, "-r", y4m_pair[0], "-d", y4m_pair[1], *FEATURE, "-q", "-o",
                                out, "--json", "--gpumask", "-1")
    assert (rc, err, text) == (0, "", "")
    assert len(json.loads(out.read_text())["frames"]) == 3
