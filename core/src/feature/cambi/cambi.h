/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CAMBI_H
#define VMAF_CAMBI_H

#include "feature/cambi/cambi_terms.h"
#include "feature/feature.h"

/** What `cambi` keeps over a run, and what it measures. */

/** Measured pictures: the reference is measured only with `full_ref`. */
enum { VMAF_CAMBI_REF, VMAF_CAMBI_DIS, VMAF_CAMBI_ROLES };

/** How one of the two pictures is measured. */
typedef struct CambiRole {
    bool measured;
    unsigned w, h;          /**< the size at which it is measured */
    unsigned window, pad;   /**< side of the window, and what it reaches to either side */
    int mask_limit;         /**< a sample is masked in with more flat ones around it than this */
    uint32_t *column, *row; /**< [w], [h]: the samples of the picture to take; NULL: all */
    uint64_t n_largest[VMAF_CAMBI_SCALES]; /**< values that each scale sums */
} CambiRole;

/** A file of one scale. */
typedef struct CambiHeatmap {
    char *path;
    int fd;
    unsigned w, h;
} CambiHeatmap;

typedef struct CambiPlan {
    VmafFrameInfo info;
    CambiRole role[VMAF_CAMBI_ROLES];
    bool box;   /**< smooth the picture as an encoder of less than 10 bits would have */
    bool halve; /**< also before the first scale */
    double max_val;
    unsigned steps;
    unsigned low, high; /**< codes that may have a value; none if high < low */
    /** Bit k - 1: a step of k from this code may be visible. */
    uint32_t visible[VMAF_CAMBI_CODES];
    float reciprocal[VMAF_CAMBI_MAX_COUNT + 1];
    CambiHeatmap *heatmap; /**< [VMAF_CAMBI_SCALES], or NULL */
    double heatmap_unit;   /**< what a value of 1 is worth in the files */
} CambiPlan;

/** The result: the sum of the largest values of each scale. */
typedef struct CambiResult {
    double sum[VMAF_CAMBI_ROLES][VMAF_CAMBI_SCALES];
    /** The largest sample of a picture that has one above its depth, or 0; then there is no sum. */
    uint32_t excess[VMAF_CAMBI_ROLES];
} CambiResult;
_Static_assert(sizeof(CambiResult) ==
                   VMAF_CAMBI_ROLES * (VMAF_CAMBI_SCALES * sizeof(double) + sizeof(uint32_t)),
               "no padding");

extern const VmafCpuEngine vmaf_cambi_cpu;

/** The size of a scale. */
static inline unsigned vmaf_cambi_halved(unsigned n, unsigned times)
{
    while (times--)
        n = (n + 1) >> 1;
    return n;
}

#endif /* VMAF_CAMBI_H */
