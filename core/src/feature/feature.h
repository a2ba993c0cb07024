/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FEATURE_H
#define VMAF_FEATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/opt.h"
#include "gpu/gpu_frame.h"
#include "libvmaf/picture.h"

/**
 * A feature: pictures are measured into a plain struct of final sums, the result, and results are
 * finished into scores.
 *
 *   window of pictures --measure--> result --finish--> scores
 *
 * measure is a pure function of a window: no memory, any thread, any order of frames. Two engines
 * do it and fill the same result: the CPU, and a GPU. finish gets the results in the order in which
 * pictures were read, one at a time, and is the only place with a memory, its series.
 */

/** The pictures of a run; fixed by the first pair. */
typedef struct VmafFrameInfo {
    enum VmafPixelFormat pix_fmt;
    unsigned bpc;
    unsigned w, h; /**< luma size */
} VmafFrameInfo;

/** What a feature asks of the run; for the pair of arrays: [0] reference, [1] distorted. */
typedef struct VmafNeeds {
    unsigned planes[2];  /**< bit i: plane i is read; none at all: finish runs without a measure */
    unsigned history[2]; /**< pictures before this one: 0..VMAF_MAX_HISTORY */
    bool every_picture;  /**< also those that n_subsample skips; history implies it */
    unsigned scale;      /**< set by plan: factor by which it decimates, for reports; 0: none */
    unsigned min_w, min_h; /**< smallest luma size */
    /** Pictures before and after that a score depends on; UINT_MAX: the whole clip. */
    unsigned reach_before, reach_after;
} VmafNeeds;

/** A score that a feature writes. */
typedef struct VmafScoreName {
    const char *name; /**< internal name; its alias is in score/alias.c */
    bool plain;       /**< never takes a suffix */
    bool late;        /**< its column stands after those of all features that are not late */
    bool clip;        /**< one value for the clip, written by flush */
} VmafScoreName;

/** The pictures of a measure; [0] is the pair itself, [k] the one k pictures before it. */
typedef struct VmafWindow {
    const VmafPicture *ref[VMAF_MAX_HISTORY + 1], *dis[VMAF_MAX_HISTORY + 1];
    /** Pairs before this one: history, or less at the start of the series. */
    unsigned n_before;
    uint64_t sequence; /**< pairs that the run read before this one: its place in side files */
} VmafWindow;

/** One clip as finish sees it. */
typedef struct VmafSeries {
    const void *plan;
    void *state; /**< [series_size], zero before the first picture; NULL without one */
    struct VmafSeriesOut *out;
} VmafSeries;

/**
 * Write a score of a picture, from finish or flush.
 *
 * @param score index into VmafFeature.scores
 * @param index of any picture that this series has got: a score may come later than its picture
 */
void vmaf_series_emit(VmafSeries *s, unsigned score, unsigned index, double value);

/** Write a score of the whole clip, from flush. */
void vmaf_series_emit_clip(VmafSeries *s, unsigned score, double value);

/**
 * The engine on the CPU. Every thread has a scratch of its own.
 *
 * open() gets a zeroed block and may fail half-way: close() is called in any case.
 */
typedef struct VmafCpuEngine {
    size_t scratch_size;
    int (*open)(void *scratch, const void *plan, unsigned isa);
    /** @param result zeroed */
    int (*measure)(void *scratch, const void *plan, const VmafWindow *window, void *result);
    void (*close)(void *scratch); /**< may be NULL */
} VmafCpuEngine;

/**
 * The engine on a GPU. gpu_frame.h says what a frame is. The
 * state holds what open() found and reserved, nothing of a frame: several are in flight.
 */
typedef struct VmafGpuEngine {
    size_t state_size;
    /** Find kernels, reserve memory, put tables on the device. Gets a zeroed state. */
    int (*open)(void *state, const void *plan, VmafGpuFrame *f);
    /** Enqueue the work of a frame in its stream. */
    int (*launch)(const void *state, const void *plan, VmafGpuFrame *f);
    /** The frame is done: fetch or launch what the results call for, and wait. May be NULL. */
    int (*read)(const void *state, const void *plan, VmafGpuFrame *f);
    /**
     * Turn what was read into the result, on the host, in code shared with the CPU. Several frames
     * at once; the device is not used.
     *
     * @param result zeroed
     */
    int (*settle)(const void *state, const void *plan, const VmafGpuFrame *f, void *result);
    void (*close)(void *state); /**< may be NULL */
} VmafGpuEngine;

