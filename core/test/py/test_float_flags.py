# SPDX-License-Identifier: BSD-2-Clause-Patent
"""The float rules reached the objects: flags in every command line, no fused operation in code
whose source does not ask for one."""
import json
import re
import shlex
import subprocess
import platform

import pytest


@pytest.fixture(scope="module")
def commands(build_dir):
    """[(source file, arguments)] of every object of the project."""
    entries = json.loads((build_dir / "compile_commands.json").read_text())
    return [(entry["file"], shlex.split(entry["command"]), entry["output"]) for entry in entries]


def is_c_family(path):
    return path.endswith((".c", ".cpp"))


def test_every_object_has_the_flags(commands):
    sources = [entry for entry in commands if is_c_family(entry[0])]
    assert any(path.endswith("libvmaf.c") for path, _, _ in sources)
    for path, args, _ in sources:
        contract = [arg for arg in args if arg.startswith("-ffp-contract")]
        assert contract and set(contract) == {"-ffp-contract=off"}, path
        for bad in ("-ffast-math", "-Ofast", "-funsafe-math-optimizations", "-mfpmath=387",
                    "-fassociative-math", "-freciprocal-math", "-march=native"):
            assert bad not in args, (path, bad)


def isa_of(args):
    return {arg for arg in args if re.match(r"-m(avx|fma|sse|f16c|bmi|arch)", arg)}


def test_instruction_sets_only_in_their_own_files(commands):
    for path, args, _ in commands:
        if isa_of(args):
            assert re.search(r"_(ssse3|sse41|avx2|avx512)\w*\.c$", path), (path, isa_of(args))


FUSED = re.compile(r"\bvf(?:n?m(?:add|sub)|maddsub|msubadd)\w*")


@pytest.mark.skipif(platform.machine() != "x86_64", reason="disassembles x86-64 objects")
def test_no_fused_operation(commands, build_dir):
    seen = 0
    for path, args, output in commands:
        asks = is_c_family(path) and re.search(
            r"\bfmaf?\(|_f(?:n?m(?:add|sub))_", (build_dir / path).read_text())
        if not is_c_family(path) or asks:
            continue
        text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", build_dir / output],
                              capture_output=True, text=True, check=True).stdout
        fused = set(FUSED.findall(text))
        assert not fused, (path, fused)
        seen += 1
    assert seen
