/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define LIBM_TABLE vmaf_libm_avx2
#include "base/libm_body.h"
