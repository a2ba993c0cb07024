/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* psnr, float_psnr, float_ansnr and float_moment through the public functions. */
#include "test_util.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "feature/psnr/psnr.h"
#include "feature/psnr/psnr_sum.h"
#include "run/run.h"

/* A sample of plane c of picture t. */
typedef uint32_t (*Sample)(unsigned x, unsigned y, unsigned t, unsigned c, unsigned bpc);

static uint32_t peak(unsigned bpc)
{
    return (1u << bpc) - 1;
}

/* The pictures of the check vectors in docs/metrics/psnr.md. */
static uint32_t ramp(unsigned x, unsigned y, unsigned t, unsigned c, unsigned bpc)
{
    const uint32_t at_x = x + 5 * t + 100 * c, at_y = y + 3 * t;
    return ((7919u * at_x + 104729u * at_y + 31u * at_x * at_y) >> 3) & peak(bpc);
}

static uint32_t ramp_error(unsigned x, unsigned y, unsigned t, unsigned c, unsigned bpc)
{
    const int64_t v = (int64_t)ramp(x, y, t, c, bpc) +
                      ((int64_t)((13u * x + 17u * y) % 23u) << (bpc - 8)) -
                      ((int64_t)11 << (bpc - 8));
    return v < 0 ? 0 : v > peak(bpc) ? peak(bpc) : (uint32_t)v;
}

static uint32_t black(unsigned x, unsigned y, unsigned t, unsigned c, unsigned bpc)
{
    (void)x, (void)y, (void)t, (void)c, (void)bpc;
    return 0;
}

static uint32_t white(unsigned x, unsigned y, unsigned t, unsigned c, unsigned bpc)
{
    (void)x, (void)y, (void)t, (void)c;
    return peak(bpc);
}

static uint32_t grey(unsigned x, unsigned y, unsigned t, unsigned c, unsigned bpc)
{
    (void)x, (void)y, (void)t, (void)c;
    return 1u << (bpc - 1);
}

static unsigned last_x, last_y;

static uint32_t one_step(unsigned x, unsigned y, unsigned t, unsigned c, unsigned bpc)
{
    (void)t, (void)c, (void)bpc;
    return x == last_x && y == last_y;
}

/* Bright, and dark towards the end of the raster: the order of the sums shows. 4096 columns. */
static uint32_t late_dark(unsigned x, unsigned y, unsigned t, unsigned c, unsigned bpc)
{
    (void)t, (void)c, (void)bpc;
    const uint32_t i = y * 4096u + x;
    return i < 4096u * 2048u - 300000u ? 65535u : ((37u * i) % 4096u) | 1u;
}

static VmafPicture make(enum VmafPixelFormat fmt, unsigned bpc, unsigned w, unsigned h, unsigned t,
                        Sample sample)
{
    VmafPicture pic;
    assert_int_equal(vmaf_picture_alloc(&pic, fmt, bpc, w, h), 0);
    for (unsigned c = 0; c < 3; c++) {
        for (unsigned y = 0; y < pic.h[c]; y++) {
            uint8_t *row = (uint8_t *)pic.data[c] + (ptrdiff_t)y * pic.stride[c];
            for (unsigned x = 0; x < pic.w[c]; x++) {
                const uint32_t v = sample(x, y, t, c, bpc);
                if (bpc == 8)
                    row[x] = (uint8_t)v;
                else
                    ((uint16_t *)(void *)row)[x] = (uint16_t)v;
            }
        }
    }
    return pic;
}

static int use(VmafContext *vmaf, const char *feature, const char *opts)
{
    char text[128];
    VmafFeatureDictionary *dict = NULL;
    snprintf(text, sizeof(text), "%s", opts);
    for (char *save, *key = strtok_r(text, ":", &save); key; key = strtok_r(NULL, ":", &save)) {
        char *value = strchr(key, '=');
        *value++ = '\0';
        assert_int_equal(vmaf_feature_dictionary_set(&dict, key, value), 0);
    }
    const int err = vmaf_use_feature(vmaf, feature, dict);
    if (err)
        vmaf_feature_dictionary_free(&dict);
    return err;
}

