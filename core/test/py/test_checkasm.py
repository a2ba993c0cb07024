# SPDX-License-Identifier: BSD-2-Clause-Patent
"""The checkasm programs: one for each feature, run for each instruction set, and what is not run is
seen. A stand-in for the CPU's flags makes a machine without an instruction set."""
import json
import os
import subprocess

import pytest

import conftest

TESTS = conftest.ROOT / "core" / "test"
SRC = conftest.ROOT / "core" / "src"
SETS = ("avx2", "avx512")
SOME = "avx512icl"  # which only some features have

PROGRAM = """
#include "checkasm/checkasm.h"
unsigned vmaf_cpu_flags(void)
{
    return FLAGS;
}
int main(int argc, char **argv)
{
    printf("compared %s\\n", checkasm_level(argc, argv)->name);
    return checkasm_report(RUN, FAILED);
}
"""
AVX2 = "VMAF_CPU_SSE2 | VMAF_CPU_SSSE3 | VMAF_CPU_SSE41 | VMAF_CPU_AVX2"
AVX512 = AVX2 + " | VMAF_CPU_AVX512"


@pytest.fixture
def run(tmp_path):
    """Run a checkasm program on a CPU with these flags: (exit status, output)."""
    def build_and_run(flags, args, strict="0", counts=(1, 0)):
        source, program = tmp_path / "program.c", tmp_path / "program"
        source.write_text(PROGRAM)
        subprocess.run(["cc", "-std=c11", "-Wall", "-Werror", f"-I{TESTS}", f"-I{SRC}",
                        f"-I{conftest.ROOT / 'core' / 'include'}", f"-DFLAGS={flags}",
                        f"-DRUN={counts[0]}", f"-DFAILED={counts[1]}", source, "-o", program],
                       check=True)
        done = subprocess.run([program, *args], capture_output=True, text=True, check=False,
                              env={**os.environ, "VMAF_TEST_STRICT": strict})
        return done.returncode, done.stdout + done.stderr
    return build_and_run


@pytest.mark.parametrize("flags, isa", [("0", "avx2"), ("0", "avx512"), (AVX2, "avx512"),
                                        ("VMAF_CPU_AVX2", "avx2")])
def test_what_is_not_there_is_skipped_or_fails(run, flags, isa):
    status, text = run(flags, [isa])
    assert status == 77 and text == f"SKIP {isa}: not on this CPU or not in this build\n"
    status, text = run(flags, [isa], strict="1")
    assert status == 1 and text == f"FAIL {isa}: not on this CPU or not in this build\n"


@pytest.mark.parametrize("flags, isa", [(AVX2, "avx2"), (AVX512, "avx2"), (AVX512, "avx512")])
@pytest.mark.parametrize("strict", ["0", "1"])
def test_what_is_there_is_compared(run, flags, isa, strict):
    assert run(flags, [isa], strict) == (0, f"compared {isa}\n1 comparisons, 0 failed\n")


@pytest.mark.parametrize("counts", [(0, 0), (2, 1)])
def test_failures_and_no_comparison_fail(run, counts):
    assert run(AVX512, ["avx2"], counts=counts)[0] == 1


@pytest.mark.parametrize("args", [[], ["sse9"], ["avx2", "avx512"]])
def test_bad_arguments(run, args):
    status, text = run(AVX512, args)
    assert status == 2 and "avx2|avx512" in text


def test_every_feature_has_a_program_and_every_set_is_a_test(build_dir):
    """A file for an instruction set belongs to the feature of its name or to the family
    of its folder, whose program asks for its table; or to the fold."""
    tests = json.loads((build_dir / "meson-info" / "intro-tests.json").read_text())
    names = {test["name"] for test in tests if "libvmaf:checkasm" in test["suite"]}
    for isa in SETS:
        files = sorted((SRC / "feature").rglob(f"*_{isa}.c"))
        assert files
        for path in files:
            stem = path.name.removesuffix(f"_{isa}.c").removesuffix("_block")
            program = stem if f"checkasm_{stem}_{isa}" in names else path.parent.name
            assert f"checkasm_{program}_{isa}" in names, path
            text = (TESTS / "checkasm" / f"{program}.c").read_text()
            assert program == stem or f"vmaf_{stem}_rows(" in text, path
    some = {path.name.removesuffix(".c") for path in (SRC / "feature").rglob(f"*_{SOME}.c")}
    assert names == {f"checkasm_{path.stem}_{isa}"
                     for path in (TESTS / "checkasm").glob("*.c") for isa in SETS} | {
                         f"checkasm_{stem}" for stem in some}
