#!/usr/bin/env bash
# Build with the GPU backends whose compilers are here, for all targets, and run the tests that
# such a build adds. Needs no GPU: the tests that do are skipped without one.
#   scripts/ci/gpu_build.sh [BUILD_ROOT]    builds in BUILD_ROOT/gpu, if there is a compiler
set -euo pipefail
cd "$(dirname "$0")/../.."
root=${1:-build-test}
backends=()
if command -v nvcc || [ -x /usr/local/cuda/bin/nvcc ]; then
    backends+=(-Denable_cuda=true)
fi
if command -v hipcc; then
    backends+=(-Denable_hip=true)
fi
if [ ${#backends[@]} -eq 0 ]; then
    echo "gpu_build: neither nvcc nor hipcc is here, nothing to build" >&2
    exit 0
fi
[ -f "$root/gpu/build.ninja" ] || meson setup "$root/gpu" -Dwerror=true "${backends[@]}"
ninja -C "$root/gpu"
meson test -C "$root/gpu" --print-errorlogs --suite cuda --suite hip --suite images
