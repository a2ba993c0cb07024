/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "twin_groups.h"

#include <stdio.h>

static void run_group(enum VmafBackend backend, const char *feature, const TwinGroup *g,
                      TwinFill *fill, TwinTotal *total)
{
    static const unsigned depth[] = {8, 10, 12, 16};
    const TwinTotal before = *total;
    for (unsigned o = 0; g->opts[o]; o++) {
        char opts[256];
        snprintf(opts, sizeof(opts), "debug=true%s%s", *g->opts[o] ? ":" : "", g->opts[o]);
        for (unsigned s = 0; g->size[s][0]; s++) {
            for (unsigned d = 0; d < 4; d++) {
                const TwinCase t = {feature,  opts,          VMAF_PIX_FMT_YUV400P,
                                    depth[d], g->size[s][0], g->size[s][1]};
                if (!(g->depths >> d & 1))
                    continue;
                twin_compare(backend, &t, total);
                twin_compare_with(backend, &t, fill, total);
            }
        }
    }
    printf("%s: %u values, %u differ\n", g->name, total->n_values - before.n_values,
           total->n_wrong - before.n_wrong);
}

int twin_groups_main(int argc, char **argv, const char *feature, const TwinGroup *groups,
                     unsigned n_groups, TwinFill *fill, unsigned least_values)
{
    const enum VmafBackend backend = twin_backend(argc, argv);
    VmafGpuDevice *dev = twin_open(backend);
    TwinTotal total = {0};
    for (unsigned i = 0; i < n_groups; i++)
        run_group(backend, feature, &groups[i], fill, &total);
    vmaf_gpu_close(&dev);
    return twin_report(&total, least_values);
}
