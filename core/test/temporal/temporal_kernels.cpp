/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_SIMT_UNIT temporal
#include "gpu/simt.h"
#include "temporal_args.h"

VMAF_DEVFN int temporal_sample(const void *plane, uint32_t pitch, const TemporalArgs &a, unsigned x,
                               unsigned y)
{
    const unsigned char *const row = (const unsigned char *)plane + (size_t)y * pitch;
    return a.bytes == 1 ? row[x] : ((const uint16_t *)(const void *)row)[x];
}

VMAF_DEVFN unsigned long long temporal_distance(int a, int b)
{
    return (unsigned long long)(a < b ? b - a : a - b);
}

VMAF_KERNEL temporal_sums(const TemporalArgs a)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= a.w * a.h)
        return;
    const unsigned x = i % a.w, y = i / a.w;
    const int ref = temporal_sample(a.ref[0], a.ref_pitch[0], a, x, y);
    const int dis = temporal_sample(a.dis[0], a.dis_pitch[0], a, x, y);
    if (i == 0)
        a.sum[TEMPORAL_FIRST] = (unsigned long long)ref;
    for (unsigned k = 1; k <= a.n_before; k++)
        atomicAdd(&a.sum[k == 1 ? TEMPORAL_REF1_SUM : TEMPORAL_REF2_SUM],
                  temporal_distance(ref, temporal_sample(a.ref[k], a.ref_pitch[k], a, x, y)));
    if (a.n_before)
        atomicAdd(&a.sum[TEMPORAL_DIS1_SUM],
                  temporal_distance(dis, temporal_sample(a.dis[1], a.dis_pitch[1], a, x, y)));
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(temporal_sums));
