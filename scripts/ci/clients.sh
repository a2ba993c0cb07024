#!/usr/bin/env bash
# Run programs that were written for libvmaf, unmodified, against this library.
#   scripts/ci/clients.sh [--static] [--trixie] [ROOT]
# Builds the library and Debian 12's FFmpeg (5.1) with its libvmaf filter below ROOT (build-clients),
# and compares what the filter gives with the vmaf tool. Sources come from Debian, by apt, into ROOT.
# --static links FFmpeg with the static library, by way of pkg-config --static; --trixie takes the
# FFmpeg of Debian 13 (7.1).
set -euo pipefail
cd "$(dirname "$0")/../.."
kind=shared suite=bookworm
while [[ ${1:-} = --* ]]; do
    case $1 in
    --static) kind=static ;;
    --trixie) suite=trixie ;;
    *) echo "unknown option $1" >&2; exit 1 ;;
    esac
    shift
done
root=${1:-build-clients}
mkdir -p "$root"
root=$(cd "$root" && pwd)

scripts/install_deps.sh gcc libc6-dev make meson ninja-build pkg-config libjansson-dev dpkg-dev \
    xz-utils python3 python3-numpy

# Sources of one suite, with lists of their own: the system's stay as they are.
fetch() { # PACKAGE
    local apt=(-o Dir::Etc::sourcelist=/dev/null "-oDir::Etc::sourceparts=$root/apt-$suite/parts"
        "-oDir::State::lists=$root/apt-$suite/lists" "-oDir::Cache=$root/apt-$suite/cache" -oAcquire::Languages=none)
    mkdir -p "$root/apt-$suite"/{parts,lists/partial,cache/archives/partial} "$root/source-$suite"
    cat >"$root/apt-$suite/parts/src.sources" <<EOF
Types: deb-src
URIs: ${DEBIAN_MIRROR:-http://deb.debian.org/debian}
Suites: $suite
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
EOF
    (cd "$root/source-$suite" && apt-get -qq "${apt[@]}" update &&
        apt-get -qq "${apt[@]}" source --download-only "$1" && dpkg-source --no-check -x "$1"_*.dsc "$1")
}
[ -d "$root/source-$suite/ffmpeg" ] || fetch ffmpeg >"$root/fetch.log" 2>&1 ||
    { cat "$root/fetch.log" >&2; exit 1; }

if [ ! -f "$root/$kind/build.ninja" ]; then
    meson setup "$root/$kind" --prefix="$root/$kind/installed" -Dlibdir=lib -Denable_tests=false \
        -Dbuildtype=release "-Ddefault_library=$kind" >"$root/library.log" 2>&1
fi
meson install -C "$root/$kind" >>"$root/library.log" 2>&1 || { tail -30 "$root/library.log" >&2; exit 1; }

# Only what the filter needs.
export PKG_CONFIG_PATH=$root/$kind/installed/lib/pkgconfig
mkdir -p "$root/ffmpeg-$suite-$kind"
cd "$root/ffmpeg-$suite-$kind"
if [ ! -x ffmpeg ] || [ "$root/$kind/installed/lib/pkgconfig/libvmaf.pc" -nt ffmpeg ]; then
    { ../source-$suite/ffmpeg/configure --disable-everything --disable-autodetect --disable-doc --disable-x86asm \
        --disable-programs --enable-ffmpeg --disable-network --enable-libvmaf \
        $([ "$kind" = shared ] || echo --pkg-config-flags=--static) \
        --enable-filter=libvmaf,scale,format,null --enable-decoder=rawvideo,wrapped_avframe \
        --enable-demuxer=rawvideo --enable-encoder=wrapped_avframe --enable-muxer=null \
        --enable-protocol=file && make -j"$(nproc)" ffmpeg; } >build.log 2>&1 || { tail -30 build.log >&2; exit 1; }
fi
export LD_LIBRARY_PATH=$root/$kind/installed/lib
cd - >/dev/null
exec /usr/bin/python3 -B scripts/ci/clients_ffmpeg.py "$root/ffmpeg-$suite-$kind/ffmpeg" \
    "$root/$kind/installed/bin/vmaf" "$root/$kind/installed/share/model"