/* Pictures 0..n-1, flushed. */
static VmafContext *run(const char *feature, const char *opts, enum VmafPixelFormat fmt,
                        unsigned bpc, unsigned w, unsigned h, unsigned n, Sample ref, Sample dis)
{
    VmafContext *vmaf = test_open(0);
    assert_int_equal(use(vmaf, feature, opts), 0);
    for (unsigned t = 0; t < n; t++) {
        VmafPicture r = make(fmt, bpc, w, h, t, ref), d = make(fmt, bpc, w, h, t, dis);
        assert_int_equal(vmaf_read_pictures(vmaf, &r, &d, t), 0);
    }
    assert_int_equal(test_flush(vmaf), 0);
    return vmaf;
}

static void check_at(VmafContext *vmaf, const char *name, unsigned index, double want)
{
    double got = NAN;
    assert_int_equal(vmaf_feature_score_at_index(vmaf, name, &got, index), 0);
    if (got != want)
        fail_msg("%s of picture %u: got %.17g, want %.17g", name, index, got, want);
}

static void check_one(const char *feature, const char *opts, unsigned bpc, unsigned w, unsigned h,
                      Sample ref, Sample dis, const char *name, double want)
{
    VmafContext *vmaf = run(feature, opts, VMAF_PIX_FMT_YUV400P, bpc, w, h, 1, ref, dis);
    check_at(vmaf, name, 0, want);
    vmaf_close(vmaf);
}

static const char *const psnr_names[] = {"psnr_y", "psnr_cb", "psnr_cr"};
static const char *const mse_names[] = {"mse_y", "mse_cb", "mse_cr"};

static void psnr_vectors(void **state)
{
    (void)state;
    static const struct {
        unsigned bpc, w, h, t;
        double psnr[3], mse[3];
    } want[] = {
        {8,
         34,
         18,
         0,
         {31.770942490670777, 31.652628789792729, 31.847248265254009},
         {43.25, 44.444444444444443, 42.496732026143789}},
        {8,
         34,
         18,
         1,
         {31.779482868213652, 31.737110742668563, 31.726054194289596},
         {43.165032679738559, 43.588235294117645, 43.699346405228759}},
        {10,
         34,
         18,
         0,
         {31.823743261131714, 31.757982560176682, 31.755625069506014},
         {687.6650326797386, 698.15686274509801, 698.53594771241831}},
        {12,
         34,
         18,
         0,
         {31.868728368019283, 31.719868813328826, 31.705345227611321},
         {10905.23366013072, 11285.503267973856, 11323.307189542484}},
        {16,
         34,
         18,
         0,
         {31.821436486841815, 31.804746385985041, 31.836205060834253},
         {2823598.6062091505, 2834470.6797385621, 2814013.0130718956}},
        {8,
         33,
         17,
         0,
         {31.757940254151485, 31.652628789792729, 31.847248265254009},
         {43.37967914438503, 44.444444444444443, 42.496732026143789}},
    };
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
        VmafContext *vmaf = run("psnr", "enable_mse=true", VMAF_PIX_FMT_YUV420P, want[i].bpc,
                                want[i].w, want[i].h, want[i].t + 1, ramp, ramp_error);
        for (unsigned c = 0; c < 3; c++) {
            check_at(vmaf, psnr_names[c], want[i].t, want[i].psnr[c]);
            check_at(vmaf, mse_names[c], want[i].t, want[i].mse[c]);
        }
        vmaf_close(vmaf);
    }
    check_one("psnr", "reduced_hbd_peak=true", 10, 34, 18, ramp, ramp_error, "psnr_y",
              31.798234022126866);
    check_one("psnr", "reduced_hbd_peak=true:min_sse=0.5", 16, 34, 18, ramp, ramp_error, "psnr_y",
              31.787573326452918);
}

/* A value of the clip as the JSON report has it. */
static double aggregate(VmafContext *vmaf, const char *name)
{
    char path[] = "/tmp/test_psnr_XXXXXX", key[64], text[4096];
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(vmaf_write_output_with_format(vmaf, path, VMAF_OUTPUT_FORMAT_JSON, "%.17g"),
                     0);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
    fclose(f);
    unlink(path);
    snprintf(key, sizeof(key), "\"%s\": ", name);
    const char *at = strstr(text, "\"aggregate_metrics\"");
    at = at ? strstr(at, key) : NULL;
    return at ? strtod(at + strlen(key), NULL) : NAN;
}

