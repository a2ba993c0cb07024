/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_LIBM_PRIV_H
#define VMAF_LIBM_PRIV_H

/* What the files of libm.h share, and tests look at. */
#include <stdint.h>

/** One build of the functions of libm_body.h. All builds return the same bits. */
typedef struct VmafLibm {
    double (*exp)(double);
    double (*pow)(double, double);
    double (*log)(double);
    double (*log2)(double);
    double (*log10)(double);
    float (*powf)(float, float);
} VmafLibm;

/** For every CPU of the target. */
extern const VmafLibm vmaf_libm_c;
/** With the fused multiply-add instruction; x86-64 with enable_asm only. */
extern const VmafLibm vmaf_libm_avx2;

/** 2^(i/128) is about s * (1 + tail), where s has the bits sbits + (i << 45). */
typedef struct LibmExp2Row {
    double tail;
    uint64_t sbits;
} LibmExp2Row;

/** 1/c and log(c), the latter in two parts. */
typedef struct LibmPowLogRow {
    double invc, logc, logctail;
} LibmPowLogRow;

/** 1/c and the logarithm of c. */
typedef struct LibmLogRow {
    double invc, logc;
} LibmLogRow;

extern const LibmExp2Row vmaf_libm_exp2_128[128];
extern const LibmPowLogRow vmaf_libm_pow_log_128[128];
extern const LibmLogRow vmaf_libm_log_128[128];
extern const LibmLogRow vmaf_libm_log2_64[64];

/** The binary places of 2/pi and pi/4, first words first. */
#define LIBM_TWO_OVER_PI_WORDS 44
#define LIBM_QUARTER_PI_WORDS 12
extern const uint32_t vmaf_libm_two_over_pi[LIBM_TWO_OVER_PI_WORDS];
extern const uint32_t vmaf_libm_quarter_pi[LIBM_QUARTER_PI_WORDS];

/** vmaf_sin() without its first attempt in fewer digits. */
double vmaf_sin_wide(double x);

#endif /* VMAF_LIBM_PRIV_H */
