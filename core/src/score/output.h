/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_OUTPUT_H
#define VMAF_OUTPUT_H

#include <stdbool.h>

#include "libvmaf/libvmaf.h"
#include "score/collector.h"

/** Where a feature was computed, as in VmafFeatureBackend. */
typedef struct VmafReportBackend {
    const char *feature, *backend, *device;
    unsigned scale;
} VmafReportBackend;

/** What a result file says besides the scores. */
typedef struct VmafReport {
    VmafCollector *collector;
    const char *version;
    unsigned w, h;       /**< picture size; 0 when no picture was read */
    unsigned n_pictures; /**< pairs accepted; the pooled range is 0..n_pictures-1 */
    unsigned n_subsample;
    /** For JSON, ended by a NULL feature; NULL: left out. */
    const VmafReportBackend *backends;
    const char *score_format; /**< printf format of one double; NULL: "%.6f", or "%.16f" if tiny */
} VmafReport;

/** @return true for exactly one conversion %[.digits](e|f|g) and nothing else */
bool vmaf_score_format_is_valid(const char *format);

/**
 * Write a result file, replacing what was there.
 *
 * @return 0; -EINVAL, logged, for a bad format or a file that cannot be opened; -EIO, logged, if
 *         writing failed
 */
int vmaf_report_write(const VmafReport *report, const char *path, enum VmafOutputFormat fmt);

#endif /* VMAF_OUTPUT_H */
