/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * A client of libvmaf_cuda.h with a CUDA context of its own, as FFmpeg's libvmaf_cuda filter is: it
 * copies luma to fetched device pictures in the default stream and reads them at once. Scores equal
 * those of the CPU, chroma reads as 0, the client's current context stays what it was, and a
 * context that closes does not disturb another one in the same CUDA context.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/cuda_api.h"
#include "libvmaf/libvmaf_cuda.h"

#define W 322
#define H 182
#define FRAMES 40
#define N_SCORES 3

static CUresult (*cu_init)(unsigned);
static CUresult (*cu_device_get)(CUdevice *, int);
static CUresult (*cu_ctx_create)(CUcontext *, unsigned, CUdevice);
static CUresult (*cu_ctx_destroy)(CUcontext);
static CUresult (*cu_ctx_get)(CUcontext *);
static CUresult (*cu_ctx_push)(CUcontext);
static CUresult (*cu_ctx_pop)(CUcontext *);
static CUresult (*cu_memcpy_2d)(const CUDA_MEMCPY2D *);

static CUcontext client_context;

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

static void no_device(const char *why)
{
    const char *required = getenv("VMAF_REQUIRE_DEVICE");
    printf("SKIP: %s\n", why);
    exit(required && strstr(required, "cuda") ? 1 : 77);
}

static void find(void *lib, const char *symbol, void *function)
{
    void *address = dlsym(lib, symbol);
    CHECK(address);
    memcpy(function, &address, sizeof(address));
}

static void open_driver(void)
{
    void *lib = dlopen("libcuda.so.1", RTLD_NOW);
    if (!lib)
        no_device(dlerror());
    find(lib, "cuInit", &cu_init);
    find(lib, "cuDeviceGet", &cu_device_get);
    find(lib, "cuCtxCreate_v2", &cu_ctx_create);
    find(lib, "cuCtxDestroy_v2", &cu_ctx_destroy);
    find(lib, "cuCtxGetCurrent", &cu_ctx_get);
    find(lib, "cuCtxPushCurrent_v2", &cu_ctx_push);
    find(lib, "cuCtxPopCurrent_v2", &cu_ctx_pop);
    find(lib, "cuMemcpy2D_v2", &cu_memcpy_2d);
    CUdevice device;
    if (cu_init(0) || cu_device_get(&device, 0))
        no_device("the CUDA driver finds no device");
    CUcontext popped;
    CHECK(!cu_ctx_create(&client_context, 0, device));
    CHECK(!cu_ctx_pop(&popped));
}

static void check_no_context(void)
{
    CUcontext current;
    CHECK(!cu_ctx_get(&current));
    CHECK(!current);
}

static void fill(VmafPicture *pic, uint32_t seed)
{
    uint32_t s = seed * 2654435761u + 1;
    for (unsigned y = 0; y < pic->h[0]; y++) {
        uint8_t *row = (uint8_t *)pic->data[0] + (ptrdiff_t)y * pic->stride[0];
        for (unsigned x = 0; x < pic->w[0]; x++) {
            s = s * 1664525u + 1013904223u;
            row[x] = (uint8_t)(40 + (x + 2 * y) % 150 + (s >> 27));
        }
    }
}

static void alloc_filled(VmafPicture *pic, uint32_t seed)
{
    CHECK(!vmaf_picture_alloc(pic, VMAF_PIX_FMT_YUV420P, 8, W, H));
    fill(pic, seed);
}

static void fetch_filled(VmafContext *v, VmafPicture *pic, uint32_t seed)
{
    VmafPicture host;
    alloc_filled(&host, seed);
    CHECK(!vmaf_cuda_fetch_preallocated_picture(v, pic));
    const CUDA_MEMCPY2D copy = {
        .srcMemoryType = CU_MEMORYTYPE_HOST,
        .srcHost = host.data[0],
        .srcPitch = (size_t)host.stride[0],
        .dstMemoryType = CU_MEMORYTYPE_DEVICE,
        .dstDevice = (CUdeviceptr)(uintptr_t)pic->data[0],
        .dstPitch = (size_t)pic->stride[0],
        .WidthInBytes = W,
        .Height = H,
    };
    CUcontext popped;
    CHECK(!cu_ctx_push(client_context));
    CHECK(!cu_memcpy_2d(&copy));
    CHECK(!cu_ctx_pop(&popped));
    vmaf_picture_unref(&host);
}

