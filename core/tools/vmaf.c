/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Score a distorted video against its reference. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "feeder.h"
#include "progress.h"
#include "report.h"

/* Scoring holds a pair in each worker and one that waits. */
#define PAIRS_BESIDE_WORKERS 2

static const char *const input_name[2] = {"reference", "distorted"};

/* Is there somebody to tell how the run goes? */
static bool is_watched(const CliArgs *args)
{
    return !args->quiet && isatty(STDERR_FILENO);
}

/* Two readers of one pipe share its frames out between them, in any order. */
static int check_pipes(const Video video[2])
{
    struct stat r, d;
    if (fstat(video[REF].file.fd, &r) || fstat(video[DIS].file.fd, &d) || !S_ISFIFO(r.st_mode) ||
        r.st_dev != d.st_dev || r.st_ino != d.st_ino)
        return 0;
    fprintf(stderr, "both inputs are the same pipe: %s, %s\n", video[REF].path, video[DIS].path);
    return CLI_FAILED;
}

static int bad_input(const Video *v, unsigned i, const CliArgs *args, int err)
{
    fputs(v->error, stderr);
    if (!args->raw && err == -EINVAL)
        fputs("Error opening y4m file. For raw video give -w, -h, -p and -b.\n", stderr);
    fprintf(stderr, "problem with %s file: %s\n", input_name[i], args->path[i]);
    return CLI_FAILED;
}

static int open_inputs(Video video[2], const CliArgs *args)
{
    for (unsigned i = 0; i < 2; i++) {
        const int err =
            video_open_file(&video[i], args->path[i], args->raw ? &args->geometry : NULL);
        if (err)
            return bad_input(&video[i], i, args, err);
    }
    return check_pipes(video);
}

static int read_headers(Feeder **feeder, Video video[2], const CliArgs *args)
{
    int err[2] = {feeder_start(feeder, video, args->frame_skip, args->frame_cnt), 0};
    if (err[0]) {
        fprintf(stderr, "could not start to read: %s\n", strerror(-err[0]));
        return CLI_FAILED;
    }
    const bool failed = feeder_wait_headers(*feeder, err);
    for (unsigned i = 0; i < 2; i++) {
        if (!failed || err[i])
            fputs(video[i].warning, stderr);
        if (err[i])
            return bad_input(&video[i], i, args, err[i]);
    }
    return 0;
}

static int compare_inputs(const Video video[2], const CliArgs *args)
{
    const VideoGeometry *r = &video[REF].geometry, *d = &video[DIS].geometry;
    unsigned problems = 0;
    if (r->w != d->w || r->h != d->h) {
        fprintf(stderr, "dimensions do not match: %ux%u, %ux%u\n", r->w, r->h, d->w, d->h);
        problems++;
    }
    if (r->pix_fmt != d->pix_fmt) {
        fprintf(stderr, "pixel formats do not match: %s, %s\n", video_format_name(r->pix_fmt),
                video_format_name(d->pix_fmt));
        problems++;
    }
    if (r->bpc != d->bpc && !args->common_bitdepth) {
        fprintf(stderr, "bitdepths do not match: %u, %u\n", r->bpc, d->bpc);
        problems++;
    }
    if (!problems)
        return 0;
    fprintf(stderr, "videos are incompatible, %u problem%s.\n", problems, problems > 1 ? "s" : "");
    return CLI_FAILED;
}

static int use_features(VmafContext *vmaf, CliArgs *args)
{
    for (unsigned i = 0; i < args->n_models; i++) {
        if (cli_model_use(vmaf, &args->model[i]))
            return CLI_FAILED;
    }
    for (unsigned i = 0; i < args->n_features; i++) {
        CliFeature *f = &args->feature[i];
        if (vmaf_use_feature(vmaf, f->name, f->opts)) {
            fprintf(stderr, "problem loading feature extractor: %s\n", f->name);
            return CLI_FAILED;
        }
        f->opts = NULL; /* The context's now. */
    }
    return 0;
}

