#!/usr/bin/env bash
# Install those of the named Debian packages that are missing, as root or with sudo.
#   scripts/install_deps.sh PACKAGE...
set -euo pipefail

if ! command -v dpkg-query >/dev/null; then
    echo "install_deps: not a Debian system; please see to these yourself: $*" >&2
    exit 0
fi

missing=()
for package in "$@"; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "install_deps: missing ${missing[*]}; run as root, or install sudo" >&2
        exit 1
    fi
    as_root=(sudo)
fi

echo "install_deps: installing ${missing[*]}" >&2
apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" \
        </dev/null >&2
}
# The package lists may be absent, as in a fresh container, or too old to install from.
apt install -y --no-install-recommends "${missing[@]}" 2>/dev/null || {
    apt update
    apt install -y --no-install-recommends "${missing[@]}"
}
