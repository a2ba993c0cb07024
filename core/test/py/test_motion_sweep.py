# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Every EVERY-th case of the motion sweep, compared with the slow Python version with ==."""
import ref_motion
import sweep

EVERY = 7  # prime to the number of contents, sizes and depths, so that each of them is met

NAMES = {"motion": ("sad", "motion2", "motion3"), "float_motion": ("motion", "motion2", "motion3")}


def cases(dump):
    """(description, clip as a list of lists of planes, scores) of each dumped case."""
    while dump.more():
        what = _, w, h, _, fmt, n, _ = dump.line()
        yield what, [dump.picture(w, h, fmt) for _ in range(int(n))], dump.scores()


def reference(feature, clip, bpc, options):
    if feature == "motion":
        return ref_motion.motion([frame[0] for frame in clip], bpc,
                                 **sweep.parse_options(options, ref_motion.MOTION))
    return ref_motion.float_motion(clip, bpc,
                                   **sweep.parse_options(options, ref_motion.FLOAT_MOTION))


def test_sweep_equals_the_python_version():
    wrong, n, seen, nonzero = [], 0, set(), 0
    for (feature, w, h, bpc, fmt, length, options), clip, got in cases(sweep.Dump("motion", EVERY)):
        want = reference(feature, clip, int(bpc), options)
        n += 1
        seen.add((feature, bpc, options))
        flat = [value for name in NAMES[feature] for value in want[name]]
        assert len(flat) == 3 * int(length) == len(got)
        nonzero += any(flat)
        if flat != got:
            wrong.append(f"{feature} {w}x{h} {bpc} bit {fmt} {options}: got {got}, want {flat}")
    assert not wrong, "\n".join(wrong[:20] + [f"{len(wrong)} of {n} cases differ"])
    assert n > 2600 and len(seen) > 4 * 24 and nonzero > n * 0.8, (n, len(seen), nonzero)
