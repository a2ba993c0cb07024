# SPDX-License-Identifier: BSD-2-Clause-Patent
"""scripts/ci/exact_twins.py: the declarations of this tree, and every way to get one wrong."""
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts" / "ci"))
import exact_twins  # noqa: E402

GOOD = "feature = float_ssim\noptions = enable_lcs=true\ntest = test_cuda_float_ssim\n"


MODEL = "model = vmaf_v0.6.1\ntest = test_cuda_model\n"

DESCRIPTOR = """
const VmafFeature vmaf_feature_float_ssim = {
    .name = "float_ssim",
    .gpu = &vmaf_float_ssim_gpu,
};
"""


class Tree:
    def __init__(self, path):
        self.path = path

    def write(self, name, text):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def cell(self, text, name="float_ssim_lcs.cuda"):
        self.write(f"scripts/ci/exact_twins.d/{name}", text)

    def errors(self):
        return exact_twins.load(self.path)[1]


@pytest.fixture
def tree(tmp_path):
    """One feature, its GPU engine and a good cell for each backend."""
    tree = Tree(tmp_path)
    tree.write("core/src/feature/feature_list.h", "VMAF_FEATURE(float_ssim)\n")
    tree.write("core/src/feature/float_ssim/float_ssim.c", DESCRIPTOR)
    tree.write("core/test/twin/meson.build", "twin_tests = ['float_ssim', 'model']\n")
    tree.write("core/test/twin/test_twin_float_ssim.c", '"float_ssim"')
    tree.write("core/test/twin/test_twin_model.c", '"vmaf_v0.6.1"')
    tree.write("core/src/model/data/versions.json", '[{"name": "vmaf_v0.6.1", "set": "a"}]')
    tree.write("docs/adr/0004-order.md", "")
    tree.cell(GOOD)
    tree.cell(GOOD.replace("test_cuda", "test_hip"), "float_ssim_lcs.hip")
    return tree


def test_declarations_of_this_tree():
    cells, errors = exact_twins.load(ROOT)
    assert errors == []
    twins = {name for name, has_twin in exact_twins.features(ROOT).items() if has_twin}
    assert len(twins) >= 6
    for backend in exact_twins.BACKENDS:
        assert {c.feature for c in cells if c.backend == backend and not c.model} == twins
        assert {c.model for c in cells if c.backend == backend} >= {
            "vmaf_v0.6.1", "vmaf_v0.6.1neg", "vmaf_4k_v0.6.1", "vmaf_float_v0.6.1", "vmaf_b_v0.6.3"}


def test_good_cell(tree):
    tree.cell(GOOD + "adr = 0004   # why\n\n# a comment\n")
    cells, errors = exact_twins.load(tree.path)
    assert errors == []
    assert [str(c) for c in cells] == ["float_ssim_lcs.cuda", "float_ssim_lcs.hip"]
    assert cells[0].argument == "float_ssim=enable_lcs=true"


@pytest.mark.parametrize("text, error", [
    (GOOD + "tolerance = 1e-6\n", 'unknown key "tolerance"'),
    (GOOD + "max_ulp = 1\n", 'unknown key "max_ulp"'),
    (GOOD + "test = test_cuda_float_ssim\n", '"test" stands twice'),
    (GOOD + "exact\n", "expected KEY = VALUE"),
    (GOOD + "adr =\n", "expected KEY = VALUE"),
    (GOOD + "adr = 0005\n", "no decision docs/adr/0005-*.md"),
    ("feature = float_ssim\n", 'no "test"'),
    ("test = test_cuda_float_ssim\n", "wanted one of feature, model; got none"),
    (GOOD + "model = vmaf_v0.6.1\n", "wanted one of feature, model; got feature and model"),
    (GOOD.replace("= float_ssim\n", "= float_sism\n"), 'unknown feature "float_sism"'),
    (GOOD.replace("=true", ""), "options are NAME=VALUE"),
    (GOOD.replace("cuda_float_ssim", "cuda_float_ssim_order"), "no test"),
    (GOOD.replace("test_cuda_", "test_hip_"), "no test"),
])
def test_bad_cell(tree, text, error):
    tree.cell(text)
    assert any(error in e and e.startswith("float_ssim_lcs.cuda: ") for e in tree.errors())


def test_good_model(tree):
    tree.cell(MODEL, "vmaf_v0.6.1.cuda")
    cells, errors = exact_twins.load(tree.path)
    assert errors == []
    assert [str(c) for c in cells if c.model] == ["vmaf_v0.6.1.cuda"]
    assert cells[-1].argument == "version=vmaf_v0.6.1:name=vmaf_v0.6.1"


