/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Scores, options, names and refusals of adm. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "extract.h"
#include "feature/adm/adm_csf.h"
#include "feature/adm/adm_plan.h"
#include "score/collector.h"

#include "adm_frames.h"

/* ---- scores ---- */

typedef struct Vector {
    unsigned w, h, bpc;
    const char *opts;
    double score[9]; /* adm2, aim, adm3, scales 0..3, num, den */
} Vector;

static const Vector vectors[] = {
    {64,
     48,
     8,
     "debug=true",
     {0.64957915246264963, 0.46526803973911385, 0.59215555636176798, 0.7849006285893203,
      0.6892922574217123, 0.58389823641498351, 0.57181722096564869, 105.59410858154297,
      162.55772399902344}},
    {33,
     35,
     8,
     "debug=true",
     {0.54812358061722477, 0.29485434123087306, 0.6266346196931758, 0.71600055689671749,
      0.65525068239056017, 0.46275362452107599, 0.46988539411510666, 81.007038116455078,
      147.78973388671875}},
    {150,
     101,
     10,
     "debug=true",
     {0.62674945282178729, 0.45720523506377209, 0.58477210887900766, 0.78889565690588259,
      0.62619926966931094, 0.54991107083935664, 0.59579822786964665, 182.72647857666016,
      291.54629135131836}},
    {64,
     48,
     16,
     "debug=true",
     {0.64942045184172037, 0.46547997396021762, 0.5919702389407514, 0.78467891886498009,
      0.68916226858598273, 0.58374538959974032, 0.57174059972044955, 105.93296051025391,
      163.11922454833984}},
    {64,
     48,
     8,
     "debug=true:adm_enhn_gain_limit=1",
     {0.63277899611794675, 0.46601083489160205, 0.58338408061317226, 0.75057914637094691,
      0.65804874187583084, 0.5791049046644704, 0.57181722096564869, 102.86311340332031,
      162.55772399902344}},
    {64,
     48,
     8,
     "debug=true:adm_csf_mode=2:adm_enhn_gain_limit=1:adm_noise_weight=0.02:adm_min_val=0.5:"
     "adm_dlm_weight=0.7",
     {0.62413862855691604, 0.49725789772821816, 0.58771967067137576, 0.7653358163749443,
      0.66222047307501142, 0.57406688215890489, 0.57541843000638593, 97.010238647460938,
      155.43059539794922}},
    {64,
     48,
     8,
     "debug=true:adm_csf_mode=3:adm_ref_display_height=2160",
     {0.67264289286577028, 0.46570004887069899, 0.60347142199753567, 0.92873372060858517,
      0.74306434425374746, 0.62074100015871314, 0.58932229674833825, 58.731473922729492,
      87.314494132995605}},
    {64,
     48,
     8,
     "debug=true:adm_csf_mode=1",
     {0.017978389980547481, NAN, 0, 0.015125542584601465, 0.0061664524894908587,
      0.023148334451319984, 0.019579817474204807, 947.17570114135742, 52684.12255859375}},
    {64,
     48,
     8,
     "debug=true:adm_skip_scale0=true",
     {0.61794648342521252, 0.51907785213330315, 0.54943431564595469, 0, 0.6892922574217123,
      0.58389823641498351, 0.57181722096564869, 81.419418334960938, 131.75804138193593}},
    {64,
     48,
     8,
     "debug=true:adm_norm_view_dist=5",
     {0.68319873376374451, 0.43784921927690301, 0.62267475724342081, 0.84883909666877511,
      0.7259861135436616, 0.61985395872533455, 0.59561411166128242, 61.544155120849609,
      90.082361221313477}},
    {300,
     200,
     12,
     "debug=true",
     {0.62975627963273462, 0.44772321018457939, 0.59101653472407767, 0.79791917538248081,
      0.61932007105996956, 0.50671756246760824, 0.62815901467062207, 274.05756378173828,
      435.18035888671875}},
    {20,
     40,
     8,
     "debug=true",
     {0.86507928350585273, 0.026114446069986825, 0.9194824187179329, 0.76813890830535492,
      0.70928711009242995, 0.89385687963711302, 0.99450831865187339, 67.664965629577637,
      78.21822452545166}},
    {24,
     24,
     8,
     "debug=true",
     {0.87893187538046647, 0.0027381142823781762, 0.93809688054904417, 0.81516697175964592,
      0.71372286798257911, 0.95405642710198912, 0.99237166168819813, 60.696069240570068,
      69.056625366210938}},
};

