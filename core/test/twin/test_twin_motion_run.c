/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The twins of temporal features over a whole clip: sums that are reset in time, planes that
 * outlive their frame, results that no other frame overwrites, one flush. Frames in flight and
 * threads must not show.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/context.h"
#include "api/gpu_state.h"
#include "libvmaf/backend.h"
#include "twin_compare.h"

enum { W = 131, H = 70, N_PICTURES = 48, MAX_COLUMNS = 32 };

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

typedef struct Scores {
    unsigned n;
    double value[MAX_COLUMNS][N_PICTURES];
} Scores;

/* How a clip is read. */
typedef struct How {
    VmafGpuState *state; /* NULL: on the CPU */
    const char *streams;
    unsigned n_threads, bpc;
    bool device_pictures;
} How;

static enum VmafBackend backend;
static TwinTotal total;

/* Noise that moves; picture 20 is black, 21 is white, and 30 repeats 29. */
static unsigned sample(unsigned side, unsigned index, unsigned x, unsigned y, unsigned peak)
{
    if (index == 20 || index == 21)
        return index == 20 ? 0 : peak;
    const unsigned t = index == 30 ? 29 : index;
    uint64_t state = ((uint64_t)(y + 3 * t) << 32 | (x + 5 * t)) + side;
    const unsigned noise = (unsigned)(twin_random(&state) & 31);
    return ((x * 5 + y * 3 + t * (1 + t % 4) + noise) * (peak / 255)) & peak;
}

static void fill_host(const VmafPicture *pic, unsigned side, unsigned index)
{
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned y = 0; y < pic->h[i]; y++) {
            uint8_t *row = (uint8_t *)pic->data[i] + (ptrdiff_t)y * pic->stride[i];
            for (unsigned x = 0; x < pic->w[i]; x++) {
                const unsigned v = sample(side + 2 * i, index, x, y, (1u << pic->bpc) - 1);
                if (pic->bpc == 8)
                    row[x] = (uint8_t)v;
                else
                    ((uint16_t *)(void *)row)[x] = (uint16_t)v;
            }
        }
    }
}

/* A picture as the client of How gives it. */
static VmafPicture make(VmafContext *v, const How *how, unsigned side, unsigned index)
{
    VmafPicture host, pic;
    CHECK(!vmaf_picture_alloc(&host, VMAF_PIX_FMT_YUV420P, how->bpc, W, H));
    fill_host(&host, side, index);
    if (!how->device_pictures)
        return host;
    VmafGpuDevice *d = how->state->device;
    CHECK(!vmaf_gpu_fetch(v, &pic));
    for (unsigned i = 0; i < 3; i++) {
        const size_t row = (size_t)host.w[i] << (how->bpc > 8);
        CHECK(!d->ops->upload(d, pic.data[i], (size_t)pic.stride[i], host.data[i],
                              (size_t)host.stride[i], row, host.h[i], NULL));
    }
    CHECK(!d->ops->stream_wait(d, NULL));
    vmaf_picture_unref(&host);
    return pic;
}

static void keep(VmafContext *v, Scores *s)
{
    memset(s, 0, sizeof(*s));
    s->n = vmaf_collector_n_columns(v->scores);
    CHECK(s->n && s->n <= MAX_COLUMNS);
    for (unsigned k = 0; k < s->n; k++) {
        for (unsigned i = 0; i < N_PICTURES; i++)
            CHECK(vmaf_collector_value(v->scores, k, i, &s->value[k][i]));
    }
}

static void score(const How *how, Scores *s)
{
    static const char *const use[][2] = {
        {"motion", "debug=true"},
        {"motion", "motion_five_frame_window=true"},
        {"float_motion", "motion_add_scale1=true:motion_add_uv=true"},
        {"psnr", "enable_mse=true"},
    };
    VmafContext *v;
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_NONE, .n_threads = how->n_threads};
    CHECK(!setenv("VMAF_STREAMS", how->streams, 1));
    CHECK(!vmaf_init(&v, cfg));
    if (how->state)
        CHECK(!vmaf_gpu_state_import(v, how->state));
    if (how->device_pictures)
        CHECK(!vmaf_gpu_preallocate(v, backend, W, H, how->bpc, VMAF_PIX_FMT_YUV420P,
                                    VMAF_GPU_PICTURES_DEVICE));
    for (unsigned i = 0; i < sizeof(use) / sizeof(use[0]); i++)
        CHECK(!vmaf_use_feature(v, use[i][0], twin_options(use[i][1])));
    for (unsigned i = 0; i < N_PICTURES; i++) {
        VmafPicture ref = make(v, how, 0, i), dis = make(v, how, 1, i);
        CHECK(!vmaf_read_pictures(v, &ref, &dis, i));
    }
    VmafFeatureBackend info;
    for (unsigned i = 0; i < sizeof(use) / sizeof(use[0]); i++) {
        CHECK(!vmaf_feature_backend(v, i, &info));
        CHECK(!strcmp(info.backend, how->state ? vmaf_backend_name(backend) : "cpu"));
    }
    /* Once; a second one is refused and writes nothing. */
    CHECK(!vmaf_read_pictures(v, NULL, NULL, 0));
    keep(v, s);
    Scores again;
    CHECK(vmaf_read_pictures(v, NULL, NULL, 0));
    keep(v, &again);
    CHECK(!memcmp(s, &again, sizeof(again)));
    CHECK(!vmaf_close(v));
}

