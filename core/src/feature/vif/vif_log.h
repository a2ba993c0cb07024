/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_VIF_LOG_H
#define VMAF_VIF_LOG_H

#include "feature/vif/vif_terms.h"

/**
 * The table that vmaf_vif_log() reads: for i = 0..32767, with x = 32768 + i, the integer part of
 * 2048 log2(x / 32768) + 513/1024, less that of i / 16; 0 to 177.
 *
 * The constant is what the reference's two roundings amount to, a float logarithm and then the
 * nearest integer. Made of integers alone, so that it is the same on every host; in about 1 ms, at
 * the first call.
 *
 * @return [VMAF_VIF_LOG_SIZE], and three more bytes, which vector loads of an entry take along
 */
const uint8_t *vmaf_vif_log_table(void);

#endif /* VMAF_VIF_LOG_H */
