#!/usr/bin/env bash
# Score the same clips on different hosts and compare every digit of the log files: glibc with and
# without what the CPU has, the plain C path, a static build with musl, the same on a CPU without
# FMA, and a build for aarch64; the latter two run in QEMU.
#   scripts/ci/hosts.sh [--all] [BUILD_ROOT]    builds in BUILD_ROOT/hosts
# --all also takes the reference clips of $VMAF_SHARED (by default "shared" beside the clone), whole,
# which takes half an hour.
set -euo pipefail
cd "$(dirname "$0")/../.."
all=false
if [ "${1:-}" = --all ]; then
    all=true
    shift
fi
root=${1:-build-test}/hosts
shared=${VMAF_SHARED:-../shared}
mkdir -p "$root"
root=$(realpath "$root")

# clang is a cross compiler as it is; Debian's gcc for aarch64 and gcc-multilib exclude each other.
scripts/install_deps.sh gcc clang libc6-dev meson ninja-build pkg-config python3 python3-numpy \
    musl-tools qemu-user libc6-dev-arm64-cross libgcc-12-dev-arm64-cross binutils-aarch64-linux-gnu

cat >"$root/aarch64.ini" <<'END'
[binaries]
c = ['clang', '--target=aarch64-linux-gnu']
ar = 'aarch64-linux-gnu-ar'
[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'aarch64'
endian = 'little'
END

build() { # NAME COMPILER MESON_ARGUMENTS...
    local name=$1 compiler=$2
    shift 2
    [ -f "$root/$name/build.ninja" ] ||
        CC=$compiler meson setup "$root/$name" -Denable_tests=false -Denable_simt=false \
            -Ddefault_library=static "$@" >"$root/$name.log" || { cat "$root/$name.log"; exit 1; }
    ninja -C "$root/$name" core/tools/vmaf >"$root/$name.log" || { cat "$root/$name.log"; exit 1; }
}

build glibc gcc
build musl musl-gcc -Dc_link_args=-static
build aarch64 clang --cross-file "$root/aarch64.ini" -Dc_link_args=-static

# A host is a command before the arguments of the tool.
hosts=(glibc glibc_without_fma glibc_plain musl musl_without_fma aarch64)
score() { # HOST ARGUMENTS...
    local host=$1
    shift
    case $host in
    glibc) "$root/glibc/core/tools/vmaf" "$@" ;;
    glibc_without_fma)
        GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4 "$root/glibc/core/tools/vmaf" "$@" ;;
    glibc_plain) "$root/glibc/core/tools/vmaf" --cpumask 4294967295 "$@" ;;
    musl) "$root/musl/core/tools/vmaf" "$@" ;;
    musl_without_fma) qemu-x86_64 -cpu Nehalem "$root/musl/core/tools/vmaf" "$@" ;;
    aarch64) qemu-aarch64 "$root/aarch64/core/tools/vmaf" "$@" ;;
    esac
}

# Clips: a name, then the arguments that name its two files.
/usr/bin/python3 - "$root" <<'END'
import sys
from pathlib import Path

sys.path.insert(0, "core/test/py")
import clips

for name, frame, bpc, tag in (("smooth", clips.smooth_frame, 8, "444"),
                              ("noise", clips.noise_frame, 10, "444p10")):
    ref = clips.clip(2, 251, 243, "444", bpc, frame=frame)
    for side, frames in (("ref", ref), ("dis", clips.distort(ref, bpc))):
        clips.write(Path(sys.argv[1]) / f"{name}_{side}.y4m", clips.y4m_bytes(frames, tag=tag))
END
inputs=()
for clip in smooth noise; do
    inputs+=("$clip -r $root/${clip}_ref.y4m -d $root/${clip}_dis.y4m")
done
if $all; then
    for ref in "$shared"/clips/*_ref_*.yuv; do
        if [[ ! $(basename "$ref") =~ ^(.*)_ref_([0-9]+)x([0-9]+)_420p([0-9]+)\.yuv$ ]]; then
            echo "hosts.sh: no clips in $shared/clips" >&2
            exit 1
        fi
        small=
        [ "${BASH_REMATCH[3]}" -ge 176 ] || small=_small
        inputs+=("${BASH_REMATCH[1]}_${BASH_REMATCH[4]}$small -r $ref -d ${ref/_ref_/_dis_} -w ${BASH_REMATCH[2]} \
            -h ${BASH_REMATCH[3]} -p 420 -b ${BASH_REMATCH[4]}")
    done
fi

# Each set of features, or of models, is a run: scores with other options may have the same names.
sets=(
    "float_ssim=enable_lcs=true ssim float_ms_ssim=enable_lcs=true adm=debug=true
     float_adm=debug=true ssimulacra2=debug=true vif=debug=true float_vif=debug=true
     motion=debug=true float_motion=debug=true:motion_add_uv=true psnr=enable_mse=true float_psnr
     float_ansnr float_moment psnr_hvs ciede cambi=full_ref=true speed_chroma speed_temporal"
    "float_ssim=enable_db=true ssim=enable_db=true float_ms_ssim=enable_db=true:clip_db=true
     adm=debug=true:adm_csf_mode=1:adm_norm_view_dist=3.7
     float_adm=debug=true:adm_csf_mode=1:adm_p_norm=2.4"
    "float_ssim=enable_db=true:clip_db=true ssim=enable_db=true:clip_db=true
     float_ms_ssim=enable_db=true float_adm=debug=true:adm_csf_mode=2"
    "vmaf_v0.6.1 vmaf_float_b_v0.6.3 vmaf_v1.0.16_3d0h"
)
arguments_of() { # CLIP SET: leaves out what does not take small pictures
    local name
    [[ ${sets[$2]} = vmaf_* ]] || printf ' --no_prediction'
    for name in ${sets[$2]}; do
        case $1/$name in
        *_small/float_ms_ssim* | *_small/cambi* | *_small/speed_* | *_small/vmaf_v1*) ;;
        */vmaf_*) printf ' --model version=%s:name=%s' "$name" "$name" ;;
        *) printf ' --feature %s' "$name" ;;
        esac
    done
}

runs=0 values=0 status=0
for input in "${inputs[@]}"; do
    read -r clip arguments <<<"$input"
    for s in "${!sets[@]}"; do
        want=$root/${clip}_$s.json
        for host in "${hosts[@]}"; do
            got=$root/got.json
            [ "$host" != glibc ] || got=$want
            # shellcheck disable=SC2086
            score "$host" $arguments $(arguments_of "$clip" "$s") --threads 0 --json --precision max -q -o "$got"
            # The only line that may differ: how fast it was.
            sed -i '/"fps"/d' "$got"
            runs=$((runs + 1))
            values=$((values + $(grep -c '": [-0-9]' "$got")))
            if ! cmp -s "$want" "$got"; then
                echo "$clip, set $((s + 1)): $host differs from glibc:"
                diff "$want" "$got" | head -4 || true
                status=1
            fi
        done
    done
done
echo "$runs runs on ${#hosts[@]} hosts, $values values compared: $([ $status = 0 ] && echo equal || echo different)"
exit $status