/* The check vectors of docs/metrics/adm.md, with every instruction set. */
static void test_vectors(void **state)
{
    (void)state;
    assert_int_equal(tiles_ref(0, 0, 8), 5);
    static const unsigned masks[] = {0, VMAF_CPU_AVX512 | VMAF_CPU_AVX512ICL, ~0u};
    for (size_t m = 0; m < 3; m++) {
        test_mask = masks[m];
        for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
            const Vector *v = &vectors[i];
            double got[TEST_MAX_SCORES];
            assert_int_equal(
                test_extract_made("adm", v->opts, v->bpc, v->w, v->h, tiles_ref, tiles_dis, got),
                VMAF_ADM_N_OUTPUTS);
            for (int k = 0; k < 7; k++)
                assert_same_double(got[k], v->score[k]);
            assert_same_double(got[VMAF_ADM_OUT_ADM], v->score[0]);
            assert_same_double(got[VMAF_ADM_OUT_NUM], v->score[7]);
            assert_same_double(got[VMAF_ADM_OUT_DEN], v->score[8]);
        }
    }
    test_mask = 0;
}

static void test_scale_sums(void **state)
{
    (void)state;
    /* nine digits name a float */
    static const float want[8] = {24.1746902f, 30.7996826f, 33.0862045f, 48.0002556f,
                                  21.221056f,  36.3437576f, 27.1121578f, 47.4140282f};
    double got[TEST_MAX_SCORES];
    test_extract_made("adm", "debug=true", 8, 64, 48, tiles_ref, tiles_dis, got);
    for (int k = 0; k < 8; k++)
        assert_same_double(got[VMAF_ADM_OUT_NUM_SCALE0 + k], (double)want[k]);
}

static void test_without_debug(void **state)
{
    (void)state;
    double got[TEST_MAX_SCORES];
    assert_int_equal(test_extract_made("adm", "", 8, 64, 48, tiles_ref, tiles_dis, got), 7);
    for (int k = 0; k < 7; k++)
        assert_same_double(got[k], vectors[0].score[k]);
}

static void test_skip_aim(void **state)
{
    (void)state;
    double got[TEST_MAX_SCORES];
    assert_int_equal(
        test_extract_made("adm", "adm_skip_aim=true", 8, 64, 48, tiles_ref, tiles_dis, got), 7);
    assert_same_double(got[VMAF_ADM_OUT_ADM2], vectors[0].score[0]);
    assert_same_double(got[VMAF_ADM_OUT_AIM], 0.0);
    assert_same_double(got[VMAF_ADM_OUT_ADM3], vectors[0].score[0] * 0.5 + 0.5);
}

static void test_degenerate(void **state)
{
    (void)state;
    double got[TEST_MAX_SCORES];
    test_extract_made("adm", "", 8, 64, 48, test_grey, test_grey, got);
    for (int k = 0; k < 7; k++)
        assert_same_double(got[k], k == VMAF_ADM_OUT_AIM ? 0.0 : 1.0);

    /* no energy and no noise: den is 0 */
    test_extract_made("adm", "adm_noise_weight=0", 8, 64, 48, test_grey, tiles_dis, got);
    assert_same_double(got[VMAF_ADM_OUT_ADM2], 1.0);
    assert_same_double(got[VMAF_ADM_OUT_AIM], 0.0);
    assert_same_double(got[VMAF_ADM_OUT_ADM3], 1.0);
    assert_true(isnan(got[VMAF_ADM_OUT_SCALE0]));

    test_extract_made("adm", "", 8, 64, 48, tiles_ref, tiles_ref, got);
    assert_same_double(got[VMAF_ADM_OUT_AIM], 0.0);
    assert_true(got[VMAF_ADM_OUT_ADM2] > 1.0 && got[VMAF_ADM_OUT_ADM2] < 1.0001);
}

