/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The twin of `float_ansnr`: two filters with borders of their own, and sums in order. */
#include "twin_compare.h"

/* Both sides of a tile of 32, below the smallest size, and rows of more than one walk of 32. */
static const unsigned size[][2] = {
    {2, 3},   {3, 2},   {3, 3},   {4, 7},   {5, 4},   {9, 3},     {30, 31},  {31, 33},
    {32, 32}, {33, 31}, {34, 34}, {64, 35}, {65, 66}, {127, 129}, {193, 97}, {322, 182},
};
static const unsigned depths[] = {8, 10, 12, 16};
static const enum VmafPixelFormat formats[] = {VMAF_PIX_FMT_YUV420P, VMAF_PIX_FMT_YUV422P,
                                               VMAF_PIX_FMT_YUV444P, VMAF_PIX_FMT_YUV400P};

int main(int argc, char **argv)
{
    const enum VmafBackend backend = twin_backend(argc, argv);
    VmafGpuDevice *dev = twin_open(backend);
    TwinTotal total = {0};
    for (unsigned i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
        for (unsigned b = 0; b < 4; b++) {
            const TwinCase t = {"float_ansnr", "",         formats[(i + b) % 4],
                                depths[b],     size[i][0], size[i][1]};
            twin_compare(backend, &t, &total);
        }
    }
    vmaf_gpu_close(&dev);
    return twin_report(&total, 1000);
}
