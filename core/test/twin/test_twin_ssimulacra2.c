/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "twin_compare.h"

/*
 * Either side of a tile of 32, of a strip of 16 rows, of a step of 64 columns and of the 16 lanes
 * of a row; scales narrower than the blur; odd sides at every scale; five and six scales.
 */
static const unsigned size[][2] = {
    {7, 8},   {8, 8},     {9, 17},    {15, 15},   {16, 16},  {17, 9},  {23, 40},
    {31, 33}, {32, 32},   {33, 31},   {63, 16},   {64, 17},  {65, 15}, {64, 48},
    {72, 64}, {112, 112}, {113, 113}, {129, 127}, {161, 91},
};
static const unsigned bpc[] = {8, 10, 12, 16};
static const enum VmafPixelFormat format[] = {VMAF_PIX_FMT_YUV420P, VMAF_PIX_FMT_YUV422P,
                                              VMAF_PIX_FMT_YUV444P, VMAF_PIX_FMT_YUV400P};
static const char *const opts[] = {"debug=true", "debug=true:yuv_matrix=1",
                                   "debug=true:yuv_matrix=2", "debug=true:yuv_matrix=3"};

int main(int argc, char **argv)
{
    const enum VmafBackend backend = twin_backend(argc, argv);
    VmafGpuDevice *dev = twin_open(backend);
    TwinTotal total = {0};
    for (unsigned i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
        for (unsigned k = 0; k < 4; k++) {
            const TwinCase t = {"ssimulacra2", opts[k],    format[(i + k) % 4],
                                bpc[k],        size[i][0], size[i][1]};
            twin_compare(backend, &t, &total);
        }
    }
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned k = 0; k < 4; k++) {
            const TwinCase t = {"ssimulacra2", opts[(i + k) % 4], format[i], bpc[k], 35, 29};
            twin_compare(backend, &t, &total);
        }
    }
    vmaf_gpu_close(&dev);
    return twin_report(&total, 70000);
}
