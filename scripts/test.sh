#!/usr/bin/env bash
# Install what is missing, build with gcc and clang without warnings, run every test, also under
# the sanitizers. The last line is "N passed, N failed, N skipped".
#   scripts/test.sh [BUILD_DIR...]    counts the results of tests that ran in other builds, too
# VMAF_TEST_STRICT=1: every skip but that of a missing GPU is a failure.
# VMAF_SHARED=DIR: reference clips and values; by default "shared" beside the clone, when there.
set -uo pipefail
cd "$(dirname "$0")/.."
root=build-test
failed=${VMAF_FAILED_STEPS:-0} # of a caller's own

step() { # TITLE COMMAND...
    local title=$1 start=$SECONDS status=0
    shift
    echo "== $title" >&2
    "$@" || status=$?
    echo "== $title: $((SECONDS - start)) s" >&2
    return $status
}

build() { # NAME COMPILER C++_COMPILER
    [ -f "$root/$1/build.ninja" ] ||
        CC=$2 CXX=$3 meson setup "$root/$1" -Dwerror=true || return 1
    ninja -C "$root/$1"
}

scripts/install_deps.sh gcc g++ clang libc6-dev meson ninja-build pkg-config binutils locales \
    libcmocka-dev libjansson-dev libmpfr-dev python3 python3-pytest python3-numpy ffmpeg lld || exit 1

rm -f "$root"/{gcc,asan,ubsan,tsan}/{meson-logs/testlog.json,core/test/py/*.xml}
step "build with gcc" build gcc gcc g++ || failed=$((failed + 1))
step "build with clang" build clang clang clang++ || failed=$((failed + 1))
step "scores of three compilers" scripts/ci/compilers.sh "$root" || failed=$((failed + 1))
step "scores on six hosts" scripts/ci/hosts.sh "$root" || failed=$((failed + 1))
# The logs say what failed.
step "tests" meson test -C "$root/gcc" --print-errorlogs
step "tests under the sanitizers" scripts/ci/sanitize.sh "$root"
/usr/bin/python3 scripts/ci/summary.py --failed-steps "$failed" "$root"/{gcc,asan,ubsan,tsan} "$@"
