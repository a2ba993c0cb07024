/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/vif/vif_log.h"

#include <pthread.h>

static uint8_t table[VMAF_VIF_LOG_SIZE + 3];
static pthread_once_t filled = PTHREAD_ONCE_INIT;

/*
 * Binary digits of log2(m), 1 <= m < 2: squaring m doubles its logarithm, and a square of 2 or more
 * shows that the next digit is 1. With 31 fraction bits, each square cut, 21 digits are less than
 * 0.002 of the last one too small; no entry of the table is nearer than 0.015 of it to a change.
 */
static uint32_t log2_digits(uint32_t m)
{
    uint32_t digits = 0;
    for (int k = 0; k < 21; k++) {
        const uint64_t square = (uint64_t)m * m >> 31;
        const uint32_t two = (uint32_t)(square >> 32);
        m = (uint32_t)(square >> two);
        digits = digits << 1 | two;
    }
    return digits;
}

static void fill(void)
{
    for (uint32_t i = 0; i < VMAF_VIF_LOG_SIZE; i++) {
        const uint32_t log = (log2_digits((VMAF_VIF_LOG_SIZE + i) << 16) + 513u) >> 10;
        table[i] = (uint8_t)(log - (i >> 4));
    }
}

const uint8_t *vmaf_vif_log_table(void)
{
    pthread_once(&filled, fill);
    return table;
}
