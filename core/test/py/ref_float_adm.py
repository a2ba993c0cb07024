# SPDX-License-Identifier: BSD-2-Clause-Patent
"""float_adm, slowly and independently: numpy float32 for samples, the C library for pow and friends.

Whole bands at a time, in the order of the definition; no code and no table is shared with the C
sources. float_adm(ref, dis, bpc, option=value, ...) returns {output name: double}.
"""
import ctypes
import math

import numpy as np

F = np.float32
D = np.float64

libm = ctypes.CDLL("libm.so.6")
for _name, _type, _args in (("pow", ctypes.c_double, 2), ("log10", ctypes.c_double, 1),
                            ("exp", ctypes.c_double, 1), ("powf", ctypes.c_float, 2)):
    _fn = getattr(libm, _name)
    _fn.restype, _fn.argtypes = _type, [_type] * _args


def cpow(x, y):
    return libm.pow(float(x), float(y))


def cpowf(x, y):
    return F(libm.powf(float(x), float(y)))


DEFAULTS = {
    "debug": False, "adm_enhn_gain_limit": 100.0, "adm_norm_view_dist": 3.0,
    "adm_noise_weight": 0.03125, "adm_csf_scale": 1.0, "adm_csf_diag_scale": 1.0,
    "adm_ref_display_height": 1080, "adm_csf_mode": 0, "adm_bypass_cm": 0,
    "adm_adm3_apply_hm": False, "adm_p_norm": 3.0, "adm_dlm_weight": 0.5, "adm_min_val": 0.0,
    "adm_skip_aim_scale": -1, "adm_skip_scale0": False,
    **{f"adm_f{b}s{s}": -1.0 for b in (1, 2) for s in range(4)},
}

# --- samples and wavelet ------------------------------------------------------------------------

LOW = np.array([0.482962913144690, 0.836516303737469, 0.224143868041857, -0.129409522550921], F)
HIGH = np.array([-0.129409522550921, -0.224143868041857, 0.836516303737469, -0.482962913144690], F)


def to_float(plane, bpc):
    return plane.astype(F) / F(1 << (bpc - 8)) + F(-128)


