/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TOOLS_PROGRESS_H
#define TOOLS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/** A line on the terminal that tells how far a run is. */
typedef struct Progress {
    bool shown;
    int64_t n_total;    /**< frames of the run; -1 unknown */
    double start, last; /**< seconds: of the run, of the last line */
    unsigned n_lines;
} Progress;

/** Seconds of a clock that never goes back. */
double progress_now(void);

/** Start; with shown false nothing is ever printed. */
void progress_start(Progress *p, bool shown, int64_t n_total);

/** n frames are done. Prints a few times a second. */
void progress_update(Progress *p, unsigned n);

/** Print the last line and end it. */
void progress_end(Progress *p, unsigned n);

#endif /* TOOLS_PROGRESS_H */
