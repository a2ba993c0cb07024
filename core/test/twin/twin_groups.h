/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_TEST_TWIN_GROUPS_H
#define VMAF_TEST_TWIN_GROUPS_H

#include "twin_compare.h"

/** Depths of a group. */
enum { D8 = 1, D10 = 2, D12 = 4, D16 = 8, ALL_DEPTHS = 15 };

/** Luma frames and options, all with all, named after what would show in them. */
typedef struct TwinGroup {
    const char *name;
    unsigned depths;
    unsigned size[13][2]; /**< ended by 0 */
    const char *opts[21]; /**< ended by NULL; "debug=true" is added */
} TwinGroup;

/**
 * The main() of a test that consists of groups: each case is compared with the contents of
 * twin_fill() and with those of fill.
 *
 * @return the exit status of the program
 */
int twin_groups_main(int argc, char **argv, const char *feature, const TwinGroup *groups,
                     unsigned n_groups, TwinFill *fill, unsigned least_values);

#endif /* VMAF_TEST_TWIN_GROUPS_H */