static void clip_vectors(void **state)
{
    (void)state;
    static const struct {
        unsigned bpc;
        double y, cb, cr;
    } want[] = {{8, 31.775210580116749, 31.694664344330008, 31.786228488783745},
                {10, 31.801115034735268, 31.723016016110375, 31.756458174303983}};
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
        VmafContext *vmaf = run("psnr", "enable_apsnr=true", VMAF_PIX_FMT_YUV420P, want[i].bpc, 34,
                                18, 2, ramp, ramp_error);
        assert_true(aggregate(vmaf, "apsnr_y") == want[i].y);
        assert_true(aggregate(vmaf, "apsnr_cb") == want[i].cb);
        assert_true(aggregate(vmaf, "apsnr_cr") == want[i].cr);
        /* No picture has one. */
        double score;
        assert_int_equal(vmaf_feature_score_at_index(vmaf, "apsnr_y", &score, 0), -EINVAL);
        vmaf_close(vmaf);
    }
}

static void float_vectors(void **state)
{
    (void)state;
    static const struct {
        const char *feature, *name;
        double want[4];
    } row[] = {
        {"float_psnr",
         "float_psnr",
         {31.757940254151485, 31.793968915688083, 31.83981200910209, 31.809894948791253}},
        {"float_ansnr",
         "float_ansnr",
         {11.653231657527737, 15.4955768786478, 9.3579963102719503, 13.329209855369118}},
        {"float_ansnr",
         "float_anpsnr",
         {30.379663755128078, 29.7837934388245, 29.627352411485131, 28.979445543175562}},
        {"float_moment",
         "float_moment_ref1st",
         {127.80392156862744, 127.89393939393939, 128.25868983957218, 121.98408255347593}},
        {"float_moment",
         "float_moment_dis1st",
         {127.825311942959, 127.88324420677363, 128.2892156862745, 122.01276320187166}},
        {"float_moment",
         "float_moment_ref2nd",
         {21759.336898395723, 21801.284759358288, 21923.47869318182, 20088.492452665658}},
        {"float_moment",
         "float_moment_dis2nd",
         {21740.50980392157, 21827.416443850267, 21959.551275623886, 20115.605735955603}},
    };
    static const unsigned depth[] = {8, 10, 12, 16};
    for (size_t i = 0; i < sizeof(row) / sizeof(*row); i++) {
        for (unsigned b = 0; b < 4; b++)
            check_one(row[i].feature, "", depth[b], 33, 17, ramp, ramp_error, row[i].name,
                      row[i].want[b]);
    }
}

/* Beyond 2^53 units the sums are those of a loop in raster order, in either picture. */
static void order(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 2; k++) {
        VmafContext *vmaf = test_open(0);
        assert_int_equal(use(vmaf, "float_psnr", ""), 0);
        assert_int_equal(use(vmaf, "float_moment", ""), 0);
        VmafPicture dark = make(VMAF_PIX_FMT_YUV400P, 16, 4096, 2048, 0, black);
        VmafPicture pic = make(VMAF_PIX_FMT_YUV400P, 16, 4096, 2048, 0, late_dark);
        assert_int_equal(vmaf_read_pictures(vmaf, k ? &dark : &pic, k ? &pic : &dark, 0), 0);
        check_at(vmaf, "float_psnr", 0, 0.15795137859393171);
        check_at(vmaf, k ? "float_moment_dis1st" : "float_moment_ref1st", 0, 247.12706615030766);
        check_at(vmaf, k ? "float_moment_dis2nd" : "float_moment_ref2nd", 0, 63193.373324136017);
        check_at(vmaf, k ? "float_moment_ref1st" : "float_moment_dis1st", 0, 0.0);
        check_at(vmaf, k ? "float_moment_ref2nd" : "float_moment_dis2nd", 0, 0.0);
        vmaf_close(vmaf);
    }
}

