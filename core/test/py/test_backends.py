# SPDX-License-Identifier: BSD-2-Clause-Patent
"""--backend: what runs where, what is said when it cannot, and what result files tell. Drivers that
are missing, damaged or failing are stood in for, so that no GPU is needed and none disturbs."""
import json
import re

import pytest

LIBRARY = {"cuda": "libcuda.so.1", "hip": "libamdhip64.so"}


@pytest.fixture(scope="module")
def built(build_dir):
    """Names of the backends in this build."""
    text = (build_dir / "core" / "src" / "config.h").read_text()
    return {name.lower() for name in re.findall(r"#define HAVE_(CUDA|HIP|SIMT) 1", text)}


@pytest.fixture(params=["cuda", "hip"])
def backend(request, built):
    if request.param not in built:
        pytest.skip(f"no GPU backend {request.param} in this build")
    return request.param


@pytest.fixture
def damaged(tmp_path):
    """An environment in which neither driver library can be loaded."""
    folder = tmp_path / "damaged"
    folder.mkdir()
    (folder / LIBRARY["cuda"]).write_bytes(b"no ELF header" * 100)
    return {"LD_LIBRARY_PATH": str(folder), "VMAF_HIP_LIBRARY": str(folder / "absent.so")}


@pytest.fixture
def fake(build_dir, built):
    """Make the environment of fake_cuda.c, under which a call may fail."""
    if "simt" not in built:
        pytest.skip("no GPU stand-in in a build without simt")
    tests = build_dir / "core" / "test"
    env = {"LD_LIBRARY_PATH": str(tests / "driver"), "FAKE_CUDA_REPORT": "1",
           "VMAF_HIP_LIBRARY": str(tests / "twin" / "libhip_on_cuda.so")}

    def failing(call=0, code=0):
        return {**env, "FAKE_CUDA_FAIL": f"{call}:{code}"}
    return failing


def arguments(pair, *more):
    return ["-r", pair[0], "-d", pair[1], "--feature", "float_ssim", *more]


def log_lines(result, level):
    return re.findall(rf"^libvmaf {level} (.*)$", result.err, re.M)


def refused(result, *errors):
    assert result.rc == 255 and result.out == "", result
    assert log_lines(result, "ERROR") == list(errors), result


@pytest.mark.parametrize("name", ["cuda", "hip", "simt"])
def test_not_in_this_build(vmaf, y4m_pair, built, name):
    r = vmaf(*arguments(y4m_pair, "--backend", name))
    if name in built:
        assert f"{name}: not in this build" not in r.err
    else:
        refused(r, f"{name}: not in this build")


def test_host_executor_is_hidden(vmaf, y4m_pair, built):
    for option in ("--help", "--list_features"):
        r = vmaf(option)
        assert r.rc == 0 and "simt" not in r.out + r.err
    for args in ([], ["--backend", "auto"]):
        assert "simt" not in vmaf(*arguments(y4m_pair, *args)).err
    r = vmaf(*arguments(y4m_pair, "--backend", "simt"))
    assert r.rc == (0 if "simt" in built else 255)


def test_driver_that_does_not_load(vmaf, y4m_pair, backend, damaged):
    r = vmaf(*arguments(y4m_pair, "--backend", backend), env=damaged)
    path = damaged["LD_LIBRARY_PATH"] + "/" + LIBRARY["cuda"]
    refused(r, {"cuda": f"cuda: not available: {path}: invalid ELF header",
                "hip": f"hip: not available: {damaged['VMAF_HIP_LIBRARY']}: cannot open shared "
                       "object file: No such file or directory"}[backend])


def test_library_that_is_no_driver(vmaf, y4m_pair, built, fake):
    if "hip" not in built:
        pytest.skip("no GPU backend hip in this build")
    driver = fake()["LD_LIBRARY_PATH"] + "/" + LIBRARY["cuda"]
    r = vmaf(*arguments(y4m_pair, "--backend", "hip"), env={"VMAF_HIP_LIBRARY": driver})
    refused(r, f"hip: not available: {driver} has no hipInit, a newer driver is needed")


