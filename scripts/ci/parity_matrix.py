# SPDX-License-Identifier: BSD-2-Clause-Patent
"""What the parity gate compares for each feature: sizes, depths, formats and contents.

The sizes are those where implementations go wrong: below the smallest that is accepted, both sides
of a tile, of every automatic switch and of every border rule, odd sizes at every scale, and the
large ones. "small" lists what the host executor can do in seconds.
"""
import re
from dataclasses import dataclass
from pathlib import Path

from parity_frames import CONTENTS, frame_bytes

DEPTHS = (8, 10, 12, 16)
FORMATS = ("420", "422", "444", "400")

LARGE = [(1280, 720), (1920, 1080), (3840, 2160)]

ADM = [(16, 16), (17, 17), (18, 22), (24, 24), (28, 28), (29, 29), (32, 33), (33, 33), (34, 37),
       (38, 38), (64, 64), (65, 63), (97, 113), (130, 40), (160, 90), (159, 91), (200, 120),
       (200, 160), (256, 144), (256, 184), (256, 224), (257, 226), (240, 240), (320, 180),
       (321, 181), (481, 270), (640, 360), (2560, 1440)]
ADM_SMALL = [(16, 16), (17, 17), (24, 24), (29, 28), (33, 33), (65, 63), (160, 90), (256, 144)]
VIF = [(15, 16), (16, 16), (17, 16), (16, 17), (17, 31), (33, 16), (31, 31), (47, 31), (48, 32),
       (49, 33), (65, 49), (95, 63), (97, 65), (160, 90), (176, 144), (177, 191), (191, 127),
       (193, 129), (259, 16), (383, 255), (385, 257), (481, 270), (640, 360)]
VIF_SMALL = [(15, 16), (16, 16), (17, 31), (33, 16), (49, 33), (65, 49), (97, 65), (160, 90)]

# Tiles of 120x32; below 3x3 there is nothing to mirror.
MOTION = [(2, 3), (3, 2), (3, 3), (4, 7), (9, 4), (31, 33), (64, 32), (119, 65), (120, 64),
          (121, 31), (122, 97), (124, 34), (160, 90), (241, 129), (322, 182), (641, 479)]
MOTION_SMALL = [(2, 3), (3, 3), (9, 4), (33, 31), (64, 32), (121, 33), (160, 90), (241, 129)]

# Accesses of 16 bytes, cut short at the right; blocks of 512 of them.
PSNR = [(1, 1), (2, 3), (7, 5), (8, 8), (15, 4), (17, 9), (33, 31), (64, 32), (65, 63), (160, 90),
        (127, 129), (322, 182), (641, 479)]
PSNR_SMALL = [(1, 1), (2, 3), (7, 5), (17, 9), (33, 31), (64, 32), (127, 129), (322, 182)]

# Tiles of 32x32.
ANSNR = [(2, 3), (3, 2), (3, 3), (4, 7), (9, 4), (31, 33), (32, 32), (33, 31), (64, 65), (97, 34),
         (160, 90), (127, 129), (322, 182), (641, 479)]
ANSNR_SMALL = [(2, 3), (3, 3), (9, 4), (33, 31), (32, 32), (64, 65), (127, 129), (322, 182)]

SIZES = {
    # Windows are cut at the border, so every size is legal.
    "ssim": [(1, 1), (2, 3), (3, 2), (4, 4), (5, 1), (8, 8), (9, 9), (16, 7), (17, 16), (31, 33),
             (32, 32), (64, 64), (65, 63), (129, 65), (322, 182), (641, 479)],
    # The decimation factor changes at a short side of 384, 640, 896, 1152; 2160 has 8.
    "float_ssim": [(10, 20), (11, 11), (12, 11), (26, 26), (27, 42), (43, 19), (64, 64), (74, 75),
                   (101, 47), (139, 75), (383, 400), (384, 400), (385, 387), (639, 641),
                   (650, 640), (895, 900), (900, 896), (1153, 1151), (1152, 1160)],
    # Five levels of at least 11 samples a side; odd sizes at each of them.
    "float_ms_ssim": [(175, 176), (176, 176), (177, 191), (201, 180), (256, 192), (333, 222),
                      (400, 390), (577, 324), (641, 479)],
    "adm": ADM,
    "float_adm": ADM,
    # Six scales from a side of 113; fewer than 16 columns fill the lanes of a row sum in part.
    "ssimulacra2": [(7, 8), (8, 8), (9, 17), (15, 15), (16, 16), (17, 9), (33, 32), (35, 29),
                    (64, 48), (112, 112), (113, 113), (161, 91), (224, 224), (225, 225),
                    (256, 144), (639, 361)],
    "motion": MOTION,
    "float_motion": MOTION,
    "float_ansnr": ANSNR,
    "psnr": PSNR,
    "float_psnr": PSNR,
    "float_moment": PSNR,
    # Two samples at the last scale, tiles of 48x32 at each of four, odd sizes at all of them.
    "vif": VIF,
    # Tiles of 112x8; wider filters want 56 samples a side.
    "float_vif": VIF + [(23, 24), (24, 24), (55, 56), (56, 56), (111, 23), (113, 25), (225, 65)],
}

