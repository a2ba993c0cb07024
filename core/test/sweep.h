/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_TEST_SWEEP_H
#define VMAF_TEST_SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adm_content.h"
#include "libvmaf/libvmaf.h"

/**
 * What the sweeps share: programs that score many cases, in groups, and pin every group by a
 * checksum of its scores.
 *
 *   <name>_sweep FILE      compare the checksums of all groups with FILE; status 0 if equal
 *   <name>_sweep           print them; this is how data/<name>_sweep.crc is made
 *   <name>_sweep --dump N  write every N-th case with its planes and scores, for a comparison with
 *                          another implementation
 *
 * A dumped case is a line that describes it, all planes of its pictures as little-endian 16-bit
 * words, and its scores; each program says what its line and its scores look like.
 */

/** The checksum of a program's groups, and with it a line of its file. */
enum SweepChecksum {
    SWEEP_CRC32, /**< "name cases crc" */
    SWEEP_FNV32, /**< "name cases hash", FNV-1a */
    SWEEP_FNV64  /**< "hash name", FNV-1a */
};

/** Read the command line; exits with 2 if it is wrong. */
void sweep_begin(int argc, char *argv[], enum SweepChecksum checksum);

/** @return whether the next case is wanted; then score it. *number counts all cases from 0 on */
bool sweep_next(unsigned *number);

/** Add a case that was wanted to its group. */
void sweep_add(const void *scores, size_t n_bytes);

/** Compare or print the checksum of the group of this name, as printf() writes it. */
void sweep_end_group(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** @return the exit status of the program */
int sweep_end(void);

/** @return whether the cases are to be dumped */
bool sweep_dumps(void);

/** Dump the planes of a picture. */
void sweep_dump_picture(const VmafPicture *pic);

/** Dump a line of scores in hexadecimal. */
void sweep_dump_scores(const double *score, unsigned n);

/** Give every NaN the same bits, which are the CPU's choice otherwise. */
void sweep_unify_nans(double *score, unsigned n);

/** Set a sample of plane p. */
static inline void sweep_set(VmafPicture *pic, unsigned p, unsigned x, unsigned y, unsigned v)
{
    uint8_t *row = (uint8_t *)pic->data[p] + (ptrdiff_t)y * pic->stride[p];
    if (pic->bpc == 8)
        row[x] = (uint8_t)v;
    else
        ((uint16_t *)(void *)row)[x] = (uint16_t)v;
}

/** Fill plane p of a pair, of at most 180x180 samples, as adm_content() does. */
void sweep_fill(VmafPicture pair[2], unsigned p, enum AdmContent content, unsigned turn);

#endif /* VMAF_TEST_SWEEP_H */
