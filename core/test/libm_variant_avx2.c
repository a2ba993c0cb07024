/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "libm_variant.c"
