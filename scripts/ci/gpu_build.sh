#!/usr/bin/env bash
# Build with every GPU backend, for the oldest, a common and the newest target of each, and run the
# tests that such a build may change; the rest run in the build without. Needs no GPU: the tests that
# do are skipped without one.
#   scripts/ci/gpu_build.sh [BUILD_ROOT]    builds in BUILD_ROOT/gpu; its tests' log stays there
# hipcc comes from Debian. nvcc does not: where there is none, nothing of CUDA is built, and a line
# says so. Where there is, the HIP kernels are also built with it, as on an NVIDIA GPU.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=${1:-build-test}

scripts/install_deps.sh gcc g++ libc6-dev meson ninja-build pkg-config binutils locales hipcc \
    libcmocka-dev libjansson-dev libmpfr-dev python3 python3-pytest python3-numpy ffmpeg

rm -f "$root"/gpu/meson-logs/testlog.json "$root"/gpu/core/test/py/*.xml
backends=(-Denable_hip=true -Dgpu_hip_arch=gfx906,gfx90a,gfx1036)
if [ -x "$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)" ]; then
    backends+=(-Denable_cuda=true -Dgpu_cuda_arch=75,90,120)
    [ -f "$root/hip_nvidia/build.ninja" ] ||
        meson setup "$root/hip_nvidia" -Dwerror=true -Denable_hip=true -Dgpu_hip_platform=nvidia \
            -Dgpu_cuda_arch=75 -Denable_asm=false -Denable_simt=false -Denable_tests=false -Denable_tools=false
    ninja -C "$root/hip_nvidia"
else
    echo "SKIP: CUDA build: no nvcc"
fi
[ -f "$root/gpu/build.ninja" ] || meson setup "$root/gpu" -Dwerror=true "${backends[@]}"
ninja -C "$root/gpu"
meson test -C "$root/gpu" --print-errorlogs --suite images --suite cuda --suite hip
