/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_VIF_CPU_H
#define VMAF_VIF_CPU_H

#include "feature/vif/vif_plan.h"
#include "libvmaf/picture.h"

/** Rows of one scale that are needed again. */
typedef struct VifLevel {
    uint16_t *row[2];      /**< a ring of the scale's own samples, [picture]; not at scale 0 */
    size_t row_stride;     /**< samples */
    void *pair[VIF_PAIRS]; /**< a ring */
    unsigned n_rows;       /**< rows that exist: of the picture, or made by the scale before */
    unsigned n_pairs;      /**< pairs taken in */
    unsigned y;            /**< first row of the next group */
} VifLevel;

/** Memory of one thread: rings of rows, about 600 bytes for each column. */
typedef struct VifScratch {
    const VifRows *rows;
    void *memory;
    int16_t *line[VIF_GROUP];     /**< at column 0 */
    int16_t *next[VIF_GROUP / 2]; /**< the same for the next scale */
    VifLevel level[VMAF_VIF_SCALES];
} VifScratch;

/** @return 0 or -ENOMEM */
int vmaf_vif_open(VifScratch *c, const VifPlan *plan, unsigned isa);
void vmaf_vif_close(VifScratch *c);

/** @param sums [VMAF_VIF_SCALES], zeroed; those of a skipped scale stay so */
void vmaf_vif_measure(VifScratch *c, const VifPlan *plan, const VmafPicture *ref,
                      const VmafPicture *dis, VifSums *sums);

#endif /* VMAF_VIF_CPU_H */