static void compare(const char *test, const How *how)
{
    static Scores want, got;
    static unsigned bpc;
    if (bpc != how->bpc) {
        const How cpu = {.streams = "1", .bpc = how->bpc};
        score(&cpu, &want);
        bpc = how->bpc;
    }
    score(how, &got);
    CHECK(got.n == want.n);
    for (unsigned k = 0; k < got.n; k++) {
        for (unsigned i = 0; i < N_PICTURES; i++) {
            total.n_values++;
            if (!memcmp(&got.value[k][i], &want.value[k][i], sizeof(double)))
                continue;
            if (total.n_wrong++ < 20)
                printf("%s: %s streams, %u threads, %u bits, picture %u, score %u: %a, cpu %a\n",
                       test, how->streams, how->n_threads, how->bpc, i, k, got.value[k][i],
                       want.value[k][i]);
        }
    }
}

static const char *const streams[] = {"1", "4"};

/* The picture before is still on the device when its own frame is long done, and what four frames
 * in flight give does not mix. */
static void planes_outlive_their_frame(VmafGpuState *state)
{
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned bpc = 8; bpc <= 10; bpc += 2) {
            How how = {.state = state, .streams = streams[i], .bpc = bpc};
            compare("planes_outlive_their_frame", &how);
            how.device_pictures = true;
            compare("planes_outlive_their_frame, device pictures", &how);
        }
    }
}

static void flush_once_at_any_number_of_threads(VmafGpuState *state)
{
    for (unsigned n = 0; n <= 4; n++) {
        const How how = {.state = state, .streams = streams[n % 2], .n_threads = n, .bpc = 8};
        compare("flush_once_at_any_number_of_threads", &how);
    }
}

/* A device that does something else for a while before every reset and before every kernel. */
static const VmafGpuOps *fast;
static VmafGpuOps slow;
static void *idle;
static size_t idle_bytes;

static int dawdle(VmafGpuDevice *d, VmafGpuStream *s)
{
    int err = 0;
    for (unsigned i = 0; i < 4 && !err; i++)
        err = fast->fill(d, idle, 0, idle_bytes, s);
    return err;
}

static int slow_fill(VmafGpuDevice *d, void *dst, unsigned char byte, size_t bytes,
                     VmafGpuStream *s)
{
    const int err = dawdle(d, s);
    return err ? err : fast->fill(d, dst, byte, bytes, s);
}

static int slow_launch(VmafGpuDevice *d, VmafGpuKernel *k, VmafGpuDim grid, VmafGpuDim block,
                       const void *args, size_t args_size, VmafGpuStream *s)
{
    const int err = dawdle(d, s);
    return err ? err : fast->launch(d, k, grid, block, args, args_size, s);
}

static void sums_are_reset_in_time(VmafGpuState *state)
{
    const bool on_host = backend == VMAF_BACKEND_SIMT;
    VmafGpuDevice *d = state->device;
    for (unsigned run = 0; run < (on_host ? 4 : 100); run++) {
        const How how = {.state = state, .streams = streams[run % 2], .bpc = 8};
        compare("sums_are_reset_in_time", &how);
    }
    fast = d->ops;
    slow = *fast;
    slow.fill = slow_fill;
    slow.launch = slow_launch;
    idle_bytes = on_host ? 64 : (size_t)64 << 20;
    CHECK(!d->ops->alloc(d, &idle, idle_bytes));
    d->ops = &slow;
    for (unsigned run = 0; run < (on_host ? 4 : 10); run++) {
        const How how = {.state = state, .streams = streams[run % 2], .bpc = 8};
        compare("sums_are_reset_in_time, with delays", &how);
    }
    d->ops = fast;
    d->ops->free(d, idle);
}

int main(int argc, char **argv)
{
    backend = twin_backend(argc, argv);
    VmafGpuDevice *dev = twin_open(backend);
    vmaf_gpu_close(&dev);
    VmafGpuState *state;
    CHECK(!vmaf_gpu_state_init(&state, backend, &(VmafGpuOpen){.index = 0}));
    planes_outlive_their_frame(state);
    flush_once_at_any_number_of_threads(state);
    sums_are_reset_in_time(state);
    CHECK(!vmaf_gpu_state_free(state));
    return twin_report(&total, 10000);
}
