# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Every EVERY-th case of the float_adm sweep, compared with the slow Python version with ==."""
import conftest
import ref_float_adm
import sweep

EVERY = 11 * conftest.THIN  # prime to the number of contents, sizes and depths, so that each of them is met

NAMES = (["adm2", "aim", "adm3"] + [f"adm_scale{s}" for s in range(4)] +
         ["adm", "adm_num", "adm_den"] +
         [f"adm_{part}_scale{s}" for s in range(4) for part in ("num", "den")])


def cases(dump):
    """(w, h, bpc, options, reference plane, distorted plane, scores) of each dumped case."""
    while dump.more():
        w, h, bpc, options = dump.line()
        ref, dis = (dump.picture(w, h)[0] for _ in range(2))
        yield w, h, int(bpc), options, ref, dis, dump.scores()


def test_sweep_equals_the_python_version():
    wrong, n, seen = [], 0, set()
    for w, h, bpc, options, ref, dis, got in cases(sweep.Dump("float_adm", EVERY)):
        want = ref_float_adm.float_adm(ref, dis, bpc, debug=True,
                                       **sweep.parse_options(options, ref_float_adm.DEFAULTS))
        n += 1
        seen.add((bpc, options))
        for name, value in zip(NAMES, got, strict=True):
            if value != want[name] and not (value != value and want[name] != want[name]):
                wrong.append(f"{w}x{h} {bpc} bit {options} {name}: got {value!r}, "
                             f"want {want[name]!r}")
    assert not wrong, "\n".join(wrong[:20] + [f"{len(wrong)} values of {n} cases differ"])
    assert n > 2900 // conftest.THIN and len(seen) > 2 * 34, (n, len(seen))