static void use_features(VmafContext *v)
{
    CHECK(!vmaf_use_feature(v, "float_ssim", NULL));
    CHECK(!vmaf_use_feature(v, "ssimulacra2", NULL));
    CHECK(!vmaf_use_feature(v, "psnr_hvs", NULL)); /* has no twin */
}

static VmafContext *open_on_device(VmafCudaState **state, unsigned n_threads)
{
    VmafContext *v;
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_WARNING, .n_threads = n_threads};
    CHECK(!vmaf_init(&v, cfg));
    CHECK(!vmaf_cuda_state_init(state, (VmafCudaConfiguration){.cu_ctx = client_context}));
    CHECK(!vmaf_cuda_import_state(v, *state));
    const VmafCudaPictureConfiguration pictures = {
        .pic_params = {.w = W, .h = H, .bpc = 8, .pix_fmt = VMAF_PIX_FMT_YUV420P},
        .pic_prealloc_method = VMAF_CUDA_PICTURE_PREALLOCATION_METHOD_DEVICE,
    };
    CHECK(!vmaf_cuda_preallocate_pictures(v, pictures));
    use_features(v);
    check_no_context();
    return v;
}

static void read_pair(VmafContext *v, unsigned f)
{
    VmafPicture ref, dis;
    fetch_filled(v, &ref, 2 * f);
    fetch_filled(v, &dis, 2 * f + 1);
    CHECK(!vmaf_read_pictures(v, &ref, &dis, f));
    check_no_context();
}

static void check_scores(VmafContext *v, double want[FRAMES][N_SCORES], unsigned n_frames)
{
    static const char *const name[N_SCORES] = {"float_ssim", "ssimulacra2", "psnr_hvs"};
    CHECK(!vmaf_read_pictures(v, NULL, NULL, 0));
    for (unsigned f = 0; f < n_frames; f++) {
        for (unsigned k = 0; k < N_SCORES; k++) {
            double got;
            CHECK(!vmaf_feature_score_at_index(v, name[k], &got, f));
            CHECK(!memcmp(&got, &want[f][k], sizeof(got)));
        }
    }
}

static void score_on_cpu(double value[FRAMES][N_SCORES])
{
    VmafContext *v;
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_WARNING};
    CHECK(!vmaf_init(&v, cfg));
    use_features(v);
    for (unsigned f = 0; f < FRAMES; f++) {
        VmafPicture ref, dis;
        alloc_filled(&ref, 2 * f);
        alloc_filled(&dis, 2 * f + 1);
        CHECK(!vmaf_read_pictures(v, &ref, &dis, f));
        CHECK(!vmaf_feature_score_at_index(v, "float_ssim", &value[f][0], f));
        CHECK(!vmaf_feature_score_at_index(v, "ssimulacra2", &value[f][1], f));
        CHECK(!vmaf_feature_score_at_index(v, "psnr_hvs", &value[f][2], f));
    }
    vmaf_close(v);
}

int main(void)
{
    open_driver();
    static double want[FRAMES][N_SCORES];
    score_on_cpu(want);

    VmafCudaState *state[2];
    VmafContext *v[2] = {open_on_device(&state[0], 0), open_on_device(&state[1], 2)};
    for (unsigned f = 0; f < FRAMES / 2; f++) {
        read_pair(v[0], f);
        read_pair(v[1], f);
    }
    check_scores(v[0], want, FRAMES / 2);
    CHECK(!vmaf_close(v[0]));
    for (unsigned f = FRAMES / 2; f < FRAMES; f++)
        read_pair(v[1], f);
    check_scores(v[1], want, FRAMES);
    CHECK(!vmaf_close(v[1]));
    CHECK(!vmaf_cuda_state_free(state[0]));
    CHECK(!vmaf_cuda_state_free(state[1]));
    check_no_context();
    CHECK(!cu_ctx_destroy(client_context));
    printf("%d of %d values identical\n", (FRAMES + FRAMES / 2) * N_SCORES,
           (FRAMES + FRAMES / 2) * N_SCORES);
    return 0;
}
