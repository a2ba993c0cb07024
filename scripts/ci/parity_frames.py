# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Generated picture pairs of the parity gate: one raw file per side, one kind of content a frame.

Equal arguments give equal bytes. Every content fills all planes, so that a metric of colour sees
it in the chroma planes as well.
"""
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "core" / "test" / "py"))
from clips import dtype, plane_sizes  # noqa: E402


def _clip(v, peak):
    return np.clip(v, 0, peak)


def _noise(rng, w, h, peak):
    return rng.integers(0, peak + 1, (h, w), dtype=np.int32)


def _structured(rng, w, h, peak):
    """A gradient with blocks and fine noise: edges, flat parts and texture."""
    y, x = np.ogrid[0:h, 0:w]
    v = (5 * x + 3 * y + 60 * ((x // 4 + y // 4) % 2)) % 256
    return v * peak // 255 + rng.integers(0, peak // 16 + 1, (h, w), dtype=np.int32)


def noise(rng, w, h, peak):
    return _noise(rng, w, h, peak), _noise(rng, w, h, peak)


def structured(rng, w, h, peak):
    """Contrast below 1 and noise: what a codec does."""
    ref = _clip(_structured(rng, w, h, peak), peak)
    amp = peak // 32 + 1
    return ref, _clip(ref * 7 // 10 + rng.integers(-amp, amp + 1, (h, w), dtype=np.int32), peak)


def sharpened(rng, w, h, peak):
    """Contrast above 1: enhancement, with its gain limit, and clipping."""
    ref = _clip(_structured(rng, w, h, peak), peak)
    return ref, _clip((ref - peak // 2) * 13 // 10 + peak // 2, peak)


def inverted(rng, w, h, peak):
    """Negative structure."""
    ref = _noise(rng, w, h, peak)
    return ref, peak - ref


def identical(rng, w, h, peak):
    ref = _noise(rng, w, h, peak)
    return ref, ref


def identical_structured(rng, w, h, peak):
    ref = _clip(_structured(rng, w, h, peak), peak)
    return ref, ref


def flat(rng, w, h, peak):
    """Two levels, drawn once."""
    level = rng.integers(0, peak + 1, 2)
    return np.full((h, w), level[0]), np.full((h, w), level[1])


def extremes(rng, w, h, peak):
    return np.zeros((h, w), np.int32), np.full((h, w), peak)


def checkerboard(rng, w, h, peak):
    """Fields of ten samples, shifted by one: windows that are flat on one side only."""
    y, x = np.ogrid[0:h, 0:w]
    return ((x // 10 + y // 10) % 2) * peak, (((x + 1) // 10 + y // 10) % 2) * peak


def faint(rng, w, h, peak):
    """A slow ramp with rare steps of one: sums that a rounding too many would change."""
    y, x = np.ogrid[0:h, 0:w]
    ref = np.minimum((x + y) // 4, peak - 1)
    return ref, ref + ((7 * x + 13 * y) % 37 == 0)


def grain(rng, w, h, peak):
    """A few levels around grey."""
    return tuple(peak // 2 + rng.integers(-4, 5, (h, w), dtype=np.int32) for _ in range(2))


CONTENTS = {f.__name__: f for f in (noise, structured, inverted, identical, faint, sharpened,
                                    identical_structured, flat, extremes, checkerboard, grain)}


def frame_bytes(w, h, bpc, fmt):
    return sum(pw * ph for pw, ph in plane_sizes(w, h, fmt)) * np.dtype(dtype(bpc)).itemsize


def write_pair(ref_path, dis_path, shape, contents):
    """Write one frame per content for a shape (w, h, bpc, fmt)."""
    w, h, bpc, fmt = shape
    peak = (1 << bpc) - 1
    kind = dtype(bpc)
    with open(ref_path, "wb") as ref_file, open(dis_path, "wb") as dis_file:
        for name in contents:
            number = list(CONTENTS).index(name)
            for plane, (pw, ph) in enumerate(plane_sizes(w, h, fmt)):
                rng = np.random.default_rng([number, plane, w, h, bpc])
                ref, dis = CONTENTS[name](rng, pw, ph, peak)
                ref_file.write(np.ascontiguousarray(ref, kind).tobytes())
                dis_file.write(np.ascontiguousarray(dis, kind).tobytes())
