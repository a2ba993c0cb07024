# SPDX-License-Identifier: BSD-2-Clause-Patent
"""ssimulacra2 written from docs/metrics/ssimulacra2.md with numpy, whole planes at a time; shares
no code with the library. Slow: for small frames.

As a program it prints the checksum of the cube root over its whole range, about a minute:
    python3 core/test/py/ref_ssimulacra2.py
"""
import math

import numpy as np

f32, f64 = np.float32, np.float64

K = [[0.30, None, 0.078], [0.23, None, 0.078], [0.24342268924547819, 0.20476744424496821, None]]
BIAS = f32(0.0037930732552754493)
C2 = f32(0.0009)
CBRT_LOW, CBRT_HIGH = f32(0.0037), f32(1.005)

WEIGHTS = {  # (channel, scale): ssim, artifact, detail of the 1-norm, then of the 4-norm
    ("x", 0): [0.0, 0.0007376606707406586, 0.0,
               0.0, 0.0007793481682867309, 0.0],
    ("x", 1): [0.0, 0.0004371155730107379, 0.0,
               1.1041726426657346, 0.00066284834129271, 0.00015231632783718752],
    ("x", 2): [0.0, 0.0016406437456599754, 0.0,
               1.8422455520539298, 11.441172603757666, 0.0],
    ("x", 3): [0.0007989109436015163, 0.000176816438078653, 0.0,
               1.8787594979546387, 10.94906990605142, 0.0],
    ("x", 4): [0.0007289346991508072, 0.9677937080626833, 0.0,
               0.00014003424285435884, 0.9981766977854967, 0.00031949755934435053],
    ("x", 5): [0.0004550992113792063, 0.0, 0.0,
               0.0013648766163243398, 0.0, 0.0],
    ("y", 0): [0.0, 0.0, 0.0,
               7.466890328078848, 0.0, 17.445833984131262],
    ("y", 1): [0.0006235601634041466, 0.0, 0.0,
               6.683678146179332, 0.00037724407979611296, 1.027889937768264],
    ("y", 2): [225.20515300849274, 0.0, 0.0,
               19.213238186143016, 0.0011401524586618361, 0.001237755635509985],
    ("y", 3): [176.39317598450694, 0.0, 0.0,
               24.43300999870476, 0.28520802612117757, 0.0004485436923833408],
    ("y", 4): [0.0, 0.0, 0.0,
               34.77906344483772, 44.835625328877896, 0.0],
    ("y", 5): [0.0, 0.0, 0.0,
               0.0, 0.0, 0.0],
    ("b", 0): [0.0, 0.0008680556573291698, 0.0,
               0.0, 0.0, 0.0],
    ("b", 1): [0.0, 0.0005313191874358747, 0.0,
               0.00016533814161379112, 0.0, 0.0],
    ("b", 2): [0.0, 0.0, 0.0,
               0.0004179171803251336, 0.0017290828234722833, 0.0],
    ("b", 3): [0.0020827005846636437, 0.0, 0.0,
               8.826982764996862, 23.19243343998926, 0.0],
    ("b", 4): [95.1080498811086, 0.9863978034400682, 0.9834382792465353,
               0.0012286405048278493, 171.2667255897307, 0.9807858872435379],
    ("b", 5): [0.0, 0.0, 0.0,
               0.0005130064588990679, 0.0, 0.00010854057858411537],
}


def fma(a, b, c):
    """a * b + c of float32 with one rounding: the double sum, rounded to odd, holds it."""
    a, b, c = (np.asarray(v, f32).astype(f64) for v in (a, b, c))
    p = a * b  # exact
    s = p + c
    t = s - p
    err = (p - (s - t)) + (c - t)  # s + err is exact
    even = s.view(np.uint64) & np.uint64(1) == 0
    odd = np.nextafter(s, np.where(err > 0, np.inf, -np.inf))
    return np.where((err != 0) & even, odd, s).astype(f32)


