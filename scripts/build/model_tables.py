#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Write core/src/model/data/set_*.txt from a folder with libvmaf's model files.

usage: model_tables.py FOLDER [ROOT]

ROOT is the tree to write to, by default the one of this script. Digits are copied, not converted.
"""
import json
import sys
from pathlib import Path

SETS = {
    "a": "vmaf_v0.6.1",
    "b": "vmaf_4k_v0.6.1",
    "c": "vmaf_b_v0.6.3",
    "d": "vmaf_v1.0.16_3d0h",
}
HEAD = ("# Numbers of {}.json of libvmaf. Copyright (c) 2020 Netflix, Inc.\n"
        "# SPDX-License-Identifier: BSD-2-Clause-Patent; see LICENSE and README.md beside this file.\n")


def dense_rows(text, n):
    """(gamma, rho, rows) of an SVM in libsvm's text form; values that it leaves out are 0."""
    head, body = text.split("SV\n")
    keys = dict(line.split(" ", 1) for line in head.splitlines())
    if keys["svm_type"] != "nu_svr" or keys["kernel_type"] != "rbf":
        sys.exit(f"not a nu-SVR with an RBF kernel: {keys}")
    rows = []
    for line in body.splitlines():
        coefficient, *entries = line.split()
        row = ["0"] * n
        for entry in entries:
            index, value = entry.split(":")
            row[int(index) - 1] = value
        rows.append([coefficient] + row)
    if len(rows) != int(keys["total_sv"]):
        sys.exit(f"{len(rows)} support vectors, expected {keys['total_sv']}")
    return keys["gamma"], keys["rho"], rows


def table(name, folder):
    # Numbers stay the text that they are.
    data = json.loads((folder / f"{name}.json").read_text(), parse_float=str, parse_int=str)
    objects = [data] if "model_dict" in data else [data[str(k)] for k in range(len(data))]
    models = [o["model_dict"] for o in objects]
    out = [HEAD.format(name)]
    for key in ("slopes", "intercepts"):
        if any(m[key] != models[0][key] for m in models):
            sys.exit(f"{name}: members differ in {key}")
        out.append(f"{key} {' '.join(models[0][key])}\n")
    for m in models:
        gamma, rho, rows = dense_rows(m["model"], len(m["feature_names"]))
        out.append(f"svm {gamma} {rho}\n")
        out += [" ".join(row) + "\n" for row in rows]
    return "".join(out)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    root = Path(sys.argv[2]) if len(sys.argv) == 3 else Path(__file__).resolve().parents[2]
    for letter, name in SETS.items():
        path = root / "core/src/model/data" / f"set_{letter}.txt"
        path.write_text(table(name, Path(sys.argv[1])))


if __name__ == "__main__":
    main()
