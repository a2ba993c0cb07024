#!/usr/bin/env bash
# Build the tool with gcc and clang, for this CPU, with contraction asked for, with link-time
# optimisation and for 32 bits, and compare every score that each of them gives, with 0 and 8
# threads and without x86 instruction sets. Any differing digit fails.
#   scripts/ci/compilers.sh [BUILD_ROOT] [FEATURE...]
# FEATURE as in --feature; by default every feature, and models in a run of their own.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=${1:-build-test}/compilers
shift || true
features=("$@")
mkdir -p "$root"

builds=()
build() { # NAME COMPILER FLAGS MESON_OPTIONS...
    local name=$1 compiler=$2 flags=$3
    shift 3
    [ -f "$root/$name/build.ninja" ] ||
        CC=$compiler CFLAGS=$flags meson setup "$root/$name" -Dbuildtype=plain \
            -Denable_tests=false "$@" >"$root/$name.log" || { cat "$root/$name.log"; exit 1; }
    ninja -C "$root/$name" core/tools/vmaf >"$root/$name.log" || { cat "$root/$name.log"; exit 1; }
    builds+=("$name")
}

build gcc_O2 gcc -O2
build gcc_native gcc "-O3 -march=native"
build gcc_contract gcc "-O3 -march=native -ffp-contract=fast"
build gcc_lto gcc "-O2 -march=native" -Db_lto=true
build clang_O2 clang -O2
build clang_contract clang "-O3 -march=native -ffp-contract=fast"
build clang_lto clang "-O2 -march=native" -Db_lto=true -Dc_link_args=-fuse-ld=lld
# The kernel's headers for 32 bits are those for 64; gcc-multilib, which links them to where gcc
# looks, excludes cross compilers.
scripts/install_deps.sh libc6-dev-i386 "lib32gcc-$(gcc -dumpversion)-dev"
build gcc_32 gcc "-O2 -m32 -idirafter /usr/include/$(gcc -print-multiarch)"

# Two clips, neither side of which fits groups of vectors, with chroma planes that have enough blocks
# for speed_chroma.
/usr/bin/python3 - "$root" <<'EOF'
import sys
from pathlib import Path

sys.path.insert(0, "core/test/py")
import clips

for name, frame, bpc, tag in (("smooth", clips.smooth_frame, 8, "444"),
                              ("noise", clips.noise_frame, 10, "444p10")):
    ref = clips.clip(2, 251, 243, "444", bpc, frame=frame)
    for side, frames in (("ref", ref), ("dis", clips.distort(ref, bpc))):
        clips.write(Path(sys.argv[1]) / f"{name}_{side}.y4m", clips.y4m_bytes(frames, tag=tag))
EOF

models=
if [ ${#features[@]} -eq 0 ]; then
    features=(float_ssim=enable_lcs=true ssim float_ms_ssim=enable_lcs=true adm=debug=true
        float_adm=debug=true ssimulacra2=debug=true vif=debug=true float_vif=debug=true
        motion=debug=true float_motion=debug=true:motion_add_uv=true psnr=enable_mse=true float_psnr
        float_ansnr float_moment psnr_hvs ciede cambi=full_ref=true speed_chroma speed_temporal)
    models="-m version=vmaf_v0.6.1 -m version=vmaf_float_b_v0.6.3:name=b
        -m version=vmaf_v1.0.16_3d0h:name=v1"
fi
sets=("--no_prediction $(printf ' --feature %s' "${features[@]}")" ${models:+"$models"})

status=0
runs=0
for case in smooth_0 noise_0 ${models:+smooth_1 noise_1}; do
    clip=${case%_*} want=$root/$case.csv
    rm -f "$want"
    for build in "${builds[@]}"; do
        for run in "--threads 0" "--threads 8" "--threads 0 --cpumask -1"; do
            # shellcheck disable=SC2086
            "$root/$build/core/tools/vmaf" -r "$root/${clip}_ref.y4m" -d "$root/${clip}_dis.y4m" \
                ${sets[${case#*_}]} $run --csv --precision max -q -o "$root/got.csv"
            [ -f "$want" ] || cp "$root/got.csv" "$want"
            runs=$((runs + 1))
            if ! cmp -s "$want" "$root/got.csv"; then
                echo "$case: $build $run differs from ${builds[0]} --threads 0:"
                diff "$want" "$root/got.csv" | head -4 || true
                status=1
            fi
        done
    done
done
values=$(cat "$root"/*_[01].csv | tr -cd , | wc -c)
echo "$runs runs of ${features[*]}${models:+ and models}, $values scores in each build's"
exit $status
