# SPDX-License-Identifier: BSD-2-Clause-Patent
"""motion and float_motion, slow and whole-plane, in numpy: an independent reference.

Written from the formulas of docs/metrics/motion.md and float_motion.md: whole planes, lists of all
scores of a clip, and none of the shortcuts of the C code.
"""
import math

import numpy as np

F = np.float32

MOTION = {
    "debug": False, "motion_force_zero": False, "motion_blend_factor": 1.0,
    "motion_blend_offset": 40.0, "motion_fps_weight": 1.0, "motion_max_val": 10000.0,
    "motion_five_frame_window": False, "motion_moving_average": False,
}
FLOAT_MOTION = {
    "debug": True, "motion_force_zero": False, "motion_blend_factor": 1.0,
    "motion_blend_offset": 40.0, "motion_fps_weight": 1.0, "motion_max_val": 10000.0,
    "motion_add_scale1": False, "motion_filter_size": 5, "motion_add_uv": False,
}


def mirror(n):
    """For each of the places -2..n+1 of a line of n samples, the one that stands in for it."""
    return np.pad(np.arange(n), 2, mode="reflect")


# ---- motion ----

TAPS = (3571, 16004, 26386, 16004, 3571)


def sad(older, newer, bpc):
    """Exact sum of the magnitudes of the blurred difference."""
    d = older.astype(np.int64) - newer.astype(np.int64)
    h, w = d.shape
    rows = d[mirror(h)]
    v = sum(t * rows[k:k + h] for k, t in enumerate(TAPS))
    v = (v + 2 ** (bpc - 1)) >> bpc
    columns = v[:, mirror(w)]
    x = sum(t * columns[:, k:k + w] for k, t in enumerate(TAPS))
    return int(np.abs((x + 2 ** 15) >> 16).sum())


def blend(m, o):
    factor = o["motion_blend_factor"]
    return m * factor + (1.0 - factor) * min(o["motion_blend_offset"], m)


def motion(clip, bpc, **options):
    """{score: [value of each frame]} of a list of luma planes."""
    o = {**MOTION, **options}
    n = len(clip)
    if o["motion_force_zero"]:
        return {name: [0.0] * n for name in ("sad", "motion", "motion2", "motion3")}
    five = o["motion_five_frame_window"]
    first = 2 if five else 1
    area = float(clip[0].size)
    top = o["motion_max_val"]
    m = [0.0 if i < first else
         min(float(sad(clip[i - first], clip[i], bpc)) / 256.0 / area * o["motion_fps_weight"], top)
         for i in range(n)]
    motion2 = []
    for i in range(n):
        if i < first:
            motion2.append(0.0)
        elif i == n - 1:
            motion2.append(m[i])
        elif not five:
            motion2.append(min(m[i], m[i + 1]))
        elif i == 2:
            motion2.append(m[3])
        else:
            motion2.append(min(m[i - 1], m[i + 1]))
    start = min(blend(m[first], o), top) if n > first else 0.0
    p = [start if i < first else min(blend(motion2[i], o), top) for i in range(n)]
    average = o["motion_moving_average"]
    motion3 = [(p[i] + p[i - 1]) / 2.0 if average and i >= first else p[i] for i in range(n)]
    return {"sad": m, "motion": m, "motion2": motion2, "motion3": motion3}


# ---- float_motion ----

FILTERS = {
    1: (0, 0, 1, 0, 0),
    3: (0.166378498, 0.667243004, 0.166378498),
    5: (0.054488685, 0.244201342, 0.402619947, 0.244201342, 0.054488685),
}


def filter_lines(x, taps):
    """Down; every product and sum is one float operation, in the order of the taps."""
    radius = len(taps) // 2
    n = x.shape[0]
    rows = np.pad(x, ((radius, radius), (0, 0)), mode="reflect")
    acc = np.zeros_like(x)
    for k, tap in enumerate(taps):
        acc = acc + F(tap) * rows[k:k + n]
    assert acc.dtype == F
    return acc


def blur(plane, bpc, filter_size):
    taps = FILTERS.get(filter_size, FILTERS[5])
    x = plane.astype(F) / F(2 ** (bpc - 8)) - F(128)
    down = filter_lines(x, taps)
    return filter_lines(np.ascontiguousarray(down.T), taps).T


def ordered_sum(values):
    """Float sum of a vector or of every row of a matrix, from left to right."""
    return np.add.accumulate(values, axis=-1, dtype=F)[..., -1]


def mean_difference(a, b):
    total = ordered_sum(ordered_sum(np.abs(a - b)))
    return total / F(a.size)


def places(n):
    """(first, second, weight) of each output of a line of n samples that is halved."""
    half = (n + 1) // 2
    ratio = F(n) / F(half)
    p = [F((i + 0.5) * float(ratio) - 0.5) for i in range(half)]
    first = [math.floor(v) for v in p]
    second = [math.ceil(v) for v in p]
    return np.array(first), np.array(second), np.array([v - F(f) for v, f in zip(p, first)], F)


def halve(x):
    y1, y2, dy = places(x.shape[0])
    x1, x2, dx = places(x.shape[1])
    dy = dy[:, None]
    one = F(1)
    value = (((one - dy) * (one - dx)) * x[y1][:, x1] + ((one - dy) * dx) * x[y1][:, x2])
    value = value + (dy * (one - dx)) * x[y2][:, x1]
    return value + (dy * dx) * x[y2][:, x2]


def plane_score(older, newer, bpc, o):
    a, b = (blur(x, bpc, o["motion_filter_size"]) for x in (older, newer))
    score = mean_difference(a, b)
    if o["motion_add_scale1"]:
        score = score + mean_difference(halve(a), halve(b))
    assert score.dtype == F
    return float(score)


def float_motion(clip, bpc, **options):
    """{score: [value of each frame]} of a list of frames, each a list of planes."""
    o = {**FLOAT_MOTION, **options}
    n = len(clip)
    if o["motion_force_zero"] or n == 1:
        return {name: [0.0] * n for name in ("motion", "motion2", "motion3")}
    s = [0.0]
    for older, newer in zip(clip, clip[1:]):
        score = plane_score(older[0], newer[0], bpc, o)
        if o["motion_add_uv"]:
            score = (score + plane_score(older[1], newer[1], bpc, o)) + \
                plane_score(older[2], newer[2], bpc, o)
        s.append(score)
    least = [s[1]] + [min(s[i], s[i + 1]) for i in range(1, n - 1)] + [s[n - 1]]
    weight, top = o["motion_fps_weight"], o["motion_max_val"]
    return {
        "motion": [0.0] + [min(v * weight, top) for v in s[1:]],
        "motion2": [0.0] + [min(v * weight, top) for v in least[1:]],
        "motion3": [min(blend(v * weight, o), top) for v in least],
    }
