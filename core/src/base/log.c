/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/log.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int log_level = VMAF_LOG_LEVEL_INFO;
static atomic_bool log_colour;

void vmaf_log_set_level(enum VmafLogLevel level)
{
    int l = (int)level;
    if (l < VMAF_LOG_LEVEL_NONE)
        l = VMAF_LOG_LEVEL_NONE;
    if (l > VMAF_LOG_LEVEL_DEBUG)
        l = VMAF_LOG_LEVEL_DEBUG;
    atomic_store(&log_level, l);
    atomic_store(&log_colour, isatty(STDERR_FILENO) != 0);
}

void vmaf_log(enum VmafLogLevel level, const char *fmt, ...)
{
    static const char *const name[] = {"", "ERROR", "WARNING", "INFO", "DEBUG"};
    static const char *const colour[] = {"", "\033[31m", "\033[33m", "\033[32m", "\033[34m"};
    if (level <= VMAF_LOG_LEVEL_NONE || level > VMAF_LOG_LEVEL_DEBUG ||
        (int)level > atomic_load(&log_level))
        return;

    va_list args;
    va_start(args, fmt);
    /* One lock around the whole line: workers log too. */
    flockfile(stderr);
    if (atomic_load(&log_colour))
        fprintf(stderr, "\033[35mlibvmaf\033[0m %s%s\033[0m ", colour[level], name[level]);
    else
        fprintf(stderr, "libvmaf %s ", name[level]);
    vfprintf(stderr, fmt, args);
    funlockfile(stderr);
    va_end(args);
}
