# SPDX-License-Identifier: BSD-2-Clause-Patent
"""The fixed-point ADM, slow and whole-plane, in numpy integers: an independent reference.

It follows the formulas of docs/metrics/adm.md band by band, has none of the shortcuts of the C
code, and calls the C library for pow, powf, exp and log10.
"""
import ctypes
import ctypes.util

import numpy as np

F = np.float32

OPTIONS = {
    "adm_csf_scale": 1.0,
    "adm_csf_diag_scale": 1.0,
    "adm_dlm_weight": 0.5,
    "adm_enhn_gain_limit": 100.0,
    "adm_norm_view_dist": 3.0,
    "adm_ref_display_height": 1080,
    "adm_csf_mode": 0,
    "adm_noise_weight": 0.03125,
    "adm_skip_aim": False,
    "adm_skip_scale0": False,
    "adm_min_val": 0.0,
}

_libm = ctypes.CDLL(ctypes.util.find_library("m") or "libm.so.6")


def _bind(name, kind, n):
    function = getattr(_libm, name)
    function.restype, function.argtypes = kind, [kind] * n
    return function


_pow = _bind("pow", ctypes.c_double, 2)
_exp = _bind("exp", ctypes.c_double, 1)
_log10 = _bind("log10", ctypes.c_double, 1)
_powf = _bind("powf", ctypes.c_float, 2)


# ---- integers ----

def i16(x):
    return x.astype(np.int16).astype(np.int64)


def i32(x):
    return x.astype(np.int32).astype(np.int64)


def rnd(shift):
    return 1 << (shift - 1) if shift > 0 else 0


def rshift(x, shift):
    return (x + rnd(shift)) >> shift


def clog2(n):
    return (n - 1).bit_length()


def wrapping_sum(rows, signed):
    """Python sum of an array's rows, kept to 64 bits."""
    total = sum(int(v) for v in rows) & ((1 << 64) - 1)
    return total - (1 << 64) if signed and total >> 63 else total


# ---- wavelet ----

LO = (15826, 27411, 7345, -4240)
HI = (-4240, -7345, 27411, -15826)


