# SPDX-License-Identifier: BSD-2-Clause-Patent
"""psnr, float_psnr, float_ansnr and float_moment, slowly.

Planes are integer arrays [h][w]. Sums of the float features are taken sample by sample in raster
order, in the type that docs/metrics/psnr.md names; nothing is shared with the library.
"""
import math

import numpy as np

F32 = np.float32

OPTIONS = {"enable_chroma": True, "enable_mse": False, "enable_apsnr": False,
           "reduced_hbd_peak": False, "min_sse": 0.0}
PLANES = ("y", "cb", "cr")


def log10(x):
    return math.log10(x) if x > 0 else -math.inf


def db(ratio):
    return 10.0 * log10(ratio)


def peak_of(depth, reduced):
    return 255 << (depth - 8) if reduced else (1 << depth) - 1


def sse(ref, dis):
    return sum(int(v) ** 2 for v in (ref.astype(np.int64) - dis.astype(np.int64)).ravel())


def psnr(ref, dis, depth, enable_chroma=True, enable_mse=False, enable_apsnr=False,
         reduced_hbd_peak=False, min_sse=0.0):
    """Scores of a frame, {name: value} in the order of the columns, and [sse] of its planes."""
    del enable_apsnr
    scores, errors = {}, []
    peak2 = float(peak_of(depth, reduced_hbd_peak) ** 2)
    for name, r, d in list(zip(PLANES, ref, dis))[:3 if enable_chroma else 1]:
        n = r.size
        cap = float(6 * depth + 12)
        if min_sse != 0.0:
            cap = float(math.ceil(db(peak2 / (min_sse / float(n)))))
        errors.append(sse(r, d))
        mse = float(errors[-1]) / float(n)
        value = db(peak2 / (mse if mse > 1e-16 else 1e-16))
        scores[f"psnr_{name}"] = value if value < cap else cap
        if enable_mse:
            scores[f"mse_{name}"] = mse
    return scores, errors


def apsnr(errors, samples, depth, reduced_hbd_peak=False):
    """The value of a plane over a clip, from its errors and samples per frame."""
    peak2, e, n = peak_of(depth, reduced_hbd_peak) ** 2, sum(errors), sum(samples)
    value = 10.0 * ((log10(float(peak2)) + log10(float(n))) - log10(float(e)))
    cap = float(math.ceil(db(float(peak2 * n * 2))))
    return value if value < cap else cap


def float_samples(plane, depth, offset=0):
    return plane.astype(F32) / F32(1 << (depth - 8)) + F32(offset)


def raster_sum(terms):
    """Doubles, one after the other: cumsum has one accumulator."""
    return float(np.cumsum(terms.astype(np.float64).ravel())[-1])


def float_limits(depth):
    return ((1 << depth) - 1) / (1 << (depth - 8)), float(6 * depth + 12)


def float_psnr(ref, dis, depth):
    e = float_samples(ref, depth) - float_samples(dis, depth)
    mse = raster_sum(e * e) / float(e.size)
    peak, cap = float_limits(depth)
    value = db((peak * peak) / (mse if mse > 1e-10 else 1e-10))
    return {"float_psnr": value if value < cap else cap}


def float_moment(ref, dis, depth):
    scores = {}
    for name, plane in (("ref", ref), ("dis", dis)):
        v = float_samples(plane, depth)
        scores[f"float_moment_{name}1st"] = raster_sum(v) / float(v.size)
        scores[f"float_moment_{name}2nd"] = raster_sum(v * v) / float(v.size)
    return {f"float_moment_{p}{k}": scores[f"float_moment_{p}{k}"]
            for k in ("1st", "2nd") for p in ("ref", "dis")}


FILTER_REF = [[F32(k / 16.0) for k in row] for row in ([1, 2, 1], [2, 4, 2], [1, 2, 1])]
FILTER_DIS = [[F32(k / 571.0) for k in row] for row in (
    [2, 7, 12, 7, 2], [7, 31, 52, 31, 7], [12, 52, 127, 52, 12], [7, 31, 52, 31, 7],
    [2, 7, 12, 7, 2])]


def fold(i, n):
    return -i if i < 0 else 2 * n - 1 - i if i >= n else i


def filtered(plane, taps):
    h, w = plane.shape
    radius = len(taps) // 2
    out = np.zeros((h, w), F32)
    for v, row_taps in enumerate(taps):
        rows = [fold(y + v - radius, h) for y in range(h)]
        acc = np.zeros((h, w), F32)
        for u, tap in enumerate(row_taps):
            columns = [fold(x + u - radius, w) for x in range(w)]
            acc = acc + tap * plane[rows][:, columns]
        out = out + acc
    assert out.dtype == F32
    return out


def row_then_frame(terms):
    """Floats: each row from left to right, then the rows from top to bottom."""
    total = F32(0)
    rows = np.zeros(terms.shape[0], F32)
    for x in range(terms.shape[1]):
        rows = rows + terms[:, x]
    for row in rows:
        total = F32(total + row)
    return total


def float_ansnr(ref, dis, depth):
    a = filtered(float_samples(ref, depth, -128), FILTER_REF)
    e = a - filtered(float_samples(dis, depth, -128), FILTER_DIS)
    sig, noise = row_then_frame(a * a), row_then_frame(e * e)
    peak, cap = float_limits(depth)
    h, w = ref.shape
    most = float(noise) if float(noise) > 1e-10 else 1e-10
    value = db(((peak * peak) * float(w)) * float(h) / most)
    with np.errstate(over="ignore"):
        ansnr = cap if noise == 0 else db(float(sig / noise))
    return {"float_ansnr": ansnr, "float_anpsnr": value if value < cap else cap}
