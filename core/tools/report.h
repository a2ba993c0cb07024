/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TOOLS_REPORT_H
#define TOOLS_REPORT_H

#include "cli.h"

/**
 * See before a long run whether the result file can be written, without touching it.
 *
 * @return 0 or a negative errno, reported on stderr
 */
int report_check_output(const CliArgs *args);

/**
 * Write the result file, if there is one, and print the mean of each score over n_frames: on
 * stderr beside a file unless quiet, as a table on stdout without one.
 *
 * @return 0 or a negative errno, reported on stderr
 */
int report_write(VmafContext *vmaf, const CliArgs *args, unsigned n_frames);

#endif /* TOOLS_REPORT_H */