@pytest.mark.parametrize("args", [[], ["--backend", "auto"]])
def test_auto_says_why_it_is_the_cpu(vmaf, y4m_pair, built, damaged, args):
    """One line for each driver that is not there and one for each feature; the CPU's scores."""
    gpu = sorted(built - {"simt"})
    r = vmaf(*arguments(y4m_pair, *args), env=damaged)
    assert r.rc == 0
    assert [line.split(": ")[:2] for line in log_lines(r, "INFO")] == (
        [[name, "not available"] for name in gpu] + ([["float_ssim", "cpu"]] if gpu else []))
    assert r.out == vmaf(*arguments(y4m_pair, "--backend", "cpu")).out


def test_explicit_cpu_opens_no_driver(vmaf, y4m_pair, fake):
    r = vmaf(*arguments(y4m_pair, "--backend", "cpu"), env=fake(1, 100))
    assert r.rc == 0 and "fake_cuda" not in r.err and "not available" not in r.err


@pytest.mark.parametrize("mask", ["-1", "4294967295", "0xffffffff"])
@pytest.mark.parametrize("args", [[], ["--backend", "auto"]])
def test_full_gpumask_opens_no_driver(vmaf, y4m_pair, fake, mask, args):
    r = vmaf(*arguments(y4m_pair, "--gpumask", mask, *args), env=fake(1, 100))
    assert r.rc == 0 and "fake_cuda" not in r.err and "not available" not in r.err
    assert not log_lines(r, "INFO") or args


def test_full_gpumask_leaves_a_named_backend(vmaf, y4m_pair, built):
    if "simt" not in built:
        pytest.skip("no GPU backend simt in this build")
    log = vmaf.json("-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "ssim", "--gpumask", "-1",
                    "--backend", "simt")
    assert log["backends"]["ssim"]["backend"] == "simt"


def without_fps(text):
    return re.sub(r'fps"?[=:] ?"?[0-9.]+', "fps", text)


@pytest.mark.parametrize("name", ["cpu", "auto", "simt"])
def test_json_names_backends_when_asked(vmaf, y4m_pair, built, damaged, name):
    if name not in built | {"cpu", "auto"}:
        pytest.skip(f"no GPU backend {name} in this build")
    args = ["-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", "float_ssim=scale=2",
            "--feature", "ssimulacra2"]
    plain = vmaf.json(*args, env=damaged)
    log = vmaf.json(*args, "--backend", name, env=damaged)
    ran, device = ("simt", "host executor") if name == "simt" else ("cpu", None)
    assert "backends" not in plain
    assert log["backends"] == {
        "float_ssim": {"backend": ran, "device": device, "scale": 2},
        "ssimulacra2": {"backend": ran, "device": device, "scale": 1}}
    del log["backends"], log["fps"], plain["fps"]
    assert log == plain


@pytest.mark.parametrize("form", ["--xml", "--csv", "--sub"])
def test_other_files_stay_as_they_are(vmaf, y4m_pair, tmp_path, damaged, form):
    texts = []
    for args in ([], ["--backend", "cpu"]):
        out = tmp_path / f"log{len(texts)}"
        assert vmaf(*arguments(y4m_pair, form, "-o", out, *args), env=damaged).rc == 0
        texts.append(without_fps(out.read_text()))
    assert texts[0] == texts[1]


def test_environment_names_a_backend(vmaf, y4m_pair, built, tmp_path):
    if "simt" not in built:
        pytest.skip("no GPU backend simt in this build")
    texts = []
    for name, device in (("simt", "simt (host executor)"), ("cpu", "cpu")):
        out = tmp_path / name
        r = vmaf(*arguments(y4m_pair, "--json", "-o", out), env={"VMAF_BACKEND": name})
        assert r.rc == 0
        assert log_lines(r, "INFO")[0].startswith(f"VMAF_BACKEND={name}: ")
        if name == "simt" or built - {"simt"}:
            assert log_lines(r, "INFO")[1] == f"float_ssim: {device}"
        texts.append(without_fps(out.read_text()))
    assert texts[0] == texts[1] and "backends" not in texts[0]


