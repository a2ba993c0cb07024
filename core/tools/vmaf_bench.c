/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * Time the features: milliseconds per frame with all frames in memory, and frames per second of
 * the vmaf tool on files in the page cache, its start left out. Prints a Markdown table.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench_clip.h"
#include "bench_gpu.h"
#include "cli.h"
#include "progress.h"

#define MAX_LIST 64
#define MAX_TOGETHER 8
/* Of the pictures of one run: with a GPU they are in files only. */
#define MAX_BYTES (1LL << 30)
#define MAX_FILE_BYTES (4LL << 30)

extern char **environ;

typedef struct List {
    unsigned n;
    unsigned value[MAX_LIST];
} List;

typedef struct Bench {
    const char *feature[MAX_LIST];
    unsigned n_features;
    List width, height; /* in pairs */
    List depth, threads;
    unsigned n_frames, n_rounds;
    const char *backend; /* of the twins to time; NULL: the CPU */
    char tool[4096];     /* "" : do not run it */
    char file[2][64];
} Bench;

static const char usage[] =
    "Usage: vmaf_bench [options]\n\n"
    "Options that select may be repeated.\n"
    " --backend cuda|hip                 time the twins on a GPU instead of the CPU\n"
    " --feature NAME[=OPTION=VALUE...]   default: every feature; with a GPU also several in one\n"
    "                                    run, joined by +\n"
    " --size WIDTHxHEIGHT                default: 576x324 and 1920x1080; with a GPU 1920x1080 and\n"
    "                                    3840x2160\n"
    " --depth N                          default: 8 and 10\n"
    " --threads N                        default: 0 and the number of CPUs; not with a GPU\n"
    " --frames N                         frames of a run, fewer where memory is short; default "
    "200,\n"
    "                                    with a GPU 640\n"
    " --rounds N                         runs, of which the fastest counts; default 3\n"
    " --tool PATH                        the vmaf tool; default: beside this program\n"
    " --no_tool                          leave out the runs of the tool\n";

static int parse_number(const char *s, unsigned *out)
{
    char *end;
    const unsigned long v = strtoul(s, &end, 10);
    if (*s < '0' || *s > '9' || *end || v > INT32_MAX)
        return -EINVAL;
    *out = (unsigned)v;
    return 0;
}

static int add(List *list, unsigned v)
{
    if (list->n == MAX_LIST)
        return -EINVAL;
    list->value[list->n++] = v;
    return 0;
}

static int add_number(List *list, const char *s)
{
    unsigned v;
    return parse_number(s, &v) ? -EINVAL : add(list, v);
}

static int add_size(Bench *b, const char *s)
{
    unsigned w, h;
    int used = 0;
    if (sscanf(s, "%ux%u%n", &w, &h, &used) != 2 || s[used] || !w || !h)
        return -EINVAL;
    return add(&b->width, w) || add(&b->height, h) ? -EINVAL : 0;
}

static int take_option(Bench *b, int opt, const char *arg)
{
    switch (opt) {
    case 'b':
        b->backend = arg;
        return 0;
    case 'f':
        if (b->n_features == MAX_LIST)
            return -EINVAL;
        b->feature[b->n_features++] = arg;
        return 0;
    case 's':
        return add_size(b, arg);
    case 'd':
        return add_number(&b->depth, arg);
    case 't':
        return add_number(&b->threads, arg);
    case 'n':
        return parse_number(arg, &b->n_frames);
    case 'r':
        return parse_number(arg, &b->n_rounds);
    case 'T':
        return snprintf(b->tool, sizeof(b->tool), "%s", arg) < (int)sizeof(b->tool) ? 0 : -EINVAL;
    default:
        b->tool[0] = '\0';
        return 0;
    }
}

/* The host executor is not listed, but has all that a GPU has. */
static bool has_backend(const VmafExtractorInfo *info, const char *backend)
{
    if (!backend)
        return true;
    for (const char *const *b = info->backends; *b; b++) {
        if (strcmp(*b, backend) == 0)
            return true;
    }
    return strcmp(backend, "simt") == 0;
}

static void set_defaults(Bench *b)
{
    VmafExtractorInfo info;
    const bool all = b->n_features == 0;
    for (unsigned i = 0; all && vmaf_extractor_describe(i, &info) == 0; i++) {
        if (has_backend(&info, b->backend) && b->n_features < MAX_LIST)
            b->feature[b->n_features++] = info.name;
    }
    if (!b->n_frames)
        b->n_frames = b->backend ? 640 : 200;
    if (!b->width.n) {
        add_size(b, b->backend ? "3840x2160" : "576x324");
        add_size(b, "1920x1080");
    }
    if (!b->depth.n) {
        add(&b->depth, 8);
        add(&b->depth, 10);
    }
    if (!b->threads.n) {
        add(&b->threads, 0);
        add(&b->threads, (unsigned)sysconf(_SC_NPROCESSORS_ONLN));
    }
}

