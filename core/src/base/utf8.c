/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/utf8.h"

unsigned vmaf_utf8_decode(const char *s, uint32_t *c)
{
    const unsigned char *p = (const unsigned char *)s;
    /* The least code that needs n bytes. */
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned n = *p < 0x80 ? 1 : *p < 0xC0 ? 0 : *p < 0xE0 ? 2 : *p < 0xF0 ? 3 : 4;
    uint32_t code = n < 2 ? *p : *p & (0x7Fu >> n);
    bool good = n > 0 && *p < 0xF8;
    for (unsigned i = 1; good && i < n; i++) {
        good = (p[i] & 0xC0) == 0x80; /* false at the end of the string, too */
        code = code << 6 | (p[i] & 0x3F);
    }
    good = good && code >= least[n] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    *c = good ? code : VMAF_UTF8_BAD;
    return good ? n : 0;
}

bool vmaf_utf8_is_valid(const char *s)
{
    uint32_t c;
    for (unsigned n; *s; s += n) {
        n = vmaf_utf8_decode(s, &c);
        if (!n)
            return false;
    }
    return true;
}
