#!/usr/bin/env bash
# Score a sample pair: install what is missing, build, encode a synthetic clip with x264 at a low
# rate, and compare the encode with its source.
#   scripts/score_sample.sh [BUILD_DIR]
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}
sample=$build/sample

scripts/install_deps.sh gcc g++ libc6-dev meson ninja-build pkg-config libjansson-dev ffmpeg

[ -f "$build/build.ninja" ] || meson setup "$build" -Denable_tests=false
ninja -C "$build"

mkdir -p "$sample"
ffmpeg() { command ffmpeg -nostdin -loglevel error -y "$@"; }
if [ ! -s "$sample/dis.y4m" ]; then
    ffmpeg -f lavfi -i testsrc2=size=640x360:rate=25:duration=2 -pix_fmt yuv420p "$sample/ref.y4m"
    ffmpeg -i "$sample/ref.y4m" -c:v libx264 -threads 1 -b:v 100k "$sample/dis.mp4"
    ffmpeg -i "$sample/dis.mp4" -pix_fmt yuv420p "$sample/dis.part.y4m"
    mv "$sample/dis.part.y4m" "$sample/dis.y4m"
fi

features=(ssim float_ssim float_ms_ssim adm float_adm ssimulacra2)
command=("$build/core/tools/vmaf" -r "$sample/ref.y4m" -d "$sample/dis.y4m" --threads "$(nproc)"
    "${features[@]/#/--feature=}")
echo
echo "${command[*]}"
"${command[@]}"