/* The tool in the folder of this program. */
static void find_tool(Bench *b)
{
    const ssize_t n = readlink("/proc/self/exe", b->tool, sizeof(b->tool) - sizeof("vmaf"));
    b->tool[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(b->tool, '/');
    if (slash)
        strcpy(slash + 1, "vmaf");
}

static int open_context(VmafContext **vmaf, const char *feature, unsigned threads)
{
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_ERROR, .n_threads = threads};
    CliFeature f;
    const char *bad = "";
    int err = cli_feature_parse(&f, feature, &bad);
    if (!err)
        err = vmaf_init(vmaf, cfg);
    if (!err) {
        err = vmaf_use_feature(*vmaf, f.name, f.opts);
        f.opts = err ? f.opts : NULL;
    }
    cli_feature_free(&f);
    return err;
}

/* Give the context pictures [from, to). */
static int read_pairs(VmafContext *vmaf, VmafPicture (*pair)[2], unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++) {
        const int err = vmaf_read_pictures(vmaf, &pair[i][REF], &pair[i][DIS], i);
        if (err)
            return err;
    }
    return 0;
}

/* Score n pairs that are in memory. The first ones, which set up every worker, do not count. */
static int time_pairs(VmafPicture (*pair)[2], unsigned n, const char *feature, unsigned threads,
                      double *ms)
{
    const unsigned warm_up = threads + 1 < n / 2 ? threads + 1 : n / 2;
    const char *name;
    VmafContext *vmaf = NULL;
    int err = open_context(&vmaf, feature, threads);
    if (!err)
        err = read_pairs(vmaf, pair, 0, warm_up);
    double start = 0;
    if (!err) {
        vmaf_score_name(vmaf, 0, &name); /* waits for the workers */
        start = progress_now();
        err = read_pairs(vmaf, pair, warm_up, n);
    }
    if (!err)
        err = vmaf_read_pictures(vmaf, NULL, NULL, 0);
    *ms = 1000 * (progress_now() - start) / (n - warm_up);
    if (vmaf)
        vmaf_close(vmaf);
    return err;
}

static int time_memory(const BenchClip *clip, unsigned n, const char *feature, unsigned threads,
                       double *ms)
{
    VmafPicture(*pair)[2] = calloc(n, sizeof(*pair));
    int err = pair ? 0 : -ENOMEM;
    for (unsigned i = 0; !err && i < n; i++) {
        err = bench_clip_copy(clip, REF, i, &pair[i][REF]);
        if (!err)
            err = bench_clip_copy(clip, DIS, i, &pair[i][DIS]);
    }
    if (!err)
        err = time_pairs(pair, n, feature, threads, ms);
    for (unsigned i = 0; pair && i < n; i++) {
        vmaf_picture_unref(&pair[i][REF]);
        vmaf_picture_unref(&pair[i][DIS]);
    }
    free(pair);
    return err;
}

static int run_tool(char *const argv[])
{
    pid_t pid;
    const int err = posix_spawn(&pid, argv[0], NULL, NULL, argv, environ);
    if (err) {
        fprintf(stderr, "could not run %s: %s\n", argv[0], strerror(err));
        return -err;
    }
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -EIO;
}

/* Seconds that the tool takes for the first n frames of the files. */
static int time_run(const Bench *b, const char *feature, unsigned threads, unsigned n, double *s)
{
    char number[2][16], list[512], option[MAX_TOGETHER][512];
    snprintf(number[0], sizeof(number[0]), "%u", threads);
    snprintf(number[1], sizeof(number[1]), "%u", n);
    if (snprintf(list, sizeof(list), "%s", feature) >= (int)sizeof(list))
        return -EINVAL;
    char *argv[17 + MAX_TOGETHER] = {(char *)b->tool,
                                     "-n",
                                     "-r",
                                     (char *)b->file[REF],
                                     "-d",
                                     (char *)b->file[DIS],
                                     "--threads",
                                     number[0],
                                     "--frame_cnt",
                                     number[1],
                                     "-q",
                                     "-o",
                                     "/dev/null",
                                     "--backend",
                                     (char *)(b->backend ? b->backend : "cpu")};
    unsigned n_args = 15, k = 0;
    char *rest = list;
    for (char *one = strsep(&rest, "+"); one && k < MAX_TOGETHER; one = strsep(&rest, "+")) {
        snprintf(option[k], sizeof(option[k]), "--feature=%s", one);
        argv[n_args++] = option[k++];
    }
    const double start = progress_now();
    const int err = run_tool(argv);
    *s = progress_now() - start;
    return err;
}

