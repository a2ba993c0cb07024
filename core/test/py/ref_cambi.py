# SPDX-License-Identifier: BSD-2-Clause-Patent
"""cambi, slowly: docs/metrics/cambi.md sample by sample, or with numpy where that is plain.

Windows are counted for every code by sums over rectangles, thresholds are looked for code by code,
and the largest values are always those that the partition leaves; nothing is shared with the library.
"""
import math

import numpy as np

F32 = np.float32

OPTIONS = {"cambi_max_val": 1000.0, "enc_width": 0, "enc_height": 0, "enc_bitdepth": 0, "src_width": 0,
           "src_height": 0, "window_size": 65, "topk": 0.6, "cambi_topk": 0.6, "tvi_threshold": 0.019,
           "cambi_vis_lum_threshold": 0.0, "max_log_contrast": 2, "eotf": "bt1886",
           "cambi_eotf": "bt1886", "cambi_high_res_speedup": 0, "full_ref": False}
WEIGHT = [0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7] + [8] * 7 + [9] * 10
SPEEDUPS = {1080: 1920 * 1080, 1440: 2560 * 1440, 2160: 3840 * 2160}


class Refused(Exception):
    """The options and the size do not go together."""


def luminance(eotf, code):
    v = (min(max(code, 64), 940) - 64) / 876
    if eotf == "pq":
        p = math.pow(v, 1.0 / 78.84375)
        q = max(p - 0.8359375, 0.0)
        return 10000.0 * math.pow(q / (18.8515625 - 18.6875 * p), 1.0 / 0.1593017578125)
    g = 1.0 / 2.4
    w, k = math.pow(300.0, g), math.pow(0.01, g)
    return math.pow(w - k, 2.4) * math.pow(max(v + k / (w - k), 0.0), 2.4)


def last_visible(light, fraction, k):
    seen = [light[s + k] - light[s] > fraction * light[s] for s in range(940 - k + 1)]
    if not seen[64]:
        return 0
    if all(seen[64:]):
        return 1023
    return next(s for s in range(64, 940) if not seen[s + 1])


def nearest(n, m):
    if n == m:
        return list(range(m))
    step = F32(n) / F32(m)
    x, index = F32(float(step / F32(2)) - 0.5), []
    for _ in range(m):
        index.append(min(int(float(x) + 0.5), n - 1))
        x = x + step
    return index


def picture(plane, bits, w, h, enc_bits):
    v = plane.astype(np.int64)
    if v.shape != (h, w):
        v = v[np.ix_(nearest(v.shape[0], h), nearest(v.shape[1], w))]
    v = v << 2 if bits == 8 else v if bits == 10 else (v + (1 << (bits - 11))) >> (bits - 10)
    if enc_bits >= 10:
        return v
    out = v.copy()
    out[:-1, :-1] = (v[:-1, :-1] + v[:-1, 1:] + v[1:, :-1] + v[1:, 1:]) >> 2
    out[:-1, -1] = (v[:-1, -1] + v[1:, -1]) >> 1
    out[-1, :-1] = (v[-1, :-1] + v[-1, 1:]) >> 1
    return out


def around(a, pad):
    """Sums over squares that reach so far, zeros outside."""
    h, w = a.shape
    total = np.zeros((h + 1, w + 1), np.int64)
    total[1:, 1:] = a.cumsum(0).cumsum(1)
    top, bottom = np.maximum(np.arange(h) - pad, 0), np.minimum(np.arange(h) + pad + 1, h)
    left, right = np.maximum(np.arange(w) - pad, 0), np.minimum(np.arange(w) + pad + 1, w)
    return (total[np.ix_(bottom, right)] - total[np.ix_(top, right)] - total[np.ix_(bottom, left)] +
            total[np.ix_(top, left)])


def mask_of(v):
    h, w = v.shape
    flat = np.ones((h, w), np.int64)
    flat[:, :-1] &= v[:, :-1] == v[:, 1:]
    flat[:-1] &= v[:-1] == v[1:]
    n = (w >> 6) * (h >> 6)
    return around(flat, 3) > (49 + 3 * (math.ceil(math.log2(n)) if n > 1 else 0) - 33 - 1) >> 1


def mode3(a, b, c):
    return np.where((a == b) | (a == c), a, np.where(b == c, b, np.minimum(np.minimum(a, b), c)))


def mode_filter(v):
    across = v.copy()
    across[:, 1:-1] = mode3(v[:, :-2], v[:, 1:-1], v[:, 2:])
    out = v.copy()
    out[1:-1] = mode3(across[:-2], across[1:-1], across[2:])
    return out


