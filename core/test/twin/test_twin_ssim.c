/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "twin_compare.h"

/* Windows cut at every border at once, and one pixel either side of a tile of 32. */
static const unsigned size[][2] = {
    {1, 1},  {2, 3},   {3, 2},   {4, 4},   {5, 1},   {1, 9},   {8, 8},   {9, 9},
    {16, 7}, {31, 33}, {32, 32}, {33, 31}, {65, 64}, {64, 97}, {63, 65}, {322, 182},
};
static const char *const opts[] = {"", "enable_db=true", "enable_db=true:clip_db=true"};

int main(int argc, char **argv)
{
    const enum VmafBackend backend = twin_backend(argc, argv);
    VmafGpuDevice *dev = twin_open(backend);
    TwinTotal total = {0};
    for (unsigned i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
        for (unsigned k = 0; k < sizeof(opts) / sizeof(opts[0]); k++) {
            for (unsigned b = 0; b < 4; b++) {
                static const unsigned bpc[] = {8, 10, 12, 16};
                const TwinCase t = {"ssim", opts[k],    VMAF_PIX_FMT_YUV444P,
                                    bpc[b], size[i][0], size[i][1]};
                twin_compare(backend, &t, &total);
            }
        }
    }
    vmaf_gpu_close(&dev);
    return twin_report(&total, 1500);
}