static int allocate_pictures(VmafContext *vmaf, const Video video[2], const CliArgs *args)
{
    const VideoGeometry *r = &video[REF].geometry, *d = &video[DIS].geometry;
    const VideoGeometry *g = d->bpc > r->bpc ? d : r;
    const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    const unsigned most = 4 * (unsigned)(cpus > 0 ? cpus : 1);
    const unsigned workers = args->threads < most ? args->threads : most;
    const VmafPictureConfiguration cfg = {
        .pic_params = {.w = g->w, .h = g->h, .bpc = g->bpc, .pix_fmt = g->pix_fmt},
        .pic_cnt = 2 * (workers + PAIRS_BESIDE_WORKERS + FEEDER_PICTURES),
    };
    const int err = vmaf_preallocate_pictures(vmaf, cfg);
    if (err) {
        fprintf(stderr, "problem during vmaf_preallocate_pictures: %u pictures of %ux%u: %s\n",
                cfg.pic_cnt, g->w, g->h, strerror(-err));
        return CLI_FAILED;
    }
    if (is_watched(args))
        fprintf(stderr, "picture pool: %u pictures pre-allocated\n", cfg.pic_cnt);
    return 0;
}

static int open_context(VmafContext **vmaf, CliArgs *args)
{
    const VmafConfiguration cfg = {
        .log_level = VMAF_LOG_LEVEL_INFO,
        .n_threads = args->threads,
        .n_subsample = args->subsample,
        .cpumask = args->cpumask,
        .gpumask = args->gpumask,
    };
    backend_prepare(args->backend);
    if (vmaf_init(vmaf, cfg)) {
        fprintf(stderr, "problem initializing VMAF context\n");
        return CLI_FAILED;
    }
    if (backend_open(*vmaf, args->backend, args->gpumask == UINT32_MAX))
        return CLI_FAILED;
    return use_features(*vmaf, args);
}

/* What stopped one of the inputs, or both. @return 0 at a regular end */
static int tell_end(const Video video[2], const int more[2])
{
    int status = 0;
    for (unsigned i = 0; i < 2; i++) {
        if (more[i] < 0) {
            fputs(video[i].error, stderr);
            status = CLI_BAD_FRAMES;
        }
    }
    if (status) {
        fprintf(stderr, "problem while reading pictures\n");
    } else if (more[REF] != more[DIS]) {
        const unsigned s = more[REF] ? DIS : REF;
        fprintf(stderr, "\"%s\" ended before \"%s\".\n", video[s].path, video[!s].path);
    }
    return status;
}

/* An input without frames is at its end or failed. */
static int tell_no_frames(const Video video[2], const int more[2])
{
    for (unsigned i = 0; i < 2; i++) {
        if (more[i] <= 0)
            fprintf(stderr, "no frames to score in \"%s\"\n", video[i].path);
    }
    fprintf(stderr, "problem flushing context\n");
    return CLI_BAD_FRAMES;
}

/* Files without one whole frame need no pictures, however large these would be. */
static int find_frames(Feeder *feeder, const Video video[2])
{
    int more[2];
    feeder_find_frames(feeder, more);
    if (more[REF] > 0 && more[DIS] > 0)
        return 0;
    tell_end(video, more);
    return tell_no_frames(video, more);
}

/* Frames that a run over both inputs will have, or -1. */
static int64_t count_frames(const Video video[2], const CliArgs *args)
{
    int64_t n = args->frame_cnt ? (int64_t)args->frame_cnt : -1;
    for (unsigned i = 0; i < 2; i++) {
        int64_t left = video_frames_left(&video[i]);
        if (left < 0)
            continue;
        left = left > args->frame_skip[i] ? left - args->frame_skip[i] : 0;
        n = n < 0 || left < n ? left : n;
    }
    return n;
}

/* A frame that was read before the depth of the other input was known may have too few bits. */
static int match_depths(VmafPicture pic[2])
{
    if (pic[REF].bpc == pic[DIS].bpc)
        return 0;
    VmafPicture *low = &pic[pic[REF].bpc > pic[DIS].bpc], deep;
    const unsigned bpc = pic[pic[REF].bpc < pic[DIS].bpc].bpc;
    const int err = vmaf_picture_alloc(&deep, low->pix_fmt, bpc, low->w[0], low->h[0]);
    if (err) {
        fprintf(stderr, "no picture for a frame at %u bits: %s\n", bpc, strerror(-err));
        return err;
    }
    video_deepen(&deep, low, low->bpc);
    vmaf_picture_unref(low);
    *low = deep;
    return 0;
}