SMALL = {
    "ssim": [(1, 1), (2, 3), (5, 1), (9, 9), (16, 7), (33, 31), (65, 63), (129, 65), (322, 182)],
    "float_ssim": [(10, 20), (11, 11), (12, 11), (27, 42), (64, 64), (75, 74), (101, 47),
                   (383, 384), (384, 386), (640, 640), (896, 898)],
    "float_ms_ssim": [(175, 176), (176, 176), (177, 191), (201, 180), (333, 222)],
    "adm": ADM_SMALL,
    "float_adm": ADM_SMALL,
    "ssimulacra2": [(7, 8), (8, 8), (9, 17), (17, 9), (35, 29), (64, 48), (113, 112)],
    "motion": MOTION_SMALL,
    "float_motion": MOTION_SMALL,
    "float_ansnr": ANSNR_SMALL,
    "psnr": PSNR_SMALL,
    "float_psnr": PSNR_SMALL,
    "float_moment": PSNR_SMALL,
    "vif": VIF_SMALL,
    "float_vif": VIF_SMALL + [(56, 56), (113, 25)],
}

# Of models, whose features have matrices of their own: refused; odd, below and above a tile of each.
MODEL = [(16, 16), (34, 37), (129, 65), (241, 129), (322, 182), (641, 360)]
MODEL_SMALL = [(16, 16), (34, 37), (129, 65)]

# Those with a first and a last picture.
TEMPORAL = ("motion", "float_motion")


@dataclass(frozen=True)
class Shape:
    """One pair of files."""
    w: int
    h: int
    bpc: int
    fmt: str
    contents: tuple
    clip: str = ""  # path of the reference, for a clip that is not generated

    def __str__(self):
        name = f" {Path(self.clip).name}" if self.clip else ""
        return f"{self.w}x{self.h} {self.fmt} {self.bpc} bit{name}"

    @property
    def n_frames(self):
        """The frames that both files have."""
        if not self.clip:
            return len(self.contents)
        files = Path(self.clip), distorted(Path(self.clip))
        return (min(path.stat().st_size for path in files) //
                frame_bytes(self.w, self.h, self.bpc, self.fmt))

    def frame(self, index):
        return f"{index} ({self.contents[index]})" if index < len(self.contents) else str(index)


def _contents(w, h, small):
    """As many kinds as a frame of that size can have: all of them, or the first ones."""
    steps = [(6_000, 11), (40_000, 6), (150_000, 3), (10 ** 9, 1)] if small else \
            [(150_000, 11), (500_000, 6), (3_000_000, 4), (10 ** 9, 3)]
    return tuple(CONTENTS)[:next(n for limit, n in steps if w * h <= limit)]


def shapes(feature, has_options, small):
    """The generated shapes of a cell.

    Without options every size comes at every depth, the large ones at two, with options at one
    depth, in turn. The format takes turns so that over the sizes every depth meets every format.
    """
    sizes = SMALL[feature] if small else SIZES[feature] + LARGE
    found = []
    for i, (w, h) in enumerate(sizes):
        large = w * h > 600_000 and not small
        one = has_options or small
        for turn in [i] if one else [0, 1] if large else range(len(DEPTHS)):
            fmt = "420" if large else FORMATS[(turn + (i // 4 if one else i)) % 4]
            found.append(Shape(w, h, DEPTHS[turn % 4], fmt, _contents(w, h, small)))
    if feature == "ssimulacra2" and not has_options:
        w, h = (35, 29) if small else (64, 48)
        found += [Shape(w, h, bpc, fmt, _contents(w, h, small)) for bpc in DEPTHS
                  for fmt in FORMATS]
    if feature in TEMPORAL:
        found += [Shape(33, 17, DEPTHS[n % 4], FORMATS[n // 4 % 3], tuple(CONTENTS)[:n])
                  for n in range(1, 9)]
    return found


def model_shapes(small):
    """A small part of a matrix for the cell of a model: each size at one depth, in turn, the large
    ones at two, and clips of 1 to 3 pictures."""
    found = [Shape(w, h, DEPTHS[i % 4], FORMATS[(i + i // 4) % 4], _contents(w, h, small))
             for i, (w, h) in enumerate(MODEL_SMALL if small else MODEL)]
    if not small:
        found += [Shape(w, h, bpc, "420", _contents(w, h, small)) for w, h in LARGE
                  for bpc in DEPTHS[:2]]
    return found + [Shape(33, 17, 8, "420", tuple(CONTENTS)[:n]) for n in range(1, 4)]


CLIP = re.compile(r".+_ref_(?P<w>[1-9]\d*)x(?P<h>[1-9]\d*)_(?P<fmt>" + "|".join(FORMATS) +
                  r")p(?P<bpc>" + "|".join(map(str, DEPTHS)) + r")\.yuv")


def clip_shapes(folder):
    """(shapes, errors) of the clips NAME_ref_WxH_FORMATpDEPTH.yuv of a folder, each with its _dis_."""
    found, errors = [], []
    for path in sorted(folder.glob("*_ref_*.yuv")):
        m = CLIP.fullmatch(path.name)
        if not m:
            errors.append(f"{path}: a clip is NAME_ref_WxH_FORMATpDEPTH.yuv; formats: "
                          f"{', '.join(FORMATS)}; depths: {', '.join(map(str, DEPTHS))}")
        elif not distorted(path).exists():
            errors.append(f"{path}: no {distorted(path).name}")
        else:
            found.append(Shape(int(m["w"]), int(m["h"]), int(m["bpc"]), m["fmt"], (), str(path)))
    if not found and not errors:
        errors.append(f"no clips NAME_ref_WxH_FORMATpDEPTH.yuv in {folder}")
    return found, errors


def distorted(reference):
    return reference.with_name(reference.name.replace("_ref_", "_dis_"))