def source_index(n):
    """Rows of tap indices: [4][(n + 1) // 2]."""
    def m(x):
        if x < 0:
            return -x
        return 2 * n - 1 - x if x >= n else x
    return np.array([[m(2 * i - 1 + k) for i in range((n + 1) // 2)] for k in range(4)])


def filter_rows(x, taps):
    index = source_index(x.shape[0])
    t = np.zeros((index.shape[1], x.shape[1]), F)
    for k in range(4):
        t = t + taps[k] * x[index[k]]
    return t


def filter_columns(x, taps):
    return filter_rows(x.T, taps).T


def dwt(x):
    """(a, [h, v, d]) of a plane."""
    lo, hi = filter_rows(x, LOW), filter_rows(x, HIGH)
    return filter_columns(lo, LOW), [filter_columns(hi, LOW), filter_columns(lo, HIGH),
                                     filter_columns(hi, HIGH)]

# --- decouple -----------------------------------------------------------------------------------


def rcpss(d):
    """The 12-bit reciprocal from its integer definition."""
    bits = d.view(np.uint32).astype(np.int64)
    k = bits >> 12 & 2047
    e = bits >> 23 & 255
    q = (33554432 + 2048 + k) // (4097 + 2 * k)
    field = 253 - e
    out = (bits & 0x80000000) | np.where(
        e == 0, 0x7f800000, np.where(field <= 0, 0, field << 23 | (q - 4096) << 11))
    return out.astype(np.uint32).view(F)


def reciprocal(d):
    xi = rcpss(d)
    u = d * xi
    u = F(1) - u
    u = xi * u
    return xi + u


COS2 = F(math.cos(math.pi / 180.0) * math.cos(math.pi / 180.0))


def decouple(o, t, egl):
    dp = o[0] * t[0] + o[1] * t[1]
    om = o[0] * o[0] + o[1] * o[1]
    tm = t[0] * t[0] + t[1] * t[1]
    flag = (dp >= 0) & (dp * dp >= (COS2 * om) * tm)
    r, a = [], []
    for ob, tb in zip(o, t):
        k = tb * reciprocal(ob + F(1e-30))
        k = np.where(k < 0, F(0), np.where(k > 1, F(1), k))
        x = k * ob
        g = x.astype(D) * D(egl)
        x = np.where(flag & (x > 0), np.where(g < tb, g.astype(F), tb),
                     np.where(flag & (x < 0), np.where(g > tb, g.astype(F), tb), x)).astype(F)
        r.append(x)
        a.append(tb - x)
    return r, a

# --- contrast sensitivity -----------------------------------------------------------------------


def watson(r, scale, diagonal):
    amp = [[0.67234, 0.72709], [0.41317, 0.49428], [0.22727, 0.28688], [0.11792, 0.15214]]
    a, k, f0, g = F(0.495), F(0.466), F(0.401), F(0.534 if diagonal else 1.0)
    t = F(libm.log10(float(D(2 ** (scale + 1)) * D(f0) * D(g) / D(r))))
    e = (k * t) * t
    q = F(2.0 * D(a) * cpow(10.0, e) / D(F(amp[scale][diagonal])))
    return F(1) / q


def native(r, scale, diagonal):
    sf = F(D(r) / D(2 ** (scale + 1)))
    if diagonal:
        sf = F(D(sf) / 0.7)
    return F((0.31 + 0.69 * D(sf)) * libm.exp(-0.29 * float(sf)))


def barten(r, scale, gain):
    sf = F(D(r) / D(2 ** (scale + 1)))
    lp, rp, sp = (F(libm.log10(x)) for x in (20.0, 150.0, 100.0))
    lv = np.array([0.334278, 3.79542, 1.07327, 6.4635], F)
    rv = np.array([0.394533, 2.7755, 1.16577, 7.45665], F)
    p = [lv[n] + ((rv[n] - lv[n]) / (rp - lp)) * (sp - lp) for n in range(4)]
    a = F(1.0 + cpow(p[0] * sf, p[1]))
    b = F(1.0 / cpow(1 - libm.exp(-cpow(sf / F(7), 2.0)), p[2]))
    n = F(D(p[3]) / cpow(a * b, 0.5))
    ma = np.array([0.424838596301290, 0.572435103936480, 0.000167576239164937,
                   0.00255872352306433], F)
    mb = np.array([0.028, 0.37, 37, 360], F)
    m = F(0)
    for i in range(4):
        m = F(D(m) + D(ma[i]) * libm.exp(float((-mb[i]) * sf)))
    c = F(4.0627) / F(100)
    ret = F(D(F(30.162)) * cpow(cpow(c, F(1.6596)) + 1.0, -D(F(0.2712))))
    return F(D((n * m) * ret) * gain)


def factors(o, scale):
    r = F(o["adm_norm_view_dist"] * o["adm_ref_display_height"] * math.pi / 180.0)
    f = []
    for diagonal in (0, 1):
        if o["adm_csf_mode"] == 1:
            x = barten(r, scale, o["adm_csf_diag_scale" if diagonal else "adm_csf_scale"])
        elif o["adm_csf_mode"] == 2:
            x = native(r, scale, diagonal)
        else:
            x = watson(r, scale, diagonal)
        override = o[f"adm_f{1 + diagonal}s{scale}"]
        f.append(F(override) if override >= 0 else x)
    return [f[0], f[0], f[1]]

# --- masking and sums ---------------------------------------------------------------------------


def neighbours(n):
    i = np.arange(n)
    before, after = i - 1, i + 1
    before[0] = 1
    after[-1] = n - 1
    return before, i, after


def threshold(c):
    """From the weighted triple of the other part."""
    up, row, down = neighbours(c[0].shape[0])
    left, col, right = neighbours(c[0].shape[1])
    total = None
    for band in c:
        mag = np.abs(band).astype(D)
        spread = (D(0.0333333351) * mag).astype(F)
        s = np.zeros(band.shape, F)
        for r in (up, row, down):
            for q in (left, col, right):
                if r is row and q is col:
                    s = (s.astype(D) + D(0.0666666701) * mag).astype(F)
                else:
                    s = s + spread[np.ix_(r, q)]
        total = s if total is None else total + s
    return total


def power(x, p):
    if p == 3.0:
        return (x * x) * x
    return np.array([libm.powf(v, float(F(p))) for v in x.ravel().tolist()], F).reshape(x.shape)


def crop(n):
    return int(n * 0.1 - 0.5)


def total(term):
    """Rows from left to right, then the row totals, all in float32."""
    rows = np.add.accumulate(term, axis=1, dtype=F)[:, -1]
    return np.add.accumulate(rows, dtype=F)[-1]


def scale_values(ref, dis, f, o):
    """num, den, aimnum of one scale from its detail bands."""
    h, w = ref[0].shape
    left, top = crop(w), crop(h)
    win = (slice(top, h - top), slice(left, w - left))
    restored, additive = decouple(ref, dis, o["adm_enhn_gain_limit"])
    cr = [fb * x for fb, x in zip(f, restored)]
    ca = [fb * x for fb, x in zip(f, additive)]
    if o["adm_bypass_cm"] == 1:
        thr_num = thr_aim = np.zeros((h, w), F)
    else:
        thr_num, thr_aim = threshold(ca), threshold(cr)

    p = o["adm_p_norm"]
    q = F(1.0 / p)
    n = (h - 2 * top) * (w - 2 * left)

    def visible(c, thr):
        x = np.abs(c) - thr
        return np.where(x < 0, F(0), x)

    def pooled(bands, nw):
        noise = cpowf(F(n * nw), q)
        v = [cpowf(total(power(x[win], p)), q) + noise for x in bands]
        return (v[0] + v[1]) + v[2]

    den = pooled([np.abs(fb * x) for fb, x in zip(f, ref)], o["adm_noise_weight"])
    num = pooled([visible(c, thr_num) for c in cr], o["adm_noise_weight"])
    aim = pooled([visible(c, thr_aim) for c in ca], 0.0)
    return num, den, aim


def float_adm(ref, dis, bpc, **options):
    o = {**DEFAULTS, **options}
    assert set(o) == set(DEFAULTS)
    h, w = ref.shape
    a, b = to_float(ref, bpc), to_float(dis, bpc)
    values = []
    with np.errstate(all="ignore"):
        for s in range(4):
            a, ref_bands = dwt(a)
            b, dis_bands = dwt(b)
            if s == 0 and o["adm_skip_scale0"]:
                values.append((F(0), F(1e-10), F(0)))
            else:
                values.append(scale_values(ref_bands, dis_bands, factors(o, s), o))
        return scores(values, w, h, o)


def scores(values, w, h, o):
    limit = (1e-10 * (w * h)) / (1920.0 * 1080.0)
    num = den = an = ad = D(0)
    for s, (n, d, a) in enumerate(values):
        num, den = num + D(n), den + D(d)
        if o["adm_skip_aim_scale"] != s:
            ad, an = ad + D(d), an + D(a)
    num = D(0) if num < limit else num
    den = D(0) if den < limit else den
    score, aim = D(1), D(0)
    if den != 0:
        q = an / ad
        aim = q if q < 1.0 else D(1)
        score = num / den
    if o["adm_adm3_apply_hm"]:
        adm3 = ((2 * score) * aim) / (score + aim)
    else:
        weight = D(o["adm_dlm_weight"])
        adm3 = score * weight + (1 - aim) * (1 - weight)
    adm3 = adm3 if adm3 > o["adm_min_val"] else D(o["adm_min_val"])

    out = {"adm2": score, "aim": aim, "adm3": adm3}
    for s, (n, d, _) in enumerate(values):
        out[f"adm_scale{s}"] = D(n) / D(d)
    if o["debug"]:
        out.update(adm=score, adm_num=num, adm_den=den)
        for s, (n, d, _) in enumerate(values):
            out[f"adm_num_scale{s}"], out[f"adm_den_scale{s}"] = D(n), D(d)
    return {name: float(v) for name, v in out.items()}
