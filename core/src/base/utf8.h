/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_UTF8_H
#define VMAF_UTF8_H

#include <stdbool.h>
#include <stdint.h>

/** Stands for a byte that is no part of a character. */
#define VMAF_UTF8_BAD UINT32_C(0xFFFD)

/**
 * Decode the first character of a terminated string that is not empty.
 *
 * @param c its code; VMAF_UTF8_BAD for a byte that begins none: bytes cut off, a longer form than
 *          the character needs, a surrogate, a code above 0x10FFFF
 * @return bytes of the character; 0 for a bad one, which is a byte long
 */
unsigned vmaf_utf8_decode(const char *s, uint32_t *c);

bool vmaf_utf8_is_valid(const char *s);

#endif /* VMAF_UTF8_H */
