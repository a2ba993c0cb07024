/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* A client that delivers pictures faster than they are scored is held back: memory stays flat. */
#include "test_util.h"

#include <stdio.h>
#include <sys/resource.h>

enum { WIDTH = 960, HEIGHT = 540, N_WARM = 12, N_FRAMES = 120 };

static long peak_kib(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

static void read_zeroed_pair(VmafContext *vmaf, unsigned index)
{
    VmafPicture ref, dis;
    assert_int_equal(vmaf_picture_alloc(&ref, VMAF_PIX_FMT_YUV420P, 10, WIDTH, HEIGHT), 0);
    assert_int_equal(vmaf_picture_alloc(&dis, VMAF_PIX_FMT_YUV420P, 10, WIDTH, HEIGHT), 0);
    assert_int_equal(vmaf_read_pictures(vmaf, &ref, &dis, index), 0);
}

static void test_fast_reader(void **state)
{
    (void)state;
    const long pair_kib = 2L * WIDTH * HEIGHT * 3 / 1024;
    for (unsigned n_threads = 0; n_threads < 3; n_threads++) {
        VmafContext *vmaf = test_open(n_threads);
        assert_int_equal(vmaf_use_feature(vmaf, "float_ms_ssim", NULL), 0);
        unsigned i = 0;
        while (i < N_WARM)
            read_zeroed_pair(vmaf, i++);
        const long warm_kib = peak_kib();
        while (i < N_FRAMES)
            read_zeroed_pair(vmaf, i++);
        assert_int_equal(test_flush(vmaf), 0);
        const long grown_kib = peak_kib() - warm_kib;
        printf("%u threads: %ld KiB after %d pairs, then %ld more; a pair is %ld KiB\n", n_threads,
               warm_kib, N_WARM, grown_kib, pair_kib);
        /* 2 pairs per thread in flight, and one on its way in. */
        assert_true(grown_kib < (2L * n_threads + 2) * pair_kib);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fast_reader)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
