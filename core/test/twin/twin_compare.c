/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "twin_compare.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/context.h"
#include "base/log.h"
#include "libvmaf/backend.h"
#include "libvmaf/model.h"

#define MAX_NAMES 128

/* Scores of one side. */
typedef struct Side {
    int err;
    const char *step; /* that gave err */
    unsigned n_names;
    char name[MAX_NAMES][128];
    double value[TWIN_CONTENTS][MAX_NAMES];
} Side;

static unsigned sample(unsigned content, bool dis, unsigned x, unsigned y, unsigned peak,
                       uint64_t *state)
{
    const unsigned noise = (unsigned)(twin_random(state) % (peak + 1));
    const unsigned other = (unsigned)(twin_random(state) % (peak + 1));
    const unsigned ramp = (7u * x + 3u * y) * (peak / 255) % (peak + 1);
    switch (content) {
    case 0:
        return dis ? other : noise;
    case 1:
        return dis ? (3 * noise + other) / 4 : noise;
    case 2:
        return noise;
    case 3:
        return dis ? peak - noise : noise;
    case 4:
        return dis ? peak / 3 : peak / 2;
    case 5:
        return dis ? peak : 0;
    case 6:
        return ((x + dis) / 10 + y / 10) % 2 ? peak : peak / 4;
    case 7:
        return dis ? (ramp + noise % (peak / 16 + 1)) % (peak + 1) : ramp;
    default: /* above the peak of the depth, too */
        return (noise + other * (peak + 1) + (dis ? 3 * x : 0)) & 0xffff;
    }
}

void twin_fill(VmafPicture *ref, VmafPicture *dis, unsigned content, uint64_t seed)
{
    const unsigned peak = (1u << ref->bpc) - 1;
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned k = 0; k < 2; k++) {
            VmafPicture *pic = k ? dis : ref;
            uint64_t state = seed * 64 + content * 8 + i;
            for (unsigned y = 0; y < pic->h[i]; y++) {
                uint8_t *row = (uint8_t *)pic->data[i] + (ptrdiff_t)y * pic->stride[i];
                for (unsigned x = 0; x < pic->w[i]; x++) {
                    const unsigned v = sample(content, k, x, y, peak, &state);
                    if (pic->bpc == 8)
                        row[x] = (uint8_t)v;
                    else
                        ((uint16_t *)(void *)row)[x] = (uint16_t)v;
                }
            }
        }
    }
}

void twin_copy_luma(VmafPicture *pic, const uint16_t *plane)
{
    const unsigned w = pic->w[0];
    for (unsigned y = 0; y < pic->h[0]; y++) {
        uint8_t *row = (uint8_t *)pic->data[0] + (ptrdiff_t)y * pic->stride[0];
        for (unsigned x = 0; x < w; x++) {
            const uint16_t v = plane[(size_t)y * w + x];
            if (pic->bpc == 8)
                row[x] = (uint8_t)v;
            else
                ((uint16_t *)(void *)row)[x] = v;
        }
    }
}

VmafFeatureDictionary *twin_options(const char *opts)
{
    VmafFeatureDictionary *dict = NULL;
    char text[256];
    snprintf(text, sizeof(text), "%s", opts);
    for (char *save, *pair = strtok_r(text, ":", &save); pair; pair = strtok_r(NULL, ":", &save)) {
        char *value = strchr(pair, '=');
        *value++ = '\0';
        vmaf_feature_dictionary_set(&dict, pair, value);
    }
    return dict;
}

/* A built-in model: one of the two, or none for a feature. */
typedef struct Model {
    VmafModel *one;
    VmafModelCollection *many;
} Model;

static int load_model(const char *version, Model *m)
{
    const char *known;
    /* Clipped, the scores of many contents are 0 or 100. */
    VmafModelConfig cfg = {.name = version, .flags = VMAF_MODEL_FLAG_DISABLE_CLIP};
    const void *at = NULL;
    *m = (Model){0};
    while ((at = vmaf_model_version_next(at, &known))) {
        if (strcmp(known, version))
            continue;
        VmafModel *lead; /* a collection's first member */
        int err = vmaf_model_collection_load(&lead, &m->many, &cfg, version);
        if (!err)
            vmaf_model_destroy(lead);
        else
            err = vmaf_model_load(&m->one, &cfg, version);
        return err;
    }
    return 0;
}

static int use(VmafContext *v, const TwinCase *t, const Model *m)
{
    if (m->many)
        return vmaf_use_features_from_model_collection(v, m->many);
    if (m->one)
        return vmaf_use_features_from_model(v, m->one);
    VmafFeatureDictionary *dict = twin_options(t->opts);
    const int err = vmaf_use_feature(v, t->feature, dict);
    if (err)
        vmaf_feature_dictionary_free(&dict);
    return err;
}

/* Have the scores of a model made, which are then among those that the context keeps. */
static int predict(VmafContext *v, const Model *m, unsigned n)
{
    int err = 0;
    for (unsigned i = 0; i < n && !err; i++) {
        VmafModelCollectionScore scores;
        double score;
        if (m->many)
            err = vmaf_score_at_index_model_collection(v, m->many, &scores, i);
        else if (m->one)
            err = vmaf_score_at_index(v, m->one, &score, i);
    }
    return err;
}

