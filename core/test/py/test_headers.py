# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Every public header compiles alone, as C and as C++."""
import subprocess

import pytest

import conftest

INCLUDE = conftest.ROOT / "core" / "include"
HEADERS = sorted(path.name for path in (INCLUDE / "libvmaf").glob("*.h"))
LANGUAGES = {
    "c99": ["cc", "-x", "c", "-std=c99"],
    "c11": ["cc", "-x", "c", "-std=c11"],
    "c++98": ["c++", "-x", "c++", "-std=c++98"],
    "c++17": ["c++", "-x", "c++", "-std=c++17"],
}


def compile_text(language, text, *include):
    command = LANGUAGES[language] + ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
                                     *[f"-I{path}" for path in include], "-"]
    return subprocess.run(command, input=text, text=True, capture_output=True, check=False)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("header", HEADERS)
def test_header_alone(header, language):
    # Twice: include guards.
    text = f"#include <libvmaf/{header}>\n#include <libvmaf/{header}>\nextern int unit;\n"
    done = compile_text(language, text, INCLUDE)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_spellings(language):
    text = "#include <libvmaf.h>\n#include <libvmaf/libvmaf.h>\nVmafConfiguration c;\n"
    done = compile_text(language, text, INCLUDE, INCLUDE / "libvmaf")
    assert done.returncode == 0, done.stderr


def test_headers_are_found():
    assert {"feature.h", "libvmaf.h", "picture.h", "version.h"} <= set(HEADERS)