/** One feature, const data. No twin has a descriptor of its own. */
typedef struct VmafFeature {
    const char *name;
    const VmafScoreName *scores; /**< ended by a NULL name */
    /**
     * Whether a score is written with these options and in this format; NULL: all are.
     *
     * @param info NULL at registration: whether some format has it
     */
    bool (*has_score)(const void *options, const VmafFrameInfo *info, unsigned score);
    const VmafOption *options; /**< ended by a NULL name; NULL: none */
    size_t options_size;
    size_t plan_size, result_size, series_size;
    VmafNeeds needs; /**< with default options */
    /**
     * At registration: what the options alone tell. May be NULL.
     *
     * @param needs as above, to be completed
     * @return 0; -EINVAL, logged
     */
    int (*check)(const void *options, VmafNeeds *needs);
    /**
     * At the feature's first pair, after the framework has refused depths other than 8, 10, 12, 16
     * and sizes below needs->min_w x min_h: everything that is constant over the run. Shared by all
     * threads and both engines afterwards. plan_close() is called also after a failure.
     *
     * @param plan [plan_size], zeroed
     * @param isa  enum VmafCpuFlag bits that the context may use
     */
    int (*plan)(void *plan, const void *options, const VmafFrameInfo *info, unsigned isa,
                VmafNeeds *needs);
    void (*plan_close)(void *plan); /**< may be NULL */
    const VmafCpuEngine *cpu;
    const VmafGpuEngine *gpu; /**< NULL: there is no twin */
    /**
     * Turn a result into scores, in the order in which pictures were read.
     *
     * @param result NULL: a picture that could not be measured; scores that need it do not exist
     * @return 0, or the error of this picture, logged
     */
    int (*finish)(VmafSeries *s, const void *result, unsigned index);
    int (*flush)(VmafSeries *s); /**< after the last picture, once; may be NULL */
} VmafFeature;

/** @return feature i of the list, or NULL past its end */
const VmafFeature *vmaf_feature_at(unsigned i);

/**
 * Find a feature by its name, "adm", or by that of a twin, "adm_cuda".
 *
 * @param backend set to VMAF_BACKEND_CPU for a plain name
 * @return NULL, for a backend that this build lacks and a feature without a twin, too
 */
const VmafFeature *vmaf_feature_find(const char *name, enum VmafBackend *backend);

/**
 * Find who computes a score: the first feature of the list that can.
 *
 * @param name  internal name without a suffix
 * @param score index into its scores
 * @return NULL if none does
 */
const VmafFeature *vmaf_feature_provider(const char *name, unsigned *score);

/**
 * The internal name of a score with these options: the name itself, or its alias and a suffix.
 *
 * @param options parsed
 * @return to be freed; NULL without memory
 */
char *vmaf_feature_score_name(const VmafFeature *f, unsigned score, const void *options);

/** @return whether the feature can be measured on the backend in this build */
bool vmaf_feature_has_twin(const VmafFeature *f, enum VmafBackend backend);

/** Log an ERROR that lists the known features and the nearest one to an unknown name. */
void vmaf_feature_log_unknown(const char *name);

/** Check depth and size, then plan. @return 0 or the error, logged; the plan is closed then */
int vmaf_feature_plan(const VmafFeature *f, void *plan, const void *options,
                      const VmafFrameInfo *info, unsigned isa, VmafNeeds *needs);

/** @return x, or for a NaN the one pattern that results hold */
static inline double vmaf_one_nan(double x)
{
    return x == x ? x : (double)__builtin_nanf("");
}
static inline float vmaf_one_nanf(float x)
{
    return x == x ? x : __builtin_nanf("");
}

/** A frame's info, of a picture. */
static inline VmafFrameInfo vmaf_frame_info(const VmafPicture *pic)
{
    return (VmafFrameInfo){
        .pix_fmt = pic->pix_fmt, .bpc = pic->bpc, .w = pic->w[0], .h = pic->h[0]};
}

#endif /* VMAF_FEATURE_H */
