/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "extract.h"
#include "feature/float_adm/float_adm_plan.h"
#include "score/collector.h"

/* Positions among the outputs. */
enum { ADM2, AIM, ADM3, SCALE, ADM = SCALE + 4, NUM, DEN, SCALE_NUM, N_OUTPUTS = SCALE_NUM + 8 };

/* The pictures of the check vectors in docs/metrics/float_adm.md. */
static int pattern8(unsigned x, unsigned y)
{
    return 16 + (int)((7 * x + 13 * y + ((x * y) >> 3) + ((x * x + 3 * y * y) >> 4)) % 200);
}

static uint32_t low_bits(unsigned x, unsigned y, unsigned bpc)
{
    return (3 * x + 5 * y) % (1u << (bpc - 8));
}

static uint32_t pattern_ref(unsigned x, unsigned y, unsigned bpc)
{
    return ((uint32_t)pattern8(x, y) << (bpc - 8)) + low_bits(x, y, bpc);
}

static uint32_t pattern_dis(unsigned x, unsigned y, unsigned bpc)
{
    int d = pattern8(x, y) + (int)((31 * x + 17 * y + 5) % 13) - 6;
    d = d < 0 ? 0 : d > 255 ? 255 : d;
    return ((uint32_t)d << (bpc - 8)) + low_bits(x, y, bpc);
}

static uint32_t level_100(unsigned x, unsigned y, unsigned bpc)
{
    (void)x, (void)y, (void)bpc;
    return 100;
}

static const unsigned masks[] = {0, VMAF_CPU_AVX512, ~0u};

/* All 18 scores, the same with every instruction set. */
static void scores(const char *opts, unsigned bpc, unsigned w, unsigned h, TestSample ref,
                   TestSample dis, double out[TEST_MAX_SCORES])
{
    char text[256];
    double again[TEST_MAX_SCORES];
    snprintf(text, sizeof(text), "debug=true:%s", opts);
    for (size_t m = 0; m < sizeof(masks) / sizeof(*masks); m++) {
        test_mask = masks[m];
        double *to = m ? again : out;
        assert_int_equal(test_extract_made("float_adm", text, bpc, w, h, ref, dis, to), N_OUTPUTS);
        for (unsigned k = 0; m && k < N_OUTPUTS; k++)
            assert_same_double(again[k], out[k]);
    }
    test_mask = 0;
}

#define OVERRIDES                                                  \
    "adm_f1s0=0.011:adm_f1s1=0.021:adm_f1s2=0.031:adm_f1s3=0.041:" \
    "adm_f2s0=0.004:adm_f2s1=0.014:adm_f2s2=0.024:adm_f2s3=0.034"
#define SCALE1_3_DEFAULT                                   \
    {71.5854874f, 72.5606003f}, {52.814476f, 53.0307808f}, \
    {                                                      \
        23.6770554f, 23.7328262f                           \
    }