def tap_indices(n):
    """[outputs][4] source index of each tap."""
    t = 2 * np.arange((n + 1) // 2)[:, None] - 1 + np.arange(4)[None, :]
    t = np.where(t < 0, -t, t)
    return np.where(t >= n, 2 * n - 1 - t, t)


def filter_rows(x, taps):
    index = tap_indices(x.shape[0])
    return sum(c * x[index[:, k], :] for k, c in enumerate(taps))


def filter_columns(x, taps):
    index = tap_indices(x.shape[1])
    return sum(c * x[:, index[:, k]] for k, c in enumerate(taps))


def wavelet(x, scale, depth):
    """(a, [h, v, d]) of an int64 plane."""
    if scale == 0:
        x = x - (1 << (depth - 1))
    vertical = (depth, 0, 16, 16)[scale]
    horizontal = (16, 15, 16, 15)[scale]
    wrap = i16 if scale == 0 else i32
    low = wrap(rshift(filter_rows(x, LO), vertical))
    high = wrap(rshift(filter_rows(x, HI), vertical))
    a, v = (wrap(rshift(filter_columns(low, t), horizontal)) for t in (LO, HI))
    h, d = (wrap(rshift(filter_columns(high, t), horizontal)) for t in (LO, HI))
    return a, [h, v, d]


# ---- contrast sensitivity factors ----

def watson(r, scale, diag):
    a, kk, f0 = F(0.495), F(0.466), F(0.401)
    g = F(0.534) if diag else F(1.0)
    amp = ((F(0.67234), F(0.72709)), (F(0.41317), F(0.49428)),
           (F(0.22727), F(0.28688)), (F(0.11792), F(0.15214)))[scale][diag]
    t = F(_log10(_pow(2.0, scale + 1) * float(f0) * float(g) / float(r)))
    e = (kk * t) * t
    q = F(2.0 * float(a) * _pow(10.0, float(e)) / float(amp))
    return F(1.0) / q


def barten(r, scale, gain):
    sf = F(float(r) / _pow(2.0, scale + 1))
    lp, rp, sp = F(_log10(20.0)), F(_log10(150.0)), F(_log10(100.0))
    left = (F(0.334278), F(3.79542), F(1.07327), F(6.4635))
    right = (F(0.394533), F(2.7755), F(1.16577), F(7.45665))
    p = [lv + ((rv - lv) / (rp - lp)) * (sp - lp) for lv, rv in zip(left, right)]
    a = F(1.0 + _pow(float(p[0] * sf), float(p[1])))
    b = F(1.0 / _pow(1 - _exp(-_pow(float(sf / F(7.0)), 2.0)), float(p[2])))
    c = F(float(p[3]) / _pow(float(a * b), 0.5))
    m = F(0.0)
    for ma, mb in ((0.424838596301290, 0.028), (0.572435103936480, 0.37),
                   (0.000167576239164937, 37.0), (0.00255872352306433, 360.0)):
        m = F(float(m) + float(F(ma)) * _exp(float(-F(mb) * sf)))
    lum = float(F(4.0627) / F(100.0))
    d = F(float(F(30.162)) * _pow(_pow(lum, float(F(1.6596))) + 1, float(F(-0.2712))))
    return F(float((c * m) * d) * gain)


TABLES = {
    2: {
        (1080, 3.0): ((0.01183, 0.025026, 0.04295, 0.058621),
                      (0.004302, 0.011778, 0.023918, 0.035901)),
        (1080, 5.0): ((0.004212, 0.014809, 0.029642, 0.047464),
                      (0.000984, 0.005852, 0.0146, 0.027574)),
        (2160, 3.0): ((0.00226, 0.01183, 0.025026, 0.04295),
                      (0.000479, 0.004302, 0.011778, 0.023918)),
        (2160, 5.0): ((0.000092, 0.004212, 0.014809, 0.029642),
                      (0.000050, 0.000984, 0.005852, 0.0146)),
        (720, 5.0): ((0.010144, 0.022561, 0.040309, 0.05672),
                     (0.003463, 0.010282, 0.021839, 0.034641)),
    },
    3: {
        (1080, 3.0): ((0.011249, 0.022606, 0.035930, 0.045673),
                      (0.004097, 0.010921, 0.021430, 0.031313)),
        (1080, 5.0): ((0.004052, 0.013939, 0.026298, 0.038833),
                      (0.000927, 0.005544, 0.013415, 0.024515)),
        (2160, 3.0): ((0.002166, 0.011249, 0.022606, 0.035930),
                      (0.000447, 0.004097, 0.010921, 0.021430)),
        (2160, 5.0): ((0.000077, 0.004052, 0.013939, 0.026298),
                      (0.000045, 0.000927, 0.005544, 0.013415)),
        (720, 5.0): ((0.009689, 0.020577, 0.034162, 0.044523),
                     (0.003302, 0.009579, 0.019661, 0.030318)),
    },
}
for _table in TABLES.values():
    _table[2160, 1.5] = _table[1080, 3.0]


def csf_floats(o, scale):
    """(f_h, f_v, f_d) as float32."""
    nvd, rdh, mode = o["adm_norm_view_dist"], o["adm_ref_display_height"], o["adm_csf_mode"]
    r = F(nvd * rdh * 3.14159265358979323846 / 180.0)
    if mode == 0:
        hv, d = watson(r, scale, 0), watson(r, scale, 1)
    elif mode == 1:
        hv = barten(r, scale, o["adm_csf_scale"])
        d = barten(r, scale, o["adm_csf_diag_scale"])
    else:
        row = TABLES[mode][rdh, nvd]
        hv, d = F(row[0][scale]), F(row[1][scale])
    return hv, hv, d


def csf_integers(o, scale, f):
    if scale:
        return [int(float(x) * 4294967296.0) & 0xffffffff for x in f]
    product = o["adm_norm_view_dist"] * o["adm_ref_display_height"]
    if o["adm_csf_mode"] == 0 and abs(product - 3240.0) < 1e-8:
        return [36453, 36453, 49417]
    return [int(float(x) * unit) & 0xffff for x, unit in zip(f, (2097152.0, 2097152.0, 8388608.0))]


# ---- decouple ----

COS_SQ = 16772106 / 16777216


def angle_flag(ref, dis):
    (oh, ov, _), (th, tv, _) = ref, dis
    p, o, t = (x.astype(np.float32).astype(np.float64) / 4096.0
               for x in (oh * th + ov * tv, oh * oh + ov * ov, th * th + tv * tv))
    return (p >= 0) & (p * p >= (COS_SQ * o) * t)


def decouple(o, t, flag, gain):
    """(r, ai) of one band."""
    m = np.abs(o)
    bits = np.frexp(m.astype(np.float64))[1].astype(np.int64)  # bit length
    shift = np.where(m >= 32768, bits - 15, 0)
    half = np.where(shift > 0, np.left_shift(1, np.maximum(shift, 1) - 1), 0)
    divisor = np.maximum((m + half) >> shift, 1)
    u = (1 << 30) // divisor * t
    u = np.where(o < 0, -u, u)
    k = np.clip((u + np.left_shift(1, 14 + shift)) >> (15 + shift), 0, 32768)
    k = np.where(o == 0, 32768, k)
    r = (k * o + 16384) >> 15
    x, t_real = r.astype(np.float64) * gain, t.astype(np.float64)
    up = flag & (k > 0) & (o > 0)
    down = flag & (k > 0) & (o < 0)
    r = np.where(up, np.trunc(np.where(x < t_real, x, t_real)).astype(np.int64), r)
    r = np.where(down, np.trunc(np.where(x > t_real, x, t_real)).astype(np.int64), r)
    return r, t - r


# ---- contrast masking ----

def weigh(s, scale, q, k):
    """(A, F) of one band."""
    if scale == 0:
        shift, add = (15, 16384) if k < 2 else (17, 65535)
        a = i16((q * s + add) >> shift)
        return a, i16((4369 * np.abs(a) + 2048) >> 12)
    with np.errstate(over="ignore"):
        a = i32((q * s + (1 << 27)) >> 28)
    magnitude = i32(np.abs(a))
    return a, i32((143165577 * magnitude - (1 << 31)) >> 32)


def centre(a, scale):
    if scale == 0:
        return i16((8738 * np.abs(a) + 2048) >> 12)
    return i32((286331153 * i32(np.abs(a)) - (1 << 31)) >> 32)


def neighbour_indices(n):
    """Positions p - 1, p, p + 1 for every p: -1 -> 1 at the near end, n -> n - 1 at the far."""
    before = np.arange(n) - 1
    after = np.arange(n) + 1
    before[before == -1] = 1
    after[after == n] = n - 1
    return before, np.arange(n), after


def threshold(masker, scale, q):
    total = 0
    for k in range(3):
        a, f = weigh(masker[k], scale, q[k], k)
        rows, columns = neighbour_indices(f.shape[0]), neighbour_indices(f.shape[1])
        for i in range(3):
            for j in range(3):
                total = total + (centre(a, scale) if i == j == 1
                                 else f[np.ix_(rows[i], columns[j])])
    return i32(total)


def masked_sums(signal, masker, scale, q, rect):
    """[(accumulator, exponent of its unit)] per band."""
    thr = threshold(masker, scale, q)
    h, w = thr.shape
    si = clog2(h)
    out = []
    for k in range(3):
        if scale == 0:
            sub, sq, sc, e = (10, 29, clog2(w) - 4, 52) if k < 2 else (12, 30, clog2(w) - 3, 57)
            x = i32(np.abs(i32(q[k] * signal[k])) - i32(thr << sub))
        else:
            sq, sc, e = 30, clog2(w), (None, 45, 39, 36)[scale]
            x = i32(i32(np.abs(i32((q[k] * signal[k] + (1 << 27)) >> 28))) - thr)
        x = np.maximum(x, 0)
        x2 = i32((x * x + (1 << (sq - 1))) >> sq)
        c = ((x2 * x + rnd(sc)) >> sc)[rect]
        rows = [(wrapping_sum(row, True) + rnd(si)) >> si for row in c]
        out.append((wrapping_sum(rows, True), e - sc - si))
    return out


def noise_root(area, weight):
    return F(_powf(float(F(area * weight)), float(F(1.0) / F(3.0))))


def pool(values, noise):
    t = [F(_powf(float(v), float(F(1.0) / F(3.0)))) + noise for v in values]
    return (t[0] + t[1]) + t[2]


def masked_pool(signal, masker, scale, q, rect, noise):
    values = []
    for acc, exponent in masked_sums(signal, masker, scale, q, rect):
        if scale == 0:
            values.append(F(float(acc) / 2.0 ** exponent))
        else:
            values.append(np.int64(acc).astype(F) / F(2.0 ** exponent))
    return pool(values, noise)


# ---- denominator ----

def den_pool(ref, scale, rf, rect, noise):
    values = []
    for k in range(3):
        m = np.abs(ref[k][rect]).astype(np.uint64)
        rows, columns = m.shape
        if scale == 0:
            sc, sa = 0, max(0, clog2(rows * columns) - 20)
            exponent = 18 - sa
            value = m * m * m
        else:
            sq = np.uint64((None, 31, 30, 31)[scale])
            sc, sa = clog2(columns), clog2(rows)
            exponent = (None, 32, 27, 23)[scale] - sa - sc
            value = ((m * m + (np.uint64(1) << sq)) >> sq) * m
            value = (value + np.uint64(rnd(sc))) >> np.uint64(sc)
        acc = wrapping_sum(((wrapping_sum(row, False) + rnd(sa)) >> sa for row in value), False)
        values.append(F(float(acc) / 2.0 ** exponent * _pow(float(rf[k]), 3.0)))
    return pool(values, noise)


# ---- a frame ----

def crop(n):
    return int(n * 0.1 - 0.5)


def scores(ref, dis, depth, **options):
    """The 18 scores of a pair of luma planes, in emission order; options by their full names."""
    unknown = set(options) - set(OPTIONS)
    assert not unknown, unknown
    with np.errstate(all="ignore"):
        return _scores(ref.astype(np.int64), dis.astype(np.int64), depth, {**OPTIONS, **options})


def _scores(ref, dis, depth, o):
    height, width = ref.shape
    num, den, aim = [], [], []
    for scale in range(4):
        ref, ref_bands = wavelet(ref, scale, depth)
        dis, dis_bands = wavelet(dis, scale, depth)
        if scale == 0 and o["adm_skip_scale0"]:
            num.append(F(0.0))
            den.append(F(1e-10))
            aim.append(F(0.0))
            continue
        h, w = ref.shape
        rect = (slice(crop(h), h - crop(h)), slice(crop(w), w - crop(w)))
        area = (h - 2 * crop(h)) * (w - 2 * crop(w))
        rf = csf_floats(o, scale)
        q = csf_integers(o, scale, rf)
        flag = angle_flag(ref_bands, dis_bands)
        parts = [decouple(a, b, flag, o["adm_enhn_gain_limit"])
                 for a, b in zip(ref_bands, dis_bands)]
        r, ai = [p[0] for p in parts], [p[1] for p in parts]
        noise = noise_root(area, o["adm_noise_weight"])
        den.append(den_pool(ref_bands, scale, rf, rect, noise))
        num.append(masked_pool(r, ai, scale, q, rect, noise))
        aim.append(F(0.0) if o["adm_skip_aim"]
                   else masked_pool(ai, r, scale, q, rect, noise_root(area, 0.0)))

    total = [0.0, 0.0, 0.0]
    for i, parts in enumerate((num, den, aim)):
        for part in parts:
            total[i] += float(part)
    limit = 1e-10 * float(width * height) / (1920.0 * 1080.0)
    n, d = (0.0 if x < limit else x for x in total[:2])
    adm2, aim_score = (1.0, 0.0) if d == 0 else (n / d, total[2] / d)
    weight = o["adm_dlm_weight"]
    y = adm2 * weight + (1 - aim_score) * (1 - weight)
    adm3 = y if y > o["adm_min_val"] else o["adm_min_val"]
    per_scale = [float(np.float64(a) / np.float64(b)) for a, b in zip(num, den)]
    pairs = [float(x) for pair in zip(num, den) for x in pair]
    return [adm2, aim_score, adm3, *per_scale, adm2, n, d, *pairs]
