/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef FMA_INSTRUCTION_H
#define FMA_INSTRUCTION_H

/* The instruction itself, from a file that may use it. */
double fma_instruction(double x, double y, double z);
float fmaf_instruction(float x, float y, float z);

#endif /* FMA_INSTRUCTION_H */
