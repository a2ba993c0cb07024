/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_DICT_H
#define VMAF_DICT_H

#include <stdbool.h>

#include "libvmaf/feature.h"

typedef struct VmafFeatureDictionary VmafDict;

typedef struct VmafDictEntry {
    char *key;
    char *val;      /**< normalised text */
    char *original; /**< text as given, for integers beyond float precision */
} VmafDictEntry;

struct VmafFeatureDictionary {
    VmafDictEntry *entry;
    unsigned n, capacity;
};

/** @return the entry of that key, or NULL */
const VmafDictEntry *vmaf_dict_find(const VmafDict *dict, const char *key);

/** @return true if both hold the same keys and values; NULL counts as empty */
bool vmaf_dict_equal(const VmafDict *a, const VmafDict *b);

#endif /* VMAF_DICT_H */
