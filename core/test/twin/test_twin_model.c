/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Whole models: the score, and the features below it, which share the pictures on the device. */
#include "twin_compare.h"

/* Integer features and their gains, larger views, float features, a collection of members. */
static const char *const models[] = {
    "vmaf_v0.6.1", "vmaf_v0.6.1neg", "vmaf_4k_v0.6.1", "vmaf_float_v0.6.1", "vmaf_b_v0.6.3",
};

/* The first one is refused. Tiles end inside the others. */
static const unsigned size[][2] = {{16, 16}, {33, 35}, {126, 70}};

int main(int argc, char **argv)
{
    static const unsigned depth[] = {8, 10, 12, 16};
    const enum VmafBackend backend = twin_backend(argc, argv);
    VmafGpuDevice *dev = twin_open(backend);
    TwinTotal total = {0};
    for (unsigned m = 0; m < sizeof(models) / sizeof(models[0]); m++) {
        for (unsigned s = 0; s < sizeof(size) / sizeof(size[0]); s++) {
            for (unsigned d = m % 2; d < 4; d += 2) {
                const TwinCase t = {models[m], "",         VMAF_PIX_FMT_YUV420P,
                                    depth[d],  size[s][0], size[s][1]};
                twin_compare(backend, &t, &total);
            }
        }
        /* The last picture of a clip has a motion of its own. */
        for (unsigned n = 1; n < 4; n++) {
            const TwinCase t = {models[m], "", VMAF_PIX_FMT_YUV422P, 8, 40, 30};
            twin_compare_clip(backend, &t, twin_fill, n, &total);
        }
    }
    vmaf_gpu_close(&dev);
    return twin_report(&total, 1000);
}