/* The shortest runs of the tool so far, in seconds; 0: none. */
typedef struct ToolTimes {
    double one, all; /* over one frame and over all */
} ToolTimes;

static int time_tool(const Bench *b, const char *feature, unsigned threads, unsigned n,
                     ToolTimes *best)
{
    double one, all;
    int err = time_run(b, feature, threads, 1, &one);
    if (!err)
        err = time_run(b, feature, threads, n, &all);
    if (!err && (best->one == 0 || one < best->one))
        best->one = one;
    if (!err && (best->all == 0 || all < best->all))
        best->all = all;
    return err;
}

/* What the start takes does not count: that is the time of a run over one frame. */
static double tool_fps(const ToolTimes *best, unsigned n)
{
    return best->all > best->one ? (n - 1) / (best->all - best->one) : 0;
}

/* One line of the table. */
static int bench_line(const Bench *b, const BenchClip *clip, unsigned n, const char *feature,
                      unsigned threads)
{
    double ms = 0;
    ToolTimes tool = {0};
    for (unsigned r = 0; r < b->n_rounds; r++) {
        double this_ms = 0;
        int err = time_memory(clip, n, feature, threads, &this_ms);
        if (!err && *b->tool)
            err = time_tool(b, feature, threads, n, &tool);
        if (err)
            return err;
        ms = r == 0 || this_ms < ms ? this_ms : ms;
    }
    printf("| %s | %ux%u | %u | %u | %.2f | %.1f |", feature, clip->w, clip->h, clip->bpc, threads,
           ms, 1000 / ms);
    if (*b->tool)
        printf(" %.1f |", tool_fps(&tool, n));
    printf("\n");
    return fflush(stdout) ? -EIO : 0;
}

/* One line of the table of a GPU. */
static int bench_gpu_line(const Bench *b, BenchGpu *gpu, const BenchClip *clip, unsigned n,
                          const char *feature)
{
    BenchGpuTimes t;
    ToolTimes tool = {0};
    int err = bench_gpu_feature(gpu, feature, &t);
    for (unsigned r = 0; r < b->n_rounds && !err && *b->tool; r++)
        err = time_tool(b, feature, 0, n, &tool);
    if (err)
        return err;
    char fold[16] = "-";
    if (t.fold > 0)
        snprintf(fold, sizeof(fold), "%.3f", t.fold);
    printf("| %s | %ux%u | %u | %.3f | %s | %.3f | %.0f |", feature, clip->w, clip->h, clip->bpc,
           t.device, fold, t.alone, 1000 / t.pinned);
    if (*b->tool)
        printf(" %.0f |", tool_fps(&tool, n));
    printf("\n");
    return fflush(stdout) ? -EIO : 0;
}

/* Frames of a run, so that they fit in memory. */
static unsigned count_frames(const Bench *b, const BenchClip *clip)
{
    const long long pair_bytes = 2LL * clip->w * clip->h * 3 / 2 * (clip->bpc > 8 ? 2 : 1) + 1;
    const long long all = b->backend ? MAX_FILE_BYTES : MAX_BYTES;
    const long long most = all / pair_bytes > 4 ? all / pair_bytes : 4;
    return b->n_frames < most ? b->n_frames : (unsigned)most;
}

/* A frame that a feature refuses leaves its line out; the library says why. */
static int bench_clip(const Bench *b, BenchGpu *gpu, unsigned w, unsigned h, unsigned bpc)
{
    BenchClip clip;
    int err = bench_clip_create(&clip, w, h, bpc);
    if (err)
        return err;
    const unsigned n = count_frames(b, &clip);
    for (unsigned i = 0; !err && *b->tool && i < 2; i++)
        err = bench_clip_write(&clip, i, n, b->file[i]);
    if (!err && gpu)
        err = bench_gpu_load(gpu, &clip);
    for (unsigned f = 0; !err && f < b->n_features; f++) {
        int bad = gpu ? bench_gpu_line(b, gpu, &clip, n, b->feature[f]) : 0;
        for (unsigned t = 0; !gpu && !bad && t < b->threads.n; t++)
            bad = bench_line(b, &clip, n, b->feature[f], b->threads.value[t]);
        if (bad)
            fprintf(stderr, "%s: no result for %ux%u at %u bits\n", b->feature[f], w, h, bpc);
    }
    bench_clip_destroy(&clip);
    return err;
}

