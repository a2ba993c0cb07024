/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Another build of the functions of libm.h for test_libm.c: with the optimisation, the instructions
   and the LIBM_TABLE of the target, and a fused multiply-add of its own. */
#define vmaf_fma_soft LIBM_FMA
#include "base/fma.c"

#include "base/libm_body.h"
