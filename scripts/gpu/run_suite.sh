#!/usr/bin/env bash
# Test and measure the GPU backends on a machine with an NVIDIA GPU, in less than nine minutes.
#   scripts/gpu/run_suite.sh OUT_DIR [BUILD_DIR]     default: build-gpu
# BUILD_DIR is built here if it holds no tool; prebuild.sh makes one on another machine.
# HIP runs on the same GPU: kernels compiled for it, and a library that offers the HIP functions
# over the CUDA driver. OUT_DIR gets summary.txt and what each step printed.
#   BACKENDS="..."  default: cuda hip
#   STEPS="..."     only these: machine tests noise gate sanitizer repeat bench
#   CLIPS=DIR       raw clips for the parity gate, as parity_gate.py --clips
#   NOISE_FRAMES    of the noise test, default 200000
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
if [ $# -lt 1 ]; then
    sed -n '2,11s/^# \{0,1\}//p' scripts/gpu/run_suite.sh >&2
    exit 2
fi
for name in ${STEPS:-}; do
    [[ " machine tests noise gate sanitizer repeat bench " == *" $name "* ]] ||
        { echo "run_suite.sh: no step $name" >&2; exit 2; }
done
out=$(mkdir -p "$1" && cd "$1" && pwd) || exit
build=${2:-build-gpu}
backends=${BACKENDS:-cuda hip}
deadline=$((SECONDS + 520))
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

if [ ! -x "$build/core/tools/vmaf" ]; then
    { meson setup "$build" -Denable_cuda=true -Denable_hip=true -Dgpu_hip_platform=nvidia \
        -Dgpu_cuda_arch=90 && ninja -C "$build"; } >"$out/build.txt" 2>&1 ||
        { tail -30 "$out/build.txt" >&2; exit 1; }
fi
build=$(cd "$build" && pwd)
export build
vmaf=$build/core/tools/vmaf
twin=$build/core/test/twin
# Every feature that has a twin, for the runs that take all at once.
features=$(scripts/ci/exact_twins.py | awk '$2 != "model" {sub("=.*", "", $2); print "--feature", $2}' |
    sort -u | tr '\n' ' ')--no_prediction || exit
for python in python3 /usr/bin/python3; do
    "$python" -c 'import numpy' 2>/dev/null && break
done
export out build backends vmaf twin features python tmp PATH=$PATH:/usr/local/cuda/bin
export VMAF_HIP_LIBRARY=$twin/libhip_on_cuda.so VMAF_REQUIRE_DEVICE=${backends// /,}

# Write a pair of files with five kinds of content: pair WIDTH HEIGHT DEPTH
pair() {
    "$python" -B - "$@" <<'END'
import os
import sys
sys.path.insert(0, "scripts/ci")
import parity_frames
w, h, bpc = map(int, sys.argv[1:])
names = [f"{os.environ['tmp']}/{side}_{w}x{h}_{bpc}.yuv" for side in ("ref", "dis")]
parity_frames.write_pair(*names, (w, h, bpc, "420"), list(parity_frames.CONTENTS)[:5])
END
}

# The tool's arguments for such a pair
inputs() {
    echo "-r $tmp/ref_$1x$2_$3.yuv -d $tmp/dis_$1x$2_$3.yuv -w $1 -h $2 -p 420 -b $3 -q"
}

machine() {
    nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv
    nvcc --version | tail -2
    lscpu | grep -E 'Model name|^CPU\(s\)'
    getconf GNU_LIBC_VERSION
    git log -1 --format=%H 2>/dev/null || true
}

# All twin tests at once, each with the fold on the device and on the host.
tests() {
    local failed=0 backend fold program name i
    local names=() pids=()
    for program in "$twin"/test_twin_* "$twin"/test_cuda_client; do
        [ -f "$program" ] || continue
        for backend in $backends; do
            [[ $program == */test_cuda_client && $backend != cuda ]] && continue
            for fold in device host; do
                name="${program##*/} $backend, fold on the $fold"
                VMAF_FOLD=$fold timeout 80 "$program" "$backend" >"$tmp/$name.log" 2>&1 &
                names+=("$name")
                pids+=($!)
            done
        done
    done
    [ ${#pids[@]} -gt 0 ] || { echo "no tests in $twin"; return 1; }
    for i in "${!pids[@]}"; do
        wait "${pids[$i]}" && echo "passed: ${names[$i]}" ||
            { echo "FAILED: ${names[$i]}, status $?"; failed=1; }
        cat "$tmp/${names[$i]}.log"
    done
    return "$failed"
}

noise() {
    local failed=0 backend
    for backend in $backends; do
        echo "== $backend"
        "$twin/test_twin_ssim_noise" "$backend" "${NOISE_FRAMES:-200000}" || failed=1
    done
    return "$failed"
}

gate() {
    # shellcheck disable=SC2046,SC2086
    TMPDIR=$tmp "$python" -B scripts/ci/parity_gate.py $(printf -- "--backend %s " $backends) \
        --require --tool "$vmaf" --limit $((limit - 20)) --json "$out/gate.json" \
        ${CLIPS:+--clips "$CLIPS"}
}

sanitizer() {
    local failed=0 backend tool w h bpc
    command -v compute-sanitizer || return 77
    for tool in memcheck racecheck initcheck; do
        for backend in $backends; do
            read -r w h bpc <<<"$([ "$tool" = memcheck ] && echo 193 180 10 || echo 192 177 8)"
            [ -f "$tmp/ref_${w}x${h}_$bpc.yuv" ] || pair "$w" "$h" "$bpc"
            echo "== $tool, $backend, ${w}x$h, $bpc bit"
            # shellcheck disable=SC2046,SC2086
            timeout 100 compute-sanitizer --tool "$tool" --error-exitcode 9 "$vmaf" \
                $(inputs "$w" "$h" "$bpc") $features --backend "$backend" --frame_cnt 3 --json \
                -o "$tmp/sanitizer.json" || failed=1
        done
    done
    grep -q 'Device not supported' "$out/sanitizer.txt" && return 77
    return "$failed"
}

# The logs of 100 runs with one stream and of 100 with four are equal but for the line of the speed.
repeat() {
    local failed=0 backend streams sums
    pair 352 288 8
    args="$(inputs 352 288 8) $features"
    export args
    for backend in $backends; do
        for streams in 1 4; do
            export backend VMAF_STREAMS=$streams stem=$tmp/$backend-$streams
            # shellcheck disable=SC2016
            seq 100 |
                xargs -P 8 -I{} sh -c '"$vmaf" $args --backend "$backend" --json --precision max \
                    -o "$stem-{}.json" 2>"$stem-{}.err" || { cat "$stem-{}.err"; exit 1; }' ||
                failed=1
        done
        sums=$(for log in "$tmp/$backend"-*.json; do grep -v '"fps"' "$log" | sha256sum; done |
            sort | uniq -c)
        echo "$backend, 100 runs with 1 stream and 100 with 4; logs without fps and their number:"
        echo "$sums"
        [[ $sums =~ ^\ *200\ [0-9a-f]+\ +-$ ]] || failed=1
    done
    return "$failed"
}

# Times of the twins and of the tool, its files in memory where there is room for them.
bench() {
    local failed=0 backend
    [ "$(df --output=avail -BG /dev/shm | tr -dc 0-9)" -ge 10 ] && export TMPDIR=/dev/shm
    for backend in $backends; do
        echo "== $backend"
        "$build/core/tools/vmaf_bench" --backend "$backend" --depth 8 ||
            failed=1
    done
    return "$failed"
}

# Run a step within LIMIT seconds, or all that is left if STEPS chose it, and note how it ended.
step() { # NAME LIMIT
    local name=$1 limit=$2 start=$SECONDS status=0 left=$((deadline - SECONDS))
    [[ " ${STEPS:-$name} " == *" $name "* ]] || return 0
    [ -z "${STEPS:-}" ] && [ "$limit" -lt $left ] || limit=$left
    local result="FAILED: no time left"
    if [ "$limit" -gt 0 ]; then
        export limit
        timeout "$limit" bash -c "set -uo pipefail; $(declare -f pair inputs "$name"); $name" \
            >"$out/$name.txt" 2>&1 || status=$?
        case $status in
        0) result=passed ;;
        77) result="skipped: no compute-sanitizer, or not for this device" ;;
        124) result="FAILED: not done after $limit s, see $name.txt" ;;
        *) result="FAILED: status $status, see $name.txt" ;;
        esac
    fi
    printf '%-10s %4d s  %s\n' "$name" $((SECONDS - start)) "$result" | tee -a "$out/summary.txt"
    [[ $result == FAILED* ]] && failed=1
    return 0
}

failed=0
: >"$out/summary.txt"
step machine 10
step tests 85
step noise 80
step gate 230
step sanitizer 60
step repeat 100
step bench 120
exit $failed
