/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "twin_compare.h"

/* Below and at the least size, odd levels, and around tiles of the low-pass. */
static const unsigned size[][2] = {
    {175, 176}, {176, 175}, {176, 176}, {177, 191}, {191, 177}, {193, 200}, {333, 222}, {400, 390},
};
static const char *const opts[] = {
    "",
    "enable_lcs=true",
    "enable_db=true",
    "enable_db=true:clip_db=true:enable_lcs=true",
};

int main(int argc, char **argv)
{
    const enum VmafBackend backend = twin_backend(argc, argv);
    VmafGpuDevice *dev = twin_open(backend);
    TwinTotal total = {0};
    for (unsigned i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
        for (unsigned k = 0; k < sizeof(opts) / sizeof(opts[0]); k++) {
            static const unsigned bpc[] = {8, 10, 12, 16};
            const TwinCase t = {"float_ms_ssim",  opts[k],    VMAF_PIX_FMT_YUV420P,
                                bpc[(i + k) % 4], size[i][0], size[i][1]};
            twin_compare(backend, &t, &total);
        }
    }
    vmaf_gpu_close(&dev);
    return twin_report(&total, 1000);
}