static void vectors(void **state)
{
    (void)state;
    static const struct {
        unsigned w, h, bpc;
        const char *opts;
        double adm2, aim;
        float num_den[4][2];
    } want[] = {
        {64,
         48,
         8,
         "",
         0.99415530636842897,
         0.001693151730702433,
         {{24.7766323f, 25.2713566f},
          {41.7653313f, 42.1399727f},
          {66.0610199f, 66.201088f},
          {32.6051521f, 32.5669861f}}},
        {17,
         23,
         8,
         "",
         0.99866044521298369,
         0.0033425053813912449,
         {{12.7213163f, 12.938303f},
          {20.1858864f, 20.3642063f},
          {32.7361603f, 32.6900139f},
          {41.7125015f, 41.5073433f}}},
        {256,
         144,
         8,
         "",
         0.98799187926580934,
         5.4383968331212744e-05,
         {{63.5056686f, 64.8300705f}, SCALE1_3_DEFAULT}},
        {256,
         144,
         10,
         "",
         0.98798618922926329,
         5.4317323115700207e-05,
         {{63.4993896f, 64.8244705f},
          {71.5800629f, 72.5555878f},
          {52.814476f, 53.030777f},
          {23.6770515f, 23.7328262f}}},
        {256,
         144,
         12,
         "",
         0.98795613515269742,
         4.718139065722246e-05,
         {{63.5085945f, 64.8369904f},
          {71.5838165f, 72.5626373f},
          {52.8142395f, 53.0305786f},
          {23.6766281f, 23.7324181f}}},
        {256,
         144,
         16,
         "",
         0.98796344258310398,
         5.4384712740653064e-05,
         {{63.5040054f, 64.8296432f},
          {71.5910034f, 72.5694733f},
          {52.8327637f, 53.0519638f},
          {23.6483822f, 23.7027493f}}},
        {321,
         181,
         8,
         "",
         0.98755438694016273,
         0.00043391815760662734,
         {{75.1691666f, 76.7092896f},
          {74.4891357f, 75.5125275f},
          {54.4316177f, 54.7455063f},
          {29.4550781f, 29.520916f}}},
        {256,
         144,
         8,
         "adm_enhn_gain_limit=1",
         0.98143736631792733,
         5.4383968331212744e-05,
         {{62.9680862f, 64.8300705f},
          {71.2786484f, 72.5606003f},
          {52.3642807f, 53.0307808f},
          {23.5679951f, 23.7328262f}}},
        {256,
         144,
         8,
         "adm_enhn_gain_limit=1.2",
         0.98783797627254044,
         5.4383968331212744e-05,
         {{63.487442f, 64.8300705f},
          {71.582489f, 72.5606003f},
          {52.8031235f, 53.0307808f},
          {23.6766739f, 23.7328262f}}},
        {256,
         144,
         8,
         "adm_norm_view_dist=5:adm_ref_display_height=2160",
         0.99551759563981301,
         2.1008674588655884e-05,
         {{21.5570507f, 21.6739998f},
          {18.5222282f, 18.6450138f},
          {14.8876305f, 14.9239197f},
          {9.34074211f, 9.35426903f}}},
        {256,
         144,
         8,
         "adm_csf_mode=1:adm_csf_scale=1.7:adm_csf_diag_scale=0.6",
         0.99071837899553206,
         2.163567992257805e-05,
         {{5508.4624f, 5666.6875f},
          {15367.5498f, 15620.1641f},
          {22885.6992f, 22994.0508f},
          {16964.2188f, 17013.9434f}}},
        {256,
         144,
         8,
         "adm_csf_mode=2",
         0.99347918575207883,
         4.4299209168524571e-06,
         {{30.051897f, 30.3833733f},
          {290.7883f, 295.508209f},
          {717.610596f, 720.981873f},
          {440.854431f, 442.141357f}}},
        {256,
         144,
         8,
         "adm_bypass_cm=1",
         0.99486544701275803,
         0.023566487483050853,
         {{64.2332764f, 64.8300705f},
          {72.147934f, 72.5606003f},
          {52.9721756f, 53.0307808f},
          {23.7013054f, 23.7328262f}}},
        {256,
         144,
         8,
         "adm_p_norm=2",
         0.98015899776412663,
         2.0750751279265832e-05,
         {{217.064499f, 223.166611f},
          {196.718719f, 200.446793f},
          {98.9166412f, 100.081329f},
          {37.4239273f, 37.5650101f}}},
        {256,
         144,
         8,
         "adm_p_norm=3.7:adm_noise_weight=2.5",
         0.99354982067576658,
         5.1021555834721984e-05,
         {{68.9532166f, 69.7017288f},
          {69.675209f, 70.2624512f},
          {57.5162086f, 57.6093292f},
          {30.6505032f, 30.6939945f}}},
        {256,
         144,
         8,
         "adm_skip_aim_scale=2",
         0.98799187926580934,
         7.2283432758914477e-05,
         {{63.5056686f, 64.8300705f}, SCALE1_3_DEFAULT}},
        {256,
         144,
         8,
         "adm_skip_scale0=true",
         0.99164778041875434,
         0,
         {{0, 1.00000001e-10f}, SCALE1_3_DEFAULT}},
        {256,
         144,
         8,
         OVERRIDES,
         0.98964676010187669,
         4.0250255341455488e-05,
         {{46.8793755f, 47.7309456f},
          {55.6932945f, 56.3831787f},
          {43.9109879f, 44.0852356f},
          {22.5336113f, 22.586092f}}},
        {256,
         144,
         8,
         "adm_noise_weight=0",
         0.98519447911549307,
         6.7052956138883638e-05,
         {{46.1089973f, 47.433403f},
          {60.4875298f, 61.4626465f},
          {45.5840492f, 45.800354f},
          {18.939785f, 18.9955578f}}},
    };
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
        double got[TEST_MAX_SCORES], num = 0, den = 0;
        scores(want[i].opts, want[i].bpc, want[i].w, want[i].h, pattern_ref, pattern_dis, got);
        assert_same_double(got[ADM2], want[i].adm2);
        assert_same_double(got[AIM], want[i].aim);
        assert_same_double(got[ADM3], want[i].adm2 * 0.5 + (1 - want[i].aim) * (1 - 0.5));
        for (int s = 0; s < 4; s++) {
            const double n = want[i].num_den[s][0], d = want[i].num_den[s][1];
            assert_same_double(got[SCALE_NUM + 2 * s], n);
            assert_same_double(got[SCALE_NUM + 2 * s + 1], d);
            assert_same_double(got[SCALE + s], n / d);
            num += n;
            den += d;
        }
        assert_same_double(got[ADM], got[ADM2]);
        assert_same_double(got[NUM], num);
        assert_same_double(got[DEN], den);
    }
}

