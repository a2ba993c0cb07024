#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause-Patent
"""Encode a few pictures with aomenc's tunes for VMAF: what is encoded depends on the scores, and on
neither the number of threads nor the backend.

usage: clients_aom.py AOMENC MODEL_FOLDER
"""
import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "core" / "test" / "py"))
import clips  # noqa: E402

TUNES = ("vmaf_with_preprocessing", "vmaf_without_preprocessing", "vmaf", "vmaf_neg")
# Where aomenc looks for its model unless it is told.
DEFAULT_FOLDER = Path("/usr/local/share/model")
# aomenc shares rows out between threads only if there are some, which changes what it encodes.
ONE_WAY = ("--row-mt=0", "--tile-columns=1")


class Encoder:
    def __init__(self, program, models, folder):
        self.program, self.models, self.folder = program, models, folder
        self.failed = self.n = 0
        clip = clips.clip(3, 176, 144)
        self.source = clips.write(folder / "source.y4m", clips.y4m_bytes(clip))

    def run(self, tune, *options, model="vmaf_v0.6.1", env=None, before=()):
        """(status, hash of the encode, messages)"""
        out = self.folder / "out.obu"
        out.unlink(missing_ok=True)
        path = [f"--vmaf-model-path={self.models}/{model}.json"] if model else []
        command = [*before, self.program, "--quiet", "--obu", "--cpu-used=6", "--end-usage=q",
                   "--cq-level=40", f"--tune={tune}", *path, *options, "-o", out, self.source]
        p = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                           timeout=300, env={**os.environ, **(env or {})}, check=False)
        data = out.read_bytes() if out.exists() else b""
        return p.returncode, hashlib.sha256(data).hexdigest()[:12], p.stdout + p.stderr

    def encode(self, *args, **kw):
        status, digest, text = self.run(*args, **kw)
        if status:
            sys.exit(f"aomenc {args} {kw}: status {status}\n{text}")
        return digest

    def check(self, what, good, detail):
        self.n += 1
        self.failed += not good
        print(f"{'ok' if good else 'WRONG'}: {what}: {detail}", flush=True)


def check_tunes(e):
    plain = e.encode("psnr")
    found = {tune: e.encode(tune) for tune in TUNES}
    e.check("each tune has an encode of its own", len({plain, *found.values()}) == 5, found)
    for tune in TUNES:
        again = [e.encode(tune) for _ in range(2)]
        e.check(f"{tune} again", set(again) == {found[tune]}, again)
    deep = [e.encode("vmaf", "--bit-depth=10", f"--threads={n}", *ONE_WAY) for n in (1, 4)]
    e.check("10 bits", deep[0] == deep[1] != found["vmaf"], deep)
    # The options that the encoder sets are those of floating-point features.
    for model in ("vmaf_float_v0.6.1", "vmaf_4k_v0.6.1"):
        other = [e.encode(tune, model=model) for tune in ("vmaf_without_preprocessing", "vmaf_neg")]
        e.check(model, other[0] != other[1], other)


def check_threads(e):
    for tune in TUNES:
        digests = [e.encode(tune, f"--threads={n}", *ONE_WAY) for n in (1, 2, 4)]
        e.check(f"{tune}, 1, 2, 4 threads", len(set(digests)) == 1, digests)
        digests = [e.encode(tune, f"--threads={n}") for n in (2, 3, 8)]
        e.check(f"{tune}, 2, 3, 8 threads that share rows", len(set(digests)) == 1, digests)


def check_backend(e):
    for tune in TUNES:
        digests = [e.encode(tune, env={"VMAF_BACKEND": name}) for name in ("cpu", "simt")]
        e.check(f"{tune} on the host executor", digests[0] == digests[1] == e.encode(tune), digests)
    status, _, text = e.run("vmaf", env={"VMAF_BACKEND": "none"})
    e.check("a backend that there is not", status == 1 and "Failed to init VMAF context" in text,
            text.strip().splitlines()[-1:])


def default_model(e):
    """A command before aomenc's, so that it finds a model where it looks for one, or None."""
    if (DEFAULT_FOLDER / "vmaf_v0.6.1.json").exists():
        return []
    script = (f"mount -t tmpfs none {DEFAULT_FOLDER.parent} && mkdir {DEFAULT_FOLDER} && "
              f"mount --bind '{e.models}' {DEFAULT_FOLDER} && exec \"$@\"")
    before = ["unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh"]
    try:
        subprocess.run([*before, "true"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return before


def check_no_path(e):
    if not (DEFAULT_FOLDER / "vmaf_v0.6.1.json").exists():
        status, _, text = e.run("vmaf", model=None)
        e.check("no model", status == 1 and "Failed to load VMAF model" in text,
                text.strip().splitlines()[-1:])
    before = default_model(e)
    if before is None:
        print(f"SKIP: no path of a model: no mounts allowed, and no model in {DEFAULT_FOLDER}")
        e.failed += os.environ.get("VMAF_TEST_STRICT") == "1"
        return
    digests = [e.encode("vmaf_without_preprocessing", model=None, before=before),
               e.encode("vmaf_without_preprocessing")]
    e.check("no path of a model", digests[0] == digests[1], digests)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as tmp:
        e = Encoder(sys.argv[1], Path(sys.argv[2]).resolve(), Path(tmp))
        check_tunes(e)
        check_threads(e)
        check_backend(e)
        check_no_path(e)
    print(f"aomenc: {e.n} checks, {e.failed} failed")
    sys.exit(1 if e.failed else 0)


if __name__ == "__main__":
    main()
