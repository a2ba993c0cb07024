/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_TEST_TWIN_COMPARE_H
#define VMAF_TEST_TWIN_COMPARE_H

#include "libvmaf/libvmaf.h"
#include "twin.h"

/** A run on both sides. */
typedef struct TwinCase {
    const char *feature; /**< or the version of a built-in model: its score and its features */
    const char *opts;    /**< "key=value:key=value", or ""; none of a model */
    enum VmafPixelFormat pix_fmt;
    unsigned bpc, w, h;
} TwinCase;

/** What all cases of a test program gave. */
typedef struct TwinTotal {
    unsigned n_cases, n_refused, n_values, n_wrong;
} TwinTotal;

/** Pairs that twin_compare() scores in a case, each of another kind; see twin_fill(). */
#define TWIN_CONTENTS 9

/**
 * Fill all planes of a pair: noise, noise and its own blur, identical noise, inverted noise, flat,
 * black against white, a shifted checkerboard, a gradient with small noise, 16-bit words that go
 * above the peak of the depth.
 */
void twin_fill(VmafPicture *ref, VmafPicture *dis, unsigned content, uint64_t seed);

/** Give a picture its luma samples. @param plane [h][w] */
void twin_copy_luma(VmafPicture *pic, const uint16_t *plane);

/** @return the options of "key=value:key=value"; NULL if there are none */
VmafFeatureDictionary *twin_options(const char *opts);

/**
 * Score TWIN_CONTENTS frames through the public API on the CPU and on a backend and compare all
 * scores by bits. A refusal counts as equal if both sides give the same error at the same step.
 * Differences are printed. VMAF_TWIN_EVERY=N in the environment leaves N - 1 of N cases out.
 */
void twin_compare(enum VmafBackend backend, const TwinCase *t, TwinTotal *total);

/** Fills a pair as twin_fill() does. */
typedef void TwinFill(VmafPicture *ref, VmafPicture *dis, unsigned content, uint64_t seed);

/** The same with contents of the caller's own. */
void twin_compare_with(enum VmafBackend backend, const TwinCase *t, TwinFill *fill,
                       TwinTotal *total);

/** The same with a clip of n pictures, at most TWIN_CONTENTS. */
void twin_compare_clip(enum VmafBackend backend, const TwinCase *t, TwinFill *fill, unsigned n,
                       TwinTotal *total);

/** Print the total. @return the exit status of the program */
int twin_report(const TwinTotal *total, unsigned least_values);

#endif /* VMAF_TEST_TWIN_COMPARE_H */