def cbrt(x):
    x = np.asarray(x, f32)
    i = x.view(np.uint32)
    t = (i >> np.uint32(2)) + (i >> np.uint32(4))
    t = t + (t >> np.uint32(4))
    t = t + (t >> np.uint32(8))
    r = (np.uint32(0x54A1E000) - t).view(f32)
    third = f32(1 / 3)
    h = fma(-x, (r * r) * r, f32(1))
    q = fma(h, f32(14 / 81), f32(2 / 9))
    q = fma(h, q, third)
    r = fma(r * h, q, r)
    h = fma(-x, (r * r) * r, f32(1))
    r = fma(r * h, third, r)
    r2 = r * r
    y = x * r2
    y2 = y * y
    e2 = fma(y, y, -y2)
    d = fma(-y2, y, x)
    d = fma(-e2, y, d)
    return fma(d, r2 * third, y)


def cbrt_checksum():
    """(floats, sum of bits * (2k + 1) mod 2^64) over [0.0037, 1.005] in ascending order."""
    low, high = int(CBRT_LOW.view(np.uint32)), int(CBRT_HIGH.view(np.uint32))
    if f64(CBRT_LOW) < 0.0037:
        low += 1
    if f64(CBRT_HIGH) > 1.005:
        high -= 1
    total = 0
    for at in range(low, high + 1, 1 << 20):
        bits = np.arange(at, min(at + (1 << 20), high + 1), dtype=np.uint32)
        k = (bits - np.uint32(low)).astype(np.uint64)
        y = cbrt(bits.view(f32)).view(np.uint32).astype(np.uint64)
        total += int(np.sum(y * (np.uint64(2) * k + np.uint64(1)), dtype=np.uint64))
    return high - low + 1, total % 2 ** 64


def eotf_table():
    def srgb(x):
        return x / 12.92 if x <= 0.04045 else math.pow((x + 0.055) / 1.055, 2.4)
    return np.array([srgb(min(i, 4096) / 4096.0) for i in range(4098)], f64).astype(f32)


EOTF = eotf_table()


def linear_rgb(planes, bpc, fmt, matrix):
    """Planes of code values to [R, G, B], linear float32."""
    s = bpc - 8
    full, mx = matrix >= 2, float(2 ** bpc - 1)
    y_off = 0 if full else 16 << s
    ys = f32(1 / mx if full else 1 / float(219 << s))
    cs = f32(1 / mx if full else 1 / float(224 << s))
    kr, kb = ((0.2126, 0.0722), (0.299, 0.114))[matrix % 2]
    kg = 1.0 - kr - kb
    y = planes[0].astype(np.int64)
    h, w = y.shape
    a = (y - y_off).astype(f32) * ys
    if fmt == "400":
        u = v = np.zeros_like(a)
    else:
        rows = np.arange(h) >> (fmt == "420")
        cols = np.arange(w) >> (fmt != "444")
        u, v = ((p.astype(np.int64)[rows][:, cols] - (1 << (bpc - 1))).astype(f32) * cs
                for p in planes[1:])
    rgb = [fma(f32(2 * (1 - kr)), v, a),
           fma(f32(-2 * kr * (1 - kr) / kg), v, fma(f32(-2 * kb * (1 - kb) / kg), u, a)),
           fma(f32(2 * (1 - kb)), u, a)]
    out = []
    for t in rgb:
        q = np.minimum(np.maximum(t, f32(0)), f32(1)) * f32(4096)
        i = q.astype(np.int64)
        out.append(fma(q - i.astype(f32), EOTF[i + 1] - EOTF[i], EOTF[i]))
    return out


def xyb(rgb):
    k = [[None if v is None else f32(v) for v in row] for row in K]
    for row in k:
        hole = row.index(None)
        first, second = (v for v in row if v is not None)
        row[hole] = f32(1) - first - second
    lms = [cbrt(fma(row[0], rgb[0], fma(row[1], rgb[1], fma(row[2], rgb[2], BIAS))))
           - cbrt(BIAS) for row in k]
    x, y = f32(0.5) * (lms[0] - lms[1]), f32(0.5) * (lms[0] + lms[1])
    return [fma(f32(14), x, f32(0.42)), y + f32(0.01), (lms[2] - y) + f32(0.55)]


