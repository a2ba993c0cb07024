/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The arithmetic of ssimulacra2 step by step. */
#include "test_util.h"

#include <math.h>
#include <stdio.h>

#include "feature/ssimulacra2/ssimulacra2.h"
#include "feature/ssimulacra2/ssimulacra2_pyramid.h"
#include "feature/ssimulacra2/ssimulacra2_rows.h"

#define assert_float(got, want)                                       \
    do {                                                              \
        const double g_ = (got), w_ = (want);                         \
        if (!(g_ == w_))                                              \
            fail_msg("%s: got %a (%.9g), want %a", #got, g_, g_, w_); \
    } while (0)

static uint32_t bits_of(float x)
{
    uint32_t i;
    memcpy(&i, &x, sizeof(i));
    return i;
}

static float float_of(uint32_t i)
{
    float x;
    memcpy(&x, &i, sizeof(x));
    return x;
}

static uint32_t crc32(const unsigned char *data, size_t n)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < n; i++) {
        crc ^= data[i];
        for (int k = 0; k < 8; k++)
            crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

static void test_transfer_table(void **state)
{
    static float table[SSIMULACRA2_EOTF_SIZE];
    float f;

    (void)state;
    assert_int_equal(crc32((const unsigned char *)"123456789", 9), 0xcbf43926);
    vmaf_ssimulacra2_eotf(table);
    assert_int_equal(crc32((const unsigned char *)table, sizeof(table)), 0xe6126ec6);
    assert_float(table[1], 0x1.3d0722p-16);
    assert_float(table[2048], 0x1.b65b34p-3);
    assert_float(table[4095], 0x1.ffb738p-1);
    assert_float(table[4096], 1.0);
    assert_float(table[4097], 1.0);

    assert_int_equal(ssimulacra2_eotf_index(0.0f, &f), 0);
    assert_float(f, 0.0);
    assert_int_equal(ssimulacra2_eotf_index(1.0f, &f), 4096);
    assert_float(f, 0.0);
    assert_int_equal(ssimulacra2_eotf_index(0x1.fffffep-1f, &f), 4095);
    assert_float(f, 0x1.ffep-1);
    assert_float(ssimulacra2_eotf_between(0.25f, 0.75f, 0.5f), 0.5);
}

__extension__ typedef unsigned __int128 Wide;

/* (m * 2^e)^3 < x, exactly: both sides are scaled to integers below 2^127. */
static bool cube_below(uint64_t m, int e, float x)
{
    int ex;
    const float fx = frexpf(x, &ex);
    const Wide cube = (Wide)m * m * m;
    const int shift = ex - 24 - 3 * e;
    assert_true(shift >= 0 && shift < 96);
    return cube < (Wide)ldexpf(fx, 24) << shift;
}

/* y is the float nearest to the cube root of x; halves of an ulp decide. */
static bool is_nearest(float x, float y)
{
    int ey;
    const float fy = frexpf(y, &ey);
    const uint64_t m = (uint64_t)ldexpf(fy, 26);    /* in quarters of an ulp */
    const unsigned half_below = fy == 0.5f ? 1 : 2; /* floats lie closer below a power of two */

    return cube_below(m - half_below, ey - 26, x) && !cube_below(m + 2, ey - 26, x);
}

/*
 * Every float of the range that the definition names. The checksum was computed by
 * py/ref_ssimulacra2.py, where a fused operation is double arithmetic rounded to odd.
 */
static void test_cube_root(void **state)
{
    uint32_t first = bits_of(0.0037f), last = bits_of(1.005f);
    uint64_t checksum = 0, n = 0;
    double worst = 0.0;
    unsigned not_nearest = 0;

    (void)state;
    if ((double)float_of(first) < 0.0037)
        first++;
    if ((double)float_of(last) > 1.005)
        last--;
    for (uint32_t i = first; i <= last; i++, n++) {
        const float x = float_of(i), y = ssimulacra2_cbrt(x);
        /* The true root is y + off to far below an ulp of float. */
        const double y64 = y, off = ((double)x - y64 * y64 * y64) / (3.0 * y64 * y64);
        const double ulp = y < 0.25f ? 0x1p-26 : y < 0.5f ? 0x1p-25 : y < 1.0f ? 0x1p-24 : 0x1p-23;
        const double err = fabs(off) / ulp;

        worst = err > worst ? err : worst;
        if (err > 0.4999)
            not_nearest += !is_nearest(x, y);
        checksum += bits_of(y) * (2 * n + 1);
    }
    assert_int_equal(n, 68036645);
    assert_true(worst < 0.50001);
    assert_int_equal(not_nearest, 3);
    assert_int_equal(checksum, 0xbc3a2fc3f525d013);
    assert_float(ssimulacra2_cbrt(0x1.f12a6cp-9f), 0x1.3f64eap-3);
}

static void test_conversion_constants(void **state)
{
    static const float r_v[] = {0x1.932618p+0f, 0x1.66e978p+0f};
    static const float b_u[] = {0x1.db089ap+0f, 0x1.c5a1cap+0f};
    static const float g_u[] = {-0x1.7fa3dep-3f, -0x1.606544p-2f};
    static const float g_v[] = {-0x1.df5bf8p-2f, -0x1.6da346p-1f};
    Ssimulacra2Matrix m;

    (void)state;
    for (int matrix = 0; matrix < 4; matrix++) {
        for (unsigned bpc = 8; bpc <= 16; bpc += bpc == 12 ? 4 : 2) {
            vmaf_ssimulacra2_matrix(matrix, bpc, &m);
            assert_float(m.r_v, r_v[matrix % 2]);
            assert_float(m.b_u, b_u[matrix % 2]);
            assert_float(m.g_u, g_u[matrix % 2]);
            assert_float(m.g_v, g_v[matrix % 2]);
            assert_int_equal(m.chroma_offset, 1 << (bpc - 1));
            assert_int_equal(m.luma_offset, matrix < 2 ? 1 << (bpc - 4) : 0);
            if (matrix < 2) {
                assert_float(m.luma_scale, ldexp(0x1.2b404ap-8, 8 - (int)bpc));
                assert_float(m.chroma_scale, ldexp(0x1.24924ap-8, 8 - (int)bpc));
            } else {
                assert_float(m.chroma_scale, m.luma_scale);
            }
        }
    }
    vmaf_ssimulacra2_matrix(2, 8, &m);
    assert_float(m.luma_scale, 0x1.010102p-8);
    vmaf_ssimulacra2_matrix(3, 10, &m);
    assert_float(m.luma_scale, 0x1.00401p-10);
}

static void test_clamps(void **state)
{
    Ssimulacra2Matrix m;
    float rgb[3];

    (void)state;
    vmaf_ssimulacra2_matrix(0, 8, &m);
    ssimulacra2_rgb(&m, 0, 128, 128, rgb);
    assert_float(rgb[0], 0.0);
    assert_int_equal(signbit(rgb[1]), 0);
    ssimulacra2_rgb(&m, 255, 128, 128, rgb);
    assert_float(rgb[2], 1.0);
    ssimulacra2_rgb(&m, 128, 0, 255, rgb);
    assert_float(rgb[0], 1.0);
    assert_float(rgb[2], 0.0);
    assert_float(ssimulacra2_clamp(-0.0f), 0.0);
    assert_int_equal(signbit(ssimulacra2_clamp(-0.0f)), 0);
}

static void test_opsin(void **state)
{
    float xyb[3];

    (void)state;
    /* Black leaves the offsets alone. */
    ssimulacra2_xyb(0.0f, 0.0f, 0.0f, xyb);
    assert_float(xyb[0], 0x1.ae147ap-2);
    assert_float(xyb[1], 0x1.47ae14p-7);
    assert_float(xyb[2], 0x1.19999ap-1);
}

static void test_taps(void **state)
{
    static const float tap[] = {0x1.0ef8d6p-2f, 0x1.b413e8p-3f, 0x1.bfd672p-4f, 0x1.2700c8p-5f,
                                0x1.347d7p-7f};

    (void)state;
    assert_float(ssimulacra2_blur_centre(1.0f), tap[0]);
    for (int m = 1; m <= SSIMULACRA2_REACH; m++) {
        assert_float(ssimulacra2_blur_pair(m, 1.0f, 0.0f, 0.0f), tap[m]);
        assert_float(ssimulacra2_blur_pair(m, 0.0f, 1.0f, 0.0f), tap[m]);
    }
}

static void test_scales(void **state)
{
    static const struct {
        unsigned w, h, n, last_w, last_h;
    } want[] = {
        {7, 8, 0, 0, 0},     {8, 7, 0, 0, 0},         {8, 8, 2, 4, 4},
        {15, 15, 3, 4, 4},   {16, 9, 2, 8, 5},        {112, 112, 5, 7, 7},
        {113, 113, 6, 4, 4}, {1920, 1080, 6, 60, 34}, {4000, 8, 2, 2000, 4},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
        Ssimulacra2Scales s;
        vmaf_ssimulacra2_scales(want[i].w, want[i].h, &s);
        assert_int_equal(s.n, want[i].n);
        if (s.n) {
            assert_int_equal(s.w[s.n - 1], want[i].last_w);
            assert_int_equal(s.h[s.n - 1], want[i].last_h);
        }
    }
}

static size_t bytes_held(unsigned w, unsigned h)
{
    Ssimulacra2Scales scales;
    Ssimulacra2Matrix m;
    Ssimulacra2Pyramid *p = NULL;

    vmaf_ssimulacra2_scales(w, h, &scales);
    vmaf_ssimulacra2_matrix(0, 8, &m);
    assert_int_equal(vmaf_ssimulacra2_pyramid_create(&p, &scales, &m, vmaf_ssimulacra2_rows(0)), 0);
    const size_t bytes = vmaf_ssimulacra2_pyramid_bytes(p);
    vmaf_ssimulacra2_pyramid_destroy(&p);
    assert_null(p);
    vmaf_ssimulacra2_pyramid_destroy(&p);
    return bytes;
}

static void test_memory(void **state)
{
    (void)state;
    /* Rows are held, not planes. */
    assert_int_equal(bytes_held(3840, 2160), bytes_held(3840, 4320));
    assert_true(bytes_held(3840, 2160) < 8000000);
}

static void test_lane_tree(void **state)
{
    /* The tree first adds what is 8 lanes apart: 2^53 and -2^53 vanish before the ones are added.
     */
    double lane[SSIMULACRA2_LANES] = {0x1p53, 1, 1, 1, 1, 1, 1, 1, -0x1p53, 1, 1, 1, 1, 1, 1, 1};

    (void)state;
    assert_float(ssimulacra2_lane_tree(lane), 14.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transfer_table),
        cmocka_unit_test(test_cube_root),
        cmocka_unit_test(test_conversion_constants),
        cmocka_unit_test(test_clamps),
        cmocka_unit_test(test_opsin),
        cmocka_unit_test(test_taps),
        cmocka_unit_test(test_scales),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_lane_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
