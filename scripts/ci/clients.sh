#!/usr/bin/env bash
# Run programs that were written for libvmaf, unmodified, against this library.
#   scripts/ci/clients.sh [--static] [--trixie | --aom] [ROOT]
#   scripts/ci/clients.sh --cuda [ROOT]
# Builds the library and Debian 12's FFmpeg (5.1) with its libvmaf filter below ROOT
# (build-clients), compares what the filter gives with the vmaf tool, and runs the tool with the
# arguments that scripts give it. Sources come from Debian, by apt, into ROOT. --static links the
# client with the static library, by way of pkg-config --static; --trixie takes the FFmpeg of
# Debian 13 (7.1); --aom builds aomenc and runs its tunes for VMAF instead. --cuda builds the
# library for CUDA, and FFmpeg 7.1 with its filter libvmaf_cuda too, which takes nvcc; where there
# is a GPU, it compares what FFmpeg gives on it.
set -euo pipefail
cd "$(dirname "$0")/../.."
kind=shared suite=bookworm client=ffmpeg package=ffmpeg
while [[ ${1:-} = --* ]]; do
    case $1 in
    --static) kind=static ;;
    --trixie) suite=trixie ;;
    --cuda) kind=cuda suite=trixie ;;
    --aom) client=aom package=aom=3.6.0-1+deb12u2 ;; # newer revisions come without a source
    *) echo "unknown option $1" >&2; exit 1 ;;
    esac
    shift
done
root=${1:-build-clients}
mkdir -p "$root"
root=$(cd "$root" && pwd)

nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
if [ $kind = cuda ] && [ ! -x "$nvcc" ]; then
    echo "SKIP: FFmpeg with CUDA: no nvcc"
    exit
fi

scripts/install_deps.sh gcc libc6-dev make meson ninja-build pkg-config libjansson-dev dpkg-dev \
    xz-utils python3 python3-numpy $([ $client = ffmpeg ] || echo g++ cmake util-linux)