def fir_taps():
    """h[m] = sum over k = 1, 3, 5 of beta_k cos(k pi m / 10), from the recursive definition."""
    n, sigma2 = 5, 1.5 ** 2
    w = [k * math.pi / (2 * n) for k in (1, 3, 5)]
    p = [s / math.tan(v / 2) for s, v in zip((1, -1, 1), w)]
    r = [s * q * q / math.sin(v) for s, q, v in zip((1, -1, 1), p, w)]
    rho = [math.exp(-sigma2 * v * v / 2) / n for v in w]
    d13, d35, d51 = (p[a] * r[b] - r[a] * p[b] for a, b in ((0, 1), (1, 2), (2, 0)))
    z15, z35 = d35 / d13, d51 / d13
    beta = np.linalg.solve(np.array([p, r, [z15, z35, 1]]),
                           np.array([1, n * n - sigma2, z15 * rho[0] + z35 * rho[1] + rho[2]]))
    return [f32(sum(b * math.cos(v * m) for b, v in zip(beta, w))) for m in range(5)]


TAPS = fir_taps()


def blur_lines(a):
    n = a.shape[1]
    p = np.pad(a, ((0, 0), (4, 4)))
    acc = TAPS[0] * a
    for m in range(1, 5):
        acc = fma(TAPS[m], p[:, 4 - m:4 - m + n] + p[:, 4 + m:4 + m + n], acc)
    return acc


def blur(a):
    return blur_lines(blur_lines(a).T).T


def plane_sum(z):
    """Rows in 16 lanes and their tree, then row after row; z float64."""
    h, w = z.shape
    lanes = np.zeros((h, 16))
    for at in range(0, w, 16):
        part = z[:, at:at + 16]
        lanes[:, :part.shape[1]] += part
    for step in (8, 4, 2, 1):
        lanes[:, :step] += lanes[:, step:2 * step]
    total = 0.0
    for row in lanes[:, 0]:
        total += float(row)
    return total


def norms(x1, x2):
    """[ssim, artifact, detail of the 1-norm, the same of the 4-norm] of one channel."""
    one = f32(1)
    s11, s22, s12 = blur(x1 * x1), blur(x2 * x2), blur(x1 * x2)
    m1, m2 = blur(x1), blur(x2)
    df = m1 - m2
    nm = fma(-df, df, one)
    ns = fma(f32(2), fma(-m1, m2, s12), C2)
    de = (fma(-m1, m1, s11) + fma(-m2, m2, s22)) + C2
    d = one - (nm * ns) / de
    e1, e2 = np.abs(x1 - m1), np.abs(x2 - m2)
    e = (e2 - e1) / (one + e1)
    z = [np.where(t > 0, t, f32(0)).astype(f64) for t in (d, e, -e)]
    per_px = 1.0 / float(x1.size)
    return ([per_px * plane_sum(t) for t in z] +
            [math.sqrt(math.sqrt(per_px * plane_sum((t * t) * (t * t)))) for t in z])


def halve(a):
    h, w = a.shape
    a = np.pad(a, ((0, h % 2), (0, w % 2)), mode="edge")
    return (((a[::2, ::2] + a[::2, 1::2]) + a[1::2, ::2]) + a[1::2, 1::2]) * f32(0.25)


def ssimulacra2(ref, dis, bpc=8, fmt="420", matrix=0):
    """{output name: value} of a frame pair with the option debug; a frame is a list of planes."""
    images = [linear_rgb(f, bpc, fmt, matrix) for f in (ref, dis)]
    out = {}
    v = {(c, s): [0.0] * 6 for c in "xyb" for s in range(6)}
    for s in range(6):
        if min(images[0][0].shape) < 8:
            break
        if s:
            images = [[halve(p) for p in image] for image in images]
        for c, x1, x2 in zip("xyb", *(xyb(image) for image in images)):
            v[c, s] = norms(x1, x2)
    total = 0.0
    for c in "xyb":
        for s in range(6):
            names = [f"{t}_l{n}" for n in (1, 4) for t in ("ssim", "artifact", "detail")]
            for name, weight, norm in zip(names, WEIGHTS[c, s], v[c, s]):
                out[f"ssimulacra2_{c}_scale{s}_{name}"] = norm
                total += weight * norm
    total *= 0.9562382616834844
    total = ((2.326765642916932 * total) - ((0.020884521182843837 * total) * total)) + \
        (((6.248496625763138e-05 * total) * total) * total)
    out["ssimulacra2"] = 100.0 - 10.0 * math.pow(total, 0.6276336467831387) if total > 0 else 100.0
    return out


if __name__ == "__main__":
    print("%d floats, checksum 0x%016x" % cbrt_checksum())
