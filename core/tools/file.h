/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TOOLS_FILE_H
#define TOOLS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * A file, pipe or device that is read forwards, without a buffer of its own: samples go straight
 * to where the caller wants them.
 */
typedef struct File {
    int fd;
    int stop_fd;    /**< -1; or set by the owner: when readable, a read that waits gives up */
    bool regular;   /**< the size is known, and skipping needs no reading */
    bool pipe;      /**< somebody writes it, maybe the one who writes another */
    int64_t size;   /**< bytes from where reading began; -1 unless regular */
    int64_t offset; /**< bytes read or skipped */
} File;

/** Rows of bytes in memory, the target of a read; not empty. */
typedef struct FileRows {
    uint8_t *data;
    ptrdiff_t stride;
    size_t row_bytes, n_rows;
} FileRows;

/**
 * Open for reading; "-" is standard input. Does not wait for the writer of a pipe, the first read
 * does.
 *
 * @return 0 or a negative errno
 */
int file_open(File *f, const char *path);

void file_close(File *f);

/**
 * Read up to n bytes, less only at the end of the file.
 *
 * @return bytes read; or a negative errno, -ECANCELED when stop_fd became readable
 */
int64_t file_read(File *f, void *buf, size_t n);

/** Fill n blocks of rows one after the other. @return as file_read() */
int64_t file_read_rows(File *f, const FileRows *rows, unsigned n);

/** Pass over up to n bytes. @return as file_read() */
int64_t file_skip(File *f, int64_t n);

#endif /* TOOLS_FILE_H */