/*
 * Bands of a few samples see the border of the masking window: the near edge mirrors, the far one
 * clamps. From 15 samples on the crop hides it. Values of an independent implementation.
 */
static void far_edge_clamps_near_edge_mirrors(void **state)
{
    (void)state;
    static const struct {
        unsigned w, h;
        float num3;
        double adm2, aim;
    } want[] = {
        {256, 144, 23.6770554f, 0.98799187926580934, 5.4383968331212744e-05},
        {256, 146, 24.8708897f, 0.98785021485799007, 5.3808469378725771e-05},
        {256, 160, 24.2618217f, 0.98779392913001751, 5.3072965123464901e-05},
        {256, 176, 25.1104355f, 0.98790704719679523, 0.00025541790900458419},
        {256, 192, 27.0218849f, 0.98793985626144554, 0.00052721220761971352},
        {256, 208, 31.0758324f, 0.98788062678894073, 0.00056442227384599847},
        {256, 224, 31.4958706f, 0.98771420332347082, 0.00055779327094342059},
        {256, 226, 29.4098148f, 0.98765888432316939, 0.00056038201717589916},
        {200, 160, 37.3124466f, 0.9891128183330089, 5.2347638817271541e-05},
        {17, 23, 41.7125015f, 0.99866044521298369, 0.0033425053813912449},
        {33, 20, 42.7730217f, 0.99776774962126069, 0.0026611765070912005},
        {224, 17, 42.0954437f, 0.99505899175697254, 0.0012145904541742427},
        {113, 97, 35.7664413f, 0.9916177027086126, 0.00085521462307746069},
        {240, 240, 29.0861626f, 0.98759954626705437, 0.00056307456786628231},
    };
    for (int n = 2; n <= 15; n++) {
        assert_int_equal(vmaf_float_adm_before(0), 1);
        assert_int_equal(vmaf_float_adm_after(n - 1, n), n - 1);
        assert_int_equal(vmaf_float_adm_before(n - 1), n - 2);
        assert_int_equal(vmaf_float_adm_after(0, n), 1);
    }
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
        double got[TEST_MAX_SCORES];
        scores("", 8, want[i].w, want[i].h, pattern_ref, pattern_dis, got);
        assert_same_double(got[SCALE_NUM + 6], want[i].num3);
        assert_same_double(got[ADM2], want[i].adm2);
        assert_same_double(got[AIM], want[i].aim);
    }
}

/* The quotient is not exact: a frame that may not be enhanced scores just below 1 against itself.
 */