/* ---- factors ---- */

static AdmOptions options_of(int height, double distance, int mode)
{
    const AdmOptions opt = {.csf_scale = 1.0,
                            .csf_diag_scale = 1.0,
                            .norm_view_dist = distance,
                            .ref_display_height = height,
                            .csf_mode = mode,
                            .enhn_gain_limit = 100.0};
    return opt;
}

static void test_factors(void **state)
{
    (void)state;
    static const struct {
        int height;
        double distance;
        float hv[4], d[4];
        uint32_t q_hv[4], q_d[4];
    } want[] = {
        {1080,
         3.0,
         {0x1.1cc774p-6f, 0x1.06050cp-5f, 0x1.634f1p-5f, 0x1.762816p-5f},
         {0x1.820d54p-8f, 0x1.d48d46p-7f, 0x1.8fb80cp-6f, 0x1.008392p-5f},
         {36453, 137373792, 186284160, 196165808},
         {49417, 61414028, 104783920, 134487184}},
        {2160,
         1.5,
         {0x1.1cc774p-6f, 0x1.06050cp-5f, 0x1.634f1p-5f, 0x1.762816p-5f},
         {0x1.820d54p-8f, 0x1.d48d46p-7f, 0x1.8fb80cp-6f, 0x1.008392p-5f},
         {36453, 137373792, 186284160, 196165808},
         {49417, 61414028, 104783920, 134487184}},
        {2160,
         3.0,
         {0x1.392e4ep-8f, 0x1.5e020ep-7f, 0x1.20415cp-6f, 0x1.70b4fap-6f},
         {0x1.6408d8p-10f, 0x1.0670cp-8f, 0x1.0ff286p-7f, 0x1.a7f684p-7f},
         {0, 45876252, 75564400, 96654312},
         {0, 17199296, 35644684, 55569672}},
    };
    for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
        const AdmOptions opt = options_of(want[i].height, want[i].distance, 0);
        AdmPlan plan;
        assert_int_equal(vmaf_adm_plan_init(&plan, &opt, 8, 64, 64), 0);
        for (int s = 0; s < VMAF_ADM_SCALES; s++) {
            assert_true(plan.csf[s][0] == want[i].hv[s] && plan.csf[s][1] == want[i].hv[s]);
            assert_true(plan.csf[s][2] == want[i].d[s]);
            if (want[i].q_hv[s]) {
                assert_int_equal(plan.scale[s].factor[0], want[i].q_hv[s]);
                assert_int_equal(plan.scale[s].factor[1], want[i].q_hv[s]);
                assert_int_equal(plan.scale[s].factor[2], want[i].q_d[s]);
            }
        }
    }
    /* Barten's function to the digits that are published */
    static const double barten[4] = {1.21, 5.04, 14.6, 27.0};
    const AdmOptions opt = options_of(1080, 3.0, 1);
    float f[VMAF_ADM_SCALES][VMAF_ADM_BANDS];
    assert_int_equal(vmaf_adm_csf_factors(&opt, f), 0);
    for (int s = 0; s < VMAF_ADM_SCALES; s++)
        assert_true(fabs(f[s][0] - barten[s]) < 0.005 * barten[s]);
}

/* ---- what is refused ---- */

static void assert_refused(const char *opts, unsigned w, unsigned h, const char *part)
{
    char text[2048];
    const int err =
        test_extract_log("adm", opts, 8, w, h, tiles_ref, tiles_dis, text, sizeof(text));
    if (err != -EINVAL)
        fail_msg("adm:%s at %ux%u gives %d", opts, w, h, err);
    if (!strstr(text, part))
        fail_msg("no \"%s\" in: %s", part, text);
}

static void assert_accepted(const char *opts)
{
    double got[TEST_MAX_SCORES];
    const int n = test_extract_made("adm", opts, 8, 17, 17, tiles_ref, tiles_dis, got);
    if (n != 7)
        fail_msg("adm:%s gives %d", opts, n);
}

