# SPDX-License-Identifier: BSD-2-Clause-Patent
"""The installed library: files, pkg-config, symbols, and clients that link it."""
import json
import os
import re
import shutil
import subprocess

import pytest

import conftest

CLIENT = conftest.ROOT / "core" / "test" / "py" / "link_client.c"
SANITIZE = os.environ.get("VMAF_SANITIZE", "none")
SANITIZE_ARGS = [] if SANITIZE == "none" else [f"-fsanitize={SANITIZE}"]


def default_library():
    info = conftest.environment_path("VMAF_BUILD") / "meson-info" / "intro-buildoptions.json"
    (kind,) = [o["value"] for o in json.loads(info.read_text()) if o["name"] == "default_library"]
    return kind


KIND = default_library()
shared_library = pytest.mark.skipif(KIND == "static", reason="a build without shared library")
static_library = pytest.mark.skipif(KIND == "shared", reason="a build without static library")


def run(*command, **options):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False,
                          **options)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


class Installed:
    """The tree that "meson install" makes, below a folder of its own."""

    def __init__(self, dest):
        self.dest = dest
        (self.pc,) = dest.rglob("libvmaf.pc")
        self.prefix = dest / re.search(r"^prefix=/(.*)$", self.pc.read_text(), re.M)[1]
        self.lib = self.pc.parent.parent
        self.include = self.prefix / "include"

    def pkg_config(self, *args):
        env = {**os.environ, "PKG_CONFIG_PATH": str(self.pc.parent)}
        return run("pkg-config", f"--define-variable=prefix={self.prefix}", *args, "libvmaf",
                   env=env).split()

    def build_and_run(self, compiler, folder, *link, source=CLIENT):
        """Compile a client, run it, and return what it printed and the libraries it needs."""
        program = folder / "client"
        run(*compiler, source, "-o", program, *SANITIZE_ARGS, *link)
        env = {**os.environ, "LD_LIBRARY_PATH": str(self.lib)}
        needed = re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", program))
        return run(program, env=env), needed


@pytest.fixture(scope="module")
def installed(build_dir, tmp_path_factory):
    dest = tmp_path_factory.mktemp("dest")
    run("meson", "install", "-C", build_dir, "--no-rebuild", "--destdir", dest)
    return Installed(dest)


@pytest.fixture
def static_only(installed, tmp_path):
    """The installed tree without the shared library, so that -lvmaf finds the archive."""
    shutil.copytree(installed.dest, tmp_path / "static", symlinks=True)
    tree = Installed(tmp_path / "static")
    for path in tree.lib.glob("libvmaf.so*"):
        path.unlink()
    return tree


def declared_functions(installed):
    names = set()
    for header in (installed.include / "libvmaf").glob("*.h"):
        text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
        names |= set(re.findall(r"\b(vmaf_\w+)\(", text))
    return names


def defined_symbols(*nm):
    names = [line.split()[2] for line in run("nm", "--defined-only", *nm).splitlines()
             if len(line.split()) == 3]
    return {name for name in names if not re.match("__(odr_)?(asan|tsan|ubsan|sanitizer)_", name)}


def test_files(installed, build_dir):
    """Clients take the header of a GPU backend for its functions: it comes with them only."""
    config = (build_dir / "core" / "src" / "config.h").read_text()
    absent = {f"libvmaf_{name}.h" for name in ("cuda", "hip")
              if f"#define HAVE_{name.upper()} 1" not in config}
    names = {path.name for path in (installed.include / "libvmaf").iterdir()}
    assert names == {path.name for path in (conftest.ROOT / "core" / "include" / "libvmaf").glob(
        "*.h")} - absent
    link = installed.lib / "libvmaf.so"
    assert link.is_symlink() == (KIND != "static")
    # Loaders tell the generation of the API from the name behind the link.
    if link.is_symlink():
        assert re.fullmatch(r"libvmaf\.so\.3\.\d+\.\d+", link.resolve().name)
    assert (installed.lib / "libvmaf.a").exists() == (KIND != "shared")


@shared_library
def test_soname(installed):
    text = run("readelf", "-d", installed.lib / "libvmaf.so")
    assert re.search(r"SONAME.*\[libvmaf\.so\.3\]", text), text


@shared_library
def test_shared_library_needs_little(installed):
    text = run("readelf", "-d", installed.lib / "libvmaf.so")
    needed = set(re.findall(r"NEEDED.*\[(.*)\]", text))
    sanitizers = {name for name in needed if re.match(r"lib(a|t|ub)san", name)}
    allowed = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"}
    if os.environ["VMAF_JSON"] == "1":
        allowed.add("libjansson.so.4")
    assert needed - sanitizers <= allowed, needed