static void identical_frames(void **state)
{
    (void)state;
    double got[TEST_MAX_SCORES];
    scores("adm_enhn_gain_limit=1", 8, 256, 144, pattern_ref, pattern_ref, got);
    assert_same_double(got[ADM2], 0.99999998218715358);
    scores("", 8, 256, 144, pattern_ref, pattern_ref, got);
    assert_same_double(got[ADM2], 1.0);
    assert_same_double(got[AIM], 0.0);
}

static void nothing_in_the_reference(void **state)
{
    (void)state;
    double got[TEST_MAX_SCORES];
    scores("adm_noise_weight=0", 8, 64, 48, test_grey, test_noise, got);
    assert_same_double(got[DEN], 0.0);
    assert_same_double(got[ADM2], 1.0);
    assert_same_double(got[AIM], 0.0);
    assert_same_double(got[ADM3], 1.0);
    for (int s = 0; s < 4; s++)
        assert_true(isnan(got[SCALE + s]));
    scores("adm_noise_weight=0:adm_adm3_apply_hm=true:adm_min_val=0.25", 8, 64, 48, test_grey,
           test_grey, got);
    assert_same_double(got[ADM3], 0.25);
    /* Another level leaves rounding residue, which counts. */
    scores("adm_noise_weight=0", 8, 64, 48, level_100, level_100, got);
    assert_true(got[DEN] > 0 && got[DEN] < 1e-4);
    assert_same_double(got[ADM2], 1.0);
}

static void adm3_formulas(void **state)
{
    (void)state;
    double a[TEST_MAX_SCORES], b[TEST_MAX_SCORES];
    scores("", 8, 64, 48, pattern_ref, pattern_dis, a);
    scores("adm_dlm_weight=1", 8, 64, 48, pattern_ref, pattern_dis, b);
    assert_same_double(b[ADM3], a[ADM2]);
    scores("adm_dlm_weight=0", 8, 64, 48, pattern_ref, pattern_dis, b);
    assert_same_double(b[ADM3], 1 - a[AIM]);
    scores("adm_adm3_apply_hm=true", 8, 64, 48, pattern_ref, pattern_dis, b);
    assert_same_double(b[ADM3], 2 * a[ADM2] * a[AIM] / (a[ADM2] + a[AIM]));
    assert_same_double(b[ADM2], a[ADM2]);
    scores("adm_adm3_apply_hm=true:adm_min_val=0.7", 8, 64, 48, pattern_ref, pattern_dis, b);
    assert_same_double(b[ADM3], 0.7);
    scores("adm_skip_scale0=true", 8, 64, 48, pattern_ref, pattern_dis, b);
    assert_same_double(b[SCALE], 0.0);
}

