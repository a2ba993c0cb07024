# SPDX-License-Identifier: BSD-2-Clause-Patent
"""The shape of core/src: arrows between its folders go down only, includes start at one root, no
file is trivially small but the kernel units, a feature is described once, whatever computes it, and
headers and macros have one habit each.
"""
import re

import pytest

import conftest

SRC = conftest.ROOT / "core" / "src"
PUBLIC = conftest.ROOT / "core" / "include"
GENERATED = {"config.h"}

# Each may include itself and what stands after it.
LAYERS = ("api", "run", "model", "feature", "gpu", "score", "base")
# One line each: a file of kernels for one compiler.
KERNEL_UNITS = {"cuda": ".cu", "hip": ".hip", "simt": ".cpp"}
LEAST_LINES = 8

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]', re.M)
DESCRIPTOR = re.compile(r"^(?:static )?(?:const )?VmafFeature (?:const )?(\w+)(?:\[\w*\])? *[={;]",
                        re.M)

MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)((?:.*\\\n)*.*)$", re.M)
GUARD = re.compile(r"^#ifndef (VMAF_\w+_H)\n#define \1$", re.M)


def sources(root):
    return sorted(path for path in root.rglob("*") if path.is_file()
                  and path.suffix in {".c", ".h", ".cpp", ".cu", ".hip"})


def includes(root):
    """(file relative to root, quote or bracket, what it includes)"""
    for path in sources(root):
        for mark, name in INCLUDE.findall(path.read_text()):
            yield path.relative_to(root), mark, name


def arrows_up(root):
    """Includes that point from a folder to one above it, or at a folder that is no layer."""
    found = []
    for path, _, name in includes(root):
        source, target = path.parts[0], name.split("/")[0]
        if (root / name).exists() or target in LAYERS:
            if target not in LAYERS[LAYERS.index(source):]:
                found.append(f"{path} includes {name}")
    return found


def wrong_roots(root):
    """Quoted includes that are not written from core/src or core/include."""
    return [f"{path} includes {name}" for path, mark, name in includes(root)
            if mark == '"' and (".." in name or name not in GENERATED
                                and not (root / name).exists() and not (PUBLIC / name).exists())]


def kernel_unit(path):
    return (path.parent.parent.name == "feature"
            and KERNEL_UNITS.get(path.parent.name) == path.suffix)


def small_files(root):
    return [f"{path.relative_to(root)}: {n} lines" for path in sorted(root.rglob("*"))
            if path.is_file() and not kernel_unit(path)
            and (n := len(path.read_text().splitlines())) < LEAST_LINES]


def test_folders_are_the_layers():
    assert {path.name for path in SRC.iterdir() if path.is_dir()} <= set(LAYERS)
    assert len(list(includes(SRC))) > 300


def test_arrows_go_down():
    assert not arrows_up(SRC)


def test_includes_start_at_the_root():
    assert not wrong_roots(SRC)


def test_no_file_is_trivially_small():
    assert not small_files(SRC)


def test_kernel_units_are_one_include():
    """The same ones for each compiler."""
    stems = {}
    for backend, suffix in KERNEL_UNITS.items():
        for path in (SRC / "feature" / backend).iterdir():
            assert path.suffix == suffix
            text = path.read_text()
            assert re.fullmatch(r'#include "feature/(\w+/)?\w+_kernels\.h"\n', text), path
            stems.setdefault(backend, set()).add(path.stem)
    assert stems["cuda"] == stems["hip"] == stems["simt"]


def test_one_descriptor_for_each_line_of_the_list():
    listed = (SRC / "feature/feature_list.h").read_text()
    lines = re.findall(r"^VMAF_FEATURE\((\w+)\)$", listed, re.M)
    found = [name for path in sources(SRC) for name in DESCRIPTOR.findall(path.read_text())]
    assert len(lines) > 5
    assert sorted(found) == sorted(f"vmaf_feature_{stem}" for stem in lines)


def returning_macros(root):
    """Macros that leave the function that uses them, unless they define one."""
    return [f"{path.relative_to(root)}: {name}" for path in sources(root)
            for name, body in MACRO.findall(path.read_text())
            if re.search(r"\breturn\b", body) and "static" not in body]


def test_no_macro_returns_from_its_caller():
    assert not returning_macros(SRC)


def test_guards_are_named_after_their_files():
    headers = [path for path in sources(SRC) if path.suffix == ".h"]
    guards = {path: GUARD.findall(path.read_text()) for path in headers}
    assert sum(map(bool, guards.values())) > 50  # the others are included more than once
    for path, found in guards.items():
        assert found in ([], [f"VMAF_{path.stem.upper()}_H"]), path


@pytest.mark.parametrize("path, text, up", [
    ("gpu/x.h", '#include "feature/y.h"', True),
    ("base/x.c", "#include <score/y.h>", True),
    ("score/x.c", '  #  include "run/y.h" /* why */', True),
    ("model/x.c", '#include "api/y.h"', True),
    ("feature/a/x.c", '#include "gpu/y.h"', False),
    ("api/x.c", '#include "base/y.h"', False),
    ("run/x.c", '#include "run/y.h"\n#include <stdio.h>\n#include "libvmaf/libvmaf.h"', False),
])
def test_an_arrow_up_is_found(tmp_path, path, text, up):
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text(text + "\n")
    assert len(arrows_up(tmp_path)) == up


def test_other_faults_are_found(tmp_path):
    folder = tmp_path / "feature" / "cuda"
    folder.mkdir(parents=True)
    (folder / "x.cu").write_text('#include "../x.h"\n')
    (folder / "x.h").write_text('#include "x.h"\n')
    (folder / "y.c").write_text("#define A(x) \\\n    do { \\\n        return x; \\\n"
                                "    } while (0)\n#define B(x) (x)\nreturn;\n" + 8 * "\n")
    assert returning_macros(tmp_path) == ["feature/cuda/y.c: A"]
    assert len(wrong_roots(tmp_path)) == 2
    assert small_files(tmp_path) == ["feature/cuda/x.h: 1 lines"]
    text = ("const VmafFeature vmaf_feature_x = {\nstatic const VmafFeature y_cuda = {\n"
            "extern const VmafFeature z;\nconst VmafFeature *f(void);\n")
    assert DESCRIPTOR.findall(text) == ["vmaf_feature_x", "y_cuda"]
