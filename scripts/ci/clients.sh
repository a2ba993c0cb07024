#!/usr/bin/env bash
# Run programs that were written for libvmaf, unmodified, against this library.
#   scripts/ci/clients.sh [--static] [ROOT]
# Builds the library and Debian's FFmpeg 5.1 with its libvmaf filter below ROOT (build-clients), and
# compares what the filter gives with the vmaf tool. Sources come from Debian, by apt, into ROOT.
# --static links FFmpeg with the static library, by way of pkg-config --static.
set -euo pipefail
cd "$(dirname "$0")/../.."
kind=shared
[ "${1:-}" != --static ] || { kind=static; shift; }
root=${1:-build-clients}
mkdir -p "$root"
root=$(cd "$root" && pwd)

scripts/install_deps.sh gcc libc6-dev make meson ninja-build pkg-config libjansson-dev dpkg-dev \
    xz-utils python3 python3-numpy

# Sources of Debian 12 only, with lists of their own: the system's stay as they are.
fetch() { # PACKAGE
    local apt=(-o Dir::Etc::sourcelist=/dev/null "-oDir::Etc::sourceparts=$root/apt/parts"
        "-oDir::State::lists=$root/apt/lists" "-oDir::Cache=$root/apt/cache" -oAcquire::Languages=none)
    mkdir -p "$root"/apt/{parts,lists/partial,cache/archives/partial} "$root/source"
    cat >"$root/apt/parts/src.sources" <<EOF
Types: deb-src
URIs: ${DEBIAN_MIRROR:-http://deb.debian.org/debian}
Suites: bookworm
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
EOF
    (cd "$root/source" && apt-get -qq "${apt[@]}" update &&
        apt-get -qq "${apt[@]}" source --download-only "$1" && dpkg-source --no-check -x "$1"_*.dsc "$1")
}
[ -d "$root/source/ffmpeg" ] || fetch ffmpeg >"$root/fetch.log" 2>&1 ||
    { cat "$root/fetch.log" >&2; exit 1; }

if [ ! -f "$root/$kind/build.ninja" ]; then
    meson setup "$root/$kind" --prefix="$root/$kind/installed" -Dlibdir=lib -Denable_tests=false \
        -Dbuildtype=release "-Ddefault_library=$kind" >"$root/library.log" 2>&1
fi
meson install -C "$root/$kind" >>"$root/library.log" 2>&1 || { tail -30 "$root/library.log" >&2; exit 1; }

# Only what the filter needs.
export PKG_CONFIG_PATH=$root/$kind/installed/lib/pkgconfig
mkdir -p "$root/ffmpeg-$kind"
cd "$root/ffmpeg-$kind"
if [ ! -x ffmpeg ] || [ "$root/$kind/installed/lib/pkgconfig/libvmaf.pc" -nt ffmpeg ]; then
    { ../source/ffmpeg/configure --disable-everything --disable-autodetect --disable-doc --disable-x86asm \
        --disable-programs --enable-ffmpeg --disable-network --enable-libvmaf \
        $([ "$kind" = shared ] || echo --pkg-config-flags=--static) \
        --enable-filter=libvmaf,scale,format,null --enable-decoder=rawvideo,wrapped_avframe \
        --enable-demuxer=rawvideo --enable-encoder=wrapped_avframe --enable-muxer=null \
        --enable-protocol=file && make -j"$(nproc)" ffmpeg; } >build.log 2>&1 || { tail -30 build.log >&2; exit 1; }
fi
export LD_LIBRARY_PATH=$root/$kind/installed/lib
cd - >/dev/null
exec /usr/bin/python3 -B scripts/ci/clients_ffmpeg.py "$root/ffmpeg-$kind/ffmpeg" \
    "$root/$kind/installed/bin/vmaf" "$root/$kind/installed/share/model"