static void factors(void **state)
{
    (void)state;
    static const struct {
        double view_dist;
        int height, mode;
        uint32_t bits[4][2];
    } want[] = {
        {3.0,
         1080,
         0,
         {{0x3c8e63ba, 0x3bc106aa},
          {0x3d030286, 0x3c6a46a3},
          {0x3d31a788, 0x3cc7dc06},
          {0x3d3b140b, 0x3d0041c9}}},
        {3.0,
         1080,
         1,
         {{0x3f9af18d, 0x3f9af18d},
          {0x40a159e3, 0x40a159e3},
          {0x416a0875, 0x416a0875},
          {0x41d7ce9b, 0x41d7ce9b}}},
        {3.0,
         1080,
         2,
         {{0x3bb2731d, 0x3971c0da},
          {0x3e2ad6cf, 0x3d26e4ec},
          {0x3f2af91a, 0x3ec747cb},
          {0x3f7c7bd6, 0x3f609aa9}}},
        {5.0,
         2160,
         0,
         {{0x3ad58cc4, 0x39d53c8a},
          {0x3b89b809, 0x3ab566e3},
          {0x3c02e601, 0x3b58f066},
          {0x3c413b97, 0x3bc32932}}},
        {5.0,
         2160,
         1,
         {{0x3d01fe95, 0x3d01fe95},
          {0x3eaacc84, 0x3eaacc84},
          {0x3fe801f6, 0x3fe801f6},
          {0x40def4b5, 0x40def4b5}}},
        /* From the slow implementation: sf / 7 in double would change the last. */
        {2.5,
         1080,
         1,
         {{0x3fe801f6, 0x3fe801f6},
          {0x40def4b5, 0x40def4b5},
          {0x418fe09a, 0x418fe09a},
          {0x41e6f0c7, 0x41e6f0c7}}},
        {5.0,
         2160,
         2,
         {{0x2ec1cb5a, 0x26943a64},
          {0x381fe507, 0x3426c8ee},
          {0x3c924359, 0x3ab1cb68},
          {0x3e8dd6bb, 0x3db95f9b}}},
    };
    FloatAdmPlan plan;
    const VmafFrameInfo info = {VMAF_PIX_FMT_YUV400P, 8, 64, 64};
    assert_int_equal(test_plan("float_adm", "", &info, &plan), 0);
    FloatAdmOptions opt = plan.opt;
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
        opt.view_dist = want[i].view_dist;
        opt.display_height = want[i].height;
        opt.csf_mode = want[i].mode;
        for (int s = 0; s < 4; s++) {
            float f[2];
            vmaf_float_adm_factors(&opt, s, f);
            for (int d = 0; d < 2; d++)
                assert_int_equal(vmaf_float_adm_bits(f[d]), want[i].bits[s][d]);
        }
    }
    /* Modes 3 to 9 are mode 0; the gains count in mode 1 alone; 0 overrides. */
    opt.csf_mode = 7;
    opt.csf_scale = opt.csf_diag_scale = 2.0;
    opt.view_dist = 3.0;
    opt.display_height = 1080;
    opt.f2[1] = 0.0;
    float f[2];
    vmaf_float_adm_factors(&opt, 1, f);
    assert_int_equal(vmaf_float_adm_bits(f[0]), 0x3d030286);
    assert_int_equal(vmaf_float_adm_bits(f[1]), 0);
}

static void crops(void **state)
{
    (void)state;
    for (int n = 0; n <= 20000; n++)
        assert_int_equal(vmaf_float_adm_crop(n), n >= 5 ? (n - 5) / 10 : 0);
}

static void small_frames_are_refused(void **state)
{
    (void)state;
    static const unsigned size[][2] = {{1, 1}, {16, 16}, {16, 17}, {17, 16}, {1000, 16}};
    char text[512];
    double got[TEST_MAX_SCORES];
    for (size_t i = 0; i < sizeof(size) / sizeof(*size); i++) {
        assert_int_equal(test_extract_log("float_adm", "", 8, size[i][0], size[i][1], test_noise,
                                          test_noise, text, sizeof(text)),
                         -EINVAL);
        assert_non_null(strstr(text, "float_adm"));
        assert_non_null(strstr(text, "17x17"));
    }
    assert_int_equal(test_extract_made("float_adm", "", 8, 17, 17, test_noise, test_zero, got),
                     ADM);
}

static void options_out_of_range(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "debug=2",
        "adm_enhn_gain_limit=0.9",
        "adm_enhn_gain_limit=101",
        "adm_norm_view_dist=0.7",
        "adm_norm_view_dist=24.5",
        "adm_noise_weight=-0.1",
        "adm_noise_weight=1501",
        "adm_csf_scale=-1",
        "adm_csf_scale=51",
        "adm_csf_diag_scale=-1",
        "adm_csf_diag_scale=51",
        "adm_ref_display_height=0",
        "adm_ref_display_height=4321",
        "adm_csf_mode=-1",
        "adm_csf_mode=10",
        "adm_bypass_cm=2",
        "adm_bypass_cm=-1",
        "adm_adm3_apply_hm=yes",
        "adm_p_norm=0.5",
        "adm_p_norm=20.5",
        "adm_dlm_weight=-0.5",
        "adm_dlm_weight=1.5",
        "adm_min_val=-0.5",
        "adm_min_val=1.5",
        "adm_f1s0=-1.5",
        "adm_f1s1=10.5",
        "adm_f1s2=-2",
        "adm_f1s3=11",
        "adm_f2s0=-1.5",
        "adm_f2s1=10.5",
        "adm_f2s2=-2",
        "adm_f2s3=11",
        "adm_skip_aim_scale=-1",
        "adm_skip_aim_scale=4",
        "adm_skip_scale0=x",
        "adm_p_norm=abc",
        "adm_p_norm=nan",
        "adm_csf_scal=1",
    };
    char text[4096];
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        assert_int_equal(test_extract_log("float_adm", bad[i], 8, 32, 32, test_noise, test_noise,
                                          text, sizeof(text)),
                         -EINVAL);
        assert_non_null(strstr(text, "float_adm"));
    }
}

