/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/c_locale.h"

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>

static locale_t c_locale = (locale_t)0;

static void make_c_locale(void)
{
    c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

locale_t vmaf_c_locale_enter(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_c_locale);
    /* Without memory for a locale object the thread keeps its own. */
    return uselocale(c_locale);
}

void vmaf_c_locale_leave(locale_t previous)
{
    uselocale(previous);
}

bool vmaf_parse_double(const char *text, double *value)
{
    locale_t previous = vmaf_c_locale_enter();
    char *end;
    double v = strtod(text, &end);
    vmaf_c_locale_leave(previous);
    if (end == text)
        return false;
    while (isspace((unsigned char)*end))
        end++;
    if (*end)
        return false;
    *value = v;
    return true;
}
