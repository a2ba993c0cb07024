#!/usr/bin/env bash
# Build what run_suite.sh runs, on a machine with nvcc that needs no GPU, and copy it into a folder
# small enough to carry to the machine with the GPU, where it stands in for the build.
#   scripts/gpu/prebuild.sh [FOLDER [BUILD_DIR]]     default: build-gpu build-gpu-all
# GPU_ARCH: compute capability without the dot, default 90
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-build-gpu}
build=${2:-build-gpu-all}

[ -f "$build/build.ninja" ] ||
    meson setup "$build" -Denable_cuda=true -Denable_hip=true -Dgpu_hip_platform=nvidia \
        -Dgpu_cuda_arch="${GPU_ARCH:-90}"
ninja -C "$build"

rm -rf "$folder"
find "$build"/core/{tools,test/twin,src} \( -type f -o -type l \) -perm -u+x ! -name '*.py' \
    ! -path '*.p/*' ! -name libvmaf.so ! -name 'libvmaf.so.*.*' -print0 |
    while IFS= read -r -d '' file; do
        install -D --strip "$file" "$folder/${file#"$build"/}"
    done
du -sh "$folder"
