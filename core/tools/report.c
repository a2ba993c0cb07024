/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Can a file of this name be made? */
static int check_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = !slash          ? strdup(".")
                   : slash == path ? strdup("/")
                                   : strndup(path, (size_t)(slash - path));
    if (!folder)
        return -ENOMEM;
    const int err = access(folder, W_OK | X_OK) ? -errno : 0;
    free(folder);
    return err;
}

/* Is it the file that an input is read from? Writing would destroy it. */
static bool is_input(const CliArgs *args, const struct stat *output)
{
    for (unsigned i = 0; S_ISREG(output->st_mode) && i < 2; i++) {
        struct stat st;
        const char *path = args->path[i];
        const int err = strcmp(path, "-") ? stat(path, &st) : fstat(STDIN_FILENO, &st);
        if (!err && st.st_dev == output->st_dev && st.st_ino == output->st_ino)
            return true;
    }
    return false;
}

int report_check_output(const CliArgs *args)
{
    if (!args->output || strcmp(args->output, "-") == 0)
        return 0;
    struct stat st;
    int err;
    if (stat(args->output, &st) == 0) {
        if (is_input(args, &st)) {
            fprintf(stderr, "the result would replace an input: %s\n", args->output);
            return -EINVAL;
        }
        err = S_ISDIR(st.st_mode) ? -EISDIR : access(args->output, W_OK) ? -errno : 0;
    } else {
        err = errno == ENOENT && *args->output ? check_folder(args->output) : -errno;
    }
    if (err)
        fprintf(stderr, "could not open file: %s (%s)\n", args->output, strerror(-err));
    return err;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
/* @param text of 400 bytes: "%.6f" of 1e308 has 316 characters */
static const char *score_text(const CliArgs *args, double score, char text[400])
{
    if (isnan(score))
        strcpy(text, "nan");
    else
        snprintf(text, 400, *args->score_format ? args->score_format : "%f", score);
    return text;
}
#pragma GCC diagnostic pop

/* The scores of the models, each in a line of its own. */
static void print_models(const CliArgs *args, FILE *out)
{
    char score[400], lo[400], hi[400], stddev[400];
    for (unsigned i = 0; i < args->n_models; i++) {
        const CliModel *m = &args->model[i];
        if (!m->is_scored)
            continue;
        if (!m->collection) {
            fprintf(out, "%s: %s\n", cli_model_label(m), score_text(args, m->score, score));
            continue;
        }
        const VmafModelCollectionScore *c = &m->collection_score;
        fprintf(out, "%s: %s, ci.p95: [%s, %s], stddev: %s\n", cli_model_label(m),
                score_text(args, c->bootstrap.bagging_score, score),
                score_text(args, c->bootstrap.ci.p95.lo, lo),
                score_text(args, c->bootstrap.ci.p95.hi, hi),
                score_text(args, c->bootstrap.stddev, stddev));
    }
}

static bool is_of_model(const CliArgs *args, const char *name)
{
    for (unsigned i = 0; i < args->n_models; i++) {
        if (args->model[i].is_scored && cli_model_has_score(&args->model[i], name))
            return true;
    }
    return false;
}

/* "name: mean" for each score, or in columns; those of whole models first. */
static void print_means(VmafContext *vmaf, const CliArgs *args, unsigned n_frames, FILE *out,
                        bool table)
{
    const char *name;
    int width = 0;
    for (unsigned i = 0; table && vmaf_score_name(vmaf, i, &name) == 0; i++)
        width = (int)strlen(name) > width ? (int)strlen(name) : width;
    const unsigned step = args->subsample ? args->subsample : 1;
    const unsigned n_scored = (n_frames - 1) / step + 1;
    if (table)
        fprintf(out, "%-*s  mean of %u frame%s\n", width, "score", n_scored,
                n_scored > 1 ? "s" : "");
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; vmaf_score_name(vmaf, i, &name) == 0; i++) {
            double mean;
            char text[400];
            if (is_of_model(args, name) != (pass == 0) ||
                vmaf_feature_score_pooled(vmaf, name, VMAF_POOL_METHOD_MEAN, &mean, 0,
                                          n_frames - 1))
                continue;
            score_text(args, mean, text);
            if (table)
                fprintf(out, "%-*s  %s\n", width, name, text);
            else
                fprintf(out, "%s: %s\n", name, text);
        }
    }
}

static int write_file(VmafContext *vmaf, const CliArgs *args, const char *path)
{
    return *args->score_format
               ? vmaf_write_output_with_format(vmaf, path, args->format, args->score_format)
               : vmaf_write_output(vmaf, path, args->format);
}

static int copy_to_stdout(int fd)
{
    char buf[1 << 16];
    for (ssize_t n; (n = read(fd, buf, sizeof(buf))) != 0;) {
        if (n < 0 || fwrite(buf, 1, (size_t)n, stdout) != (size_t)n)
            return -EIO;
    }
    return fflush(stdout) ? -EIO : 0;
}

/* By way of memory: opening /dev/stdout anew would empty a file that standard output appends to. */
static int write_stdout(VmafContext *vmaf, const CliArgs *args)
{
    const int fd = memfd_create("vmaf", MFD_CLOEXEC);
    if (fd < 0)
        return -errno;
    char path[32];
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    int err = write_file(vmaf, args, path);
    if (!err)
        err = copy_to_stdout(fd);
    close(fd);
    return err;
}

int report_write(VmafContext *vmaf, const CliArgs *args, unsigned n_frames)
{
    if (!args->output || (!args->quiet && isatty(STDERR_FILENO)))
        print_models(args, stderr);
    if (!args->output) {
        print_means(vmaf, args, n_frames, stdout, true);
        if (fflush(stdout) == 0 && !ferror(stdout))
            return 0;
        fprintf(stderr, "could not write to standard output: %s\n", strerror(errno));
        return -EIO;
    }
    const bool to_stdout = strcmp(args->output, "-") == 0;
    const int err = to_stdout ? write_stdout(vmaf, args) : write_file(vmaf, args, args->output);
    if (err) {
        fprintf(stderr, "problem writing %s%s: %s\n",
                to_stdout ? "" : "file: ", to_stdout ? "standard output" : args->output,
                strerror(-err));
        return err;
    }
    if (!args->quiet)
        print_means(vmaf, args, n_frames, stderr, false);
    return 0;
}
