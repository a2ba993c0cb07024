/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/cambi/cambi_tables.h"

#include <string.h>

#include "base/libm.h"

/* The limited range of 10 bits. */
enum { FOOT = 64, HEAD = 940 };

static double bt1886(double v)
{
    const double black = 0.01, white = 300.0, gamma = 2.4;
    const double w = vmaf_pow(white, 1.0 / gamma), k = vmaf_pow(black, 1.0 / gamma);
    const double c = k / (w - k), x = v + c;
    return vmaf_pow(w - k, gamma) * vmaf_pow(x > 0.0 ? x : 0.0, gamma);
}

/* SMPTE ST 2084. */
static double pq(double v)
{
    const double p = vmaf_pow(v, 1.0 / 78.84375), q = p - 0.8359375;
    return 10000.0 *
           vmaf_pow((q > 0.0 ? q : 0.0) / (18.8515625 - 18.6875 * p), 1.0 / 0.1593017578125);
}

double vmaf_cambi_luminance(CambiEotf eotf, int code)
{
    const int kept = code < FOOT ? FOOT : code > HEAD ? HEAD : code;
    const double v = (double)(kept - FOOT) / (HEAD - FOOT);
    return eotf == CAMBI_PQ ? pq(v) : bt1886(v);
}

static bool visible(CambiEotf eotf, double fraction, int code, int k)
{
    const double from = vmaf_cambi_luminance(eotf, code);
    const double rise = vmaf_cambi_luminance(eotf, code + k) - from;
    return rise > fraction * from;
}

int vmaf_cambi_last_visible(CambiEotf eotf, double fraction, unsigned k)
{
    const int step = (int)k;
    int low = FOOT, high = HEAD - step - 1;
    if (!visible(eotf, fraction, low, step))
        return 0;
    if (!visible(eotf, fraction, low + 1, step))
        return low;
    if (visible(eotf, fraction, high, step))
        return visible(eotf, fraction, high + 1, step) ? 1023 : high;
    /* From low and the next code it is visible, from high it is not. */
    for (;;) {
        const int mid = low + (high - low) / 2;
        if (!visible(eotf, fraction, mid, step))
            high = mid;
        else if (visible(eotf, fraction, mid + 1, step))
            low = mid;
        else
            return mid;
    }
}

int vmaf_cambi_first_bright(CambiEotf eotf, double luminance)
{
    for (int code = FOOT; code <= HEAD; code++) {
        if (vmaf_cambi_luminance(eotf, code) >= luminance)
            return code == FOOT ? 0 : code;
    }
    return -1;
}

void vmaf_cambi_visibility(CambiPlan *plan, const int *last_visible, int dark)
{
    const int steps = (int)plan->steps;
    plan->low = 1;
    plan->high = 0;
    for (int v = 0; v < VMAF_CAMBI_CODES; v++) {
        plan->visible[v] = 0;
        for (int k = 1; k <= steps; k++) {
            /* Darkness is judged `steps` codes higher than the sample, the rise is not. */
            if (v <= last_visible[k] && v + steps + k > dark)
                plan->visible[v] |= 1u << (k - 1);
        }
        if (!plan->visible[v])
            continue;
        if (plan->high < plan->low)
            plan->low = (unsigned)v;
        plan->high = (unsigned)v;
    }
}

void vmaf_cambi_reciprocals(float reciprocal[VMAF_CAMBI_MAX_COUNT + 1])
{
    /* Where the float nearest to nine digits of 1/n is not the one nearest to 1/n. */
    static const uint16_t next[] = {82,   83,   244,  488,  564,  614,  664,
                                    1419, 1699, 1906, 2443, 2740, 3812, 4130};
    static const uint16_t previous[] = {504,  510,  528,  749,  760,  892,  2040, 2071, 2112, 2223,
                                        2555, 2927, 3285, 3515, 3525, 3705, 3795, 3797, 3837, 3885,
                                        4033, 4080, 4091, 4095, 4142, 4203, 4218, 4224};
    uint32_t bits[VMAF_CAMBI_MAX_COUNT + 1];
    reciprocal[0] = 0.0f;
    for (int n = 1; n <= VMAF_CAMBI_MAX_COUNT; n++)
        reciprocal[n] = 1.0f / (float)n;
    memcpy(bits, reciprocal, sizeof(bits));
    for (size_t i = 0; i < sizeof(next) / sizeof(next[0]); i++)
        bits[next[i]]++;
    for (size_t i = 0; i < sizeof(previous) / sizeof(previous[0]); i++)
        bits[previous[i]]--;
    memcpy(reciprocal, bits, sizeof(bits));
}

void vmaf_cambi_nearest(uint32_t *index, unsigned n, unsigned m)
{
    if (n == m) {
        for (unsigned i = 0; i < m; i++)
            index[i] = i;
        return;
    }
    /* The position grows by repeated addition, whose rounding is part of the definition; it may end
     * up beyond the last sample. */
    const float step = (float)n / (float)m;
    float x = (float)((double)(step / 2.0f) - 0.5);
    for (unsigned i = 0; i < m; i++, x += step) {
        const uint32_t at = (uint32_t)((double)x + 0.5);
        index[i] = at < n ? at : n - 1;
    }
}
