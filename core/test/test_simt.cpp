/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The host executor: barriers, orders, poison, and what it refuses. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define VMAF_SIMT_UNIT simt_test
#include "gpu/simt.h"

extern "C" {
#include <cmocka.h>
}

typedef struct TestArgs {
    uint32_t *out;
    uint32_t n;
} TestArgs;

/* One thread, one value; no barrier. */
VMAF_KERNEL test_index(const TestArgs a)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned at = (blockIdx.y * gridDim.x * blockDim.x + i) * blockDim.y + threadIdx.y;
    if (at < a.n)
        a.out[at] = at;
}

/* Reverses a block through shared memory, many times. */
VMAF_KERNEL test_reverse(const TestArgs a)
{
    VMAF_SHARED uint32_t tile[256];
    const unsigned i = threadIdx.x, n = blockDim.x;
    uint32_t v = blockIdx.x * n + i;
    for (unsigned k = 0; k < 7; k++) {
        tile[i] = v;
        VMAF_SYNC();
        v = tile[n - 1 - i];
        VMAF_SYNC();
    }
    a.out[blockIdx.x * n + i] = v;
}

/* The order in which threads run, which a real kernel must not depend on. */
VMAF_KERNEL test_order(const TestArgs a)
{
    a.out[1 + atomicAdd(a.out, 1u)] = blockIdx.x * blockDim.x + threadIdx.x;
}

VMAF_KERNEL test_early_return(const TestArgs a)
{
    if (threadIdx.x >= a.n)
        return;
    VMAF_SYNC();
}

VMAF_KERNEL test_other_barrier(const TestArgs a)
{
    if (threadIdx.x >= a.n)
        VMAF_SYNC();
    else
        VMAF_SYNC();
}

VMAF_KERNEL test_extra_barrier(const TestArgs a)
{
    VMAF_SYNC();
    for (unsigned i = 0; i < 2 + (threadIdx.x == a.n); i++)
        VMAF_SYNC();
}

VMAF_KERNEL test_poison(const TestArgs a)
{
    VMAF_SHARED uint32_t tile[64];
    a.out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x];
    tile[threadIdx.x] = 0;
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(test_index), VMAF_SIMT_ENTRY(test_reverse),
                VMAF_SIMT_ENTRY(test_order), VMAF_SIMT_ENTRY(test_early_return),
                VMAF_SIMT_ENTRY(test_other_barrier), VMAF_SIMT_ENTRY(test_extra_barrier),
                VMAF_SIMT_ENTRY(test_poison));

enum { INDEX, REVERSE, ORDER, EARLY_RETURN, OTHER_BARRIER, EXTRA_BARRIER, POISON };

static char why[256];

static int run(unsigned kernel, VmafSimtDim grid, VmafSimtDim block, uint32_t *out, uint32_t n,
               VmafSimtOrder order)
{
    const TestArgs a = {out, n};
    const VmafSimtConfig config = {order, 5, 0xa5};
    return vmaf_simt_launch(&vmaf_simt_image_simt_test.kernels[kernel], grid, block, &a, sizeof(a),
                            &config, why, sizeof(why));
}

static const VmafSimtOrder orders[] = {VMAF_SIMT_FORWARD, VMAF_SIMT_REVERSE, VMAF_SIMT_SHUFFLE};

static void test_every_thread_runs(void **)
{
    for (unsigned k = 0; k < 3; k++) {
        uint32_t out[2 * 3 * 5 * 4] = {0};
        assert_int_equal(run(INDEX, {3, 2, 1}, {5, 4, 1}, out, 120, orders[k]), 0);
        for (unsigned i = 0; i < 120; i++)
            assert_int_equal(out[i], i);
    }
}

static void test_barriers(void **)
{
    for (unsigned k = 0; k < 3; k++) {
        uint32_t out[3 * 256];
        assert_int_equal(run(REVERSE, {3, 1, 1}, {256, 1, 1}, out, 0, orders[k]), 0);
        for (unsigned i = 0; i < 3 * 256; i++)
            assert_int_equal(out[i], i / 256 * 256 + 255 - i % 256);
    }
}