/*
 * Score pair after pair. On return *n_frames pairs were given to the context; a status says that
 * the inputs or the scoring failed, *scored that the scores of these pairs are still good.
 */
static int score_pairs(VmafContext *vmaf, Feeder *feeder, const Video video[2], Progress *progress,
                       unsigned *n_frames, bool *scored)
{
    for (;; ++*n_frames) {
        VmafPicture pic[2] = {{0}, {0}};
        const int more[2] = {feeder_next(feeder, REF, &pic[REF]),
                             feeder_next(feeder, DIS, &pic[DIS])};
        if (*n_frames == 0)
            fprintf(stderr, "%s%s", video[REF].late_warning, video[DIS].late_warning);
        int err = 0;
        if (more[REF] > 0 && more[DIS] > 0) {
            err = match_depths(pic);
            if (!err)
                err = vmaf_read_pictures(vmaf, &pic[REF], &pic[DIS], *n_frames);
            if (!err) {
                progress_update(progress, *n_frames + 1);
                continue;
            }
        }
        vmaf_picture_unref(&pic[REF]);
        vmaf_picture_unref(&pic[DIS]);
        progress_end(progress, *n_frames);
        if (err) {
            fprintf(stderr, "problem reading pictures: frame %u\n", *n_frames);
            return CLI_BAD_FRAMES;
        }
        const int status = tell_end(video, more);
        *scored = *n_frames > 0;
        return *scored ? status : tell_no_frames(video, more);
    }
}

static int score_inputs(VmafContext *vmaf, Feeder **feeder, const Video video[2], CliArgs *args)
{
    Progress progress;
    unsigned n_frames = 0;
    bool scored = false;
    progress_start(&progress, is_watched(args), count_frames(video, args));
    feeder_use_pool(*feeder, vmaf);
    int status = score_pairs(vmaf, *feeder, video, &progress, &n_frames, &scored);
    feeder_stop(feeder);
    if (!scored)
        return status;
    if (vmaf_read_pictures(vmaf, NULL, NULL, 0)) {
        fprintf(stderr, "problem flushing context\n");
        return CLI_BAD_FRAMES;
    }
    /* A model without a score does not take the rest away. */
    for (unsigned i = 0; i < args->n_models && !args->no_prediction; i++) {
        if (cli_model_score(vmaf, &args->model[i], n_frames))
            status = CLI_FAILED;
    }
    return report_write(vmaf, args, n_frames) ? CLI_FAILED : status;
}

static int run(CliArgs *args)
{
    VmafContext *vmaf = NULL;
    Feeder *feeder = NULL;
    Video video[2] = {{0}, {0}};
    if (is_watched(args))
        fprintf(stderr, "VMAF version %s\n", vmaf_version());
    int status = open_inputs(video, args);
    if (!status)
        status = read_headers(&feeder, video, args);
    if (!status)
        status = compare_inputs(video, args);
    if (!status && report_check_output(args))
        status = CLI_FAILED;
    if (!status)
        status = open_context(&vmaf, args);
    if (!status)
        status = find_frames(feeder, video);
    if (!status)
        status = allocate_pictures(vmaf, video, args);
    if (!status)
        status = score_inputs(vmaf, &feeder, video, args);
    feeder_stop(&feeder);
    if (vmaf)
        vmaf_close(vmaf);
    video_close(&video[REF]);
    video_close(&video[DIS]);
    return status;
}

/*
 * Put nothing in the place of standard streams that are closed: a file opened later would take it,
 * and then be read as standard input. Writing fails as before.
 */
static void hold_standard_streams(void)
{
    int fd;
    do {
        fd = open("/dev/null", O_RDONLY);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

int main(int argc, char **argv)
{
    CliArgs args;
    hold_standard_streams();
    int status = cli_parse(&args, argc, argv);
    if (status < 0)
        status = run(&args);
    cli_free(&args);
    return status;
}