static int read_frames(VmafContext *v, const TwinCase *t, TwinFill *fill, unsigned n)
{
    int err = 0;
    for (unsigned i = 0; i < n && !err; i++) {
        VmafPicture ref = {0}, dis = {0};
        err = vmaf_picture_alloc(&ref, t->pix_fmt, t->bpc, t->w, t->h);
        if (!err)
            err = vmaf_picture_alloc(&dis, t->pix_fmt, t->bpc, t->w, t->h);
        if (!err)
            fill(&ref, &dis, i, t->w * 31 + t->h);
        if (!err)
            err = vmaf_read_pictures(v, &ref, &dis, i);
        vmaf_picture_unref(&ref);
        vmaf_picture_unref(&dis);
    }
    return err ? err : vmaf_read_pictures(v, NULL, NULL, 0);
}

static void keep_scores(VmafContext *v, Side *s, unsigned n)
{
    VmafCollector *c = v->scores;
    s->n_names = vmaf_collector_n_columns(c);
    for (unsigned k = 0; k < s->n_names && k < MAX_NAMES; k++) {
        snprintf(s->name[k], sizeof(s->name[k]), "%s", vmaf_collector_name(c, k));
        for (unsigned i = 0; i < n; i++) {
            if (!vmaf_collector_value(c, k, i, &s->value[i][k])) {
                s->err = -ENOENT;
                s->step = "a missing score";
            }
        }
    }
}

static void run(const char *backend, const TwinCase *t, TwinFill *fill, unsigned n, Side *s)
{
    VmafContext *v;
    Model model;
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_NONE};
    memset(s, 0, sizeof(*s));
    s->step = "vmaf_init";
    s->err = vmaf_init(&v, cfg);
    if (s->err)
        return;
    s->err = load_model(t->feature, &model);
    s->step = "vmaf_model_load";
    if (!s->err) {
        s->err = vmaf_use_backend(v, backend, 0);
        s->step = "vmaf_use_backend";
    }
    if (!s->err) {
        s->err = use(v, t, &model);
        s->step = "vmaf_use_feature";
    }
    if (!s->err) {
        s->err = read_frames(v, t, fill, n);
        s->step = "vmaf_read_pictures";
    }
    if (!s->err) {
        s->err = predict(v, &model, n);
        s->step = "vmaf_score_at_index";
    }
    if (!s->err)
        keep_scores(v, s, n);
    vmaf_close(v);
    vmaf_model_destroy(model.one);
    vmaf_model_collection_destroy(model.many);
}

/* Of the cases of a program, one in so many is run. */
static unsigned every(void)
{
    const char *text = getenv("VMAF_TWIN_EVERY");
    const unsigned long n = text ? strtoul(text, NULL, 10) : 1;
    return n ? (unsigned)n : 1;
}

void twin_compare_clip(enum VmafBackend backend, const TwinCase *t, TwinFill *fill, unsigned n,
                       TwinTotal *total)
{
    static Side cpu, gpu;
    static unsigned n_asked;
    if (n_asked++ % every())
        return;
    const char *const name = vmaf_backend_name(backend);
    char what[256];
    snprintf(what, sizeof(what), "%s=%s %ux%u %u bits format %d", t->feature, t->opts, t->w, t->h,
             t->bpc, (int)t->pix_fmt);
    run("cpu", t, fill, n, &cpu);
    run(name, t, fill, n, &gpu);
    total->n_cases++;
    if (cpu.err || gpu.err) {
        if (cpu.err == gpu.err && cpu.step == gpu.step) {
            total->n_refused++;
            return;
        }
        printf("%s: cpu %d in %s, %s %d in %s\n", what, cpu.err, cpu.step, name, gpu.err, gpu.step);
        total->n_wrong++;
        return;
    }
    if (cpu.n_names != gpu.n_names || !cpu.n_names || cpu.n_names > MAX_NAMES) {
        printf("%s: cpu %u names, %s %u\n", what, cpu.n_names, name, gpu.n_names);
        total->n_wrong++;
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < cpu.n_names; k++) {
            total->n_values++;
            if (!strcmp(cpu.name[k], gpu.name[k]) &&
                !memcmp(&cpu.value[i][k], &gpu.value[i][k], sizeof(double)))
                continue;
            if (total->n_wrong++ < 20)
                printf("%s, content %u: %s %a, %s %s %a\n", what, i, cpu.name[k], cpu.value[i][k],
                       name, gpu.name[k], gpu.value[i][k]);
        }
    }
}

void twin_compare_with(enum VmafBackend backend, const TwinCase *t, TwinFill *fill,
                       TwinTotal *total)
{
    twin_compare_clip(backend, t, fill, TWIN_CONTENTS, total);
}

void twin_compare(enum VmafBackend backend, const TwinCase *t, TwinTotal *total)
{
    twin_compare_with(backend, t, twin_fill, total);
}

int twin_report(const TwinTotal *total, unsigned least_values)
{
    printf("%u of %u values identical, %u cases, %u refused by both\n",
           total->n_values - total->n_wrong, total->n_values, total->n_cases, total->n_refused);
    least_values /= every();
    if (total->n_values < least_values)
        printf("fewer than %u values\n", least_values);
    return total->n_wrong || total->n_values < least_values;
}
