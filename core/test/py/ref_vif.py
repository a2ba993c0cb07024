# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Slow vif and float_vif, written from their definitions: integers of 64 bits, floats rounded after
every operation, sums in the order that the definition gives."""
import math

import numpy as np

F32, F64 = np.float32, np.float64

VIF_DEFAULTS = {"vif_enhn_gain_limit": 100.0, "vif_skip_scale0": False}
FLOAT_VIF_DEFAULTS = {
    "vif_enhn_gain_limit": 100.0, "vif_kernelscale": 1.0, "vif_prescale": 1.0,
    "vif_prescale_method": "nearest", "vif_scale1_min_val": 0.0, "vif_scale2_min_val": 0.0,
    "vif_scale3_min_val": 0.0, "vif_sigma_nsq": 2.0, "vif_skip_scale0": False}

NAMES = ([f"vif_scale{s}" for s in range(4)] + ["vif", "vif_num", "vif_den"] +
         [f"vif_{part}_scale{s}" for s in range(4) for part in ("num", "den")])


def reflected(n, half):
    """Indexes of the taps of each of n outputs, [2 * half + 1][n]."""
    i = np.arange(n)[None, :] + np.arange(-half, half + 1)[:, None]
    i = np.where(i < 0, -i, i)
    return np.where(i > n - 1, 2 * (n - 1) - i, i)


# ---- fixed point ----

EDGE_TO_CENTRE = [[489, 935, 1640, 2640, 3896, 5274, 6547, 7455, 7784],
                  [1244, 3663, 7925, 12590, 14692], [3571, 16004, 26386], [10904, 43728]]
TAPS = [t + t[-2::-1] for t in EDGE_TO_CENTRE]


def rs(v, k):
    return (v + (1 << (k - 1))) >> k if k else v


def down(v, taps):
    """Sum over the rows of unsigned 64-bit integers."""
    at = reflected(v.shape[0], len(taps) // 2)
    return sum(np.uint64(c) * v[i] for c, i in zip(taps, at))


def across(v, taps):
    at = reflected(v.shape[1], len(taps) // 2)
    return sum(np.uint64(c) * v[:, i] for c, i in zip(taps, at))


def u64_rs(v, k):
    return (v + np.uint64((1 << k) >> 1)) >> np.uint64(k)


def log_table():
    """2048 log2(i), i = 32768..65535, rounded from 1/2 - 1/1024 on; doubles are far from a tie."""
    return np.floor(2048 * np.log2(np.arange(32768, 65536)) + 0.5009765625).astype(np.int64)


TABLE = log_table()


def log(x):
    k = np.floor(np.log2(x.astype(F64))).astype(np.int64)
    k += (np.int64(2) << k) <= x  # a logarithm on the wrong side of a power of two
    k -= (np.int64(1) << k) > x
    k -= 15
    return TABLE[(x >> k) - 32768] + 2048 * k


def vif_moments(r, d, s, bpc):
    taps = TAPS[s]
    a, e = (bpc, 2 * (bpc - 8)) if s == 0 else (16, 16)
    m1, m2 = (across(u64_rs(down(v, taps), a), taps) for v in (r, d))
    q1, q2, q12 = (u64_rs(across(u64_rs(down(v, taps), e), taps), 16)
                   for v in (r * r, d * d, r * d))

    def signed(q, product):
        return (q - u64_rs(product, 32)).astype(np.uint32).view(np.int32).astype(np.int64)
    return signed(q1, m1 * m1), np.maximum(signed(q2, m2 * m2), 0), signed(q12, m1 * m2)


def vif_sums(s1, s2, s12, limit):
    flat = s1 < 131072
    energy, n_flat = int(s2[flat].sum()), int(flat.sum())
    s1, s2, s12 = s1[~flat], s2[~flat], s12[~flat]
    den = int((log(s1 + 131072) - 34816).sum())
    use = (s12 > 0) & (s2 > 0)
    s1, s2, s12 = s1[use], s2[use], s12[use]
    g = s12.astype(F64) / (s1.astype(F64) + 65536 * 1.0e-10)
    sv = np.maximum(np.trunc(s2.astype(F64) - g * s12.astype(F64)).astype(np.int64), 0)
    g = np.where(g > limit, limit, g)
    gain = np.trunc(g * g * s1.astype(F64)).astype(np.int64)
    num = int((log(gain + sv + 131072) - log(sv + 131072)).sum())
    return (F32(num / 2048.0 + (n_flat - (energy / 16384.0) / 65025.0)),
            F32(den / 2048.0 + n_flat))


def vif_decimate(v, s, bpc):
    rows = u64_rs(down(v, TAPS[s]), bpc if s == 1 else 16)
    out = u64_rs(across(rows, TAPS[s]), 16)
    h, w = v.shape
    return out[:h // 2 * 2:2, :w // 2 * 2:2]


def results(scale, num, den):
    """All scores by name; num, den of the scales that are measured, by scale."""
    out = {f"vif_scale{s}": scale.get(s, 0.0) for s in range(4)}
    out["vif_num"] = sum((num[s] for s in sorted(num)), 0.0)
    out["vif_den"] = sum((den[s] for s in sorted(den)), 0.0)
    out["vif"] = out["vif_num"] / out["vif_den"]
    for s in range(4):
        out[f"vif_num_scale{s}"] = num.get(s, 0.0)
        out[f"vif_den_scale{s}"] = den.get(s, -1.0)
    return out


def vif(ref, dis, bpc, **options):
    """Bits above the depth do not count."""
    opt = {**VIF_DEFAULTS, **options}
    r, d = (np.asarray(v).astype(np.uint64) & np.uint64((1 << bpc) - 1) for v in (ref, dis))
    scale, num, den = {}, {}, {}
    for s in range(4):
        if s:
            r, d = vif_decimate(r, s, bpc), vif_decimate(d, s, bpc)
        elif opt["vif_skip_scale0"]:
            continue
        n, m = vif_sums(*vif_moments(r, d, s, bpc), opt["vif_enhn_gain_limit"])
        scale[s], num[s], den[s] = float(n / m), float(n), float(m)
    return results(scale, num, den)


# ---- float ----

def float_taps(kernelscale, s):
    width = math.ceil(F32(2 ** (4 - s) + 1) * F32(kernelscale))
    width = max(width + (width % 2 == 0), 3)
    sd = F32(width) / F32(5.0)
    den = F32(1.0 / (float(sd) * math.sqrt(2.0 * math.pi)))
    taps, total = [], F32(0.0)
    for i in range(width):
        x = float(i - (width - 1) // 2)
        taps.append(F32(math.exp(-0.5 * x / float(sd) * x / float(sd))) / den)
        total = F32(total + taps[-1])
    return [t / total for t in taps]


def float_filter(v, taps):
    half = len(taps) // 2
    rows, out = np.zeros_like(v), np.zeros_like(v)
    for c, i in zip(taps, reflected(v.shape[0], half)):
        rows = rows + c * v[i]
    for c, i in zip(taps, reflected(v.shape[1], half)):
        out = out + c * rows[:, i]
    return out


LOG = np.array([0xbc4f9cb1, 0x3d84cb74, 0xbe20d169, 0x3e83ab7d, 0xbeb52559, 0x3ef5d3c9, 0xbf38a80e,
                0x3fb8aa39, 0], np.uint32).view(F32)


def float_log2(x):
    bits = x.view(np.uint32)
    m = (bits & np.uint32(0x7fffff) | np.uint32(0x3f800000)).view(F32) - F32(1.0)
    v = np.zeros_like(m)
    for c in LOG:
        v = v * m + c
    return (bits >> 23 & 255).astype(F32) - F32(127) + v


def float_terms(r, d, taps, opt):
    noise, limit, eps = opt["vif_sigma_nsq"], F32(opt["vif_enhn_gain_limit"]), F32(1.0e-10)
    energy = F32(float(F32(noise) * F32(noise)) / 65025.0)
    m1, m2, xx, yy, xy = (float_filter(v, taps) for v in (r, d, r * r, d * d, r * d))
    s1, s2, s12 = xx - m1 * m1, yy - m2 * m2, xy - m1 * m2
    zero, one = F32(0.0), F32(1.0)
    s1, s2 = np.where(s1 > 0, s1, zero), np.where(s2 > 0, s2, zero)
    g = s12 / (s1 + eps)
    sv = s2 - g * s12
    none = s1 < eps
    g, sv, s1 = np.where(none, zero, g), np.where(none, s2, sv), np.where(none, zero, s1)
    none = s2 < eps
    g, sv = np.where(none, zero, g), np.where(none, zero, sv)
    none = g < 0
    g, sv = np.where(none, zero, g), np.where(none, s2, sv)
    sv, g = np.where(sv > eps, sv, eps), np.where(g < limit, g, limit)
    gain = (g * g * s1).astype(F64)
    with np.errstate(divide="ignore", invalid="ignore"):
        n = float_log2((1.0 + gain / (sv.astype(F64) + noise)).astype(F32))
        den = (1.0 + s1.astype(F64) / noise).astype(F32) if noise else np.where(s1 > 0, F32(np.inf),
                                                                               one)
    den = float_log2(den)
    if not noise:
        den = np.where(s1 > 0, den, F32(float.fromhex("0x1.012b8p+7")))
    n = np.where(s12 < 0, zero, n)
    flat = s1.astype(F64) < noise
    return np.where(flat, one - s2 * energy, n), np.where(flat, one, den)


def float_sum(terms):
    """Along each row, then the rows: accumulate() goes one by one."""
    rows = np.add.accumulate(terms, axis=1, dtype=F32)[:, -1]
    return float(np.add.accumulate(rows, dtype=F32)[-1])


def bicubic(t):
    t = abs(t)
    if t < 1:
        return ((F32(1.25) * t - F32(2.25)) * t) * t + F32(1)
    if t < 2:
        return (((t - F32(5)) * t + F32(8)) * t - F32(4)) * F32(-0.75)
    return F32(0)


def lanczos4(t):
    t = float(t)
    if t == 0:
        return F32(1)
    if not -4 < t < 4:
        return F32(0)
    x = math.pi * t
    return F32(4.0 * math.sin(x) * math.sin(x / 4.0) / (math.pi * math.pi * t * t))


def axis(method, n, n_out):
    """Indexes and weights of the samples that each output is made of."""
    def inside(i):
        i = -i if i < 0 else i
        return 2 * (n - 1) - i if i > n - 1 else i
    index, weight = [], []
    ratio = F32(n) / F32(n_out)
    for x in range(n_out):
        if method == "nearest":
            index.append([int(F32(x) * ratio)])
            weight.append([F32(1)])
            continue
        p = F32((x + 0.5) * float(ratio) - 0.5)
        x0 = math.floor(p)
        if method == "bilinear":
            index.append([inside(x0), inside(math.ceil(p))])
            weight.append([F32(1) - (p - F32(index[-1][0])), p - F32(index[-1][0])])
        else:
            near, kernel = (range(-1, 3), bicubic) if method == "bicubic" else (range(-4, 5),
                                                                               lanczos4)
            index.append([inside(x0 + i) for i in near])
            weight.append([kernel(F32(i) - (p - F32(x0))) for i in near])
    return np.array(index), np.array(weight, F32)


def resize(v, w, h, method):
    xi, xw = axis(method, v.shape[1], w)
    yi, yw = axis(method, v.shape[0], h)
    total, weights = np.zeros((h, w), F32), np.zeros((h, w), F32)
    for j in range(yi.shape[1]):
        for i in range(xi.shape[1]):
            q = xw[None, :, i] * yw[:, None, j]
            weights = weights + q
            total = total + v[yi[:, j]][:, xi[:, i]] * q
    return total / weights if method == "lanczos4" else total


def float_vif(ref, dis, bpc, **options):
    opt = {**FLOAT_VIF_DEFAULTS, **options}
    r, d = (np.asarray(v).astype(F32) / F32(1 << (bpc - 8)) - F32(128) for v in (ref, dis))
    h, w = r.shape
    sw, sh = (int(n * opt["vif_prescale"] + 0.5) for n in (w, h))
    if (sw, sh) != (w, h):
        r, d = (resize(v, sw, sh, opt["vif_prescale_method"]) for v in (r, d))
    scale, num, den = {}, {}, {}
    for s in range(4):
        taps = float_taps(opt["vif_kernelscale"], s)
        if s:
            h, w = r.shape
            r, d = (float_filter(v, taps)[:h // 2 * 2:2, :w // 2 * 2:2] for v in (r, d))
        elif opt["vif_skip_scale0"]:
            continue
        n, m = float_terms(r, d, taps, opt)
        num[s], den[s] = float_sum(n), float_sum(m)
        scale[s] = num[s] / den[s]
        if s:
            scale[s] = max(scale[s], opt[f"vif_scale{s}_min_val"])
    return results(scale, num, den)
