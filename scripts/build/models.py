#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Make the built-in models from core/src/model/data.

usage: models.py DATA names             print the names of the versions
       models.py DATA write FOLDER      write FOLDER/<name>.json for each, and builtin_tables.c

The numbers of support vectors are copied as text; others pass through Python, which keeps doubles.
"""
import json
import sys
from pathlib import Path


def read_set(path):
    """{"slopes": [text], "intercepts": [text], "svms": [(gamma, rho, [row of texts])]}"""
    out = {"svms": []}
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            continue
        key, *rest = line.split()
        if key in ("slopes", "intercepts"):
            out[key] = rest
        elif key == "svm":
            out["svms"].append((*rest, []))
        else:
            out["svms"][-1][2].append([key] + rest)
    return out


# ---- JSON ----

def svm_text(gamma, rho, rows):
    """libsvm's text form, which leaves out zeros."""
    head = (f"svm_type nu_svr\nkernel_type rbf\ngamma {gamma}\nnr_class 2\ntotal_sv {len(rows)}\n"
            f"rho {rho}\nSV\n")
    return head + "".join(
        " ".join([row[0]] + [f"{i}:{v}" for i, v in enumerate(row[1:], 1) if float(v)]) + " \n"
        for row in rows)


def model_dict(version, numbers, svm):
    bootstrap = "BOOTSTRAP_" if len(numbers["svms"]) > 1 else ""
    out = {"model_type": bootstrap + "LIBSVMNUSVR", "norm_type": "linear_rescale"}
    for key in ("feature_names", "feature_opts_dicts"):
        if key in version:
            out[key] = version[key]
    for key in ("slopes", "intercepts"):
        out[key] = [float(text) for text in numbers[key]]
    for key in ("score_clip", "score_transform", "chroma_correction_parameter"):
        if key in version:
            out[key] = version[key]
    out["model"] = svm_text(*svm)
    return {"model_dict": out}


def json_text(version, numbers):
    members = [model_dict(version, numbers, svm) for svm in numbers["svms"]]
    whole = members[0] if len(members) == 1 else {str(k): m for k, m in enumerate(members)}
    return json.dumps(whole, indent=4) + "\n"


# ---- C ----

def c_doubles(name, texts):
    lines, line = [], ""
    for text in texts:
        if len(line) + len(text) > 96:
            lines.append(line)
            line = ""
        line += f"{text},"
    return f"static const double {name}[] = {{\n" + "\n".join(lines + [line]) + "\n};\n"


def c_set(letter, numbers):
    out = c_doubles(f"slopes_{letter}", numbers["slopes"])
    out += c_doubles(f"intercepts_{letter}", numbers["intercepts"])
    svms = []
    for k, (gamma, rho, rows) in enumerate(numbers["svms"]):
        out += c_doubles(f"vectors_{letter}{k}", [v for row in rows for v in row])
        svms.append(f"{{.n_vectors = {len(rows)}, .n_features = {len(rows[0]) - 1}, "
                    f".gamma = {gamma}, .rho = {rho}, .vector = vectors_{letter}{k}}},\n")
    return out + f"static const VmafSvm svms_{letter}[] = {{\n{''.join(svms)}}};\n"


def c_text(text):
    return json.dumps(text)


def c_option_value(value):
    return c_text(value if isinstance(value, str) else json.dumps(value))


def c_transform(transform):
    fields = []
    for i in range(3):
        if f"p{i}" in transform:
            fields += [f".has_p[{i}] = true", f".p[{i}] = {transform[f'p{i}']!r}"]
    for key in ("out_lte_in", "out_gte_in"):
        if transform.get(key) == "true":
            fields.append(f".{key} = true")
    if transform.get("enabled"):
        fields.append(".enabled = true")
    return "{" + ", ".join(fields or ["0"]) + "}"


def c_version(i, version, numbers):
    names = "".join(f"    {c_text(n)},\n" for n in version["feature_names"])
    options = "".join(
        f"    {{{k}, {c_text(key)}, {c_option_value(value)}}},\n"
        for k, opts in enumerate(version.get("feature_opts_dicts", []))
        for key, value in opts.items())
    before = (f"static const char *const features_{i}[] = {{\n{names}}};\n"
              f"static const VmafBuiltinOption options_{i}[] = {{\n{options}    {{0, NULL, NULL}},\n"
              "};\n")
    letter = version["set"]
    clip = version["score_clip"]
    chroma = version.get("chroma_correction_parameter")
    entry = (f"    {{.version = {c_text(version['name'])},\n"
             f"     .svm = svms_{letter}, .n_svms = {len(numbers['svms'])},\n"
             f"     .slope = slopes_{letter}, .intercept = intercepts_{letter},\n"
             f"     .feature = features_{i}, .option = options_{i},\n"
             f"     .clip = {{{clip[0]!r}, {clip[1]!r}}},\n"
             f"     .transform = {c_transform(version.get('score_transform', {}))},\n"
             f"     .has_chroma = {'true' if chroma is not None else 'false'}, "
             f".chroma = {chroma or 0!r}}},\n")
    return before, entry


def c_source(versions, sets):
    out = ["/* SPDX-License-Identifier: BSD-2-Clause-Patent */\n"
           "/* Written by scripts/build/models.py. Numbers: Copyright (c) 2020 Netflix, Inc. */\n"
           '#include "model/builtin.h"\n\n#include <stddef.h>\n\n']
    out += [c_set(letter, numbers) for letter, numbers in sets.items()]
    parts = [c_version(i, v, sets[v["set"]]) for i, v in enumerate(versions)]
    out += [before for before, _ in parts]
    out.append("const VmafBuiltinModel vmaf_builtin_models[] = {\n")
    out += [entry for _, entry in parts]
    out.append("    {.version = NULL},\n};\n")
    return "".join(out)


def main():
    if len(sys.argv) < 3 or sys.argv[2:] not in (["names"], ["write", *sys.argv[3:4]]):
        sys.exit(__doc__)
    data = Path(sys.argv[1])
    versions = json.loads((data / "versions.json").read_text())
    if sys.argv[2] == "names":
        print("\n".join(v["name"] for v in versions))
        return
    folder = Path(sys.argv[3])
    sets = {s: read_set(data / f"set_{s}.txt") for s in sorted({v["set"] for v in versions})}
    for v in versions:
        (folder / f"{v['name']}.json").write_text(json_text(v, sets[v["set"]]))
    (folder / "builtin_tables.c").write_text(c_source(versions, sets))


if __name__ == "__main__":
    main()
