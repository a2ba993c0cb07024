/* SPDX-License-Identifier: BSD-2-Clause-Patent AND MIT */
/* clang-format off */
/* Written by scripts/build/libm_tables.py; do not edit.
 *
 * Numbers of exp2_128, exp2f_32, pow_log_128, log_128, log2_64, powf_log2_16: Arm Optimized
 * Routines. Whoever ships them keeps this:
 *
 * MIT License
 *
 * Copyright (c) 1999-2022, Arm Limited.
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy
 * of this software and associated documentation files (the "Software"), to deal
 * in the Software without restriction, including without limitation the rights
 * to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
 * copies of the Software, and to permit persons to whom the Software is
 * furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all
 * copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
 * IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
 * FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
 * AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
 * LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
 * SOFTWARE.
 */
#ifndef VMAF_LIBM_POWF_TABLES_H
#define VMAF_LIBM_POWF_TABLES_H

#include <stdint.h>

#include "base/hd.h"

/* Inside functions, because that is where kernels and C can share an array. */

/** Row i of the logarithm: column 0 is 1/c, column 1 is log2(c). */
static VMAF_HD double vmaf_powf_log2_entry(uint32_t i, uint32_t column)
{
    static const double entry[16][2] = {
        {1.3989071621465281, -0.48430022186289673}, {1.3403141896637998, -0.42257122959194704},
        {1.286432210124115, -0.36337543476735562}, {1.2367150214269895, -0.30651309567405577},
        {1.1906977166711752, -0.25180720160537634}, {1.1479821020556429, -0.19910014943794563},
        {1.1082251448272158, -0.14825100623281615}, {1.0711297413057381, -0.099133238073183916},
        {1.0364372789772831, -0.051632812977629436}, {1.0, 0.0},
        {0.9492859795739057, 0.075085319379430041}, {0.89510494286090037, 0.15987125980713107},
        {0.84768216203511026, 0.23840466643176811}, {0.80503148516920009, 0.31288288605863257},
        {0.7664671008843108, 0.38370422656453185}, {0.73142860331632797, 0.45121104893581498},
    };
    return entry[i][column];
}

/** Bits of the double nearest to 2^(j/32), less j << 47. */
static VMAF_HD uint64_t vmaf_powf_exp2_entry(uint32_t j)
{
    static const uint64_t entry[32] = {
        0x3ff0000000000000u, 0x3fefd9b0d3158574u, 0x3fefb5586cf9890fu, 0x3fef9301d0125b51u,
        0x3fef72b83c7d517bu, 0x3fef54873168b9aau, 0x3fef387a6e756238u, 0x3fef1e9df51fdee1u,
        0x3fef06fe0a31b715u, 0x3feef1a7373aa9cbu, 0x3feedea64c123422u, 0x3feece086061892du,
        0x3feebfdad5362a27u, 0x3feeb42b569d4f82u, 0x3feeab07dd485429u, 0x3feea47eb03a5585u,
        0x3feea09e667f3bcdu, 0x3fee9f75e8ec5f74u, 0x3feea11473eb0187u, 0x3feea589994cce13u,
        0x3feeace5422aa0dbu, 0x3feeb737b0cdc5e5u, 0x3feec49182a3f090u, 0x3feed503b23e255du,
        0x3feee89f995ad3adu, 0x3feeff76f2fb5e47u, 0x3fef199bdd85529cu, 0x3fef3720dcef9069u,
        0x3fef5818dcfba487u, 0x3fef7c97337b9b5fu, 0x3fefa4afa2a490dau, 0x3fefd0765b6e4540u,
    };
    return entry[j];
}

#endif /* VMAF_LIBM_POWF_TABLES_H */
