/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Body of the row loops of `ssim`, compiled once per instruction set: the including file makes
 * tables of them. No include guard.
 */
#include "feature/ssim/ssim_rows.h"

#define SAMPLE uint8_t
#define VALUE uint32_t
#define WINDOW vmaf_ssim_window_u32
#define NAME(x) x##_u8
#include "feature/ssim/ssim_rows_typed.h"

/* Doubles are wide enough for 16 bits, and convert and multiply in vectors everywhere. */
#define SAMPLE uint16_t
#define VALUE double
#define WINDOW vmaf_ssim_window_f64
#define NAME(x) x##_u16
#include "feature/ssim/ssim_rows_typed.h"
