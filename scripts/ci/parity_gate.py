#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Compare the scores of GPU twins with those of the CPU, to the last bit.

usage: parity_gate.py --backend simt|cuda|hip [--backend ...] [--tool PATH] [--clips DIR]
                      [--cell NAME ...] [--small] [--require] [--jobs N] [--limit SECONDS]
                      [--json OUT]

Runs the vmaf tool twice for each shape of parity_matrix.py, on the CPU and on the backend, with
--precision max, and compares the numbers as they are printed. The cells are those of
exact_twins.d; simt, which needs no GPU, runs the cells of all backends. There is no tolerance.

Frames that both sides find too small count as identical if the messages are; whatever else fails
on both sides does not. Exit status 1 on a difference, a missing value, a cell without any value, a
clip without its pair or a declaration that is wrong; with --require also when a cell is skipped
because a backend has no device; with --limit also when not all shapes were compared by then.
"""
import argparse
import json
import os
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
REFUSED = 234       # exit status of the tool: a feature does not take the frames
LATE = 124          # in place of an exit status: no end after TIMEOUT
NO_DEVICE = "problem opening backend: "
SKIPPED_LEVELS = ("libvmaf INFO ", "libvmaf WARNING ", "libvmaf DEBUG ")


@dataclass
class Cell:
    """A declared cell on one backend and what came out."""
    name: str
    backend: str
    feature: str
    argument: str
    has_options: bool
    values: int = 0
    identical: int = 0
    refusals: int = 0
    runs: int = 0
    seconds: float = 0.0
    skipped: str = ""
    problem: str = ""  # the first one
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __str__(self):
        return f"{self.name}.{self.backend}"

    @property
    def passed(self):
        return not self.problem and self.values > 0 and self.identical == self.values

    def result(self):
        return {"cell": self.name, "backend": self.backend, "feature": self.argument,
                "values": self.values, "identical": self.identical,
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

    def refuses(self, feature):
        """Whether the feature says that the frames are too small for it."""
        return (self.rc == REFUSED and f"libvmaf ERROR {feature}: " in self.message
                and " is too small" in self.message)


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


def run_tool(tool, backend, features, shape, files, folder):
    """Run the tool once for one or more features."""
    out = folder / f"{backend}.log"
    out.unlink(missing_ok=True)
    command = [tool, "-r", files[0], "-d", files[1], "-w", shape.w, "-h", shape.h, "-p", shape.fmt,
               "-b", shape.bpc, "--backend", backend, "--precision", "max", "--quiet",
               "--no_prediction", "-o", out]
    for feature in features:
        command += ["--feature", feature]
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


def compare(cell, shape, cpu, twin):
    """Count the values of a run and keep the first problem."""
    values = identical = refusals = 0
    problem = ""
    if cpu.rc or twin.rc:
        values = 0 if cpu.rc else sum(len(frame) for frame in cpu.frames)
        if cpu.refuses(cell.feature) and (cpu.rc, cpu.message) == (twin.rc, twin.message):
            refusals = 1
        else:
            problem = f"cpu: {describe(cpu)}; {cell.backend}: {describe(twin)}"
    else:
        for run, backend in (cpu, "cpu"), (twin, cell.backend):
            if run.backends != [backend] and not problem:
                problem = (f"the log of {backend} names {run.backends or 'no backend'} where "
                           f"{cell.feature} ran")
        names = dict.fromkeys(n for run in (cpu, twin) for frame in run.frames for n in frame)
        if not names:
            problem = problem or "no score on either side"
        for index in range(max(shape.n_frames, len(cpu.frames), len(twin.frames))):
            ours = cpu.frames[index] if index < len(cpu.frames) else {}
            theirs = twin.frames[index] if index < len(twin.frames) else {}
            for name in names:
                values += 1
                if ours.get(name) and ours[name] == theirs.get(name):
                    identical += 1
                elif not problem:
                    problem = (f"frame {shape.frame(index)}, {name}: cpu {bits(ours.get(name))}, "
                               f"{cell.backend} {bits(theirs.get(name))}")
    with cell.lock:
        cell.runs += 1
        cell.values += values
        cell.identical += identical
        cell.refusals += refusals
        cell.seconds += twin.seconds
        if problem and not cell.problem:
            cell.problem = f"{shape}, {problem}"


def batches(cells, cpu):
    """Groups of cells that one run of the tool can compute: the names of their scores differ."""
    found = []
    for cell in cells:
        run = cpu[cell.name]
        if run.rc:
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
        cpu = {name: run_tool(tool, "cpu", [same[0].argument], shape, files, folder)
               for name, same in cells.items()}
        on = {}
        for cell in (cell for same in cells.values() for cell in same):
            on.setdefault(cell.backend, []).append(cell)
        for backend, all_cells in on.items():
            for batch in batches(all_cells, cpu):
                # The start of a GPU takes longer than most of the work: many cells share a run.
                run = run_tool(tool, backend, [c.argument for c in batch], shape, files, folder)
                if len(batch) > 1 and not run.rc:
                    for cell, part in parts(run, batch, cpu):
                        compare(cell, shape, cpu[cell.name], part)
                    continue
                # Many may lack memory or time where one does not. A crash is the fault of all.
                again = len(batch) > 1 and run.rc > 0
                for cell in batch:
                    if again:
                        run = run_tool(tool, backend, [cell.argument], shape, files, folder)
                    compare(cell, shape, cpu[cell.name], run)


def declared_cells(backends, names):
    """The cells to run; those of simt are the ones of all backends."""
    declared, errors = exact_twins.load(ROOT)
    found = {}
    for backend in backends:
        for d in declared:
            if backend in ("simt", d.backend) and (not names or d.name in names):
                found[d.name, backend] = Cell(d.name, backend, d.feature, d.argument,
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
                run = run_tool(tool, cell.backend, [cell.argument], shape, files, Path(name))
                reasons[cell.backend] = run.message if NO_DEVICE in run.message else ""
            if cell.backend != "simt":
                cell.skipped = " ".join(reasons[cell.backend].split())


def run_cells(tool, cells, small, clips, jobs, limit):
    """Compare all shapes. @return how many were left out because limit seconds had passed"""
    work = {}
    for cell in cells:
        if not cell.skipped:
            found = parity_matrix.shapes(cell.feature, cell.has_options, small)
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
    print(f"{sum(c.passed for c in ran)} of {len(ran)} cells identical, "
          f"{sum(c.identical for c in ran)} of {sum(c.values for c in ran)} values, "
          f"{len(cells) - len(ran)} cells skipped")
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