def test_pkg_config(installed):
    assert installed.pkg_config("--modversion")[0].startswith("3.")
    installed.pkg_config("--exists", "libvmaf >= 2.0.0")
    include = str(installed.include)
    assert [arg.rstrip("/") for arg in installed.pkg_config("--cflags")] == [
        f"-I{include}", f"-I{include}/libvmaf"]
    assert (installed.pkg_config("--libs")[-1] == "-lvmaf") == (KIND != "static")
    static = set(installed.pkg_config("--static", "--libs"))
    assert {"-lvmaf", "-pthread", "-lm"} <= static
    assert ("-ljansson" in static) == (os.environ["VMAF_JSON"] == "1")
    # GPU backends open their libraries; before glibc 2.34 that takes a library of its own.
    archive = "libvmaf.a" if KIND != "shared" else "libvmaf.so"
    undefined = [name.split("@")[0] for name in run("nm", "-u", *(["-D"] * (KIND == "shared")),
                                                    installed.lib / archive).split()]
    assert ("-ldl" in static) == ("dlopen" in undefined)


@shared_library
def test_exported_symbols(installed):
    exported = defined_symbols("-D", installed.lib / "libvmaf.so")
    assert exported == declared_functions(installed)


@static_library
def test_archive_keeps_to_its_prefix(installed):
    foreign = {name for name in defined_symbols("-g", installed.lib / "libvmaf.a")
               if not re.match(r"(__odr_asan\.)?vmaf_|Vmaf", name)}
    assert not foreign


COMPILERS = {
    "c": ["cc", "-std=c99", "-pedantic-errors"],
    "c, <libvmaf/libvmaf.h>": ["cc", "-std=c99", "-DINCLUDE_WITH_FOLDER"],
    "c++": ["c++", "-x", "c++"],
}


@shared_library
@pytest.mark.parametrize("compiler", COMPILERS.values(), ids=COMPILERS)
def test_shared_client(installed, tmp_path, compiler):
    text, needed = installed.build_and_run(compiler, tmp_path,
                                           "-x", "none", *installed.pkg_config("--cflags", "--libs"))
    assert "libvmaf.so.3" in needed
    score, version = text.split()
    assert 0.0 < float(score) < 1.0
    assert version.startswith("3.")


@static_library
def test_static_client(installed, static_only, tmp_path):
    shared, _ = installed.build_and_run(["cc"], tmp_path,
                                        *installed.pkg_config("--cflags", "--libs"))
    static, needed = static_only.build_and_run(
        ["cc"], tmp_path, *static_only.pkg_config("--static", "--cflags", "--libs"))
    assert "libvmaf.so.3" not in needed and "libstdc++.so.6" not in needed
    assert static == shared


def test_program_of_the_readme(installed, tmp_path):
    text = (conftest.ROOT / "README.md").read_text()
    (program,) = re.findall(r"^```c\n(.*?)^```", text, re.M | re.S)
    source = tmp_path / "score.c"
    source.write_text(program)
    out, _ = installed.build_and_run(["cc", "-Wall", "-Wextra", "-Werror"], tmp_path,
                                     *installed.pkg_config("--cflags", "--libs"), source=source)
    assert out == "float_ssim 1.000000\n"


# Everything but the functions for CUDA that some client calls or looks up.
OF_CLIENTS = """
vmaf_init vmaf_close vmaf_use_features_from_model vmaf_use_features_from_model_collection
vmaf_use_feature vmaf_feature_dictionary_set vmaf_feature_dictionary_free vmaf_model_load
vmaf_model_load_from_path vmaf_model_feature_overload vmaf_model_destroy vmaf_model_collection_load
vmaf_model_collection_load_from_path vmaf_model_collection_feature_overload
vmaf_model_collection_destroy vmaf_picture_alloc vmaf_picture_unref vmaf_read_pictures
vmaf_score_at_index vmaf_score_at_index_model_collection vmaf_feature_score_at_index
vmaf_feature_score_pooled vmaf_score_pooled vmaf_score_pooled_model_collection vmaf_write_output
vmaf_import_feature_score vmaf_preallocate_pictures vmaf_fetch_preallocated_picture vmaf_version
vmaf_model_version_next vmaf_write_output_with_format
""".split()


@shared_library
def test_symbols_of_clients(installed):
    assert not set(OF_CLIENTS) - defined_symbols("-D", installed.lib / "libvmaf.so")


@shared_library
def test_functions_of_the_specification(installed, shared):
    page = (shared / "spec" / "api_cli.md").read_text()
    # The functions for CUDA come with their header.
    has_cuda = (installed.include / "libvmaf" / "libvmaf_cuda.h").exists()
    end = "Rules for device pictures" if has_cuda else "### 2.5"
    tables = page[page.index("### 2.1"):page.index(end)]
    cells = re.findall(r"^\| (`vmaf_.*?) \|", tables, re.M)
    names = set(re.findall(r"`(vmaf_\w+)`", " ".join(cells)))
    names |= {"vmaf_model_collection_load_from_path"}  # written as "_load_from_path"
    assert len(names) > 25 and ("vmaf_cuda_import_state" in names) == has_cuda
    assert not names - defined_symbols("-D", installed.lib / "libvmaf.so")


def test_model_files(installed):
    folder = installed.prefix / "share" / "model"
    assert len(list(folder.glob("*.json"))) == 17
    assert "Netflix" in (folder / "LICENSE").read_text()
