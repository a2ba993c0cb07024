# SPDX-License-Identifier: BSD-2-Clause-Patent
"""What the sweeps, ../<name>_sweep.c, write with --dump."""
import subprocess

import numpy as np

import clips
import conftest


class Dump:
    """Every N-th case of a sweep; read from front to back while there is more()."""

    def __init__(self, name, every):
        program = conftest.environment_path("VMAF_BUILD") / "core" / "test" / f"{name}_sweep"
        self.data = subprocess.run([program, "--dump", str(every)], capture_output=True,
                                   timeout=300, check=True).stdout
        self.at = 0

    def more(self):
        return self.at < len(self.data)

    def line(self):
        """The words of a line."""
        start, end = self.at, self.data.index(b"\n", self.at)
        self.at = end + 1
        return self.data[start:end].decode().split()

    def array(self, dtype, n):
        values = np.frombuffer(self.data, dtype, n, self.at)
        self.at += values.nbytes
        return values

    def picture(self, w, h, fmt="400"):
        """The planes of a picture; w and h are numbers or words of a line."""
        return [self.array("<u2", pw * ph).reshape(ph, pw)
                for pw, ph in clips.plane_sizes(int(w), int(h), fmt)]

    def scores(self):
        return [float.fromhex(word) for word in self.line()]

    def named_scores(self):
        pairs = [word.split("=") for word in self.line()]
        return {name: float.fromhex(value) for name, value in pairs}


def parse_options(text, defaults):
    """The options of "key=value:..." as the library reads them: a number is "%g" of its float value.

    The defaults give the types. "-" is none.
    """
    options = {}
    for key, value in (pair.split("=") for pair in text.split(":") if pair != "-"):
        kind = type(defaults[key])
        if kind is float:
            value = f"{np.float32(value):g}"
        options[key] = value == "true" if kind is bool else kind(value)
    return options
