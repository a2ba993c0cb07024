# SPDX-License-Identifier: BSD-2-Clause-Patent
"""speed_chroma and speed_temporal, slowly, by docs/metrics/speed_chroma.md.

Planes are integer arrays [h][w]. Arrays are of the type that the page names; every sum whose order
counts is taken by a loop or by an accumulation, never by a reduction. Nothing is shared with the library.
"""
import math

import numpy as np

F32, F64 = np.float32, np.float64

OPTIONS = {"speed_kernelscale": 1.0, "speed_prescale": 1.0, "speed_prescale_method": "nearest",
           "speed_sigma_nn": 0.29, "speed_nn_floor": 0.0, "speed_max_val": 1000.0,
           "speed_weight_var_mode": 0, "speed_use_ref_diff": False}
N = 25
ENTROPY = float.fromhex("0x1.06073a671183dp+2")


def total(values):
    """Their sum along the last axis, in order, in their type."""
    return np.add.accumulate(values, axis=-1)[..., -1]


def mirror(i, n):
    return np.where(i < 0, -i, np.where(i > n - 1, 2 * (n - 1) - i, i))


# ---- resampling


def cubic(t):
    t = abs(t)
    if t < 1:
        return ((F32(1.25) * t - F32(2.25)) * t) * t + F32(1)
    return (((t - F32(5)) * t + F32(8)) * t - F32(4)) * F32(-0.75) if t < 2 else F32(0)


def lanczos(t):
    x = float(t)
    if x == 0:
        return F32(1)
    if not -4 < x < 4:
        return F32(0)
    return F32((4 * math.sin(math.pi * x)) * math.sin(math.pi * x / 4) / (math.pi * math.pi * x * x))


def axis(method, n, m):
    """Indexes and weights [taps][m]."""
    ratio = F32(n) / F32(m)
    if method == "nearest":
        return (np.arange(m).astype(F32) * ratio).astype(int)[None], np.ones((1, m), F32)
    place = ((np.arange(m) + 0.5) * F64(ratio) - 0.5).astype(F32)
    base = np.floor(place).astype(int)
    if method == "bilinear":
        index = np.stack([mirror(base, n), mirror(np.ceil(place).astype(int), n)])
        second = place - index[0].astype(F32)
        return index, np.stack([F32(1) - second, second])
    offsets = range(-1, 3) if method == "bicubic" else range(-4, 5)
    weight = cubic if method == "bicubic" else lanczos
    fraction = place - base.astype(F32)
    return (np.stack([mirror(base + k, n) for k in offsets]),
            np.array([[weight(F32(k) - f) for f in fraction] for k in offsets], F32))


def prescale(plane, scale, method):
    h, w = plane.shape
    side = [int(n * scale + 0.5) for n in (h, w)]
    if abs(scale - 1) < 0.001:
        return plane[:side[0], :side[1]]
    if side == [h, w]:
        return plane
    (iy, wy), (ix, wx) = axis(method, h, side[0]), axis(method, w, side[1])
    out, weights = np.zeros(side, F32), np.zeros(side, F32)
    for y in range(len(iy)):
        for x in range(len(ix)):
            both = wy[y][:, None] * wx[x][None]
            out = out + plane[iy[y][:, None], ix[x][None]] * both
            weights = weights + both
    return out / weights if method == "lanczos4" else out


# ---- filters