def test_environment_that_is_wrong(vmaf, y4m_pair, built):
    refused(vmaf(*arguments(y4m_pair), env={"VMAF_BACKEND": "gpu"}),
            'VMAF_BACKEND: no backend named "gpu", expected auto, cpu, cuda or hip')
    absent = {"VMAF_BACKEND": "hip", "VMAF_HIP_LIBRARY": "/absent.so"}
    r = vmaf(*arguments(y4m_pair), env=absent)
    assert r.rc == 255 and r.out == "" and len(log_lines(r, "ERROR")) == 1, r
    assert log_lines(r, "ERROR")[0].startswith(
        "hip: not available: /absent.so: " if "hip" in built else "hip: not in this build")
    assert vmaf(*arguments(y4m_pair, "--gpumask", "1"), env=absent).rc == 0


@pytest.mark.parametrize("value", ["gpu", "hip", "simt"])
def test_option_wins_over_the_environment(vmaf, y4m_pair, value):
    args = arguments(y4m_pair, "--backend", "cpu")
    r = vmaf(*args, env={"VMAF_BACKEND": value, "VMAF_HIP_LIBRARY": "/absent.so"})
    assert r.rc == 0 and "host executor" not in r.err and r.out == vmaf(*args).out


@pytest.mark.parametrize("name", ["simt", "cuda", "hip"])
@pytest.mark.parametrize("feature", [
    "adm=adm_norm_view_dist=1.5",
    "adm=adm_csf_mode=2:adm_ref_display_height=1200",
    "adm=adm_csf_mode=4",
    "float_adm=adm_norm_view_dist=0.7",
    "float_adm=no_such_option=1",
    "float_ms_ssim",
    "float_ssim=scale=10",
    "ssim=enable_db=maybe",
    "ssimulacra2=yuv_matrix=4",
])
def test_twin_refuses_in_the_words_of_the_cpu(vmaf, y4m_pair, built, fake, name, feature):
    if name not in built:
        pytest.skip(f"no GPU backend {name} in this build")
    args = ["-r", y4m_pair[0], "-d", y4m_pair[1], "--feature", feature, "--backend"]
    cpu, twin = vmaf(*args, "cpu"), vmaf(*args, name, env=fake())
    assert cpu.rc > 0 and (twin.rc, twin.out) == (cpu.rc, cpu.out)

    def said(result):
        # INFO tells the device, a WARNING the feature that has the problem.
        return [line for line in result.err.splitlines()
                if not line.startswith(("libvmaf INFO ", "libvmaf WARNING ", "fake_cuda"))]
    assert said(twin) == said(cpu)


@pytest.mark.parametrize("value", ["0", "17", "-1", "x", "4x", "1e1", "99999999999999999999"])
def test_bad_number_of_streams(vmaf, y4m_pair, built, value):
    if "simt" not in built:
        pytest.skip("no GPU backend simt in this build")
    r = vmaf(*arguments(y4m_pair, "--backend", "simt"), env={"VMAF_STREAMS": value})
    assert r.rc != 0 and r.out == ""
    assert log_lines(r, "ERROR") == [f'VMAF_STREAMS="{value}", wanted a number from 1 to 16']


@pytest.mark.parametrize("value, slots", [("", 4), ("1", 1), ("16", 16)])
def test_number_of_streams(vmaf, y4m_pair, built, value, slots):
    if "simt" not in built:
        pytest.skip("no GPU backend simt in this build")
    r = vmaf(*arguments(y4m_pair, "--backend", "simt"), env={"VMAF_STREAMS": value})
    budget = [line for line in log_lines(r, "INFO") if "frames in flight" in line]
    assert r.rc == 0 and len(budget) == 1
    assert budget[0].startswith(f"simt: host executor, {slots} frames in flight; device memory ")


def test_driver_works(vmaf, y4m_pair, tmp_path, backend, fake):
    """So that the failures below are what they seem. The stand-in's scores mean nothing."""
    out = tmp_path / "log.json"
    r = vmaf(*arguments(y4m_pair, "--backend", backend, "--json", "-o", out), env=fake())
    assert r.rc == 0 and not log_lines(r, "ERROR"), r
    left = "0" if backend == "cuda" else "1"  # hip_on_cuda.c keeps its context
    assert re.search(rf"^fake_cuda: [1-9]\d* calls, {left} objects left$", r.err, re.M), r
    assert json.loads(out.read_text())["backends"] == {
        "float_ssim": {"backend": backend, "device": "fake device 0", "scale": 1}}