/* From 2^53 on the unit is 2: each 9 is a tie that is rounded down to 8. */
static void sum_past_2_to_53(void **state)
{
    (void)state;
    const uint8_t five8[] = {5, 5, 5, 5}, two8[] = {2, 2, 2, 2}, three8[] = {3, 3, 3, 3};
    const uint16_t five16[] = {5, 5, 5, 5}, two16[] = {2, 2, 2, 2}, three16[] = {3, 3, 3, 3};
    const struct {
        unsigned bytes;
        const void *ref, *dis;
    } row[] = {{1, five8, two8},   {1, two8, five8},   {1, three8, NULL},
               {2, five16, two16}, {2, two16, five16}, {2, three16, NULL}};
    for (size_t i = 0; i < sizeof(row) / sizeof(*row); i++) {
        double term[4];
        const PsnrAdder add = {.w = 4, .h = 1, .bytes = row[i].bytes, .term = term};
        PsnrSum s = {.exact = (1ull << 53) - 36};
        vmaf_psnr_sum_add(&add, &s, 36, row[i].ref, row[i].dis);
        assert_true(vmaf_psnr_sum(&s) == 0x1p53);
        vmaf_psnr_sum_add(&add, &s, 36, row[i].ref, row[i].dis);
        assert_true(vmaf_psnr_sum(&s) == 0x1p53 + 32);
        vmaf_psnr_sum_add(&add, &s, 36, row[i].ref, row[i].dis);
        assert_true(vmaf_psnr_sum(&s) == 0x1p53 + 64);
    }
}

static void caps(void **state)
{
    (void)state;
    static const unsigned depth[] = {8, 10, 12, 16};
    static const double cap[] = {60.0, 72.0, 84.0, 108.0};
    for (unsigned b = 0; b < 4; b++) {
        check_one("psnr", "", depth[b], 5, 4, ramp, ramp, "psnr_y", cap[b]);
        check_one("psnr", "enable_mse=true", depth[b], 5, 4, ramp, ramp, "mse_y", 0.0);
        check_one("float_psnr", "", depth[b], 5, 4, ramp, ramp, "float_psnr", cap[b]);
        check_one("psnr", "", depth[b], 3, 3, black, white, "psnr_y", 0.0);
        /* At 16 bits a float holds all but the last bit of the square. */
        check_one("float_psnr", "", depth[b], 3, 3, white, black, "float_psnr",
                  depth[b] < 16 ? 0.0 : 10.0 * log10(65535.0 * 65535.0 / 4294836224.0));
    }
    /* 20 log10(255); with 16 samples it is 12 dB more, which the cap bounds. */
    last_x = last_y = 0;
    check_one("psnr", "", 8, 1, 1, black, one_step, "psnr_y", 10.0 * log10(65025.0));
    last_x = last_y = 3;
    check_one("psnr", "", 8, 4, 4, black, one_step, "psnr_y", 60.0);
    /* ceil(10 log10(65025 * 16 / min_sse)): 60.17 and 63.18 dB, -29.8 dB. */
    check_one("psnr", "min_sse=1", 8, 4, 4, black, one_step, "psnr_y", 10.0 * log10(65025.0 * 16));
    check_one("psnr", "min_sse=0.5", 8, 4, 4, black, black, "psnr_y", 64.0);
    check_one("psnr", "min_sse=1e9", 8, 4, 4, black, one_step, "psnr_y", -29.0);
    /* 10 log10(65025 / 1e-16): what the smallest error leaves. */
    check_one("psnr", "min_sse=1e-20", 8, 4, 4, black, black, "psnr_y",
              10.0 * log10(65025.0 / 1e-16));
}

/* The last sample of every row and of the picture counts, in every vector length. */
static void every_sample_counts(void **state)
{
    (void)state;
    for (unsigned bpc = 8; bpc <= 16; bpc += 8) {
        for (unsigned w = 1; w < 200; w += 3) {
            last_x = w - 1;
            last_y = 1;
            check_one("psnr", "enable_mse=true", bpc, w, 2, black, one_step, "mse_y",
                      1.0 / (double)(2 * w));
        }
    }
}

/* More squares in a row than 32 bits hold. */
static void wide_rows(void **state)
{
    (void)state;
    check_one("psnr", "enable_mse=true", 8, 131109, 1, black, white, "mse_y", 65025.0);
    check_one("psnr", "enable_mse=true", 16, 131109, 1, white, black, "mse_y", 4294836225.0);
    check_one("float_psnr", "", 8, 131109, 1, black, white, "float_psnr", 0.0);
    check_one("float_moment", "", 8, 131109, 1, black, white, "float_moment_dis2nd", 65025.0);
    check_one("float_moment", "", 8, 131109, 1, black, white, "float_moment_dis1st", 255.0);
}

