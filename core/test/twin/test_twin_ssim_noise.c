/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * The SSIM family on noise, CPU against twin, by bits:
 *   test_twin_ssim_noise simt|cuda|hip [FRAMES]
 * FRAMES is the number of 64x64 frames of float_ssim; the other features take a share of it. The
 * first frame is one of order_frame.h, which tells the order of a sum.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../order_frame.h"
#include "libvmaf/backend.h"
#include "twin.h"

enum { DEFAULT_FRAMES = 160 };

typedef struct Case {
    const char *feature, *option; /* option: set to true; may be NULL */
    const OrderFrame *first;      /* the others have its size */
    unsigned share;               /* frames: FRAMES / share, at least 1 */
    const char *outputs[17];
} Case;

#define LEVELS(part) part "_scale0", part "_scale1", part "_scale2", part "_scale3", part "_scale4"

static const Case cases[] = {
    {"float_ssim",
     "enable_lcs",
     &order_frame_product,
     1,
     {"float_ssim", "float_ssim_l", "float_ssim_c", "float_ssim_s"}},
    {"ssim", NULL, &order_frame_product, 10, {"ssim"}},
    {"float_ms_ssim",
     "enable_lcs",
     &order_frame_contrast,
     20,
     {"float_ms_ssim", LEVELS("float_ms_ssim_l"), LEVELS("float_ms_ssim_c"),
      LEVELS("float_ms_ssim_s")}},
};

/* Any failure here is one of the test. */
static void check(int err, const char *what)
{
    if (err) {
        fprintf(stderr, "%s: error %d\n", what, err);
        exit(1);
    }
}

static VmafContext *open_context(const Case *c, const char *backend, unsigned n_threads)
{
    VmafContext *vmaf;
    VmafFeatureDictionary *opts = NULL;
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_WARNING, .n_threads = n_threads};
    check(vmaf_init(&vmaf, cfg), "vmaf_init");
    check(vmaf_use_backend(vmaf, backend, 0), "vmaf_use_backend");
    if (c->option)
        check(vmaf_feature_dictionary_set(&opts, c->option, "true"), c->option);
    check(vmaf_use_feature(vmaf, c->feature, opts), c->feature);
    return vmaf;
}

static void fill(uint8_t *plane, size_t n, uint64_t *state)
{
    for (size_t i = 0; i < n; i += sizeof(uint64_t)) {
        const uint64_t word = twin_random(state);
        memcpy(plane + i, &word, sizeof(word));
    }
}

static VmafPicture make_picture(const uint8_t *plane, unsigned side)
{
    VmafPicture pic;
    check(vmaf_picture_alloc(&pic, VMAF_PIX_FMT_YUV400P, 8, side, side), "vmaf_picture_alloc");
    for (size_t y = 0; y < side; y++)
        memcpy((uint8_t *)pic.data[0] + (ptrdiff_t)y * pic.stride[0], plane + y * side, side);
    return pic;
}

static void read_pair(VmafContext *vmaf, const uint8_t *ref, const uint8_t *dis, unsigned side,
                      unsigned index)
{
    VmafPicture a = make_picture(ref, side), b = make_picture(dis, side);
    check(vmaf_read_pictures(vmaf, &a, &b, index), "vmaf_read_pictures");
}

static uint64_t score_bits(VmafContext *vmaf, const char *name, unsigned index)
{
    double value;
    uint64_t bits;
    check(vmaf_feature_score_at_index(vmaf, name, &value, index), name);
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* @return the number of values that differ */
static unsigned long run(const Case *c, const char *backend, unsigned n, unsigned n_cpus)
{
    static uint8_t ref[ORDER_MAX_SIDE * ORDER_MAX_SIDE], dis[ORDER_MAX_SIDE * ORDER_MAX_SIDE];
    const unsigned side = c->first->side;
    const size_t n_samples = (size_t)side * side; /* a multiple of 8 */
    VmafContext *cpu = open_context(c, "cpu", n_cpus);
    VmafContext *twin = open_context(c, backend, 0);
    uint64_t state = side;
    order_frame_fill(c->first, ref, dis);
    for (unsigned i = 0; i < n; i++) {
        read_pair(cpu, ref, dis, side, i);
        read_pair(twin, ref, dis, side, i);
        fill(ref, n_samples, &state);
        fill(dis, n_samples, &state);
    }
    check(vmaf_read_pictures(cpu, NULL, NULL, 0), "flush");
    check(vmaf_read_pictures(twin, NULL, NULL, 0), "flush");

    unsigned long n_values = 0, n_wrong = 0;
    for (unsigned i = 0; i < n; i++) {
        for (const char *const *name = c->outputs; *name; name++, n_values++) {
            const uint64_t want = score_bits(cpu, *name, i);
            const uint64_t got = score_bits(twin, *name, i);
            if (want != got && !n_wrong++)
                printf("frame %u, %s: cpu 0x%016" PRIx64 ", %s 0x%016" PRIx64 "\n", i, *name, want,
                       backend, got);
        }
    }
    printf("%s: %u frames of %ux%u, %lu of %lu values identical\n", c->feature, n, side, side,
           n_values - n_wrong, n_values);
    vmaf_close(twin);
    vmaf_close(cpu);
    return n_wrong;
}

int main(int argc, char **argv)
{
    const enum VmafBackend backend = twin_backend(argc, argv);
    const long n = argc > 2 ? strtol(argv[2], NULL, 10) : DEFAULT_FRAMES;
    if (n < 1 || n > 1000000) {
        fprintf(stderr, "FRAMES must be 1 to 1000000, got \"%s\"\n", argv[2]);
        return 2;
    }
    VmafGpuDevice *device = twin_open(backend);
    vmaf_gpu_close(&device);

    const long n_cpus = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned long n_wrong = 0;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const unsigned frames = (unsigned)n / cases[i].share;
        n_wrong += run(&cases[i], vmaf_backend_name(backend), frames ? frames : 1,
                       n_cpus > 0 ? (unsigned)n_cpus : 1);
    }
    return n_wrong ? 1 : 0;
}
