/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * Prediction around the SVM. All of it is double arithmetic in a fixed order: the order of the
 * operations below is the definition.
 */
#include "model/predict.h"

#include <math.h>
#include <stdlib.h>

/**
 * Pictures without any chroma detail: the chroma feature is 0 there, which says nothing. It then
 * takes the value that the detail of the luma suggests.
 */
static void apply_chroma_rule(const VmafPrediction *p, double *x)
{
    const int from = p->chroma_from, to = p->chroma_to;
    if (!p->has_chroma || p->chroma == 0.0 || from < 0 || to < 0)
        return;
    double in = x[from], out = x[to];
    if (p->rescale) {
        in = (in - p->intercept[from + 1]) / p->slope[from + 1];
        out = (out - p->intercept[to + 1]) / p->slope[to + 1];
    }
    if (out != 0.0)
        return;
    const double value = -p->chroma * in + p->chroma;
    x[to] = p->rescale ? p->slope[to + 1] * value + p->intercept[to + 1] : value;
}

double vmaf_predict_raw(const VmafPrediction *p, const VmafSvm *svm, const double *feature,
                        double *x)
{
    for (unsigned i = 0; i < svm->n_features; i++)
        x[i] = p->rescale ? p->slope[i + 1] * feature[i] + p->intercept[i + 1] : feature[i];
    apply_chroma_rule(p, x);
    const double y = vmaf_svm_predict(svm, x);
    return p->rescale ? (y - p->intercept[0]) / p->slope[0] : y;
}

static double polynomial(const VmafTransform *t, double y)
{
    double out = 0.0;
    if (!t->has_p[0] && !t->has_p[1] && !t->has_p[2])
        return y;
    if (t->has_p[0])
        out += t->p[0];
    if (t->has_p[1])
        out += t->p[1] * y;
    if (t->has_p[2])
        out += t->p[2] * y * y;
    return out;
}

/** The line through two knots, the second one to the right. */
static double on_line(const double *a, const double *b, double x)
{
    double slope, offset;
    if (a[1] == b[1])
        return a[1];
    if (a[0] == 0.0) {
        offset = a[1];
        slope = (b[1] - offset) / b[0];
    } else {
        slope = (b[1] - a[1]) / (b[0] - a[0]);
        offset = a[1] - a[0] * slope;
    }
    return slope * x + offset;
}

/**
 * The last segment that holds x decides, or the first or last one beyond them. A segment that goes
 * back in x or down in y ends the search: later ones do not count.
 */
static double piecewise_linear(const VmafTransform *t, double x)
{
    double out = 0.0;
    for (unsigned k = 0; k + 1 < t->n_knots; k++) {
        const double *a = t->knot[k], *b = t->knot[k + 1];
        const bool first = k == 0, last = k + 2 == t->n_knots;
        if (!(b[0] > a[0]) || b[1] < a[1])
            break;
        if ((x >= a[0] && x <= b[0]) || (first && x < a[0]) || (last && x > b[0]))
            out = on_line(a, b, x);
    }
    return out;
}

static double transform(const VmafTransform *t, double y)
{
    double out = polynomial(t, y);
    if (t->n_knots >= 2)
        out = piecewise_linear(t, out);
    if (t->out_lte_in && out > y)
        out = y;
    if (t->out_gte_in && out < y)
        out = y;
    return out;
}

double vmaf_predict_finish(const VmafPrediction *p, double y)
{
    if (p->transform.enabled)
        y = transform(&p->transform, y);
    /* A NaN passes both. */
    if (p->clip && y < p->clip_min)
        y = p->clip_min;
    if (p->clip && y > p->clip_max)
        y = p->clip_max;
    return y;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/** Between the two nearest ranks. @param sorted [n] */
static double percentile(const double *sorted, unsigned n, double percent)
{
    const double at = percent * (double)(n - 1) / 100.0;
    const double below = floor(at), above = ceil(at);
    if (below == above)
        return sorted[(unsigned)below];
    return sorted[(unsigned)below] * (above - at) + sorted[(unsigned)above] * (at - below);
}

VmafBootstrap vmaf_predict_bootstrap(const VmafPrediction *p, double *raw, unsigned n)
{
    const double step = 0.01;
    double sum = 0.0, squares = 0.0;
    for (unsigned k = 0; k < n; k++)
        sum += raw[k];
    const double mean = sum / (double)n;
    for (unsigned k = 0; k < n; k++)
        squares += (raw[k] - mean) * (raw[k] - mean);
    const double deviation = sqrt(squares / (double)n);
    qsort(raw, n, sizeof(*raw), compare);

    /* The deviation goes through the transform by the slope of it at the mean. */
    const double rise = vmaf_predict_finish(p, mean + step) - vmaf_predict_finish(p, mean - step);
    return (VmafBootstrap){
        .bagging = vmaf_predict_finish(p, mean),
        .stddev = deviation * (rise / (2.0 * step)),
        .lo = vmaf_predict_finish(p, percentile(raw, n, 2.5)),
        .hi = vmaf_predict_finish(p, percentile(raw, n, 97.5)),
    };
}
