/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_VIF_CPU_H
#define VMAF_FLOAT_VIF_CPU_H

#include "feature/vif/float_vif_plan.h"
#include "libvmaf/picture.h"

/** Rows whose terms are added up side by side. */
#define FLOAT_VIF_FOLD 4

/** Rows of one scale that are needed again. */
typedef struct FloatVifLevel {
    float *row[2];               /**< a ring of samples, [picture] */
    float *term[2];              /**< num and den of rows that are not added up yet */
    size_t stride;               /**< of both */
    uint32_t ring;               /**< rows in row[] */
    uint32_t n_rows, n_terms, y; /**< made; in term[]; first row of the next group */
} FloatVifLevel;

/** Memory of one thread: rings of rows. */
typedef struct FloatVifScratch {
    const FloatVifRows *rows;
    void *memory;
    size_t stride;
    float *line[FLOAT_VIF_GROUP]; /**< at column 0 */
    float *next;                  /**< a filtered row for the next scale, at column 0 */
    float *source;                /**< [9][source_w] samples of which a row is resized */
    FloatVifLevel level[VMAF_FLOAT_VIF_SCALES];
} FloatVifScratch;

/** @return 0 or -ENOMEM */
int vmaf_float_vif_open(FloatVifScratch *c, const FloatVifPlan *plan, unsigned isa);
void vmaf_float_vif_close(FloatVifScratch *c);

/** @param sums zeroed */
void vmaf_float_vif_measure(FloatVifScratch *c, const FloatVifPlan *plan, const VmafPicture *ref,
                            const VmafPicture *dis, FloatVifSums *sums);

#endif /* VMAF_FLOAT_VIF_CPU_H */
