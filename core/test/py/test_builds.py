# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Builds of the project from its sources: flags that would change scores, the kinds of library,
builds without C++, the same bytes from every build folder."""
import json
import os
import platform
import re
import shlex
import subprocess
from types import SimpleNamespace

import pytest

import conftest

CLIENT = conftest.ROOT / "core" / "test" / "py" / "link_client.c"
BARE = ["-Denable_tests=false", "-Denable_tools=false"]
# Quick to compile: what is looked at here does not depend on it.
QUICK = ["-Dbuildtype=plain", "-Denable_asm=false"]


def environment(**change):
    """Without what the outer build was configured with."""
    env = {k: v for k, v in os.environ.items()
           if k not in ("CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "DESTDIR", "LD_LIBRARY_PATH")}
    return {**env, **change}


def run(*command, ok=True, **env):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False,
                          env=environment(**env))
    text = done.stdout + done.stderr
    assert (done.returncode == 0) == ok, f"{command}: {text}"
    return text


def setup(build, *options, source=conftest.ROOT, ok=True, **env):
    return run("meson", "setup", build, source, *options, ok=ok, **env)


def flags_of(build):
    """Arguments by source file."""
    entries = json.loads((build / "compile_commands.json").read_text())
    return {entry["file"]: shlex.split(entry["command"]) for entry in entries}


# Flags


REFUSED = ["-ffast-math", "-Ofast", "-funsafe-math-optimizations", "-ffinite-math-only",
           "-freciprocal-math", "-fno-signed-zeros",
           "-fassociative-math -fno-signed-zeros -fno-trapping-math"]


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("flags", REFUSED)
def test_flags_that_are_refused(tmp_path, compiler, flags):
    text = setup(tmp_path / "b", *BARE, ok=False, CC=compiler, CFLAGS=flags)
    assert re.search(r"ERROR: .*float rules \(c\): .*scores would differ", text), text
    assert "-ffast-math" in text and "CFLAGS" in text


@pytest.mark.skipif(platform.machine() != "x86_64", reason="flags of x86-64")
@pytest.mark.parametrize("flags", ["-mfpmath=387", "-fsingle-precision-constant"])
def test_flags_of_gcc_that_are_refused(tmp_path, flags):
    assert "float rules (c)" in setup(tmp_path / "b", *BARE, ok=False, CC="gcc", CFLAGS=flags)


def test_flags_given_otherwise_are_refused(tmp_path):
    assert "float rules (c)" in setup(tmp_path / "b", *BARE, "-Dc_args=-ffast-math", ok=False)
    assert "float rules (cpp)" in setup(tmp_path / "b", ok=False, CXXFLAGS="-ffast-math")
    # It makes gcc link code that flushes small numbers at start.
    assert "flushed to zero" in setup(tmp_path / "b", *BARE, ok=False, CC="gcc",
                                      LDFLAGS="-ffast-math")


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_float_flags_come_last(tmp_path, compiler):
    """Behind those of the user, in C and C++; scripts/ci/compilers.sh compares the scores."""
    plus = {"gcc": "g++", "clang": "clang++"}[compiler]
    flags = "-O3 -march=native -ffp-contract=fast"
    setup(tmp_path / "b", CC=compiler, CXX=plus, CFLAGS=flags, CXXFLAGS=flags)
    of_file = flags_of(tmp_path / "b")
    assert any(name.endswith(".cpp") for name in of_file)
    for name, args in of_file.items():
        contract = [arg for arg in args if arg.startswith("-ffp-contract")]
        assert "-ffp-contract=fast" in contract and contract[-1] == "-ffp-contract=off", name


@pytest.mark.skipif(platform.machine() != "x86_64", reason="flags of x86-64")
@pytest.mark.parametrize("env", [{"CC": "gcc -m32"}, {"CFLAGS": "-m32", "LDFLAGS": "-m32"}])
def test_32_bits_use_sse(tmp_path, env):
    program = tmp_path / "main.c"
    program.write_text("int main(void) { return 0; }\n")
    if subprocess.run(["gcc", "-m32", program, "-o", tmp_path / "main"], capture_output=True,
                      check=False).returncode:
        pytest.skip("gcc does not link for 32 bits: libc6-dev-i386 is missing")
    setup(tmp_path / "b", *BARE, **env)
    for name, args in flags_of(tmp_path / "b").items():
        assert {"-msse2", "-mfpmath=sse"} <= set(args), name