/* What the exact sums cost: float_ssim at full size with and without, and the fold alone. */
static void bench_sums(BenchGpu *gpu, unsigned w, unsigned h)
{
    static const char *const feature[] = {"float_ssim=scale=1",
                                          "float_ssim=scale=1:enable_lcs=true"};
    BenchClip clip;
    if (bench_clip_create(&clip, w, h, 8))
        return;
    double with, without, device_ms, host_ms;
    int err = bench_gpu_load(gpu, &clip);
    for (unsigned i = 0; i < 2 && !err; i++) {
        err = bench_gpu_sums(gpu, feature[i], &with, &without);
        if (!err)
            printf("%s at %ux%u: %.3f ms, %.3f ms without its sums: %.1f %% of their throughput\n",
                   feature[i], w, h, with, without, 100 * without / with);
    }
    const size_t n = (size_t)w * h;
    if (!err && !bench_gpu_fold(gpu, n, &device_ms, &host_ms))
        printf("fold of a plane of %zu terms: %.3f ms on the device, %.3f ms read back and added\n",
               n, device_ms, host_ms);
    bench_clip_destroy(&clip);
}

static void print_machine(void)
{
    char line[256];
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof(line), f)) {
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            printf("%s", strchr(line, ':') + 2);
            break;
        }
    }
    if (f)
        fclose(f);
    printf("%ld CPUs, libvmaf %s\n\n", sysconf(_SC_NPROCESSORS_ONLN), vmaf_version());
}

static int bench_all(const Bench *b)
{
    BenchGpu *gpu = NULL;
    int err = b->backend ? bench_gpu_open(&gpu, b->backend) : 0;
    if (err)
        return err;
    print_machine();
    if (gpu)
        printf("%s: %s\n\n| feature | size | bits | device ms per frame | fold ms | ms of a frame "
               "alone "
               "| frames/s from pinned memory |",
               b->backend, bench_gpu_device(gpu));
    else
        printf("| feature | size | bits | threads | ms per frame | frames/s |");
    printf("%s\n", *b->tool ? " tool frames/s |" : "");
    printf("|---|---|---|---|---|---|%s%s\n", gpu ? "---|" : "", *b->tool ? "---|" : "");
    for (unsigned i = 0; i < b->width.n * b->depth.n && !err; i++) {
        const unsigned w = b->width.value[i / b->depth.n], h = b->height.value[i / b->depth.n];
        const unsigned bpc = b->depth.value[i % b->depth.n];
        err = bench_clip(b, gpu, w, h, bpc);
        if (err)
            fprintf(stderr, "%ux%u at %u bits: %s\n", w, h, bpc, strerror(-err));
    }
    if (gpu && !err) {
        printf("\n");
        for (unsigned s = 0; s < b->width.n; s++)
            bench_sums(gpu, b->width.value[s], b->height.value[s]);
    }
    bench_gpu_close(&gpu);
    return err;
}

/* Empty files for the two clips. */
static int make_files(Bench *b)
{
    for (unsigned i = 0; i < 2; i++) {
        const char *folder = getenv("TMPDIR");
        const int n = snprintf(b->file[i], sizeof(b->file[i]), "%s/vmaf_bench_XXXXXX",
                               folder ? folder : "/tmp");
        const int fd = n < (int)sizeof(b->file[i]) ? mkstemp(b->file[i]) : -1;
        if (fd < 0) {
            fprintf(stderr, "could not create \"%s\"\n", b->file[i]);
            b->file[i][0] = '\0';
            return -EIO;
        }
        close(fd);
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct option long_options[] = {
        {"backend", required_argument, NULL, 'b'},
        {"feature", required_argument, NULL, 'f'},
        {"size", required_argument, NULL, 's'},
        {"depth", required_argument, NULL, 'd'},
        {"threads", required_argument, NULL, 't'},
        {"frames", required_argument, NULL, 'n'},
        {"rounds", required_argument, NULL, 'r'},
        {"tool", required_argument, NULL, 'T'},
        {"no_tool", no_argument, NULL, 'N'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    Bench b = {.n_rounds = 3};
    find_tool(&b);
    for (int opt; (opt = getopt_long(argc, argv, "", long_options, NULL)) != -1;) {
        if (opt == 'h') {
            fputs(usage, stdout);
            return 0;
        }
        if (opt == '?' || take_option(&b, opt, optarg)) {
            fprintf(stderr, "bad option or value \"%s\"\n\n%s", argv[optind - 1], usage);
            return CLI_USAGE;
        }
    }
    if (optind < argc || b.n_frames == 1 || b.n_rounds == 0) {
        fprintf(stderr, "bad argument, fewer than 2 frames or no rounds\n\n%s", usage);
        return CLI_USAGE;
    }
    set_defaults(&b);
    int err = *b.tool ? make_files(&b) : 0;
    if (!err)
        err = bench_all(&b);
    for (unsigned i = 0; i < 2; i++) {
        if (b.file[i][0])
            unlink(b.file[i]);
    }
    return err ? CLI_FAILED : CLI_OK;
}
