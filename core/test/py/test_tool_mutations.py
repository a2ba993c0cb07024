# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Damaged Y4M files end in an error or in scores; the fixture sees signals and sanitizer reports."""
import random

import pytest

import clips

LAYOUTS = [("420jpeg", "420", 8), ("422", "422", 8), ("444", "444", 8), ("mono", "400", 8),
           ("420p10", "420", 10), ("422p12", "422", 12), ("444p16", "444", 16)]
SIZES = [(1, 1), (2, 3), (17, 16), (33, 7), (64, 48)]
INSERTED = [b" ", b"-", b"99999999999", b" W0", b"\n", b"\0", b" C420", b"FRAME", b":", b" C411",
            b" C444alpha", b" C420paldv", b" Ii", b" F0:0"]


def damage(rng, data):
    """Change, delete, insert or cut, mostly in the header."""
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 5])):
        at = rng.randrange(min(len(data), 80) if rng.random() < 0.7 else len(data))
        kind = rng.choice(["change", "delete", "insert", "cut"])
        if kind == "change":
            data[at] = rng.randrange(256)
        elif kind == "delete":
            del data[at:at + rng.randrange(1, 10)]
        elif kind == "insert":
            data[at:at] = rng.choice(INSERTED)
        else:
            del data[at:]
        data = data or bytearray(b"Y")
    return bytes(data)


@pytest.mark.parametrize("seed", range(12))
def test_damaged_file(vmaf, tmp_path, seed):
    rng = random.Random(seed)
    statuses = set()
    for _ in range(10):
        (tag, fmt, bpc), (w, h) = rng.choice(LAYOUTS), rng.choice(SIZES)
        good = clips.y4m_bytes(clips.clip(3, w, h, fmt, bpc), tag)
        bad = damage(rng, good)
        ref = clips.write(tmp_path / "ref.y4m", bad)
        dis = clips.write(tmp_path / "dis.y4m", rng.choice([good, bad]))
        statuses.add(vmaf("-r", ref, "-d", dis, "--feature", rng.choice(["ssim", "ssimulacra2"]),
                          "--threads", rng.choice([0, 2]), "-o", "/dev/null").rc)
    assert statuses <= {0, 234, 255}, statuses