static void ansnr_facts(void **state)
{
    (void)state;
    /* Grey has no signal, and here no noise; against white there is noise alone. */
    check_one("float_ansnr", "", 8, 16, 9, grey, grey, "float_ansnr", 60.0);
    check_one("float_ansnr", "", 10, 16, 9, grey, grey, "float_anpsnr", 72.0);
    check_one("float_ansnr", "", 8, 16, 9, grey, white, "float_ansnr", -INFINITY);
    /* Identical pictures do not agree after two different filters. */
    double score;
    VmafContext *vmaf = run("float_ansnr", "", VMAF_PIX_FMT_YUV400P, 8, 33, 17, 1, ramp, ramp);
    assert_int_equal(vmaf_feature_score_at_index(vmaf, "float_ansnr", &score, 0), 0);
    assert_true(score < 20.0);
    vmaf_close(vmaf);
}

static unsigned n_columns(VmafContext *vmaf)
{
    unsigned n = 0;
    for (const char *name; !vmaf_score_name(vmaf, n, &name); n++)
        ;
    return n;
}

static void chroma(void **state)
{
    (void)state;
    static const struct {
        enum VmafPixelFormat fmt;
        const char *opts;
        unsigned n;
    } want[] = {
        {VMAF_PIX_FMT_YUV400P, "", 1},
        {VMAF_PIX_FMT_YUV400P, "enable_mse=true", 2},
        {VMAF_PIX_FMT_YUV420P, "", 3},
        {VMAF_PIX_FMT_YUV422P, "enable_mse=true", 6},
        {VMAF_PIX_FMT_YUV444P, "enable_chroma=false", 1},
        {VMAF_PIX_FMT_YUV420P, "enable_chroma=false:enable_mse=true", 2},
    };
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
        VmafContext *vmaf = run("psnr", want[i].opts, want[i].fmt, 8, 1, 5, 1, ramp, ramp_error);
        assert_int_equal(n_columns(vmaf), want[i].n);
        vmaf_close(vmaf);
    }
    VmafContext *vmaf =
        run("psnr", "enable_apsnr=true", VMAF_PIX_FMT_YUV400P, 8, 34, 18, 1, ramp, ramp_error);
    assert_false(isnan(aggregate(vmaf, "apsnr_y")));
    assert_true(isnan(aggregate(vmaf, "apsnr_cb")));
    vmaf_close(vmaf);
}

static unsigned n_measured;

/* What black against white gives in 2^32 samples of 16 bits. */
static int measure_huge(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    (void)scratch, (void)plan, (void)window;
    PsnrErrors *r = result;
    n_measured++;
    r->sse[0] = r->sse[1] = r->sse[2] = UINT64_C(65535) * 65535 << 32;
    return 0;
}

static int measure_all_but_one(void *scratch, const void *plan, const VmafWindow *window,
                               void *result)
{
    return n_measured++ == 1 ? -EIO : vmaf_psnr_cpu.measure(scratch, plan, window, result);
}

/* Three pictures with another measure; the values of the clip in clip[3]. @return their number */
static unsigned run_measure(int (*measure)(void *, const void *, const VmafWindow *, void *),
                            VmafCollector *scores, double *clip)
{
    enum VmafBackend backend;
    VmafFeature f = *vmaf_feature_find("psnr", &backend);
    VmafCpuEngine cpu = *f.cpu;
    cpu.measure = measure;
    f.cpu = &cpu;
    VmafRun *r;
    const VmafRunConfig config = {.n_subsample = 1, .scores = scores};
    assert_int_equal(vmaf_run_create(&r, &config), 0);
    assert_int_equal(
        vmaf_run_use_feature(r, &f, VMAF_BACKEND_CPU, test_option("enable_apsnr", "true")), 0);
    VmafPicture ref = make(VMAF_PIX_FMT_YUV420P, 16, 34, 18, 0, ramp);
    VmafPicture dis = make(VMAF_PIX_FMT_YUV420P, 16, 34, 18, 0, ramp_error);
    n_measured = 0;
    for (unsigned t = 0; t < 3; t++) {
        if (vmaf_run_submit(r, &ref, &dis, t)) /* tells of the picture before */
            assert_int_equal(vmaf_run_submit(r, &ref, &dis, t), 0);
    }
    assert_int_equal(vmaf_run_flush(r), 0);
    assert_int_equal(n_measured, 3);
    vmaf_picture_unref(&ref);
    vmaf_picture_unref(&dis);
    vmaf_run_destroy(&r);
    unsigned n = 0;
    for (const char *name; vmaf_collector_clip_value(scores, n, &name, &clip[n]); n++)
        assert_true(n < 3);
    return n;
}

