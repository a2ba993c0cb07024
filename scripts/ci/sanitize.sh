#!/usr/bin/env bash
# Run the whole suite under AddressSanitizer and UndefinedBehaviorSanitizer, the kernels on the host
# executor under that of clang, which sees pointers outside their arrays, and the tests of the suite
# "threads" under ThreadSanitizer.
#   scripts/ci/sanitize.sh [BUILD_ROOT]    builds in BUILD_ROOT/asan, BUILD_ROOT/ubsan, BUILD_ROOT/tsan
set -uo pipefail
cd "$(dirname "$0")/../.."
root=${1:-build-test}
status=0

# An exit status of their own keeps reports apart from the status of a usage error.
export ASAN_OPTIONS=exitcode=99:allocator_may_return_null=1:detect_stack_use_after_return=1
export UBSAN_OPTIONS=exitcode=99:halt_on_error=1:print_stacktrace=1
export TSAN_OPTIONS=exitcode=99:allocator_may_return_null=1:halt_on_error=1:second_deadlock_stack=1

setup_options=()
sanitize() { # NAME SANITIZERS MESON_TEST_ARGUMENTS...
    local build=$root/$1 sanitizers=$2
    shift 2
    [ -f "$build/build.ninja" ] ||
        meson setup "$build" -Dbuildtype=debugoptimized -Db_sanitize="$sanitizers" \
            "${setup_options[@]}" >"$build.log" || { cat "$build.log"; return 1; }
    "${prefix[@]}" meson test -C "$build" --print-errorlogs "$@"
}

mkdir -p "$root"
prefix=()
sanitize asan address,undefined || status=1
# clang leaves its run-time library out of shared libraries, which b_lundef would refuse.
setup_options=(-Db_lundef=false -Denable_tools=false)
CC=clang CXX=clang++ sanitize ubsan undefined --suite simt || status=1
setup_options=()
# ThreadSanitizer of gcc 12 cannot place its shadow memory under strong address randomisation.
setarch "$(uname -m)" -R true 2>/dev/null && prefix=(setarch "$(uname -m)" -R)
sanitize tsan thread --suite threads || status=1
exit $status
