/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The functions of libm.h with the fused multiply-add as an instruction: the body of libm.c, built
 * with the flags of AVX2.
 *
 * libm.c chooses between the two by what the CPU has; the bits are the same.
 */
#define LIBM_TABLE vmaf_libm_avx2
#include "base/libm_body.h"