def taps(n, kernelscale, sigma):
    n = math.ceil(F32(n) * F32(kernelscale))
    n = max(3, n if n % 2 else n + 1)
    s = float(sigma(n))
    height = F32(1 / (s * math.sqrt(2 * math.pi)))
    g = []
    for i in range(n):
        d = float(i - n // 2)
        g.append(F32(math.exp(-0.5 * d / s * d / s)) / height)
    g = np.array(g, F32)
    return g / total(g)


def filtered(plane, g, step):
    h, w = plane.shape
    half = len(g) // 2
    rows, columns = np.arange(h // step) * step, np.arange(w // step) * step
    down = np.zeros((len(rows), w), F32)
    for k, tap in enumerate(g):
        down = down + tap * plane[mirror(rows + k - half, h)]
    out = np.zeros((len(rows), len(columns)), F32)
    for k, tap in enumerate(g):
        out = out + tap * down[:, mirror(columns + k - half, w)]
    return out


def local(plane, opt):
    plane = prescale(plane, opt["speed_prescale"], opt["speed_prescale_method"])
    k = opt["speed_kernelscale"]
    low = filtered(plane, taps(9, k, lambda n: F32(2.0 * n / 5.0)), 16)
    return low - filtered(low, taps(2, k, lambda n: F32(n) / F32(5)), 1)


# ---- algebra


def covariance(p, bw, bh):
    ww, wh = 5 * bw - 4, 5 * bh - 4
    window = np.stack([p[a // 5:a // 5 + wh, a % 5:a % 5 + ww].ravel() for a in range(N)])
    mean = total(window) / F32(ww * wh)
    c = window.astype(F64) - mean.astype(F64)[:, None]
    return (total(c[:, None] * c[None]) / F64(ww * wh)).astype(F32)


def tridiagonal(k):
    a, one = k.copy(), F32(1)
    for c in range(N - 2):
        r0 = c + 1
        below = total(a[r0 + 1:, c] * a[r0 + 1:, c])
        norm = np.sqrt(below)
        if norm == 0:
            continue
        alpha = a[r0, c]
        beta = -(one if alpha >= 0 else -one) * np.sqrt(alpha * alpha + norm * norm)
        tau = (beta - alpha) / beta
        a[r0:, c] = a[r0:, c] / (alpha - beta)
        a[r0, c] = beta
        if tau == 0:
            continue
        v = a[r0:, c].copy()
        v[0] = one
        b = a[r0:, r0:]
        x = total((tau * b) * v[None])
        f = F32(-0.5 * float(tau) * float(total(x * v)))
        x = x + f * v
        b -= x[:, None] * v[None] + v[:, None] * x[None]
    return np.diag(a).copy(), np.diag(a, -1).copy()


def chop(d, t):
    small = np.abs(t).astype(F64) < 1e-6 * (np.abs(d[:-1]) + np.abs(d[1:])).astype(F64)
    t[small] = 0


def sweep(d, t):
    n, zero = len(d), F32(0)
    ta, tb, u = d[-2], d[-1], t[-1]
    g = (ta - tb) / F32(2)
    hyp = np.sqrt(g * g + u * u)
    if g > 0:
        mu = tb - u * (u / (g + hyp))
    else:
        mu = tb - abs(u) if g == 0 else tb + u * (u / (-g + hyp))
    if 1e-6 * float(abs(mu)) > float(abs(d[0]) + abs(t[0])):
        mu = zero
    x, z, bk, zk = d[0] - mu, t[0], zero, zero
    ap, bp, aq, bq = d[0], t[0], d[1], t[1] if n > 2 else zero
    for k in range(n - 1):
        if z == 0:
            c, s = F32(1), zero
        elif abs(z) > abs(x):
            w = -x / z
            s = F32(1 / math.sqrt(float(F32(1) + w * w)))
            c = s * w
        else:
            w = -z / x
            c = F32(1 / math.sqrt(float(F32(1) + w * w)))
            s = c * w
        bk1 = c * bk - s * zk
        ap1 = c * (c * ap - s * bp) + s * (s * aq - c * bp)
        bp1 = c * (s * ap + c * bp) - s * (s * bp + c * aq)
        ap = s * (s * ap + c * bp) + c * (s * bp + c * aq)
        bk, zk, bp = bp1, -s * bq, c * bq
        if k < n - 2:
            aq = d[k + 2]
        if k < n - 3:
            bq = t[k + 2]
        d[k] = ap1
        if k > 0:
            t[k - 1] = bk1
        if k < n - 2:
            t[k + 1] = bp
        x, z = bk, zk
    d[n - 1], t[n - 2] = ap, bk


def eigenvalues(k):
    d, t = tridiagonal(k)
    chop(d, t)
    b = N - 1
    while b > 0:
        if t[b - 1] == 0:
            b -= 1
            continue
        a = b - 1
        while a > 0 and t[a - 1] != 0:
            a -= 1
        sweep(d[a:b + 1], t[a:b])
        chop(d[a:b + 1], t[a:b])
    return d


def product(left, right):
    out = np.zeros((N, right.shape[1]), F32)
    for k in range(N):
        out = out + left[:, k, None] * right[k][None]
    return out


def mirrors(k):
    """P and R with P k = R."""
    z, p = k.copy(), np.eye(N, dtype=F32)
    for c in range(N - 1):
        z[:c], z[:, :c] = 0, 0
        z[range(c), range(c)] = 1
        v = z[:, c].copy()
        length = np.sqrt(total(v * v))
        v[c] = v[c] + (length if k[c, c] >= 0 else -length)
        v = v / np.sqrt(total(v * v))
        h = (F32(-2) * v)[:, None] * v[None]
        h[range(N), range(N)] += F32(1)
        z, p = product(h, z), product(h, p)
    return p, product(p, k)


def solve(p, r, y):
    x = product(p, y)
    for i in range(N - 1, -1, -1):
        for j in range(i + 1, N):
            x[i] = x[i] - x[j] * r[i, j]
        x[i] = x[i] / r[i, i]
    return x


# ---- scores


def log2(x):
    return math.log2(x) if x > 0 else math.nan if x < 0 else -math.inf


def blocks(plane, opt):
    """Whether the plane is singular, and variances and entropies of its blocks."""
    p = local(plane, opt)
    bh, bw = p.shape[0] // 5, p.shape[1] // 5
    k = covariance(p, bw, bh)
    e = eigenvalues(k)
    singular = bool((e.astype(F64) < 1e-6).any())
    variance = np.zeros(bw * bh, F32)
    if not singular:
        q, r = mirrors(k)
        singular = bool((np.abs(np.diag(r)).astype(F64) < 1e-6).any())
    if not singular:
        y = p[:5 * bh, :5 * bw].reshape(bh, 5, bw, 5).transpose(1, 3, 0, 2).reshape(N, bw * bh)
        variance = total(((solve(q, r, y) * y) / F32(N)).T)
    sigma, entropy = F32(opt["speed_sigma_nn"]), []
    for v in variance:
        ent = F32(0)
        for value in e:
            ent = F32(float(ent) + (log2(float(max(value, F32(0)) * v + sigma)) + ENTROPY))
        entropy.append(ent)
    return singular, variance, entropy


def weights(mode, r, d):
    one_r, one_d = float(F32(1) + r), float(F32(1) + d)
    mean = 1.0 + float(r + d) / 2.0
    r, d = float(r), float(d)
    return [(one_r, one_d), (one_r, one_r), (one_d, one_d), (mean, mean), (one_r, mean),
            (one_r, 1.0 + (0.75 * r + 0.25 * d)), (one_r, 1.0 + (0.25 * r + 0.75 * d))][mode]


def pair_score(ref, dis, opt):
    """The score of two planes of floats, and whether one is singular."""
    (sing_r, var_r, ent_r), (sing_d, var_d, ent_d) = blocks(ref, opt), blocks(dis, opt)
    sigma = F32(opt["speed_sigma_nn"])
    base = F32(25 * (log2(float((F32(1) + F32(opt["speed_nn_floor"])) * sigma)) + ENTROPY))
    score = F32(0)
    for vr, er, vd, ed in zip(var_r, ent_r, var_d, ent_d):
        if er < base and ed < base:
            continue
        wr, wd = weights(opt["speed_weight_var_mode"], vr, vd)
        score = score + abs(F32(float(er) * log2(wr)) - F32(float(ed) * log2(wd)))
    return F32(0) if sing_r != sing_d else score / F32(len(var_r)), sing_r or sing_d


def samples(plane, bpc):
    return plane.astype(F32) / F32(1 << (bpc - 8)) - F32(128)


def chroma(ref, dis, bpc, **options):
    """u, v, uv of a picture, lists of three planes."""
    opt = {**OPTIONS, **options}
    (u, sing_u), (v, sing_v) = [pair_score(samples(r, bpc), samples(d, bpc), opt)
                                for r, d in zip(ref[1:], dis[1:])]
    uv = F32(float(u + v) / 2.0)
    if sing_u != sing_v:
        uv = v if sing_u else u
    top = opt["speed_max_val"]
    return [float(s) if float(s) < top else top for s in (u, v, uv)]


def temporal(refs, diss, bpc, **options):
    """The score of every picture, from its luma planes."""
    opt = {**OPTIONS, **options, "speed_weight_var_mode": 0}
    refs, diss = [samples(p, bpc) for p in refs], [samples(p, bpc) for p in diss]
    scores = [0.0]
    for t in range(1, len(refs)):
        now = refs[t] if opt["speed_use_ref_diff"] else diss[t]
        scores.append(float(pair_score(refs[t - 1] - refs[t], diss[t - 1] - now, opt)[0]))
    return scores