def values(v, mask, pad, steps, last, dark):
    """The plane of values in float."""
    counts = {}

    def count(code):
        if code not in counts:
            counts[code] = around((v == code) & mask, pad)
        return counts[code]

    top = max(int(v.max()), 0) * 2 + (2 * pad + 1) ** 2 + 1
    reciprocal = np.array([0.0] + [float(f"{1 / n:.9g}") for n in range(1, top)], F32)
    c = np.zeros(v.shape, F32)
    present = {int(code) for code in np.unique(v[mask])}
    for code in present:
        at = (v == code) & mask
        n = count(code)[at]
        for k in range(1, steps + 1):
            if code > last[k] or code + steps + k <= dark:
                continue
            if not present & {code - k, code + k}:
                continue
            m = np.maximum(count(code + k)[at], count(code - k)[at])
            value = (WEIGHT[k] * n * m).astype(F32) * reciprocal[n + m]
            c[at] = np.maximum(c[at], value)
    return c


def partition(a, k):
    left, right = 0, len(a) - 1
    while left < right:
        pivot, i, j = a[k], left, right
        while True:
            while a[i] > pivot:
                i += 1
            while a[j] < pivot:
                j -= 1
            if i <= j:
                a[i], a[j] = a[j], a[i]
                i += 1
                j -= 1
            if i > j:
                break
        if j < k:
            left = i
        if k < i:
            right = j


def pooled(c, topk):
    a = [float(x) for x in c.ravel()]
    k = min(max(int(topk * len(a)), 1), len(a))
    if k < len(a):
        partition(a, k)
    total = 0.0
    for x in a[:k]:
        total += x
    return total / k


def measure(v, window, halve, opt, maps=None):
    """The score of a picture at 10 bits and at its size, not bounded; maps gets its planes."""
    eotf = opt["cambi_eotf"] if opt["cambi_eotf"] != "bt1886" else opt["eotf"]
    light = [luminance(eotf, s) for s in range(1100)]
    steps = 1 << opt["max_log_contrast"]
    last = [0] + [last_visible(light, opt["tvi_threshold"], k) for k in range(1, steps + 1)]
    dark = next(s for s in range(64, 941) if light[s] >= opt["cambi_vis_lum_threshold"])
    dark = 0 if dark == 64 else dark
    topk = opt["topk"] if opt["topk"] != 0.6 else opt["cambi_topk"]
    mask, score = mask_of(v), 0.0
    for scale in range(5):
        if scale or halve:
            v, mask = v[::2, ::2], mask[::2, ::2]
        v = mode_filter(v)
        c = values(v, mask, window >> 1, steps, last, dark)
        if maps is not None:
            unit = 65535.0 / float(WEIGHT[steps] * window * window // 4)
            maps.append(np.minimum((unit * c.astype(np.float64)).astype(np.int64), 65535))
        score += pooled(c, topk) * (16 >> scale)
    return score / float(window ** 2)


def cambi(ref, dis, bits, maps=None, **given):
    """Scores of a pair of luma planes, {name: value}."""
    opt = OPTIONS | given
    h, w = dis.shape
    enc = opt["enc_width"], opt["enc_height"]
    if 0 in enc or enc[0] > w or enc[1] > h:
        enc = w, h
    src = opt["src_width"], opt["src_height"]
    if 0 in src:
        src = w, h
    if max(enc) < 216 or max(src) < 216 or (src[0] - enc[0]) * (src[1] - enc[1]) < 0:
        raise Refused
    need = SPEEDUPS.get(opt["cambi_high_res_speedup"])
    halve = need is not None and enc[0] * enc[1] >= need
    windows = []
    for size in (enc, src):
        n = opt["window_size"] * sum(size) // 375 >> 4
        windows.append((n + 1 >> 1 if halve else n) | 1)
    if max(windows) > 65:
        raise Refused
    depth = opt["enc_bitdepth"] or bits
    score = measure(picture(dis, bits, *enc, depth), windows[0], halve, opt, maps)
    scores = {"cambi": min(score, opt["cambi_max_val"])}
    if opt["full_ref"]:
        source = measure(picture(ref, bits, *src, depth), windows[1], halve, opt)
        scores["cambi_source"] = min(source, opt["cambi_max_val"])
        scores["cambi_full_reference"] = min(max(score - source, 0.0), opt["cambi_max_val"])
    return scores
