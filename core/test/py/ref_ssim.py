# SPDX-License-Identifier: BSD-2-Clause-Patent
"""ssim, float_ssim and float_ms_ssim written from docs/metrics with numpy, whole planes at a time;
shares no code with the library. Slow: for small frames.

Functions take two luma planes [h][w] of integers and the depth, and return {name: score}.
"""
import math

import numpy as np

f32, f64 = np.float32, np.float64


def raster_sum(plane):
    """One accumulator over the rows from the left: what accumulate() does, unlike sum()."""
    return np.add.accumulate(np.concatenate([[0.0], plane.astype(f64).ravel()]))[-1]


def decibels(score, bpc, w, h, clip):
    peak = (1 << bpc) - 1
    bound = math.ceil(10.0 * math.log10(peak * peak / (0.5 / (w * h)))) if clip else math.inf
    if not score < 1.0:
        return bound
    return min(-10.0 * math.log10(1.0 - score), bound)


# --- ssim -----------------------------------------------------------------------------------------

SSIM_TAPS = [2, 9, 28, 55, 68, 55, 28, 9, 2]


def truncated_window(plane):
    """Both passes; outside the plane there is nothing."""
    for _ in range(2):
        padded = np.pad(plane, ((4, 4), (0, 0)))
        plane = sum(k * padded[i:i + plane.shape[0]] for i, k in enumerate(SSIM_TAPS)).T
    return plane


def ssim(ref, dis, bpc):
    r, d = ref.astype(np.int64), dis.astype(np.int64)
    moments = [np.ones_like(r), r, d, r * r, r * d, d * d]
    w, mx, my, x2, xy, y2 = (truncated_window(m).astype(f64) for m in moments)
    peak2 = f64(((1 << bpc) - 1) ** 2)
    c1 = peak2 * (0.01 * 0.01) * w * w
    c2 = peak2 * (0.03 * 0.03) * w * w
    num = (w * (2 * (mx * my) + c1)) * (c2 + 2 * (xy * w - mx * my))
    den = (mx * mx + my * my + c1) * (((x2 * w - mx * mx) + y2 * w) - my * my + c2)
    return {"ssim": raster_sum(num / den) / w.sum()}


# --- float_ssim -----------------------------------------------------------------------------------

GAUSS = [f32(g) for g in (0.001028, 0.007599, 0.036001, 0.109361, 0.213006, 0.266012)]
GAUSS += GAUSS[-2::-1]
C1, C2, C3 = f32(6.5024995803833008), f32(58.522495269775391), f32(29.261247634887695)


def to_float(plane, bpc):
    return plane.astype(f32) / f32(1 << (bpc - 8))


def mirrored(n, at):
    at = np.mod(at, 2 * n)
    return np.where(at < n, at, 2 * n - 1 - at)


def decimate(plane, f):
    h, w = plane.shape
    rows = np.arange(h // f + h % 2) * f - f // 2
    cols = np.arange(w // f + w % 2) * f - f // 2
    tap = f32(1) / f32(f * f)
    out = np.zeros((len(rows), len(cols)))
    for v in range(f):
        for u in range(f):
            out += plane[mirrored(h, rows + v)][:, mirrored(w, cols + u)] * tap
    return out.astype(f32)


def gauss(plane):
    """Valid positions; along the rows first, and float after each pass."""
    for _ in range(2):
        n = plane.shape[1] - 10
        acc = np.zeros((plane.shape[0], n))
        for k, g in enumerate(GAUSS):
            acc += plane[:, k:k + n] * g
        plane = acc.astype(f32).T
    return plane


def window_means(r, c):
    """Means of the product of the terms, of l, c and s, as floats."""
    assert r.dtype == c.dtype == f32
    mr, mc, rr, cc, rc = (gauss(p) for p in (r, c, r * r, c * c, r * c))
    vr = np.maximum(rr - mr * mr, f32(0))
    vc = np.maximum(cc - mc * mc, f32(0))
    cov = rc - mr * mc
    sg = np.sqrt(vr * vc)
    cov = np.where((cov < 0) & (sg <= 0), f32(0), cov)
    lum = (2 * mr.astype(f64) * mc + f64(C1)) / (mr * mr + mc * mc + C1).astype(f64)
    con = (2 * sg.astype(f64) + f64(C2)) / (vr + vc + C2).astype(f64)
    struct = ((cov + C3) / (sg + C3)).astype(f64)
    return [f32(raster_sum(t) / t.size) for t in (lum * con * struct, lum, con, struct)]


def automatic_scale(w, h):
    return max(1, math.floor(min(w, h) / 256 + 0.5))


def float_ssim(ref, dis, bpc, scale=0):
    h, w = ref.shape
    f = scale or automatic_scale(w, h)
    planes = [to_float(p, bpc) for p in (ref, dis)]
    if f > 1:
        planes = [decimate(p, f) for p in planes]
    names = ["float_ssim", "float_ssim_l", "float_ssim_c", "float_ssim_s"]
    return dict(zip(names, map(float, window_means(*planes))))


# --- float_ms_ssim --------------------------------------------------------------------------------

LOW_PASS = np.array([[0.363505, 0.160885, -0.047149, -0.010146, 0.016114],
                     [0.160885, 0.071207, -0.020867, -0.004490, 0.007132],
                     [-0.047149, -0.020867, 0.006115, 0.001316, -0.002090],
                     [-0.010146, -0.004490, 0.001316, 0.000283, -0.000450],
                     [0.016114, 0.007132, -0.002090, -0.000450, 0.000714]], f32)
ALPHA = [0, 0, 0, 0, f32(0.1333)]
BETA = [f32(x) for x in (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)]


def next_level(plane):
    h, w = plane.shape
    rows, cols = np.arange((h + 1) // 2) * 2, np.arange((w + 1) // 2) * 2
    out = np.zeros((len(rows), len(cols)))
    for v in range(-4, 5):
        for u in range(-4, 5):
            out += plane[mirrored(h, rows + v)][:, mirrored(w, cols + u)] * LOW_PASS[abs(v), abs(u)]
    return out.astype(f32)


def float_ms_ssim(ref, dis, bpc):
    r, c = to_float(ref, bpc), to_float(dis, bpc)
    score, means = 1.0, {}
    for i in range(5):
        if i:
            r, c = next_level(r), next_level(c)
        _, *lcs = map(float, window_means(r, c))
        power = [math.pow(abs(x), e) for x, e in zip(lcs, (ALPHA[i], BETA[i], BETA[i]))]
        score *= power[0] * power[1] * power[2]
        means.update({f"float_ms_ssim_{k}_scale{i}": x for k, x in zip("lcs", lcs)})
    return {"float_ms_ssim": score, **means}
