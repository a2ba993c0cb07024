# SPDX-License-Identifier: BSD-2-Clause-Patent
"""The float rules reached the objects: flags in every command line, no fused operation in code
whose source does not ask for one."""
import json
import platform
import re
import shlex
import subprocess

import pytest

import conftest

SRC = conftest.ROOT / "core" / "src"


@pytest.fixture(scope="module")
def commands(build_dir):
    """[(source file, arguments, object)] of everything that the build compiles."""
    entries = json.loads((build_dir / "compile_commands.json").read_text())
    return [(entry["file"], shlex.split(entry["command"]), entry["output"]) for entry in entries]


def is_c_family(path):
    return path.endswith((".c", ".cpp"))


def test_every_object_has_the_flags(commands):
    sources = [entry for entry in commands if is_c_family(entry[0])]
    assert any(path.endswith("libvmaf.c") for path, _, _ in sources)
    for path, args, _ in sources:
        contract = [arg for arg in args if arg.startswith("-ffp-contract")]
        assert contract and contract[-1] == "-ffp-contract=off", path
        for bad in ("-ffast-math", "-Ofast", "-funsafe-math-optimizations", "-mfpmath=387",
                    "-fassociative-math", "-freciprocal-math", "-march=native"):
            assert bad not in args, (path, bad)


def isa_of(args):
    return {arg for arg in args if re.match(r"-m(avx|fma|sse|f16c|bmi|arch)", arg)}


def test_instruction_sets_only_in_their_own_files(commands):
    for path, args, _ in commands:
        if isa_of(args):
            assert re.search(r"_(ssse3|sse41|avx2|avx512)\w*\.c$", path), (path, isa_of(args))


def project_text(path, seen):
    """A source with the project's own headers that it includes."""
    if path in seen:
        return ""
    seen.add(path)
    text = path.read_text()
    for name in re.findall(r'^#include "(.*)"', text, re.M):
        for folder in (path.parent, SRC):
            if (folder / name).exists():
                text += project_text((folder / name).resolve(), seen)
                break
    return text


# Calls of vmaf_fma(), vmaf_fmaf() and the intrinsics: only there may an object multiply and add at once.
ASKS = re.compile(r"\bvmaf_fmaf?\(|_mm\d*_fn?m(?:add|sub)")
FUSED = re.compile(r"\bvf(?:n?m(?:add|sub)|maddsub|msubadd)\w*")


def fused_operations(path):
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", path], capture_output=True,
                          text=True, check=True).stdout
    return set(FUSED.findall(text))


@pytest.mark.skipif(platform.machine() != "x86_64", reason="disassembles x86-64 objects")
def test_no_fused_operation(commands, build_dir):
    seen = 0
    for path, args, output in commands:
        if not is_c_family(path):
            continue
        if "-mfma" in args and ASKS.search(project_text((build_dir / path).resolve(), set())):
            continue
        fused = fused_operations(build_dir / output)
        assert not fused, (path, fused)
        seen += "-mfma" in args
    assert seen or not any("-mfma" in args for _, args, _ in commands)
