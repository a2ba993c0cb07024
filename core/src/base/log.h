/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_LOG_H
#define VMAF_LOG_H

#include "libvmaf/libvmaf.h"

/** Set the process-wide level (clamped to NONE..DEBUG) and look whether stderr is a terminal. */
void vmaf_log_set_level(enum VmafLogLevel level);

/** Print "libvmaf <LEVEL> <message>" to stderr; fmt ends with a newline. */
__attribute__((format(printf, 2, 3))) void vmaf_log(enum VmafLogLevel level, const char *fmt, ...);

#endif /* VMAF_LOG_H */
