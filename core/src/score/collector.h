/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_COLLECTOR_H
#define VMAF_COLLECTOR_H

#include <stdbool.h>
#include <stdint.h>

/**
 * The score store of a context: one column per internal score name, one value per index, and values
 * of the whole clip. All functions are thread safe.
 *
 * Columns are listed once they hold a value, in an order that does not depend on threads: by their
 * stage, then by a rank that is given once, then by their place in their group.
 */
typedef struct VmafCollector VmafCollector;

/** The columns of one feature or model, in its order of scores, and which indexes it has taken. */
typedef struct VmafColumns VmafColumns;

/** Where a column stands: all of a stage before all of the next one. */
enum VmafColumnStage {
    VMAF_COLUMN_EARLY,
    VMAF_COLUMN_LATE,
    VMAF_COLUMN_MODEL,
    VMAF_COLUMN_COLLECTION,
};

/** What a feature or a model declares of a column. */
typedef struct VmafColumnSpec {
    const char *name;
    enum VmafColumnStage stage;
    bool clip;  /**< one value for the clip instead of one per index */
    bool taken; /**< set by vmaf_collector_declare(): another group has it and keeps it */
} VmafColumnSpec;

/** A value on its way into the store. */
typedef struct VmafScoreValue {
    const VmafColumns *columns;
    unsigned column; /**< of the group */
    unsigned index;
    double value;
} VmafScoreValue;

int vmaf_collector_create(VmafCollector **out);
void vmaf_collector_destroy(VmafCollector **c);

/**
 * Declare the columns of a feature. A column that another group has declared stays that group's.
 *
 * @param spec [n]; names are copied; NULL: not a column, its place stays empty
 * @return 0; -ENOMEM: nothing is declared. The group lives as long as the collector.
 */
int vmaf_collector_declare(VmafCollector *c, VmafColumnSpec *spec, unsigned n, VmafColumns **out);

/** Take back a group that never had a value. Clears the pointer, accepts NULL in it. */
void vmaf_collector_withdraw(VmafCollector *c, VmafColumns **columns);

/** Give the group its place among the columns, above all ranks given before; once, then no more. */
void vmaf_collector_rank(VmafCollector *c, VmafColumns *columns);

/**
 * Take an index for a group: no one else writes its columns there, and storing cannot fail.
 *
 * @return 0; -EINVAL, logged, if the group has had the index or a value was imported there; -ENOMEM
 */
int vmaf_collector_reserve(VmafCollector *c, VmafColumns *columns, unsigned index);

/** Give an index back; nothing was stored there. */
void vmaf_collector_release(VmafCollector *c, VmafColumns *columns, unsigned index);

/** Store values at reserved indexes; those of columns that belong to another group are left out. */
void vmaf_collector_store(VmafCollector *c, const VmafScoreValue *value, unsigned n);

/** Store a value of the clip. */
void vmaf_collector_store_clip(VmafCollector *c, const VmafColumns *columns, unsigned column,
                               double value);

/**
 * Store a value that is computed when it is asked for, maybe by several threads at once: the first
 * one stays. In a column that is a feature's nothing is stored.
 *
 * @param name  of a declared column
 * @param value what was computed; set to what is there
 * @return 0; -ENOMEM
 */
int vmaf_collector_store_once(VmafCollector *c, const char *name, unsigned index, double *value);

/**
 * Store a score computed elsewhere; a new column gets a rank of its own.
 *
 * @param name internal name or alias
 * @return 0; -EINVAL, logged, if there is a value, or a feature has taken the index; -ENOMEM
 */
int vmaf_collector_import(VmafCollector *c, const char *name, double value, unsigned index);

/** @param name internal name or alias @return 0; -EINVAL if absent */
int vmaf_collector_get(VmafCollector *c, const char *name, unsigned index, double *score);

/** The output name of an internal score name: its alias, or the name itself. */
const char *vmaf_score_alias(const char *name);

/** The internal name that an alias stands for, or the name itself. */
const char *vmaf_score_internal_name(const char *name);

/* Reading for the writers: only while nothing is being stored. */
unsigned vmaf_collector_n_columns(VmafCollector *c);
const char *vmaf_collector_name(VmafCollector *c, unsigned column);
bool vmaf_collector_value(VmafCollector *c, unsigned column, unsigned index, double *value);
/** Value i of the clip, in the order of the columns. @return false past the last one */
bool vmaf_collector_clip_value(VmafCollector *c, unsigned i, const char **name, double *value);
/** Find the first index >= from that holds a value in some column. @return false if none does */
bool vmaf_collector_next_row(VmafCollector *c, uint64_t from, unsigned *index);
/** Seconds between the first and the last time that values were stored. */
double vmaf_collector_elapsed(VmafCollector *c);

#endif /* VMAF_COLLECTOR_H */
