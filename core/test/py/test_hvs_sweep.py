# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Every EVERY-th case of the sweep of ciede, psnr_hvs, cambi and speed, compared with the slow Python
versions with ==."""
import os

import ref_cambi
import ref_ciede
import ref_psnr_hvs
import ref_speed
import sweep

# Prime to the numbers of options, depths and formats, so that each of them is met.
EVERY = int(os.environ.get("VMAF_HVS_SWEEP_EVERY", "17"))


def option(text):
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def cases(dump):
    """(feature, bpc, format, options, [reference, distorted] of each pair, scores), each picture a
    list of planes."""
    while dump.more():
        feature, w, h, bpc, fmt, n_pairs, text = dump.line()
        pairs = [[dump.picture(w, h, fmt) for _ in range(2)] for _ in range(int(n_pairs))]
        options = {} if text == "-" else {k: option(v) for k, v in
                                          (pair.split("=") for pair in text.split(":"))}
        yield feature, int(bpc), fmt, options, pairs, list(dump.named_scores().values())


def wanted(feature, bpc, fmt, options, pairs):
    ref, dis = pairs[-1]
    if feature == "ciede":
        return [ref_ciede.ciede(ref, dis, bpc, fmt)]
    if feature == "psnr_hvs":
        scores = ref_psnr_hvs.psnr_hvs(ref, dis, bpc)
        return [scores[f"psnr_hvs{plane}"] for plane in ("_y", "_cb", "_cr", "")]
    if feature == "cambi":
        return list(ref_cambi.cambi(ref[0], dis[0], bpc, **options).values())
    if feature == "speed_chroma":
        return list(ref_speed.chroma(ref, dis, bpc, **options))
    return [ref_speed.temporal([r[0] for r, _ in pairs], [d[0] for _, d in pairs], bpc,
                               **options)[-1]]


def test_sweep_equals_the_python_versions():
    wrong, seen = [], {}
    for feature, bpc, fmt, options, pairs, got in cases(sweep.Dump("hvs", EVERY)):
        want = wanted(feature, bpc, fmt, options, pairs)
        n, n_zero = seen.get(feature, (0, 0))
        seen[feature] = n + 1, n_zero + (got[0] == 0)
        if got != want:
            h, w = pairs[0][0][0].shape
            wrong.append(f"{feature} {w}x{h} {bpc} bit {fmt} {options}: got {got}, want {want}")
    assert not wrong, "\n".join(wrong[:20] + [f"{len(wrong)} cases differ"])
    assert len(seen) == 5 and all(n_zero < n for n, n_zero in seen.values()), seen
    print(seen)
