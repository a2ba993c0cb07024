/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_C_LOCALE_H
#define VMAF_C_LOCALE_H

#include <locale.h>
#include <stdbool.h>

/**
 * Switch this thread to the C locale, so that a host program with a decimal comma changes neither
 * options nor log files.
 *
 * @return what to hand to vmaf_c_locale_leave()
 */
locale_t vmaf_c_locale_enter(void);
void vmaf_c_locale_leave(locale_t previous);

/** Parse a whole text as a double, white space around it allowed. @return false if it is not one */
bool vmaf_parse_double(const char *text, double *value);

#endif /* VMAF_C_LOCALE_H */
