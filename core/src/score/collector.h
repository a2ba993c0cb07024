/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_COLLECTOR_H
#define VMAF_COLLECTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "libvmaf/libvmaf.h"

/**
 * The score store of a context: one column per internal score name, one value per index. All
 * functions are thread safe. Columns are ordered by a rank given at their creation, not by the
 * time of the first write, so that the order does not depend on threads.
 */
typedef struct VmafCollector VmafCollector;

int vmaf_collector_create(VmafCollector **out);
void vmaf_collector_destroy(VmafCollector **c);

/** @return a new rank, above all earlier ones: columns of one extractor share one */
unsigned vmaf_collector_next_rank(VmafCollector *c);

/**
 * Store a value.
 *
 * @param rank,sub where a new column of this name stands: by rank, then by sub
 * @return 0; -EINVAL, logged, if there already is a value; -ENOMEM
 */
int vmaf_collector_append(VmafCollector *c, const char *name, unsigned rank, unsigned sub,
                          double value, unsigned index);

/** The same for a score computed elsewhere: a new column gets a rank of its own. */
int vmaf_collector_import(VmafCollector *c, const char *name, double value, unsigned index);

/** @param name internal name or alias @return 0; -EINVAL if absent */
int vmaf_collector_get(VmafCollector *c, const char *name, unsigned index, double *score);

/** The output name of an internal score name: its alias, or the name itself. */
const char *vmaf_score_alias(const char *name);

/* Reading for the writers: only while nothing is being appended. */
unsigned vmaf_collector_n_columns(VmafCollector *c);
const char *vmaf_collector_name(VmafCollector *c, unsigned column);
bool vmaf_collector_value(VmafCollector *c, unsigned column, unsigned index, double *value);
/** Find the first index >= from that holds a value in some column. @return false if none does */
bool vmaf_collector_next_row(VmafCollector *c, uint64_t from, unsigned *index);
/** Seconds between the first and the last stored value. */
double vmaf_collector_elapsed(VmafCollector *c);

#endif /* VMAF_COLLECTOR_H */