static void test_refused_sizes(void **state)
{
    (void)state;
    assert_refused("", 16, 17, "17x17");
    assert_refused("", 17, 16, "17x17");
    assert_refused("", 1, 1, "17x17");
    assert_accepted("");

    const AdmOptions opt = options_of(1080, 3.0, 0);
    AdmPlan plan;
    assert_int_equal(vmaf_adm_plan_init(&plan, &opt, 8, 32768, 65535), 0);
    assert_int_equal(vmaf_adm_plan_init(&plan, &opt, 8, 32768, 65536), -EINVAL);
}

static void test_refused_displays(void **state)
{
    (void)state;
    assert_refused("adm_norm_view_dist=2.9", 64, 64, "3240");
    assert_refused("adm_ref_display_height=1079", 64, 64, "3240");
    assert_refused("adm_ref_display_height=1", 64, 64, "3240");
    assert_refused("adm_csf_mode=2:adm_ref_display_height=720:adm_norm_view_dist=3", 64, 64,
                   "3240");
    assert_accepted("adm_norm_view_dist=0.75:adm_ref_display_height=4320");
    assert_accepted("adm_norm_view_dist=1.5:adm_ref_display_height=2160");

    assert_refused("adm_csf_mode=2:adm_norm_view_dist=4", 64, 64, "1080/3");
    assert_refused("adm_csf_mode=3:adm_ref_display_height=1081", 64, 64, "1080/3");
    assert_accepted("adm_csf_mode=1:adm_norm_view_dist=4");
    static const char *const displays[] = {"1080:3", "1080:5", "2160:1.5",
                                           "2160:3", "2160:5", "720:5"};
    for (size_t i = 0; i < sizeof(displays) / sizeof(displays[0]); i++) {
        for (int mode = 2; mode <= 3; mode++) {
            char opts[128];
            const char *colon = strchr(displays[i], ':');
            snprintf(opts, sizeof(opts),
                     "adm_csf_mode=%d:adm_ref_display_height=%.*s:adm_norm_view_dist=%s", mode,
                     (int)(colon - displays[i]), displays[i], colon + 1);
            assert_accepted(opts);
        }
    }
}

static void test_option_ranges(void **state)
{
    (void)state;
    static const struct {
        const char *name, *low, *high, *below, *above, *with;
    } range[] = {
        {"adm_csf_scale", "0", "50", "-0.01", "50.01", ""},
        {"adm_csf_diag_scale", "0", "50", "-0.01", "50.01", ""},
        {"adm_dlm_weight", "0", "1", "-0.01", "1.01", ""},
        {"adm_enhn_gain_limit", "1", "100", "0.99", "100.1", ""},
        {"adm_norm_view_dist", "0.75", "24", "0.74", "24.1", ":adm_ref_display_height=4320"},
        {"adm_ref_display_height", "135", "4320", "0", "4321", ":adm_norm_view_dist=24"},
        {"adm_csf_mode", "0", "3", "-1", "4", ""},
        {"adm_noise_weight", "0", "1500", "-0.01", "1500.1", ""},
        {"adm_min_val", "0", "1", "-0.01", "1.01", ""},
        {"adm_skip_aim", "false", "true", "yes", "2", ""},
        {"adm_skip_scale0", "false", "true", "yes", "2", ""},
    };
    for (size_t i = 0; i < sizeof(range) / sizeof(range[0]); i++) {
        char opts[128];
        const char *const good[] = {range[i].low, range[i].high};
        const char *const bad[] = {range[i].below, range[i].above};
        for (int k = 0; k < 2; k++) {
            snprintf(opts, sizeof(opts), "%s=%s%s", range[i].name, good[k], range[i].with);
            assert_accepted(opts);
            snprintf(opts, sizeof(opts), "%s=%s%s", range[i].name, bad[k], range[i].with);
            assert_refused(opts, 64, 64, range[i].name);
        }
    }
    assert_refused("adm_bypass_cm=1", 64, 64, "adm_bypass_cm");
}