# Sources of one suite, with lists of their own: the system's stay as they are.
fetch() { # FOLDER PACKAGE [--tar-only: without what Debian adds]
    local apt=(-o Dir::Etc::sourcelist=/dev/null "-oDir::Etc::sourceparts=$root/apt-$suite/parts"
        "-oDir::State::lists=$root/apt-$suite/lists" "-oDir::Cache=$root/apt-$suite/cache"
        -oAcquire::Languages=none)
    mkdir -p "$root/apt-$suite"/{parts,lists/partial,cache/archives/partial} "$root/source-$suite"
    cat >"$root/apt-$suite/parts/src.sources" <<EOF
Types: deb-src
URIs: ${DEBIAN_MIRROR:-http://deb.debian.org/debian}
Suites: $suite
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
EOF
    (cd "$root/source-$suite" && apt-get -qq "${apt[@]}" update &&
        apt-get -qq "${apt[@]}" source --download-only "${@:2}" &&
        if [ $# -gt 2 ]; then
            mkdir "$1" && tar -xf "$1"_*.orig.tar.* -C "$1" --strip-components=1
        else
            dpkg-source --no-check -x "$1"_*.dsc "$1"
        fi)
}
sources() {
    [ -d "$root/source-$suite/$client" ] || fetch $client "$package" || return
    [ $kind = cuda ] || return 0
    [ -d "$root/source-$suite/nv-codec-headers" ] ||
        fetch nv-codec-headers nv-codec-headers --tar-only || return
    make -C "$root/source-$suite/nv-codec-headers" PREFIX="$root/$kind/installed" install
}
sources >"$root/fetch.log" 2>&1 || { cat "$root/fetch.log" >&2; exit 1; }

if [ ! -f "$root/$kind/build.ninja" ]; then
    options=("-Ddefault_library=$kind" -Denable_simt=true)
    [ $kind != cuda ] || options=(-Ddefault_library=shared -Denable_cuda=true -Dgpu_cuda_arch=90)
    meson setup "$root/$kind" --prefix="$root/$kind/installed" -Dlibdir=lib -Denable_tests=false \
        -Dbuildtype=release "${options[@]}" >"$root/library.log" 2>&1
fi
meson install -C "$root/$kind" >>"$root/library.log" 2>&1 ||
    { tail -30 "$root/library.log" >&2; exit 1; }

export PKG_CONFIG_PATH=$root/$kind/installed/lib/pkgconfig
export LD_LIBRARY_PATH=$root/$kind/installed/lib
models=$root/$kind/installed/share/model
build=$root/$client-$suite-$kind
is_current() { # PROGRAM
    [ -x "$1" ] && [ ! "$PKG_CONFIG_PATH/libvmaf.pc" -nt "$1" ]
}

# Only what the filter needs; with CUDA also what scripts/gpu/ffmpeg_cuda.py runs.
build_ffmpeg() {
    local cuda=()
    [ $kind != cuda ] || cuda=(--enable-nonfree --enable-ffnvcodec --enable-cuda-nvcc --enable-nvdec
        "--nvcc=$nvcc" "--nvccflags=-gencode arch=compute_90,code=sm_90 -O2"
        "--enable-filter=libvmaf_cuda,hwupload_cuda,hwupload,hwdownload,scale_cuda,split"
        "--enable-encoder=rawvideo,mpeg2video" --enable-decoder=mpeg2video
        --enable-demuxer=mpegvideo "--enable-muxer=rawvideo,mpeg2video" --enable-parser=mpegvideo
        --enable-hwaccel=mpeg2_nvdec)
    "../source-$suite/ffmpeg/configure" --disable-everything --disable-autodetect --disable-doc \
        --disable-x86asm --disable-programs --enable-ffmpeg --disable-network --enable-libvmaf \
        $([ $kind != static ] || echo --pkg-config-flags=--static) "${cuda[@]}" \
        --enable-filter=libvmaf,scale,format,null --enable-decoder=rawvideo,wrapped_avframe \
        --enable-demuxer=rawvideo --enable-encoder=wrapped_avframe --enable-muxer=null \
        --enable-protocol=file && make -j"$(nproc)" ffmpeg
}

build_aom() {
    cmake "../source-$suite/aom" -DCMAKE_BUILD_TYPE=Release -DCONFIG_TUNE_VMAF=1 -DENABLE_TESTS=0 \
        -DENABLE_DOCS=0 -DENABLE_TOOLS=0 -DCONFIG_AV1_DECODER=0 -DAOM_TARGET_CPU=generic \
        -DCONFIG_WEBM_IO=0 -DCONFIG_LIBYUV=0 \
        $([ "$kind" = shared ] && echo -DBUILD_SHARED_LIBS=1 || echo -DPKG_CONFIG_ARGN=--static) &&
        make -j"$(nproc)" aomenc
}

program=$build/$([ $client = aom ] && echo aomenc || echo ffmpeg)
if ! is_current "$program"; then
    mkdir -p "$build"
    rm -f "$program" "$program"_g # make does not see the library
    (cd "$build" && build_$client >build.log 2>&1) || { tail -30 "$build/build.log" >&2; exit 1; }
fi
[ $client = ffmpeg ] || exec /usr/bin/python3 -B scripts/ci/clients_aom.py "$program" "$models"
tool=$root/$kind/installed/bin/vmaf
if [ $kind = cuda ]; then
    [[ $("$program" -hide_banner -filters) = *\ libvmaf_cuda\ * ]] ||
        { echo "clients.sh: FFmpeg has no filter libvmaf_cuda" >&2; exit 1; }
    status=0
    /usr/bin/python3 -B scripts/gpu/ffmpeg_cuda.py "$program" "$tool" "$build/logs" || status=$?
    exit $((status == 77 ? 0 : status)) # no GPU
fi
/usr/bin/python3 -B scripts/ci/clients_ffmpeg.py "$program" "$tool" "$models"
exec /usr/bin/python3 -B scripts/ci/clients_scripts.py "$tool" "$models"
