# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Every EVERY-th case of the sweep of vif and float_vif, compared with the slow Python versions with
==."""
import ref_vif
import sweep

EVERY = 11  # prime to the numbers of contents, sizes and depths, so that each of them is met
FEATURES = {"vif": (ref_vif.vif, ref_vif.VIF_DEFAULTS),
            "float_vif": (ref_vif.float_vif, ref_vif.FLOAT_VIF_DEFAULTS)}


def cases(dump):
    """(feature, w, h, bpc, options, reference, distorted, scores) of each dumped case."""
    while dump.more():
        feature, w, h, bpc, options = dump.line()
        ref, dis = (dump.picture(w, h)[0] for _ in range(2))
        yield feature, w, h, int(bpc), options, ref, dis, dump.scores()


def test_sweep_equals_the_python_versions():
    wrong, n, seen = [], 0, set()
    for feature, w, h, bpc, options, ref, dis, got in cases(sweep.Dump("vif", EVERY)):
        function, defaults = FEATURES[feature]
        want = function(ref, dis, bpc, **sweep.parse_options(options, defaults))
        n += 1
        seen.add((feature, options))
        for name, value in zip(ref_vif.NAMES, got, strict=True):
            if value != want[name]:
                wrong.append(f"{feature} {w}x{h} {bpc} bit {options} {name}: got {value!r}, "
                             f"want {want[name]!r}")
    assert not wrong, "\n".join(wrong[:20] + [f"{len(wrong)} values of {n} cases differ"])
    assert n > 480 and len(seen) == 2 + 4 + 21, (n, len(seen))
