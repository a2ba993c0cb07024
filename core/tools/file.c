/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* Rows given to the kernel at once; below every system's IOV_MAX. */
#define MAX_IOV 512

/* Fewer wake-ups of writer and reader than with the default of 64 KiB; a wish, not a need. */
#define PIPE_BYTES (1 << 20)

int file_open(File *f, const char *path)
{
    *f = (File){.fd = -1, .stop_fd = -1, .size = -1};
    const bool named = strcmp(path, "-") != 0;
    const int fd = named ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : dup(STDIN_FILENO);
    if (fd < 0)
        return -errno;
    if (named)
        (void)fcntl(fd, F_SETFL, O_RDONLY);
    struct stat st;
    const int err = fstat(fd, &st) < 0 ? errno : S_ISDIR(st.st_mode) ? EISDIR : 0;
    if (err) {
        close(fd);
        return -err;
    }
    f->fd = fd;
    f->pipe = S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode);
    if (S_ISREG(st.st_mode)) {
        const off_t at = lseek(fd, 0, SEEK_CUR);
        /* Some file systems give 0 for files that have something to read. */
        f->regular = at >= 0 && st.st_size > 0;
        f->size = f->regular ? (st.st_size > at ? st.st_size - at : 0) : -1;
        (void)posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
    } else if (S_ISFIFO(st.st_mode)) {
        (void)fcntl(fd, F_SETPIPE_SZ, PIPE_BYTES);
    }
    return 0;
}

void file_close(File *f)
{
    if (f->fd >= 0)
        close(f->fd);
    f->fd = -1;
}

/*
 * Wait until there is something to read, which regular files always have. In a pipe that had no
 * writer yet the end is nothing to read, too.
 */
static int wait_for_data(const File *f)
{
    if (f->regular)
        return 0;
    struct pollfd p[2] = {{.fd = f->fd, .events = POLLIN}, {.fd = f->stop_fd, .events = POLLIN}};
    while (poll(p, 2, -1) < 0) {
        if (errno != EINTR)
            return -errno;
    }
    return p[1].revents ? -ECANCELED : 0;
}

/* Fill iov[0..n-1], which is used up. */
static int64_t read_iov(File *f, struct iovec *iov, unsigned n)
{
    int64_t total = 0;
    while (n) {
        const int err = wait_for_data(f);
        if (err)
            return err;
        const ssize_t got = readv(f->fd, iov, (int)n);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got < 0)
            return -errno;
        if (got == 0)
            break;
        total += got;
        f->offset += got;
        size_t left = (size_t)got;
        while (n && left >= iov->iov_len) {
            left -= iov->iov_len;
            iov++;
            n--;
        }
        if (n) {
            iov->iov_base = (uint8_t *)iov->iov_base + left;
            iov->iov_len -= left;
        }
    }
    return total;
}

int64_t file_read(File *f, void *buf, size_t n)
{
    struct iovec iov = {buf, n};
    return n ? read_iov(f, &iov, 1) : 0;
}

int64_t file_read_rows(File *f, const FileRows *rows, unsigned n)
{
    struct iovec iov[MAX_IOV];
    int64_t total = 0, wanted = 0;
    unsigned used = 0;
    for (unsigned k = 0; k < n; k++) {
        const FileRows *r = &rows[k];
        const bool packed = r->stride == (ptrdiff_t)r->row_bytes;
        const size_t bytes = packed ? r->row_bytes * r->n_rows : r->row_bytes;
        const size_t count = packed ? 1 : r->n_rows;
        for (size_t i = 0; i < count; i++) {
            iov[used++] = (struct iovec){r->data + (ptrdiff_t)i * r->stride, bytes};
            wanted += (int64_t)bytes;
            if (used < MAX_IOV && !(k + 1 == n && i + 1 == count))
                continue;
            const int64_t got = read_iov(f, iov, used);
            if (got < 0)
                return got;
            total += got;
            if (total < wanted)
                return total;
            used = 0;
        }
    }
    return total;
}

int64_t file_skip(File *f, int64_t n)
{
    if (f->regular) {
        const int64_t left = f->size > f->offset ? f->size - f->offset : 0;
        n = n < left ? n : left;
        if (lseek(f->fd, n, SEEK_CUR) < 0)
            return -errno;
        f->offset += n;
        return n;
    }
    uint8_t buf[1 << 16];
    int64_t total = 0;
    while (total < n) {
        const size_t want = n - total < (int64_t)sizeof(buf) ? (size_t)(n - total) : sizeof(buf);
        const int64_t got = file_read(f, buf, want);
        if (got < 0)
            return got;
        total += got;
        if (got < (int64_t)want)
            break;
    }
    return total;
}
