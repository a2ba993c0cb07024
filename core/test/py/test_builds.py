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


# Kinds of library


def installed(dest):
    (pc,) = dest.rglob("libvmaf.pc")
    prefix = dest / re.search(r"^prefix=/(.*)$", pc.read_text(), re.M)[1]
    files = {path.name for path in pc.parent.parent.glob("libvmaf*")}

    def pkg_config(*args):
        return run("pkg-config", f"--define-variable=prefix={prefix}", *args, "libvmaf",
                   PKG_CONFIG_PATH=str(pc.parent)).split()

    return SimpleNamespace(lib=pc.parent.parent, bin=prefix / "bin", pkg_config=pkg_config,
                           is_static="libvmaf.a" in files, is_shared="libvmaf.so" in files)


def needed(program):
    return re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", program))


@pytest.mark.parametrize("kind", ["static", "shared", "both"])
def test_default_library(tmp_path, kind):
    build = tmp_path / "b"
    setup(build, "-Denable_tests=false", f"-Ddefault_library={kind}", *QUICK)
    run("ninja", "-C", build)
    run("meson", "install", "-C", build, "--destdir", tmp_path / "dest")
    tree = installed(tmp_path / "dest")
    assert (tree.is_static, tree.is_shared) == (kind != "shared", kind != "static")
    # A client that asks for nothing in particular links what there is.
    client = tmp_path / "client"
    run("cc", CLIENT, "-o", client, *tree.pkg_config("--cflags", "--libs"))
    for program in (client, build / "core/tools/vmaf", tree.bin / "vmaf"):
        assert ("libvmaf.so.3" in needed(program)) == (kind != "static"), program
    run(client, LD_LIBRARY_PATH=str(tree.lib))


HOST = """project('host', 'c')
dep = dependency('libvmaf', fallback: 'libvmaf',
                 default_options: ['enable_tests=false', 'enable_tools=false', 'enable_asm=false'])
executable('host', 'host.c', dependencies: dep)
"""


@pytest.fixture
def host(tmp_path):
    """A project that has this one as a subproject."""
    folder = tmp_path / "host"
    (folder / "subprojects").mkdir(parents=True)
    (folder / "subprojects" / "libvmaf").symlink_to(conftest.ROOT)
    (folder / "meson.build").write_text(HOST)
    (folder / "host.c").write_text(CLIENT.read_text())
    return folder


@pytest.mark.parametrize("options,is_static", [
    ([], False), (["-Ddefault_library=static"], True), (["-Ddefault_library=both"], False)])
def test_subproject(tmp_path, host, options, is_static):
    build = tmp_path / "b"
    setup(build, *options, source=host)
    run("ninja", "-C", build, "host")
    assert ("libvmaf.so.3" in needed(build / "host")) == (not is_static)
    run(build / "host")
    # The float rules are the library's own.
    (args,) = [args for name, args in flags_of(build).items() if name.endswith("host.c")]
    assert not [arg for arg in args if arg.startswith("-ffp-contract")]


@pytest.mark.parametrize("options", [[], ["-Ddefault_library=static"]])
def test_static_programs(tmp_path, options):
    text = setup(tmp_path / "b", *options, *QUICK, LDFLAGS="-static")
    assert ("no shared library" in text) == (not options)
    run("ninja", "-C", tmp_path / "b")
    tool = tmp_path / "b" / "core" / "tools" / "vmaf"
    assert "INTERP" not in run("readelf", "-lW", tool)
    assert "3." in run(tool, "--version")


def test_static_programs_have_no_shared_library(tmp_path):
    text = setup(tmp_path / "b", "-Ddefault_library=shared", ok=False, LDFLAGS="-static")
    assert "exclude one another" in text


# C++ and build folders


def test_without_tests_there_is_no_c_plus_plus(tmp_path):
    setup(tmp_path / "b", "-Denable_tests=false", *QUICK, CXX="/bin/false")
    run("ninja", "-C", tmp_path / "b")
    assert "simt" not in run("nm", tmp_path / "b" / "core" / "src" / "libvmaf.a")
    assert not [name for name in flags_of(tmp_path / "b") if name.endswith(".cpp")]


@pytest.mark.parametrize("options", [[], ["-Denable_tests=false"]])
def test_build_folders_give_the_same_bytes(tmp_path, options):
    """With the test backend, whose kernels tell their barriers by file and line, and without."""
    files = ["core/src/libvmaf.so.3.2.0", "core/tools/vmaf"]
    builds = [tmp_path / "a", tmp_path / "much" / "deeper" / "b"]
    for build in builds:
        build.parent.mkdir(parents=True, exist_ok=True)
        setup(build, "-Dc_args=-O0", "-Dcpp_args=-O0", *options)
        run("ninja", "-C", build, *files)
    for name in files:
        one, other = [(build / name).read_bytes() for build in builds]
        assert one == other, name
        assert str(tmp_path).encode() not in one, name