static void names(void **state)
{
    (void)state;
    static const struct {
        const char *key[3], *value[3];
        unsigned output;
        const char *name;
    } want[] = {
        {{NULL}, {NULL}, ADM2, "VMAF_feature_adm2_score"},
        {{NULL}, {NULL}, SCALE + 3, "VMAF_feature_adm_scale3_score"},
        {{"debug"}, {"true"}, AIM, "VMAF_feature_aim_score"},
        {{"adm_p_norm", "adm_csf_mode", "adm_enhn_gain_limit"},
         {"2", "2", "1.2"},
         ADM2,
         "adm2_csf_2_egl_1.2_apn_2"},
        {{"adm_skip_scale0", "adm_skip_aim_scale", "adm_adm3_apply_hm"},
         {"true", "1", "true"},
         ADM3,
         "adm3_aah_sasc_1_ssz"},
        {{"adm_enhn_gain_limit"}, {"1.0"}, SCALE, "adm_scale0_egl_1"},
        {{"adm_enhn_gain_limit"}, {"1.0"}, ADM, "adm"},
        {{"adm_enhn_gain_limit"}, {"1.0"}, NUM, "adm_num_egl_1"},
        {{"adm_f2s3", "adm_f1s0"}, {"0.5", "0"}, SCALE_NUM + 7, "adm_den_scale3_f1s0_0_f2s3_0.5"},
        {{"adm_noise_weight", "adm_norm_view_dist", "adm_ref_display_height"},
         {"2.5", "5", "2160"},
         AIM,
         "aim_nw_2.5_nvd_5_rdf_2160"},
        {{"adm_csf_scale", "adm_csf_diag_scale", "adm_bypass_cm"},
         {"1.7", "0.6", "1"},
         ADM2,
         "adm2_bcm_1_scfd_0.6_scf_1.7"},
        {{"adm_min_val", "adm_dlm_weight"}, {"0.7", "0.25"}, ADM3, "adm3_dlmw_0.25_min_0.7"},
    };
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
        const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_NONE};
        VmafFeatureDictionary *dict;
        VmafPicture ref, dis;
        VmafContext *v;
        const char *name;
        double score;
        assert_int_equal(test_options("debug=true", &dict), 0);
        for (int k = 0; k < 3 && want[i].key[k]; k++)
            assert_int_equal(vmaf_feature_dictionary_set(&dict, want[i].key[k], want[i].value[k]),
                             0);
        test_picture(&ref, 8, 17, 17, test_noise);
        test_picture(&dis, 8, 17, 17, test_ramp);
        assert_int_equal(vmaf_init(&v, cfg), 0);
        assert_int_equal(vmaf_use_feature(v, "float_adm", dict), 0);
        assert_int_equal(vmaf_read_pictures(v, &ref, &dis, 0), 0);
        assert_int_equal(vmaf_feature_score_at_index(v, want[i].name, &score, 0), 0);
        assert_int_equal(vmaf_score_name(v, want[i].output, &name), 0);
        assert_string_equal(name, vmaf_score_alias(want[i].name));
        assert_int_equal(vmaf_close(v), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),
        cmocka_unit_test(far_edge_clamps_near_edge_mirrors),
        cmocka_unit_test(identical_frames),
        cmocka_unit_test(nothing_in_the_reference),
        cmocka_unit_test(adm3_formulas),
        cmocka_unit_test(factors),
        cmocka_unit_test(crops),
        cmocka_unit_test(small_frames_are_refused),
        cmocka_unit_test(options_out_of_range),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