@pytest.mark.parametrize("code, text", [
    (2, "no memory left on the fake device"),
    (100, "the fake driver sees no device"),
    (209, "the image has no code for the fake device"),
    (719, "a kernel crashed on the fake device"),
])
def test_driver_fails(vmaf, y4m_pair, tmp_path, backend, fake, code, text):
    """The driver's words, no result unless the memory of one more frame in flight or pinned memory
    for pictures is all that is missing, nothing left allocated; driver_errors tries every call."""
    for call in (1, 4, 12, 40, 70, 110, 190):
        out = tmp_path / f"{call}.json"
        r = vmaf(*arguments(y4m_pair, "--backend", backend, "--json", "-o", out),
                 env=fake(call, code))
        fewer = any(re.search(r"going on with ([123] of 4 frames|pictures in ordinary)", line)
                    for line in log_lines(r, "WARNING"))
        assert (r.rc == 0) == out.exists(), r
        if r.rc == 0:
            assert fewer and code == 2, r
            ran = json.loads(out.read_text())["backends"]["float_ssim"]["backend"]
            assert ran == backend, "a named backend gave way"
        errors = log_lines(r, "ERROR")
        assert errors and errors[0].startswith(backend) and text in errors[0], r
        left = "0" if backend == "cuda" or call <= 3 else "1"
        assert re.search(rf"^fake_cuda: \d+ calls, {left} objects left$", r.err, re.M), r


@pytest.mark.parametrize("code", [2, 209])
def test_auto_goes_on_with_the_cpu(vmaf, y4m_pair, built, fake, code):
    """A device without memory or code for the features, unless its context is gone as well."""
    if "cuda" not in built:
        pytest.skip("no GPU backend cuda in this build")
    cpu = vmaf(*arguments(y4m_pair, "--backend", "cpu")).out
    went_on = 0
    for call in range(40, 60):
        r = vmaf(*arguments(y4m_pair), env=fake(call, code))
        if "cuda: fake device 0 cannot take the features, going on with the cpu" in r.err:
            assert r.rc == 0 and r.out == cpu, r
            went_on += 1
        elif code == 209:
            assert r.rc != 0 and r.out == "", r
    assert went_on


@pytest.mark.parametrize("code", [3, 34, 35, 46, 100, 101, 102, 304, 800, 801, 802, 803, 804, 999])
def test_driver_that_does_not_start(vmaf, y4m_pair, built, backend, fake, code):
    """Stub, too old, without a device, not permitted, of another version: for all of these a named
    backend ends, and auto says why it goes on with the CPU."""
    said = re.escape({"cuda": "cuda: starting the driver: ",
                      "hip": "hip: starting the runtime: "}[backend]) + rf".* \(.*, {code}\)"
    env = fake(1, code)
    r = vmaf(*arguments(y4m_pair, "--backend", backend), env=env)
    errors = log_lines(r, "ERROR")
    assert r.rc == 255 and r.out == "" and len(errors) == 1 and re.fullmatch(said, errors[0]), r
    if backend == "cuda":
        env["VMAF_HIP_LIBRARY"] = "/absent"
    elif "cuda" in built:
        return  # which auto would try first
    r = vmaf(*arguments(y4m_pair, "--backend", "auto"), env=env)
    assert r.rc == 0 and not log_lines(r, "ERROR"), r
    assert re.fullmatch(said, log_lines(r, "INFO")[0]), r
    assert r.out == vmaf(*arguments(y4m_pair, "--backend", "cpu")).out


def test_auto_falls_back_before_it_starts(vmaf, y4m_pair, built, fake):
    """No device is no error; a device that fails at work is one."""
    if "cuda" not in built:
        pytest.skip("no GPU backend cuda in this build")
    args = arguments(y4m_pair, "--backend", "auto")
    env = {**fake(1, 100), "VMAF_HIP_LIBRARY": "/absent.so"}
    r = vmaf(*args, env=env)
    assert r.rc == 0 and r.out == vmaf(*args[:-1], "cpu").out
    assert log_lines(r, "INFO")[0] == ("cuda: starting the driver: the fake driver sees no device "
                                       "(CUDA_ERROR_NO_DEVICE, 100)")
    r = vmaf(*args, env={**env, "FAKE_CUDA_FAIL": "110:719"})
    assert r.rc != 0 and r.out == ""
