#!/usr/bin/env bash
# The library's own mathematics over many more arguments than the tests take: against glibc 2.36 on
# x86-64 with FMA, against MPFR, and the fused multiply-add against the instruction.
#   scripts/ci/libm_long.sh [BUILD_ROOT [FACTOR]]    builds in BUILD_ROOT/libm
# With FACTOR 1, the default: 10^8 arguments for each of six functions, 10^7 of the sine, 10^8 triples
# for either type: about two minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:-build-test}/libm
factor=${2:-1}

scripts/install_deps.sh gcc libc6-dev meson ninja-build pkg-config libcmocka-dev libmpfr-dev
[ -f "$build/build.ninja" ] || meson setup "$build" -Denable_simt=false -Denable_tools=false >/dev/null
ninja -C "$build" core/test/libm_glibc core/test/libm_mpfr core/test/test_fma >/dev/null
"$build/core/test/test_fma" $((100000000 * factor))
"$build/core/test/libm_glibc" $((100000000 * factor))
"$build/core/test/libm_mpfr" $((10000000 * factor))
