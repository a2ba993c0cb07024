/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SIMT_HOST_H
#define VMAF_SIMT_HOST_H

/**
 * The host executor's half of the kernel dialect. Included through simt.h by a unit
 * simt/<name>_simt.cpp, which defines VMAF_SIMT_UNIT first and ends with VMAF_SIMT_IMAGE(...).
 */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct VmafSimtDim {
    unsigned x, y, z;
} VmafSimtDim;

struct VmafSimtImage;

/** A kernel of a unit: its name and a call that unpacks the argument struct. */
typedef struct VmafSimtKernel {
    const struct VmafSimtImage *image;
    const char *name;
    void (*call)(const void *args);
    size_t args_size;
} VmafSimtKernel;

/** All kernels of a unit and the memory that holds its VMAF_SHARED arrays. */
typedef struct VmafSimtImage {
    const char *name;
    const VmafSimtKernel *kernels;
    unsigned n_kernels;
    unsigned char *shared, *shared_end;
} VmafSimtImage;

enum VmafSimtOrder { VMAF_SIMT_FORWARD, VMAF_SIMT_REVERSE, VMAF_SIMT_SHUFFLE };

/** How a launch runs: nothing a correct kernel returns depends on it. */
typedef struct VmafSimtConfig {
    enum VmafSimtOrder order; /**< of blocks, and of the threads between two barriers */
    uint64_t seed;            /**< of VMAF_SIMT_SHUFFLE */
    unsigned char poison;     /**< byte that fills shared memory at the start of every block */
} VmafSimtConfig;

#define VMAF_SIMT_MAX_THREADS 1024u

extern "C" {
extern VmafSimtDim vmaf_simt_thread, vmaf_simt_block, vmaf_simt_block_dim, vmaf_simt_grid_dim;

/** A barrier; where names the place, so that threads waiting at different ones are found. */
void vmaf_simt_sync(const char *where);

/**
 * Run a kernel to its end. One launch at a time in a process; others wait.
 *
 * @param why   [why_size], set on failure: what went wrong, in one line
 * @return 0; -EINVAL for bad dimensions or argument size, or when threads of a block meet
 *         different barriers; -ENOMEM
 */
int vmaf_simt_launch(const VmafSimtKernel *kernel, VmafSimtDim grid, VmafSimtDim block,
                     const void *args, size_t args_size, const VmafSimtConfig *config, char *why,
                     size_t why_size);
}

#define threadIdx vmaf_simt_thread
#define blockIdx vmaf_simt_block
#define blockDim vmaf_simt_block_dim
#define gridDim vmaf_simt_grid_dim

#define VMAF_SIMT_TEXT_(x) #x
#define VMAF_SIMT_TEXT(x) VMAF_SIMT_TEXT_(x)
#define VMAF_SIMT_JOIN_(a, b) a##b
#define VMAF_SIMT_JOIN(a, b) VMAF_SIMT_JOIN_(a, b)
/* A section of its own per unit: the linker then gives its bounds, which the executor poisons. */
#define VMAF_SIMT_SECTION __attribute__((section("vmaf_shm_" VMAF_SIMT_TEXT(VMAF_SIMT_UNIT))))

#define VMAF_KERNEL static void
#define VMAF_KERNEL_OF(...) static void
#define VMAF_DEVFN static inline
#define VMAF_SHARED static VMAF_SIMT_SECTION
#define VMAF_SYNC() vmaf_simt_sync(__FILE__ ":" VMAF_SIMT_TEXT(__LINE__))
#define VMAF_UNROLL

static inline int64_t vmaf_simt_bits(double x)
{
    int64_t b;
    memcpy(&b, &x, sizeof(b));
    return b;
}
static inline double vmaf_simt_f64(int64_t b)
{
    double x;
    memcpy(&x, &b, sizeof(x));
    return x;
}
#define VMAF_BITS_OF_F64(x) vmaf_simt_bits(x)
#define VMAF_F64_OF_BITS(b) vmaf_simt_f64(b)

/* Threads of a launch run one at a time, so a plain update is atomic. */
template <typename T> static inline T atomicAdd(T *p, T v)
{
    const T old = *p;
    *p = (T)(old + v);
    return old;
}

template <typename F, F f> struct VmafSimtCall;
template <typename Args, void (*f)(Args)> struct VmafSimtCall<void (*)(Args), f> {
    static void call(const void *args)
    {
        f(*(const Args *)args);
    }
    static constexpr size_t size = sizeof(Args);
};
#define VMAF_SIMT_ENTRY(kernel)                                     \
    {                                                               \
        &VMAF_SIMT_JOIN(vmaf_simt_image_, VMAF_SIMT_UNIT), #kernel, \
            VmafSimtCall<decltype(&kernel), &kernel>::call,         \
            VmafSimtCall<decltype(&kernel), &kernel>::size          \
    }

/* The image is found by gpu_simt.cpp under the name that every backend uses for this unit. */
#define VMAF_SIMT_IMAGE(...)                                                                     \
    extern "C" {                                                                                 \
    extern unsigned char VMAF_SIMT_JOIN(__start_vmaf_shm_, VMAF_SIMT_UNIT)[]                     \
        __attribute__((visibility("hidden")));                                                   \
    extern unsigned char VMAF_SIMT_JOIN(__stop_vmaf_shm_, VMAF_SIMT_UNIT)[]                      \
        __attribute__((visibility("hidden")));                                                   \
    extern const VmafSimtImage VMAF_SIMT_JOIN(vmaf_simt_image_, VMAF_SIMT_UNIT);                 \
    }                                                                                            \
    static VMAF_SIMT_SECTION __attribute__((used)) unsigned char vmaf_simt_section_is_not_empty; \
    static const VmafSimtKernel vmaf_simt_kernels[] = {__VA_ARGS__};                             \
    const VmafSimtImage VMAF_SIMT_JOIN(vmaf_simt_image_, VMAF_SIMT_UNIT) = {                     \
        VMAF_SIMT_TEXT(VMAF_SIMT_UNIT), vmaf_simt_kernels,                                       \
        (unsigned)(sizeof(vmaf_simt_kernels) / sizeof(vmaf_simt_kernels[0])),                    \
        VMAF_SIMT_JOIN(__start_vmaf_shm_, VMAF_SIMT_UNIT),                                       \
        VMAF_SIMT_JOIN(__stop_vmaf_shm_, VMAF_SIMT_UNIT)}

#endif /* VMAF_SIMT_HOST_H */
