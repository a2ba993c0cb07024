/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/ssimulacra2/ssimulacra2.h"
#include "feature/ssimulacra2/ssimulacra2_pyramid.h"

typedef struct Ssimulacra2Cpu {
    Ssimulacra2Pyramid *pyramid;
} Ssimulacra2Cpu;

static int open_ssimulacra2(void *scratch, const void *plan, unsigned isa)
{
    Ssimulacra2Cpu *s = scratch;
    const Ssimulacra2Plan *p = plan;
    return vmaf_ssimulacra2_pyramid_create(&s->pyramid, &p->scales, &p->matrix,
                                           vmaf_ssimulacra2_rows(isa));
}

static int measure_ssimulacra2(void *scratch, const void *plan, const VmafWindow *window,
                               void *result)
{
    (void)plan;
    Ssimulacra2Cpu *s = scratch;
    vmaf_ssimulacra2_pyramid_run(s->pyramid, window->ref[0], window->dis[0], result);
    vmaf_ssimulacra2_settle(result);
    return 0;
}

static void close_ssimulacra2(void *scratch)
{
    Ssimulacra2Cpu *s = scratch;
    vmaf_ssimulacra2_pyramid_destroy(&s->pyramid);
}

const VmafCpuEngine vmaf_ssimulacra2_cpu = {
    .scratch_size = sizeof(Ssimulacra2Cpu),
    .open = open_ssimulacra2,
    .measure = measure_ssimulacra2,
    .close = close_ssimulacra2,
};
