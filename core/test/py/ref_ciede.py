# SPDX-License-Identifier: BSD-2-Clause-Patent
"""ciede, slowly: sample after sample as docs/metrics/ciede.md says, nothing shared.

The functions are the C library's: the last bit of the double ones decides a float once in 10^9 calls,
and powf() is what the definition has in a closed form.
"""
import ctypes
import math

import numpy as np

F = np.float32
PI = math.pi

powf = ctypes.CDLL("libm.so.6").powf
powf.restype, powf.argtypes = ctypes.c_float, [ctypes.c_float] * 2


def linear(c):
    return math.pow((c + 0.055) * (1 / 1.055), 2.4) if c > 10 / 255 else c * (1 / 12.92)


def curve(c):
    return F(math.pow(c, 1 / 3) if c > 216 / 24389 else ((24389 / 27) * c + 16) * (1 / 116))


def lab(y, u, v, depth):
    s = float(1 << (depth - 8))
    y = (float(y) - 16 * s) * (1 / (219 * s))
    u = (float(u) - 128 * s) * (1 / (224 * s))
    v = (float(v) - 128 * s) * (1 / (224 * s))
    r = linear(y + 1.28033 * v)
    g = linear((y - 0.21482 * u) - 0.38059 * v)
    b = linear(y + 2.12798 * u)
    x = (r * 0.4124564390896921 + g * 0.357576077643909) + b * 0.18043748326639894
    l = (r * 0.21267285140562248 + g * 0.715152155287818) + b * 0.07217499330655958
    z = (r * 0.019333895582329317 + g * 0.119192025881303) + b * 0.9503040785363677
    fx, fy, fz = (float(curve(c)) for c in (x * (1 / 0.95047), l, z * (1 / 1.08883)))
    return F(116 * fy - 16), F(500 * (fx - fy)), F(200 * (fy - fz))


def length(a, b):
    return F(math.sqrt(float(a) * float(a) + float(b) * float(b)))


def hue(b, a):
    if a == 0 and b == 0:
        return F(0)
    h = F(math.atan2(float(b), float(a)))
    return F(float(h) + 2 * PI) if h < 0 else h


def power7(x):
    return F(powf(float(x), 7.0))


def term(ref, dis):
    """The difference of two colours."""
    (l1, a1, b1), (l2, a2, b2) = ref, dis
    dl, lm = F(l2 - l1), F(F(l1 + l2) / F(2))
    c1, c2 = length(a1, b1), length(a2, b2)
    p = math.pow(float(F(F(c1 + c2) / F(2))), 7)
    g = 1 - math.sqrt(p / (p + 6103515625))
    a1, a2 = (F(float(a) + float(F(a / F(2))) * g) for a in (a1, a2))
    k1, k2 = length(a1, b1), length(a2, b2)
    km, dc, t = F(F(k1 + k2) / F(2)), F(k2 - k1), float(F(lm - F(50)))
    q = t * t
    sl = F(1 + (0.015 * q) / math.sqrt(20 + q))
    sc = F(1 + 0.045 * float(km))
    h1, h2 = hue(b1, a1), hue(b2, a2)
    e, direct = abs(float(F(h1 - h2))), F(h2 - h1)
    if c1 == 0 or c2 == 0:
        dh = F(0)
    elif e <= PI:
        dh = direct
    else:
        dh = F(float(direct) + 2 * PI) if h2 <= h1 else F(float(direct) - 2 * PI)
    d_hue = F((2 * math.sqrt(float(F(k1 * k2)))) * math.sin(float(dh) / 2))
    both = float(F(h1 + h2))
    hm = float(F((both + 2 * PI) / 2) if e > PI else F(both / 2))
    tones = F((((1 - 0.17 * math.cos(hm - PI / 6)) + 0.24 * math.cos(2 * hm)) +
               0.32 * math.cos(3 * hm + PI / 30)) - 0.2 * math.cos(4 * hm - 7 * PI / 20))
    sh = F(1 + (0.015 * float(km)) * float(tones))
    degrees = F(hm * (180 / PI))
    z = F((float(degrees) - 275) * (1 / 25))
    power = power7(km)
    share = F(power / F(power + F(6103515648)))
    w = F(float(F(60 * math.exp(-float(F(z * z))))) * (PI / 180))
    rt = F((-2 * math.sqrt(float(share))) * math.sin(float(w)))
    l, c, h = F(dl / F(F(0.65) * sl)), F(dc / sc), F(d_hue / F(F(4) * sh))
    squares = (float(l) * float(l) + float(c) * float(c)) + float(h) * float(h)
    return F(math.sqrt(squares + float(F(F(rt * c) * h))))


def ciede(ref, dis, depth, fmt):
    """The score of a pair, lists of planes."""
    sx, sy = fmt != "444", fmt == "420"
    total = 0.0
    h, w = ref[0].shape
    with np.errstate(under="ignore"):
        for y in range(h):
            for x in range(w):
                total += float(term(*(lab(p[0][y, x], p[1][y >> sy, x >> sx], p[2][y >> sy, x >> sx],
                                          depth) for p in (ref, dis))))
    return 45 - 20 * math.log10(total / float(w * h)) if total else math.inf