/* ---- names, and frames after one another ---- */

/** Score `output`, in the order of the columns, has that internal name. */
static void assert_name(const char *opts, int output, const char *want)
{
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_NONE};
    VmafContext *v;
    VmafFeatureDictionary *dict;
    VmafPicture ref, dis;
    char text[512];
    double score;
    const char *name;
    snprintf(text, sizeof(text), "debug=true:%s", opts);
    assert_int_equal(test_options(text, &dict), 0);
    test_picture(&ref, 8, 64, 48, tiles_ref);
    test_picture(&dis, 8, 64, 48, tiles_dis);
    assert_int_equal(vmaf_init(&v, cfg), 0);
    assert_int_equal(vmaf_use_feature(v, "adm", dict), 0);
    assert_int_equal(vmaf_read_pictures(v, &ref, &dis, 0), 0);
    assert_int_equal(vmaf_feature_score_at_index(v, want, &score, 0), 0);
    assert_int_equal(vmaf_score_name(v, (unsigned)output, &name), 0);
    assert_string_equal(name, vmaf_score_alias(want));
    assert_int_equal(vmaf_close(v), 0);
}

static void test_names(void **state)
{
    (void)state;
    assert_name("debug=true:adm_skip_aim=true", 0, "VMAF_integer_feature_adm2_score");
    assert_name("adm_skip_scale0=true", VMAF_ADM_OUT_ADM2, "integer_adm2_ssz");
    assert_name("adm_csf_mode=2", VMAF_ADM_OUT_ADM3, "integer_adm3_csf_2");
    assert_name("adm_norm_view_dist=4.125", VMAF_ADM_OUT_SCALE0, "integer_adm_scale0_nvd_4.125");
    assert_name("adm_min_val=0.5", VMAF_ADM_OUT_NUM_SCALE0 + 7, "integer_adm_den_scale3_min_0.5");
    assert_name("adm_skip_scale0=true:adm_ref_display_height=2160:adm_norm_view_dist=5:"
                "adm_noise_weight=0.02:adm_min_val=0.25:adm_enhn_gain_limit=1.2:"
                "adm_dlm_weight=0.7:adm_csf_scale=2:adm_csf_mode=1:adm_csf_diag_scale=3",
                VMAF_ADM_OUT_AIM,
                "integer_aim_scfd_3_csf_1_scf_2_dlmw_0.7_egl_1.2_min_0.25_nw_0.02_nvd_5_rdh_2160_"
                "ssz");
}

static void test_frames_are_independent(void **state)
{
    (void)state;
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_NONE};
    VmafContext *v;
    assert_int_equal(vmaf_init(&v, cfg), 0);
    assert_int_equal(vmaf_use_feature(v, "adm", NULL), 0);
    for (unsigned i = 0; i < 3; i++) {
        VmafPicture a, b;
        test_picture(&a, 8, 64, 48, tiles_ref);
        test_picture(&b, 8, 64, 48, tiles_dis);
        assert_int_equal(vmaf_read_pictures(v, i == 1 ? &b : &a, i == 1 ? &a : &b, i), 0);
    }
    for (unsigned k = 0; k < 7; k++) {
        const char *name;
        double first, last;
        assert_int_equal(vmaf_score_name(v, k, &name), 0);
        assert_int_equal(vmaf_feature_score_at_index(v, name, &first, 0), 0);
        assert_int_equal(vmaf_feature_score_at_index(v, name, &last, 2), 0);
        assert_same_double(first, vectors[0].score[k]);
        assert_same_double(last, vectors[0].score[k]);
    }
    assert_int_equal(vmaf_close(v), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_scale_sums),
        cmocka_unit_test(test_without_debug),
        cmocka_unit_test(test_skip_aim),
        cmocka_unit_test(test_degenerate),
        cmocka_unit_test(test_factors),
        cmocka_unit_test(test_refused_sizes),
        cmocka_unit_test(test_refused_displays),
        cmocka_unit_test(test_option_ranges),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_frames_are_independent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