@pytest.mark.parametrize("text, error", [
    (MODEL + "feature = float_ssim\n", "wanted one of feature, model; got feature and model"),
    (MODEL + "options = enable_lcs=true\n", "options are a feature's"),
    (MODEL + "tolerance = 1e-6\n", 'unknown key "tolerance"'),
    (MODEL.replace("0.6.1", "0.6.2"), 'unknown model "vmaf_v0.6.2"; known: vmaf_v0.6.1'),
    (MODEL.replace("test_cuda_", "test_hip_"), "no test"),
    (MODEL.replace("cuda_model", "cuda_float_ssim"), 'does not name "vmaf_v0.6.1"'),
    (MODEL.partition("test")[0], 'no "test"'),
])
def test_bad_model(tree, text, error):
    tree.cell(text, "vmaf_v0.6.1.cuda")
    assert any(error in e and e.startswith("vmaf_v0.6.1.cuda: ") for e in tree.errors())


def test_model_under_another_name(tree):
    tree.cell(MODEL, "vmaf.cuda")
    assert tree.errors() == ['vmaf.cuda: a cell of a model has its name: "vmaf_v0.6.1"']


def test_model_is_no_cell_of_a_twin(tree):
    """The features below a model have cells of their own."""
    tree.cell(MODEL.replace("cuda", "hip"), "vmaf_v0.6.1.hip")
    (tree.path / "scripts/ci/exact_twins.d/float_ssim_lcs.hip").unlink()
    assert tree.errors() == ["float_ssim_hip: a twin without a cell in exact_twins.d"]


def test_test_must_be_built(tree):
    tree.write("core/test/twin/meson.build", "twin_tests = []\n")
    assert any("no test" in e for e in tree.errors())


def test_test_of_another_feature(tree):
    tree.write("core/test/twin/test_twin_float_ssim.c", '"float_ms_ssim"')
    assert tree.errors() == [f"float_ssim_lcs.{b}: the test \"test_{b}_float_ssim\" does not name "
                             "\"float_ssim\"" for b in ("cuda", "hip")]


@pytest.mark.parametrize("name", ["float_ssim", "float_ssim.vulkan", "float_ssim_lcs.cuda.orig"])
def test_bad_file_name(tree, name):
    tree.cell(GOOD, name)
    assert any(e.startswith(f"{name}: a cell file is") for e in tree.errors())


def test_cell_named_after_another_feature(tree):
    tree.cell(GOOD, "ssim.cuda")
    assert any("named after its feature" in e for e in tree.errors())


def test_cell_named_after_a_feature_that_goes_on(tree):
    tree.cell(GOOD, "float_ssimulacra.cuda")
    assert any("named after its feature" in e for e in tree.errors())


def test_cell_declared_twice(tree):
    tree.cell(GOOD, "float_ssim_again.cuda")
    assert tree.errors() == [
        "float_ssim_lcs.cuda: the same feature and options as float_ssim_again.cuda"]


def test_cell_without_twin(tree):
    tree.write("core/src/feature/float_ssim/float_ssim.c",
               DESCRIPTOR.replace("    .gpu = &vmaf_float_ssim_gpu,\n", ""))
    assert tree.errors() == ["float_ssim_lcs.cuda: float_ssim has no GPU engine",
                             "float_ssim_lcs.hip: float_ssim has no GPU engine"]


def test_twin_without_cell(tree):
    (tree.path / "scripts/ci/exact_twins.d/float_ssim_lcs.hip").unlink()
    assert tree.errors() == ["float_ssim_hip: a twin without a cell in exact_twins.d"]


def test_backends_that_differ(tree):
    tree.cell("feature = float_ssim\ntest = test_hip_float_ssim\n", "float_ssim_lcs.hip")
    assert tree.errors() == ["float_ssim_lcs: its backends differ in feature or options"]


def test_listing(monkeypatch, capsys):
    """scripts/gpu/run_suite.sh takes the features from the second column."""
    monkeypatch.setattr(sys, "argv", ["exact_twins.py", "--backend", "cuda"])
    assert exact_twins.main() == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert all(len(row) == 3 for row in rows)
    assert {name for _, name, _ in rows if not exact_twins.OPTIONS.search(name)} == {
        *(name for name, has_twin in exact_twins.features(ROOT).items() if has_twin), "model"}
    assert ["vmaf_v0.6.1.cuda", "model", "test_cuda_model"] in rows
