# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Every 13th frame of adm_sweep, all 18 scores, against the reference in ref_adm.py with ==.

The hashes in ../data/adm_sweep.crc pin all frames; this says that what they pin is right.
"""
import math

import numpy as np

import conftest
import ref_adm
import sweep

EVERY = 13 * conftest.THIN


def frames(dump):
    """(description, ref, dis, depth, options, 18 scores) of each frame of a dump."""
    while dump.more():
        what = w, h, depth, _, options = dump.line()
        ref, dis = (dump.picture(w, h)[0] for _ in range(2))
        yield (" ".join(what), ref, dis, int(depth),
               sweep.parse_options(options, ref_adm.OPTIONS), dump.array("<f8", 18).tolist())


def test_sweep_equals_reference():
    wrong, n = [], 0
    for line, ref, dis, depth, options, got in frames(sweep.Dump("adm", EVERY)):
        n += 1
        want = ref_adm.scores(ref, dis, depth, **options)
        for k, (a, b) in enumerate(zip(got, want, strict=True)):
            if a != b and not (math.isnan(a) and math.isnan(b)):
                wrong.append(f"{line}: score {k}: reference {b!r}, library {a!r}")
    assert n > 2000 // conftest.THIN
    assert not wrong, "\n".join(wrong[:20] + [f"{len(wrong)} scores of {n} frames differ"])


def generated(w, h, depth):
    """The pictures of the check vectors."""
    state, ref, dis = 12345, np.zeros((h, w), np.int64), np.zeros((h, w), np.int64)
    for y in range(h):
        for x in range(w):
            state = (state * 1664525 + 1013904223) % 2**32
            n, tile = state >> 24, (x // 4 + y // 4) % 2
            ref[y, x] = (5 * x + 3 * y + 60 * tile + n % 16) % 256
            dis[y, x] = (5 * x + 3 * y + 40 * tile + n % 8) % 256
    return (p * (2**depth - 1) // 255 for p in (ref, dis))


def test_reference_gives_the_check_vectors():
    vectors = [
        (64, 48, 8, {}, 0.64957915246264963, 0.46526803973911385, 105.59410858154297),
        (64, 48, 16, {}, 0.64942045184172037, 0.46547997396021762, 105.93296051025391),
        (150, 101, 10, {}, 0.62674945282178729, 0.45720523506377209, 182.72647857666016),
        (20, 40, 8, {}, 0.86507928350585273, 0.026114446069986825, 67.664965629577637),
        (64, 48, 8, {"adm_csf_mode": 3, "adm_ref_display_height": 2160},
         0.67264289286577028, 0.46570004887069899, 58.731473922729492),
    ]
    for w, h, depth, options, adm2, aim, num in vectors:
        got = ref_adm.scores(*generated(w, h, depth), depth, **options)
        assert (got[0], got[1], got[8]) == (adm2, aim, num), (w, h, depth, options)
