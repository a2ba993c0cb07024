# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Pictures with something above the bits of their depth, such as codes shifted up in their 16-bit
words: samples are taken as they are, but by vif, which masks them, and all instruction sets and
backends agree on the scores."""
import numpy as np
import pytest

import clips
import ref_adm
import ref_float_adm
import ref_ssim
import ref_ssimulacra2
import ref_vif

W, H = 193, 179


def noise(bpc):
    return [np.random.default_rng([bpc, i]).integers(0, 1 << 16, (H, W)).astype("<u2")
            for i in range(2)]


def extremes(bpc):
    return [np.random.default_rng([bpc, i]).choice([0, 65535], (H, W)).astype("<u2")
            for i in range(2)]


def shifted(bpc):
    ref = [clips.smooth_frame(W, H, "400", bpc)]
    return [f[0][0] << (16 - bpc) for f in (ref, clips.distort(ref, bpc))]


def vif_scales(scores):
    return [(f"vif_scale{s}", scores[f"vif_scale{s}"]) for s in range(4)]


def expected(ref, dis, bpc):
    """Every score by its name in logs."""
    adm = ref_adm.scores(ref, dis, bpc)[:7]
    names = ["adm2", "aim", "adm3"] + [f"adm_scale{s}" for s in range(4)]
    return {**ref_ssim.ssim(ref, dis, bpc),
            **ref_ssim.float_ssim(ref, dis, bpc),
            **ref_ssim.float_ms_ssim(ref, dis, bpc),
            **{f"integer_{n}": v for n, v in zip(names, adm)},
            **ref_float_adm.float_adm(ref, dis, bpc),
            **{f"integer_{n}": v for n, v in vif_scales(ref_vif.vif(ref, dis, bpc))},
            **dict(vif_scales(ref_vif.float_vif(ref, dis, bpc))),
            **ref_ssimulacra2.ssimulacra2([ref], [dis], bpc, "400")}


@pytest.mark.parametrize("bpc", [10, 12])
@pytest.mark.parametrize("content", [noise, extremes, shifted])
def test_excess_bits(vmaf, tmp_path, content, bpc):
    planes = content(bpc)
    assert max(int(p.max()) for p in planes) >> bpc
    files = [clips.write(tmp_path / n, clips.raw_bytes([[p]])) for n, p in zip("rd", planes)]
    want = expected(*planes, bpc)
    features = ["ssim", "float_ssim=enable_lcs=true", "float_ms_ssim=enable_lcs=true", "adm",
                "float_adm", "vif", "float_vif", "ssimulacra2=debug=true"]
    args = ["-r", files[0], "-d", files[1], "-w", W, "-h", H, "-p", "400", "-b", bpc,
            *(a for f in features for a in ("--feature", f))]
    for mask in ("0", "48", "4294967295"):
        got = vmaf.scores(*args, "--cpumask", mask)
        assert {k: (got.get(k), v) for k, v in want.items() if got.get(k) != [v]} == {}, mask
        assert got.keys() == want.keys()
