/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The twins of `psnr`, `float_psnr` and `float_moment`: integer sums, and one whose order counts.
 */
#include <stdio.h>
#include <stdlib.h>

#include "libvmaf/backend.h"
#include "twin_compare.h"

static enum VmafBackend backend;
static TwinTotal total;

static const unsigned depths[] = {8, 10, 12, 16};
static const enum VmafPixelFormat formats[] = {VMAF_PIX_FMT_YUV420P, VMAF_PIX_FMT_YUV422P,
                                               VMAF_PIX_FMT_YUV444P, VMAF_PIX_FMT_YUV400P};

/* One access has 16 bytes, a thread two of them, a block 256 threads. */
static const unsigned size[][2] = {{1, 1},   {2, 3},    {7, 2},    {8, 8},    {9, 5},    {15, 4},
                                   {16, 4},  {17, 4},   {31, 7},   {33, 31},  {64, 32},  {65, 33},
                                   {96, 86}, {127, 65}, {512, 16}, {513, 17}, {322, 182}};

static void compare_sizes(const char *feature, const char *opts)
{
    for (unsigned i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
        for (unsigned b = 0; b < 4; b++) {
            const TwinCase t = {feature,   opts,       formats[(i + b) % 4],
                                depths[b], size[i][0], size[i][1]};
            twin_compare(backend, &t, &total);
        }
    }
}

static void put(const VmafPicture *pic, unsigned x, unsigned y, unsigned v)
{
    ((uint16_t *)(void *)((uint8_t *)pic->data[0] + (ptrdiff_t)y * pic->stride[0]))[x] =
        (uint16_t)v;
}

/*
 * Bright rows take the sums of squares past 2^53, where the unit of a double is 2, and what follows
 * is odd: in raster order every such term is rounded, in any other order not all of them. Content
 * 0: only the reference, 1: only the distorted picture, 2: both; then the same without the rows
 * below.
 */
static void fill_past_2_to_53(VmafPicture *ref, VmafPicture *dis, unsigned content, uint64_t seed)
{
    (void)seed;
    const unsigned end = content < 3 ? ref->h[0] : ref->h[0] - 40;
    for (unsigned y = 0; y < ref->h[0]; y++) {
        for (unsigned x = 0; x < ref->w[0]; x++) {
            const unsigned v = y < 1040 ? 0xffff - (x & y & 1) : y < end ? 2 * (x % 50) + 1 : 0;
            put(ref, x, y, content % 3 != 1 ? v : 0);
            put(dis, x, y, content % 3 != 0 ? v ^ (content % 3 == 2 ? x % 3 : 0) : 0);
        }
    }
}

static void order_past_2_to_53(void)
{
    const char *const feature[] = {"float_psnr", "float_moment"};
    for (unsigned i = 0; i < 2; i++) {
        const TwinCase t = {feature[i], "", VMAF_PIX_FMT_YUV400P, 16, 2048, 1100};
        twin_compare_clip(backend, &t, fill_past_2_to_53, 4, &total);
    }
}

/* A ramp against itself with an error of period 23; values of another program. */
static void fill_vector(const VmafPicture *ref, const VmafPicture *dis, unsigned plane)
{
    const unsigned bpc = ref->bpc;
    const int32_t peak = (1 << bpc) - 1;
    for (unsigned y = 0; y < ref->h[plane]; y++) {
        for (unsigned x = 0; x < ref->w[plane]; x++) {
            const uint32_t i = x + 100 * plane;
            const int32_t r = (int32_t)((7919u * i + 104729u * y + 31u * i * y) >> 3) & peak;
            const int32_t e =
                r + (int32_t)((13 * x + 17 * y) % 23 << (bpc - 8)) - (int32_t)(11u << (bpc - 8));
            const int32_t d = e < 0 ? 0 : e > peak ? peak : e;
            const VmafPicture *const pic[2] = {ref, dis};
            for (unsigned k = 0; k < 2; k++) {
                uint8_t *row =
                    (uint8_t *)pic[k]->data[plane] + (ptrdiff_t)y * pic[k]->stride[plane];
                if (bpc == 8)
                    row[x] = (uint8_t)(k ? d : r);
                else
                    ((uint16_t *)(void *)row)[x] = (uint16_t)(k ? d : r);
            }
        }
    }
}

static const struct {
    unsigned bpc, w, h;
    double want[3];
} vectors[] = {
    {8, 34, 18, {31.770942490670777, 31.652628789792729, 31.847248265254009}},
    {10, 34, 18, {31.823743261131714, 31.757982560176682, 31.755625069506014}},
    {12, 34, 18, {31.868728368019283, 31.719868813328826, 31.705345227611321}},
    {16, 34, 18, {31.821436486841815, 31.804746385985041, 31.836205060834253}},
    {8, 33, 17, {31.757940254151485, 31.652628789792729, 31.847248265254009}},
};

static void known_values(void)
{
    static const char *const score[] = {"psnr_y", "psnr_cb", "psnr_cr"};
    for (unsigned i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
        VmafContext *v;
        VmafPicture ref, dis;
        const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_WARNING};
        const unsigned bpc = vectors[i].bpc, w = vectors[i].w, h = vectors[i].h;
        if (vmaf_init(&v, cfg) || vmaf_use_backend(v, vmaf_backend_name(backend), 0) ||
            vmaf_use_feature(v, "psnr", NULL) ||
            vmaf_picture_alloc(&ref, VMAF_PIX_FMT_YUV420P, bpc, w, h) ||
            vmaf_picture_alloc(&dis, VMAF_PIX_FMT_YUV420P, bpc, w, h))
            exit(1);
        for (unsigned k = 0; k < 3; k++)
            fill_vector(&ref, &dis, k);
        if (vmaf_read_pictures(v, &ref, &dis, 0) || vmaf_read_pictures(v, NULL, NULL, 0))
            exit(1);
        for (unsigned k = 0; k < 3; k++) {
            double got = -1.0;
            const int err = vmaf_feature_score_at_index(v, score[k], &got, 0);
            total.n_values++;
            if (!err && got == vectors[i].want[k])
                continue;
            total.n_wrong++;
            printf("%ux%u, %u bits, %s: %.17g, want %.17g\n", w, h, bpc, score[k], got,
                   vectors[i].want[k]);
        }
        vmaf_close(v);
    }
}

int main(int argc, char **argv)
{
    backend = twin_backend(argc, argv);
    VmafGpuDevice *dev = twin_open(backend);
    compare_sizes("psnr", "enable_mse=true:enable_apsnr=true");
    compare_sizes("psnr", "enable_chroma=false");
    compare_sizes("psnr", "reduced_hbd_peak=true:min_sse=0.5");
    compare_sizes("float_psnr", "");
    compare_sizes("float_moment", "");
    order_past_2_to_53();
    known_values();
    vmaf_gpu_close(&dev);
    return twin_report(&total, 8000);
}
