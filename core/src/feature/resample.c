/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/resample.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/libm.h"
#include "base/mem.h"
#include "feature/resample_terms.h"

#define PI 0x1.921fb54442d18p+1

static const struct {
    const char *name;
    uint32_t taps;
    int32_t first; /* tap, from the source sample at or below the place */
} methods[VMAF_RESAMPLE_METHODS] = {
    {"nearest", 1, 0},
    {"bilinear", 2, 0},
    {"bicubic", 4, -1},
    {"lanczos4", VMAF_RESAMPLE_MAX_TAPS, -4},
};

const char vmaf_resample_names[] = "nearest, bilinear, bicubic, lanczos4";

enum VmafResampleMethod vmaf_resample_method(const char *name)
{
    enum VmafResampleMethod m = VMAF_RESAMPLE_NEAREST;
    while (m < VMAF_RESAMPLE_METHODS && strcmp(name, methods[m].name))
        m++;
    return m;
}

double vmaf_resample_side(uint32_t n, double scale)
{
    return floor((double)n * scale + 0.5);
}

/* A mirror at each end that does not repeat the sample at the end. */
static uint32_t reflect(int32_t i, uint32_t n)
{
    const int32_t last = (int32_t)n - 1;
    return (uint32_t)(i < 0 ? -i : i > last ? 2 * last - i : i);
}

/* The cubic with a = -0.75. */
static float cubic(float t)
{
    t = fabsf(t);
    if (t < 1.0f)
        return ((1.25f * t - 2.25f) * t) * t + 1.0f;
    return t < 2.0f ? (((t - 5.0f) * t + 8.0f) * t - 4.0f) * -0.75f : 0.0f;
}

static float lanczos4(float distance)
{
    const double x = (double)distance;
    if (x == 0.0)
        return 1.0f;
    if (!(x > -4.0 && x < 4.0))
        return 0.0f;
    return (float)(((4.0 * vmaf_sin(PI * x)) * vmaf_sin((PI * x) / 4.0)) / (((PI * PI) * x) * x));
}

/* What sample i is made of. A bilinear one measures its distance from the index after reflection,
 * so that the first samples of an enlargement are extrapolated. */
static void make_sample(enum VmafResampleMethod method, uint32_t i, uint32_t n, float ratio,
                        uint32_t *index, float *weight)
{
    if (method == VMAF_RESAMPLE_NEAREST) {
        index[0] = reflect((int32_t)((float)i * ratio), n); /* should the product round up to n */
        weight[0] = 1.0f;
        return;
    }
    const float place = (float)(((double)i + 0.5) * (double)ratio - 0.5);
    const int32_t below = (int32_t)floorf(place);
    if (method == VMAF_RESAMPLE_BILINEAR) {
        index[0] = reflect(below, n);
        index[1] = reflect((int32_t)ceilf(place), n);
        weight[1] = place - (float)index[0];
        weight[0] = 1.0f - weight[1];
        return;
    }
    const float fraction = place - (float)below;
    for (int32_t k = 0; k < (int32_t)methods[method].taps; k++) {
        const int32_t from_below = methods[method].first + k;
        const float distance = (float)from_below - fraction;
        index[k] = reflect(below + from_below, n);
        weight[k] = method == VMAF_RESAMPLE_BICUBIC ? cubic(distance) : lanczos4(distance);
    }
}

int vmaf_resample_axis(VmafResampleAxis *a, enum VmafResampleMethod method, uint32_t n_in,
                       uint32_t n_out)
{
    a->n = n_out;
    a->taps = methods[method].taps;
    a->index = vmaf_aligned_alloc(n_out, a->taps * sizeof(*a->index));
    a->weight = vmaf_aligned_alloc(n_out, a->taps * sizeof(*a->weight));
    if (!a->index || !a->weight)
        return -ENOMEM;
    const float ratio = (float)n_in / (float)n_out;
    for (uint32_t i = 0; i < n_out; i++)
        make_sample(method, i, n_in, ratio, a->index + (size_t)i * a->taps,
                    a->weight + (size_t)i * a->taps);
    return 0;
}

void vmaf_resample_axis_close(VmafResampleAxis *a)
{
    vmaf_aligned_free(a->index);
    vmaf_aligned_free(a->weight);
}

void vmaf_resample_row(float *out, const float *const *in, const float *weight,
                       const VmafResampleAxis *column, bool normalise)
{
    const uint32_t taps = column->taps;
    for (uint32_t j = 0; j < column->n; j++) {
        const uint32_t *index = column->index + (size_t)j * taps;
        const float *across = column->weight + (size_t)j * taps;
        VmafResampleSum s = {0.0f, 0.0f};
        for (uint32_t y = 0; y < taps; y++) {
            for (uint32_t x = 0; x < taps; x++)
                vmaf_resample_add(&s, in[y][index[x]], across[x], weight[y]);
        }
        out[j] = vmaf_resample_value(s, normalise);
    }
}
