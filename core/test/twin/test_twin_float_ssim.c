/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "twin_compare.h"

/* Around one window, one tile of 32 windows, and the switches of the automatic scale. */
static const unsigned size[][2] = {
    {5, 5},   {5, 20},  {11, 11}, {12, 11},  {11, 30},   {41, 42},   {42, 41},
    {43, 42}, {64, 64}, {65, 33}, {101, 47}, {383, 385}, {384, 384}, {641, 639},
};
static const char *const opts[] = {
    "",
    "enable_lcs=true",
    "scale=1",
    "scale=2:enable_lcs=true",
    "scale=3",
    "scale=4",
    "scale=10",
    "enable_db=true",
    "enable_db=true:clip_db=true:scale=1:enable_lcs=true",
    "clip_db=true",
};

int main(int argc, char **argv)
{
    const enum VmafBackend backend = twin_backend(argc, argv);
    VmafGpuDevice *dev = twin_open(backend);
    TwinTotal total = {0};
    for (unsigned i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
        for (unsigned k = 0; k < sizeof(opts) / sizeof(opts[0]); k++) {
            /* every depth of the small ones; large ones take turns */
            for (unsigned b = 0; b < 4; b++) {
                static const unsigned bpc[] = {8, 10, 12, 16};
                if (size[i][0] > 300 && (b != (i + k) % 4 || k % 3))
                    continue;
                const TwinCase t = {
                    "float_ssim", opts[k],    i % 2 ? VMAF_PIX_FMT_YUV400P : VMAF_PIX_FMT_YUV420P,
                    bpc[b],       size[i][0], size[i][1]};
                twin_compare(backend, &t, &total);
            }
        }
    }
    vmaf_gpu_close(&dev);
    return twin_report(&total, 2000);
}
