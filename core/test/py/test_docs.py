# SPDX-License-Identifier: BSD-2-Clause-Patent
"""The manual and the build agree: links lead somewhere, every feature and option has its page."""
import re

import pytest

import conftest

PAGES = [path for pattern in ("*.md", "docs/**/*.md") for path in conftest.ROOT.glob(pattern)]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(conftest.ROOT)))
def test_links(page):
    targets = re.findall(r"\]\(([^)#\s]+)", page.read_text())
    dead = [target for target in targets
            if not re.match(r"\w+:", target) and not (page.parent / target).exists()]
    assert not dead


def features(vmaf):
    """{feature: [option]}"""
    known, current = {}, []
    for line in vmaf("--list_features").out.splitlines():
        if name := re.match(r"(\w+) \((\w+),", line):
            current = known.setdefault(name[1], []) if name[2] == "cpu" else []
        elif option := re.match(r" {4}(\w+)=", line):
            current.append(option[1])
    return known


def test_features(vmaf):
    known = features(vmaf)
    assert {"ssim", "float_ssim", "float_ms_ssim"} <= set(known)
    assert "scale" in known["float_ssim"]
    table = re.findall(r"^\| `(\w+)` \|", (conftest.ROOT / "README.md").read_text(), re.M)
    assert sorted(table) == sorted(known)
    for feature, options in known.items():
        page = (conftest.ROOT / "docs" / "metrics" / f"{feature}.md").read_text()
        missing = [option for option in options if f"`{option}`" not in page]
        assert not missing, (feature, missing)
