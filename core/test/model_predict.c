/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * Predict from feature scores given as text, without pictures.
 *
 *   model_predict VERSION|PATH FLAGS < lines of feature scores, one picture a line
 *
 * Writes a line a picture: the score of the model, and with a collection those of its members, the
 * bagging, the deviation, and the interval. All with 17 digits.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

static int load(const char *what, VmafModelConfig *cfg, VmafModel **m, VmafModelCollection **c)
{
    if (strchr(what, '/'))
        return vmaf_model_load_from_path(m, cfg, what) &&
               vmaf_model_collection_load_from_path(m, c, cfg, what);
    return vmaf_model_load(m, cfg, what) && vmaf_model_collection_load(m, c, cfg, what);
}

static void print_model(const VmafModel *m, const double *value, double *raw)
{
    double x[VMAF_MODEL_MAX_FEATURES];
    *raw = vmaf_predict_raw(&m->prediction, &m->svm, value, x);
    printf("%.17g ", vmaf_predict_finish(&m->prediction, *raw));
}

static void print_picture(const VmafModel *m, const VmafModelCollection *c, const double *value)
{
    double raw[64];
    print_model(m, value, raw);
    if (c) {
        for (unsigned k = 0; k < c->n_members && k < 64; k++)
            print_model(c->member[k], value, &raw[k]);
        const VmafBootstrap b =
            vmaf_predict_bootstrap(&c->member[0]->prediction, raw, c->n_members);
        printf("%.17g %.17g %.17g %.17g", b.bagging, b.stddev, b.lo, b.hi);
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    VmafModel *m = NULL;
    VmafModelCollection *c = NULL;
    if (argc != 3)
        return 2;
    VmafModelConfig cfg = {.flags = strtoull(argv[2], NULL, 0)};
    if (load(argv[1], &cfg, &m, &c))
        return 1;
    double value[VMAF_MODEL_MAX_FEATURES];
    unsigned n = 0;
    while (scanf("%lf", &value[n]) == 1) {
        if (++n < m->n_features)
            continue;
        print_picture(m, c, value);
        n = 0;
    }
    vmaf_model_destroy(m);
    vmaf_model_collection_destroy(c);
    return n != 0;
}
