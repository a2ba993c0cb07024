#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Compare the scores of GPU twins with those of plain C and of the CPU's instruction sets, to the
last bit.

usage: parity_gate.py --backend simt|cuda|hip [--backend ...] [--tool PATH] [--clips DIR]
                      [--cell NAME ...] [--small] [--require] [--jobs N] [--limit SECONDS]
                      [--json OUT]

Runs the vmaf tool three times for each shape of parity_matrix.py, in plain C, on the CPU with all
its instruction sets and on the backend, with --precision max, and compares the numbers as they are
printed. Plain C, which backends share, is left out where frames are large: the last line says of
how many values. The cells are those of exact_twins.d; in that of a model its score counts and every
feature below it. simt, which needs no GPU, runs the cells of all backends. There is no tolerance.

Frames that all sides find too small, or without the chroma planes that options ask for, count as
identical if the messages are; whatever else fails on all sides does not. Exit status 1 on a difference, a missing value, a cell without any value, a
clip without its pair or a declaration that is wrong, or when all cells are skipped because no
backend has a device; with --require also when one is; with --limit also when not all shapes were
compared by then.
"""
import argparse
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "ci"))
import exact_twins  # noqa: E402
try:
    import parity_frames  # noqa: E402
    import parity_matrix  # noqa: E402
except ModuleNotFoundError as missing:
    sys.exit(f"parity_gate: {sys.executable}: {missing}; Debian: /usr/bin/python3, python3-numpy")

TIMEOUT = 300       # seconds for one run of the tool
BATCH = 16          # features of one run; each has its buffers on the GPU
PLAIN = "plain C"   # the side of the CPU without instruction sets
PLAIN_PIXELS = 1_000_000  # of a frame, the most for plain C, where some features take seconds
REFUSED = 234       # exit status of the tool: a feature does not take the frames
LATE = 124          # in place of an exit status: no end after TIMEOUT
REFUSALS = (" is too small", " needs chroma planes")
NO_DEVICE = "problem opening backend: "
SKIPPED_LEVELS = ("libvmaf INFO ", "libvmaf WARNING ", "libvmaf DEBUG ")


@dataclass
class Cell:
    """A declared cell on one backend and what came out."""
    name: str
    backend: str
    feature: str
    model: str
    argument: str
    has_options: bool
    values: int = 0
    identical: int = 0
    plain: int = 0     # of the values, those of plain C too
    refusals: int = 0
    runs: int = 0
    seconds: float = 0.0
    skipped: str = ""
    problem: str = ""  # the first one
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __str__(self):
        return f"{self.name}.{self.backend}"

    @property
    def subject(self):
        return self.model or self.feature

    @property
    def arguments(self):
        """Of the tool, which would take a model of its own without one."""
        return (["--model", self.argument] if self.model else
                ["--no_prediction", "--feature", self.argument])

    @property
    def passed(self):
        return not self.problem and self.values > 0 and self.identical == self.values

    def result(self):
        return {"cell": self.name, "backend": self.backend,
                "model" if self.model else "feature": self.argument,
                "values": self.values, "identical": self.identical,
                "values_of_plain_c": self.plain,
                "identical_refusals": self.refusals, "runs": self.runs,
                "tool_seconds": round(self.seconds, 2), "skipped": self.skipped,
                "problem": self.problem}


@dataclass
class Run:
    """A finished run of the tool: frames of {name: text}, or a refusal."""
    rc: int
    message: str
    frames: list
    backends: list
    seconds: float

    def refuses(self, cell):
        """Whether the feature, or one of the model's, says that the frames are too small for it or
        lack a plane."""
        who = r"\w+" if cell.model else cell.feature
        return (self.rc == REFUSED and re.search(f"libvmaf ERROR {who}: ", self.message)
                and any(words in self.message for words in REFUSALS))

    def backend_problem(self, side, cell):
        """What is wrong with the backends that the log names; a model has several features."""
        wanted = "cpu" if side == PLAIN else side
        if set(self.backends) == {wanted} and (cell.model or len(self.backends) == 1):
            return ""
        return f"the log of {side} names {self.backends or 'no backend'} where {cell.subject} ran"


def message_of(stderr):
    """What the tool said, without the lines that may name a backend."""
    return "\n".join(line for line in stderr.splitlines() if not line.startswith(SKIPPED_LEVELS))


def read_json(path):
    """([{name: number as printed}], [the backend of each feature])"""
    log = json.loads(path.read_text(), parse_float=str, parse_int=str)
    backends = [entry["backend"] for entry in log.get("backends", {}).values()]
    return [dict(frame["metrics"]) for frame in log["frames"]], backends


def read_csv(path):
    names, *rows = [line.split(",")[1:-1] for line in path.read_text().splitlines()]
    return [dict(zip(names, row)) for row in rows]


def run_tool(tool, side, cells, shape, files, folder):
    """Run the tool once for a model, or for features, on one side: a backend, or plain C."""
    backend, mask = ("cpu", ["--cpumask", 2 ** 32 - 1]) if side == PLAIN else (side, [])
    out = folder / f"{backend}.log"
    out.unlink(missing_ok=True)
    command = [tool, "-r", files[0], "-d", files[1], "-w", shape.w, "-h", shape.h, "-p", shape.fmt,
               "-b", shape.bpc, "--backend", backend, "--precision", "max", "--quiet",
               "-o", out, *mask]
    for cell in cells:
        command += cell.arguments
    # Many runs share the GPU. Two frames in flight are enough to meet in its buffers, and with one
    # hardware queue its driver starts a process in less than half the time.
    env = {"VMAF_STREAMS": "2", "CUDA_DEVICE_MAX_CONNECTIONS": "1", **os.environ}

    def execute(log):
        out.unlink(missing_ok=True)
        return subprocess.run([str(a) for a in command + [log]], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, errors="replace", timeout=TIMEOUT,
                              check=False, env=env)

    start = time.monotonic()
    try:
        done = execute("--json")
        seconds = time.monotonic() - start
        if not done.returncode:
            frames, backends = read_json(out)
            if any(text is None for frame in frames for text in frame.values()):
                # JSON has one word for inf and nan; the CSV log prints which.
                done = execute("--csv")
                frames = [] if done.returncode else read_csv(out)
    except subprocess.TimeoutExpired:
        return Run(LATE, f"no end after {TIMEOUT} s", [], [], TIMEOUT)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return Run(-1, f"no readable log: {error}", [], [], time.monotonic() - start)
    if done.returncode:
        return Run(done.returncode, message_of(done.stderr), [], [], seconds)
    return Run(0, "", frames, backends, seconds)


def bits(text):
    try:
        return f"{text} (0x{struct.unpack('<Q', struct.pack('<d', float(text)))[0]:016x})"
    except (TypeError, ValueError):
        return repr(text) if text else "missing"


def describe(run):
    if run.rc:
        return f"exit status {run.rc}, \"{run.message}\""
    return f"{len(run.frames)} frames"


def compare(cell, shape, sides):
    """Count the values of the runs of all sides, {side: Run}, and keep the first problem."""
    values = identical = refusals = 0
    problem = ""
    cpu, runs = sides["cpu"], list(sides.values())
    if any(run.rc for run in runs):
        values = 0 if cpu.rc else sum(len(frame) for frame in cpu.frames)
        if cpu.refuses(cell) and len({(run.rc, run.message) for run in runs}) == 1:
            refusals = 1
        else:
            problem = "; ".join(f"{side}: {describe(run)}" for side, run in sides.items())
    else:
        for side, run in sides.items():
            problem = problem or run.backend_problem(side, cell)
        names = dict.fromkeys(n for run in runs for frame in run.frames for n in frame)
        if not names:
            problem = problem or "no score on any side"
        elif cell.model and cell.model not in names:
            problem = problem or f"no score of {cell.model} on any side"
        for index in range(max(shape.n_frames, *(len(run.frames) for run in runs))):
            frames = {side: run.frames[index] if index < len(run.frames) else {}
                      for side, run in sides.items()}
            for name in names:
                texts = {side: frame.get(name) for side, frame in frames.items()}
                values += 1
                if texts["cpu"] and len(set(texts.values())) == 1:
                    identical += 1
                elif not problem:
                    problem = f"frame {shape.frame(index)}, {name}: " + ", ".join(
                        f"{side} {bits(text)}" for side, text in texts.items())
    with cell.lock:
        cell.runs += 1
        cell.values += values
        cell.identical += identical
        cell.plain += values if PLAIN in sides else 0
        cell.refusals += refusals
        cell.seconds += sides[cell.backend].seconds
        if problem and not cell.problem:
            cell.problem = f"{shape}, {problem}"


def batches(cells, cpu):
    """Groups of cells that one run of the tool can compute: the names of their scores differ. A
    model runs alone."""
    found = []
    for cell in cells:
        run = cpu[cell.name]
        if run.rc or cell.model:
            yield [cell]
            continue
        names = {name for frame in run.frames for name in frame}
        for batch, taken in found:
            if len(batch) < BATCH and not taken & names:
                batch.append(cell)
                taken |= names
                break
        else:
            found.append(([cell], names))
    for batch, _ in found:
        yield batch


def parts(run, batch, cpu):
    """What each cell of a batch has of a run; a score that no cell should have goes to the first."""
    known = {name for cell in batch for frame in cpu[cell.name].frames for name in frame}
    for i, cell in enumerate(batch):
        names = {name for frame in cpu[cell.name].frames for name in frame}
        frames = [{name: text for name, text in frame.items()
                   if name in names or (i == 0 and name not in known)} for frame in run.frames]
        backends = [run.backends[i]] if len(run.backends) == len(batch) else []
        yield cell, Run(0, "", frames, backends, run.seconds / len(batch))


def run_together(tool, side, cells, cpu, shape, files, folder):
    """(cell, its run) for each cell, many in one run of the tool, whose start takes longer on a GPU
    than most of the work."""
    for batch in batches(cells, cpu):
        run = run_tool(tool, side, batch, shape, files, folder)
        if len(batch) > 1 and not run.rc:
            yield from parts(run, batch, cpu)
            continue
        # Many may lack memory or time where one does not. A crash is the fault of all.
        again = len(batch) > 1 and run.rc > 0
        for cell in batch:
            if again:
                run = run_tool(tool, side, [cell], shape, files, folder)
            yield cell, run


def compare_shape(tool, shape, cells):
    """All cells of one shape: {name of a cell: [that cell on each backend]}."""
    with tempfile.TemporaryDirectory(prefix="parity") as name:
        folder = Path(name)
        if shape.clip:
            files = (Path(shape.clip), parity_matrix.distorted(Path(shape.clip)))
        else:
            files = (folder / "ref.yuv", folder / "dis.yuv")
            parity_frames.write_pair(*files, (shape.w, shape.h, shape.bpc, shape.fmt),
                                     shape.contents)
        cpu = {name: run_tool(tool, "cpu", [same[0]], shape, files, folder)
               for name, same in cells.items()}
        sides = {name: {"cpu": run} for name, run in cpu.items()}
        if shape.w * shape.h <= PLAIN_PIXELS:
            for cell, run in run_together(tool, PLAIN, [same[0] for same in cells.values()], cpu,
                                          shape, files, folder):
                sides[cell.name] = {PLAIN: run, "cpu": cpu[cell.name]}
        on = {}
        for cell in (cell for same in cells.values() for cell in same):
            on.setdefault(cell.backend, []).append(cell)
        for backend, all_cells in on.items():
            for cell, run in run_together(tool, backend, all_cells, cpu, shape, files, folder):
                compare(cell, shape, {**sides[cell.name], backend: run})


def declared_cells(backends, names):
    """The cells to run; those of simt are the ones of all backends."""
    declared, errors = exact_twins.load(ROOT)
    found = {}
    for backend in backends:
        for d in declared:
            if backend in ("simt", d.backend) and (not names or d.name in names):
                found[d.name, backend] = Cell(d.name, backend, d.feature, d.model, d.argument,
                                              bool(d.options))
    errors += [f"no cell \"{name}\"" for name in names if name not in {n for n, _ in found}]
    if not found and not errors:
        errors.append(f"no cell is declared for {', '.join(backends)}")
    return list(found.values()), errors


def skip_without_device(tool, cells):
    """Mark the cells whose GPU backend the tool cannot open, with its reason."""
    reasons = {}
    shape = parity_matrix.Shape(192, 192, 8, "400", ("noise",))
    with tempfile.TemporaryDirectory(prefix="parity") as name:
        files = Path(name, "ref.yuv"), Path(name, "dis.yuv")
        parity_frames.write_pair(*files, (shape.w, shape.h, shape.bpc, shape.fmt), shape.contents)
        for cell in cells:
            if cell.backend not in reasons:
                run = run_tool(tool, cell.backend, [cell], shape, files, Path(name))
                reasons[cell.backend] = run.message if NO_DEVICE in run.message else ""
            if cell.backend != "simt":
                cell.skipped = " ".join(reasons[cell.backend].split())


def run_cells(tool, cells, small, clips, jobs, limit):
    """Compare all shapes. @return how many were left out because limit seconds had passed"""
    work = {}
    for cell in cells:
        if not cell.skipped:
            found = (parity_matrix.model_shapes(small) if cell.model else
                     parity_matrix.shapes(cell.feature, cell.has_options, small))
            for shape in dict.fromkeys(found + clips):
                work.setdefault(shape, {}).setdefault(cell.name, []).append(cell)
    # The long ones first, so that none is left over at the end.
    order = sorted(work, key=lambda s: -s.w * s.h * max(1, len(s.contents)) * len(work[s]))
    end = time.monotonic() + limit

    def in_time(shape):
        if time.monotonic() > end:
            return False
        compare_shape(tool, shape, work[shape])
        return True

    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(in_time, order)).count(False)


def report(cells, require):
    """Print a line per cell. @return whether the gate is passed"""
    good = True
    for cell in cells:
        if cell.skipped:
            print(f"{str(cell):32} skipped: {cell.skipped}")
            good = good and not require
            continue
        refusals = f", {cell.refusals} refusals identical" if cell.refusals else ""
        print(f"{str(cell):32} {cell.identical} of {cell.values} values identical{refusals}")
        if cell.problem:
            print(f"{'':32} first difference: {cell.problem}")
        elif not cell.values:
            print(f"{'':32} no value was compared")
        good = good and cell.passed
    ran = [cell for cell in cells if not cell.skipped]
    values = sum(c.values for c in ran)
    print(f"{sum(c.passed for c in ran)} of {len(ran)} cells identical, "
          f"{sum(c.identical for c in ran)} of {values} values, "
          f"{len(cells) - len(ran)} cells skipped")
    if not ran:
        print("no cell was compared")
        return False
    plain = sum(c.plain for c in ran)
    print(f"plain C, the CPU's instruction sets and the backend: {plain} values; without plain C, "
          f"frames above {PLAIN_PIXELS} pixels: {values - plain}")
    return good


def main():
    parser = argparse.ArgumentParser(description="compare GPU twins with the CPU, bit for bit")
    parser.add_argument("--backend", action="append", required=True,
                        choices=("simt",) + exact_twins.BACKENDS, help="may be repeated")
    parser.add_argument("--tool", type=Path, default=os.environ.get("VMAF_TOOL"),
                        help="the vmaf tool; default: VMAF_TOOL, else build/core/tools/vmaf")
    parser.add_argument("--clips", type=Path, help="folder of raw clips to compare as well")
    parser.add_argument("--cell", action="append", default=[],
                        help="run this cell only; may be repeated")
    parser.add_argument("--small", action="store_true", help="the sizes for the host executor")
    parser.add_argument("--require", action="store_true", help="a skipped cell is a failure")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at a time")
    parser.add_argument("--limit", type=float, default=float("inf"),
                        help="start no comparison after so many seconds")
    parser.add_argument("--json", type=Path, help="write the results there")
    args = parser.parse_args()
    if args.jobs < 1:
        parser.error(f"argument --jobs: wanted 1 or more, got {args.jobs}")
    tool = Path(args.tool or ROOT / "build/core/tools/vmaf").resolve()
    if not tool.exists():
        sys.exit(f"parity_gate: no tool {tool}; --tool names it")

    cells, errors = declared_cells(args.backend, args.cell)
    clips, wrong = parity_matrix.clip_shapes(args.clips) if args.clips else ([], [])
    errors += wrong
    if args.json and not errors:
        try:
            args.json.write_text("")  # not the results of an earlier run, whatever happens
        except OSError as error:
            errors.append(str(error))
    if errors:
        sys.exit("\n".join(f"parity_gate: {error}" for error in errors))

    start = time.monotonic()
    skip_without_device(tool, cells)
    left = run_cells(tool, cells, args.small, clips, args.jobs, args.limit)
    good = report(cells, args.require) and not left
    if left:
        print(f"{left} shapes were not compared within {args.limit:g} s")
    seconds = time.monotonic() - start
    print(f"{seconds:.0f} s with {args.jobs} jobs")
    if args.json:
        args.json.write_text(json.dumps({"passed": good, "seconds": round(seconds, 1),
                                         "cells": [c.result() for c in cells]}, indent=2) + "\n")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