/* The errors of a clip do not end at 64 bits. */
static void large_errors(void **state)
{
    (void)state;
    VmafCollector *scores;
    double clip[4];
    assert_int_equal(vmaf_collector_create(&scores), 0);
    assert_int_equal(run_measure(measure_huge, scores, clip), 3);
    /* 3 pictures of 34x18 samples, 17x9 of chroma. */
    const double peak2 = 65535.0 * 65535.0, error = 3 * peak2 * 0x1p32;
    assert_true(clip[0] == 10.0 * ((log10(peak2) + log10(3.0 * 34 * 18)) - log10(error)));
    assert_true(clip[2] == 10.0 * ((log10(peak2) + log10(3.0 * 17 * 9)) - log10(error)));
    vmaf_collector_destroy(&scores);
}

/* With a picture that could not be measured the error of the clip is unknown. */
static void hole(void **state)
{
    (void)state;
    VmafCollector *scores;
    double clip[4], score;
    assert_int_equal(vmaf_collector_create(&scores), 0);
    assert_int_equal(run_measure(measure_all_but_one, scores, clip), 0);
    for (unsigned t = 0; t < 3; t++)
        assert_int_equal(vmaf_collector_get(scores, "psnr_y", t, &score) == 0, t != 1);
    vmaf_collector_destroy(&scores);
}

static void refusals(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    assert_int_equal(use(vmaf, "psnr", "min_sse=-1"), -EINVAL);
    assert_int_equal(use(vmaf, "psnr", "min_sse=1e39"), -EINVAL); /* as a float: infinite */
    assert_int_equal(use(vmaf, "psnr", "enable_lcs=true"), -EINVAL);
    assert_int_equal(use(vmaf, "float_psnr", "enable_mse=true"), -EINVAL);
    assert_int_equal(use(vmaf, "float_ansnr", ""), 0);
    VmafPicture r = make(VMAF_PIX_FMT_YUV400P, 8, 2, 3, 0, ramp);
    VmafPicture d = make(VMAF_PIX_FMT_YUV400P, 8, 2, 3, 0, ramp);
    assert_int_equal(vmaf_read_pictures(vmaf, &r, &d, 0), -EINVAL);
    vmaf_picture_unref(&r);
    vmaf_picture_unref(&d);
    vmaf_close(vmaf);

    static const char *const feature[] = {"psnr", "float_psnr", "float_ansnr", "float_moment"};
    for (size_t i = 0; i < 4; i++) {
        vmaf = test_open(0);
        assert_int_equal(use(vmaf, feature[i], ""), 0);
        r = make(VMAF_PIX_FMT_YUV400P, 9, 16, 16, 0, ramp);
        d = make(VMAF_PIX_FMT_YUV400P, 9, 16, 16, 0, ramp);
        assert_int_equal(vmaf_read_pictures(vmaf, &r, &d, 0), -EINVAL);
        vmaf_picture_unref(&r);
        vmaf_picture_unref(&d);
        vmaf_close(vmaf);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(psnr_vectors),
        cmocka_unit_test(clip_vectors),
        cmocka_unit_test(float_vectors),
        cmocka_unit_test(order),
        cmocka_unit_test(sum_past_2_to_53),
        cmocka_unit_test(caps),
        cmocka_unit_test(every_sample_counts),
        cmocka_unit_test(wide_rows),
        cmocka_unit_test(ansnr_facts),
        cmocka_unit_test(chroma),
        cmocka_unit_test(large_errors),
        cmocka_unit_test(hole),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