static void test_orders(void **)
{
    uint32_t out[1 + 64];
    out[0] = 0;
    assert_int_equal(run(ORDER, {4, 1, 1}, {16, 1, 1}, out, 0, VMAF_SIMT_FORWARD), 0);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(out[1 + i], i);
    out[0] = 0;
    assert_int_equal(run(ORDER, {4, 1, 1}, {16, 1, 1}, out, 0, VMAF_SIMT_REVERSE), 0);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(out[1 + i], 63 - i);
    out[0] = 0;
    assert_int_equal(run(ORDER, {4, 1, 1}, {16, 1, 1}, out, 0, VMAF_SIMT_SHUFFLE), 0);
    unsigned n_moved = 0;
    uint64_t seen = 0;
    for (unsigned i = 0; i < 64; i++) {
        seen |= (uint64_t)1 << out[1 + i];
        n_moved += out[1 + i] != i;
    }
    assert_true(seen == UINT64_MAX);
    assert_true(n_moved > 32);
}

static void test_divergent_barriers(void **)
{
    uint32_t out[1];
    for (unsigned k = 0; k < 3; k++) {
        for (unsigned n = 0; n < 40; n += 13) {
            const bool all = n == 0;
            assert_int_equal(run(EARLY_RETURN, {2, 1, 1}, {32, 1, 1}, out, n, orders[k]),
                             all || n >= 32 ? 0 : -EINVAL);
            assert_int_equal(run(EXTRA_BARRIER, {2, 1, 1}, {32, 1, 1}, out, n, orders[k]),
                             n >= 32 ? 0 : -EINVAL);
            if (n < 32)
                assert_non_null(strstr(why, "divergent barrier in block"));
        }
        assert_int_equal(run(OTHER_BARRIER, {1, 1, 1}, {32, 1, 1}, out, 9, orders[k]), -EINVAL);
        assert_non_null(strstr(why, "test_simt.cpp:"));
        /* a failed launch leaves nothing behind */
        test_barriers(NULL);
    }
}

static void test_shared_memory_is_poisoned(void **)
{
    uint32_t out[2 * 64];
    assert_int_equal(run(POISON, {2, 1, 1}, {64, 1, 1}, out, 0, VMAF_SIMT_FORWARD), 0);
    for (unsigned i = 0; i < 2 * 64; i++)
        assert_int_equal(out[i], 0xa5a5a5a5u);
}

static void test_refusals(void **)
{
    uint32_t out[1];
    const TestArgs a = {out, 0};
    const VmafSimtConfig config = {VMAF_SIMT_FORWARD, 0, 0};
    const VmafSimtKernel *k = &vmaf_simt_image_simt_test.kernels[INDEX];
    assert_int_equal(run(INDEX, {1, 1, 1}, {0, 1, 1}, out, 0, VMAF_SIMT_FORWARD), -EINVAL);
    assert_int_equal(run(INDEX, {1, 1, 1}, {32, 33, 1}, out, 0, VMAF_SIMT_FORWARD), -EINVAL);
    assert_int_equal(run(INDEX, {0, 1, 1}, {32, 1, 1}, out, 0, VMAF_SIMT_FORWARD), -EINVAL);
    assert_int_equal(run(INDEX, {1, 65536, 1}, {32, 1, 1}, out, 0, VMAF_SIMT_FORWARD), -EINVAL);
    assert_int_equal(
        vmaf_simt_launch(k, {1, 1, 1}, {1, 1, 1}, &a, sizeof(a) - 1, &config, why, sizeof(why)),
        -EINVAL);
    assert_non_null(strstr(why, "argument"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_thread_runs),
        cmocka_unit_test(test_barriers),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_divergent_barriers),
        cmocka_unit_test(test_shared_memory_is_poisoned),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
