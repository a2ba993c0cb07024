/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SPEED_H
#define VMAF_SPEED_H

#include "feature/feature.h"
#include "feature/resample.h"
#include "feature/speed/speed_terms.h"

/** What `speed_chroma` and `speed_temporal` share: options, the plan, what they measure. */

typedef struct SpeedOptions {
    double kernelscale, prescale;
    const char *prescale_method;
    double sigma_nn, nn_floor, max_val;
    int weight_var_mode; /**< of speed_chroma */
    bool use_ref_diff;   /**< of speed_temporal */
} SpeedOptions;

/* Their lines of the option tables. */
#define SPEED_OPTIONS                                                                              \
    VMAF_OPTION_DOUBLE(SpeedOptions, kernelscale, "speed_kernelscale", "ks",                       \
                       "factor of the widths of the low pass filters; a value of a list", 1.0,     \
                       0.1, 4.0, VMAF_OPT_FEATURE_PARAM),                                          \
        VMAF_OPTION_DOUBLE(SpeedOptions, prescale, "speed_prescale", "ps",                         \
                           "factor of the size that planes are resampled to first", 1.0, 0.1, 4.0, \
                           VMAF_OPT_FEATURE_PARAM),                                                \
        VMAF_OPTION_STRING(SpeedOptions, prescale_method, "speed_prescale_method", "psm",          \
                           "nearest, bilinear, bicubic or lanczos4", "nearest",                    \
                           VMAF_OPT_FEATURE_PARAM),                                                \
        VMAF_OPTION_DOUBLE(SpeedOptions, sigma_nn, "speed_sigma_nn", "snn",                        \
                           "variance of the neural noise", 0.29, 0.1, 2.0,                         \
                           VMAF_OPT_FEATURE_PARAM),                                                \
        VMAF_OPTION_DOUBLE(SpeedOptions, nn_floor, "speed_nn_floor", "nnf",                        \
                           "blocks whose entropies are below that of the noise, enlarged by "      \
                           "this part, do not count",                                              \
                           0.0, 0.0, 1.0, VMAF_OPT_FEATURE_PARAM)

typedef struct SpeedPlan {
    unsigned bpc;
    uint32_t w, h; /**< of a plane */
    uint32_t scaled_w, scaled_h;
    uint32_t low_w, low_h; /**< of the decimated plane */
    uint32_t blocks_w, blocks_h;
    VmafSpeedTaps first, second; /**< before and after the decimation */
    bool resample, normalise;
    VmafResampleAxis column, row; /**< with resample */
    float sigma;
    float base; /**< entropy below which a block does not count */
    int weight_var_mode;
    bool use_ref_diff;
    double max_val;
} SpeedPlan;

/** The score of a pair of planes. */
typedef struct SpeedScore {
    float score;
    uint32_t n_singular; /**< of the two planes */
} SpeedScore;

/** The result of `speed_chroma`. */
typedef struct SpeedChromaResult {
    SpeedScore plane[2];
} SpeedChromaResult;
_Static_assert(sizeof(SpeedChromaResult) == 16, "no padding");

/** The smallest side of a plane that can be measured. */
uint32_t vmaf_speed_min_side(double prescale);

/** Refuse what the option tables let through. @param who the feature */
int vmaf_speed_check(const char *who, const SpeedOptions *opt);

/**
 * Plan options that were checked.
 *
 * @param p    zeroed; vmaf_speed_plan_close() in any case
 * @param w, h of a plane, at least vmaf_speed_min_side()
 * @return 0 or -ENOMEM
 */
int vmaf_speed_plan(SpeedPlan *p, const SpeedOptions *opt, unsigned bpc, uint32_t w, uint32_t h);
void vmaf_speed_plan_close(void *plan);

/** Tell of singular planes: the first time in a clip loudly. @param told the clip's */
void vmaf_speed_tell_singular(const char *who, unsigned index, uint32_t n_singular, bool *told);

extern const VmafCpuEngine vmaf_speed_chroma_cpu, vmaf_speed_temporal_cpu;

#endif /* VMAF_SPEED_H */
