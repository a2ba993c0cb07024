# SPDX-License-Identifier: BSD-2-Clause-Patent
"""The float rules reached the device code: what nvcc and hipcc make of every kernel file with the
build's own flags. An instruction that fuses may stand only where a source calls fma(). And an image
is built again when any header that it is made of changes."""
import re
import shlex
import subprocess

import pytest

from test_float_flags import SRC, project_text

# Calls of vmaf_fma() and vmaf_fmaf() in the sources of a kernel file.
ASKS = re.compile(r"\bvmaf_fmaf?\(")
BACKENDS = {"cuda": "-fatbin", "hip": "--genco"}


def commands(build_dir, flag):
    """The build's commands that compile kernels with the compiler that takes this flag."""
    lines = subprocess.run(["ninja", "-C", build_dir, "-t", "commands"], capture_output=True,
                           text=True, check=True).stdout.splitlines()
    return sorted({line for line in lines if f" {flag} " in line})


@pytest.fixture(params=BACKENDS)
def kernels(request, build_dir):
    """The arguments for each kernel file of one compiler."""
    flag = BACKENDS[request.param]
    found = [shlex.split(line) for line in commands(build_dir, flag)]
    if not found:
        pytest.skip(f"no GPU images of this compiler in the build ({flag})")
    return found


def run(args, build_dir):
    p = subprocess.run(args, cwd=build_dir, capture_output=True, text=True, check=False)
    assert p.returncode == 0, p.stderr
    return p.stdout


def without(args, *names):
    """The arguments without options of these names; a name that ends in ' ' takes a value."""
    out, skip = [], False
    for arg in args:
        if skip or any(arg == n.strip() or (n.endswith("=") and arg.startswith(n)) for n in names):
            skip = not skip and arg + " " in names
        else:
            out.append(arg)
    return out


def ptx(args, build_dir, out):
    target = re.findall(r"code=(compute_\d+)", " ".join(args))[-1]
    args = without(args, "-fatbin", "-gencode ", "-o ")
    run([*args, "-ptx", f"-arch={target}", "-o", out], build_dir)
    return out.read_text()


def llvm_ir(args, build_dir, out):
    target = next(a for a in args if a.startswith("--offload-arch="))
    args = without(args, "--genco", "--offload-arch=", "-o ")
    run([*args, "-S", "-emit-llvm", "--cuda-device-only", target, "-o", out], build_dir)
    return out.read_text()


def check_ptx(text, fused_allowed):
    ops = re.findall(r"^\s*(?:@!?%p\d+\s+)?((?:add|sub|mul|div|sqrt|fma|mad)\S*\.f(?:32|64))\s",
                     text, re.M)
    for op in set(ops):
        if op.startswith(("fma", "mad")):
            assert fused_allowed, op
        assert ".rn." in op and ".ftz" not in op and ".approx" not in op, op
    return len(ops)


def check_llvm_ir(text):
    """The library's sqrt is inlined and refines with fma, so only the flags tell."""
    ops = re.findall(r"= ((?:tail )?(?:fadd|fsub|fmul|fdiv|fneg|call)\b.*)$", text, re.M)
    for op in ops:
        assert not re.search(r"^[a-z ]*\b(contract|fast|reassoc|arcp|afn|nnan|ninf)\b", op), op
        assert "@llvm.fmuladd" not in op, op
    return sum(op.startswith("f") for op in ops)


def test_one_rounding_per_operation(kernels, build_dir, tmp_path, monkeypatch):
    """Also where the environment asks for other arithmetic."""
    monkeypatch.setenv("NVCC_APPEND_FLAGS", "-ftz=true -fmad=true -prec-div=false -prec-sqrt=false")
    monkeypatch.setenv("HIPCC_COMPILE_FLAGS_APPEND", "-ffp-contract=fast")
    n_ops = 0
    for args in kernels:
        source = (build_dir / args[-1]).resolve()
        fused_allowed = bool(ASKS.search(project_text(source, set())))
        if "-fatbin" in args:
            n_ops += check_ptx(ptx(args, build_dir, tmp_path / "out"), fused_allowed)
        else:
            n_ops += check_llvm_ir(llvm_ir(args, build_dir, tmp_path / "out"))
    assert n_ops > 100


def recorded_inputs(build_dir):
    """{image: files that ninja found in the list that its compiler wrote}"""
    text = subprocess.run(["ninja", "-C", build_dir, "-t", "deps"], capture_output=True, text=True,
                          check=True).stdout
    found, name = {}, None
    for line in text.splitlines():
        if line.startswith("    "):
            found[name].add((build_dir / line.strip()).resolve())
        elif ": #deps" in line:
            name = line.partition(":")[0]
            found[name] = set()
    return found


@pytest.mark.parametrize("backend, suffix", [("cuda", "cu"), ("hip", "hip")])
def test_images_depend_on_what_they_are_made_of(backend, suffix, build_dir):
    """All headers, also those that a header includes."""
    config = (build_dir / "core" / "src" / "config.h").read_text()
    if f"#define HAVE_{backend.upper()} 1" not in config:
        pytest.skip(f"no GPU images of {backend} in the build")
    recorded = recorded_inputs(build_dir)
    sources = sorted((SRC / "feature" / backend).glob(f"*.{suffix}"))
    assert sources
    host_only = {(SRC / "gpu/simt_host.h").resolve()}  # what a host compiler reads instead
    for source in sources:
        read = set()
        project_text(source.resolve(), read)
        image = f"core/src/feature/{source.stem}_{backend}.image"
        assert image in recorded, f"{image}: no list of what it depends on"
        assert read - recorded[image] <= host_only, image
        if source.stem == "float_ssim":
            assert (SRC / "feature/float_ssim/float_samples.h").resolve() in recorded[image]
