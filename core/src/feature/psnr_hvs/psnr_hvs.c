/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `psnr_hvs`: refusals, tables, and how sums become scores. */
#include "feature/psnr_hvs/psnr_hvs.h"

#include <errno.h>

#include "base/libm.h"
#include "base/log.h"
#include "base/picture_priv.h"

#define PLANES VMAF_PSNR_HVS_PLANES
#define MAX_BPC 12

enum { MEAN = PLANES };

static const VmafScoreName scores[] = {
    {.name = "psnr_hvs_y"}, {.name = "psnr_hvs_cb"}, {.name = "psnr_hvs_cr"},
    {.name = "psnr_hvs"},   {.name = NULL},
};

/* Sensitivity to the coefficients of each plane; from the daala tools of Xiph.Org. */
static const float csf[PLANES][VMAF_PSNR_HVS_SIZE] = {
    {1.6193873005f,   2.2901594831f,   2.08509755623f,  1.48366094411f,  1.00227514334f,
     0.678296995242f, 0.466224900598f, 0.3265091542f,   2.2901594831f,   1.94321815382f,
     2.04793073064f,  1.68731108984f,  1.2305666963f,   0.868920337363f, 0.61280991668f,
     0.436405793551f, 2.08509755623f,  2.04793073064f,  1.34329019223f,  1.09205635862f,
     0.875748795257f, 0.670882927016f, 0.501731932449f, 0.372504254596f, 1.48366094411f,
     1.68731108984f,  1.09205635862f,  0.772819797575f, 0.605636379554f, 0.48309405692f,
     0.380429446972f, 0.295774038565f, 1.00227514334f,  1.2305666963f,   0.875748795257f,
     0.605636379554f, 0.448996256676f, 0.352889268808f, 0.283006984131f, 0.226951348204f,
     0.678296995242f, 0.868920337363f, 0.670882927016f, 0.48309405692f,  0.352889268808f,
     0.27032073436f,  0.215017739696f, 0.17408067321f,  0.466224900598f, 0.61280991668f,
     0.501731932449f, 0.380429446972f, 0.283006984131f, 0.215017739696f, 0.168869545842f,
     0.136153931001f, 0.3265091542f,   0.436405793551f, 0.372504254596f, 0.295774038565f,
     0.226951348204f, 0.17408067321f,  0.136153931001f, 0.109083846276f},
    {1.91113096927f,  2.46074210438f,  1.18284184739f,  1.14982565193f,  1.05017074788f,
     0.898018824055f, 0.74725392039f,  0.615105596242f, 2.46074210438f,  1.58529308355f,
     1.21363250036f,  1.38190029285f,  1.33100189972f,  1.17428548929f,  0.996404342439f,
     0.830890433625f, 1.18284184739f,  1.21363250036f,  0.978712413627f, 1.02624506078f,
     1.03145147362f,  0.960060382087f, 0.849823426169f, 0.731221236837f, 1.14982565193f,
     1.38190029285f,  1.02624506078f,  0.861317501629f, 0.801821139099f, 0.751437590932f,
     0.685398513368f, 0.608694761374f, 1.05017074788f,  1.33100189972f,  1.03145147362f,
     0.801821139099f, 0.676555426187f, 0.605503172737f, 0.55002013668f,  0.495804539034f,
     0.898018824055f, 1.17428548929f,  0.960060382087f, 0.751437590932f, 0.605503172737f,
     0.514674450957f, 0.454353482512f, 0.407050308965f, 0.74725392039f,  0.996404342439f,
     0.849823426169f, 0.685398513368f, 0.55002013668f,  0.454353482512f, 0.389234902883f,
     0.342353999733f, 0.615105596242f, 0.830890433625f, 0.731221236837f, 0.608694761374f,
     0.495804539034f, 0.407050308965f, 0.342353999733f, 0.295530605237f},
    {2.03871978502f,  2.62502345193f,  1.26180942886f,  1.11019789803f,  1.01397751469f,
     0.867069376285f, 0.721500455585f, 0.593906509971f, 2.62502345193f,  1.69112867013f,
     1.17180569821f,  1.3342742857f,   1.28513006198f,  1.13381474809f,  0.962064122248f,
     0.802254508198f, 1.26180942886f,  1.17180569821f,  0.944981930573f, 0.990876405848f,
     0.995903384143f, 0.926972725286f, 0.820534991409f, 0.706020324706f, 1.11019789803f,
     1.3342742857f,   0.990876405848f, 0.831632933426f, 0.77418706195f,  0.725539939514f,
     0.661776842059f, 0.587716619023f, 1.01397751469f,  1.28513006198f,  0.995903384143f,
     0.77418706195f,  0.653238524286f, 0.584635025748f, 0.531064164893f, 0.478717061273f,
     0.867069376285f, 1.13381474809f,  0.926972725286f, 0.725539939514f, 0.584635025748f,
     0.496936637883f, 0.438694579826f, 0.393021669543f, 0.721500455585f, 0.962064122248f,
     0.820534991409f, 0.661776842059f, 0.531064164893f, 0.438694579826f, 0.375820256136f,
     0.330555063063f, 0.593906509971f, 0.802254508198f, 0.706020324706f, 0.587716619023f,
     0.478717061273f, 0.393021669543f, 0.330555063063f, 0.285345396658f},
};

static int refuse_small_planes(const VmafFrameInfo *info, const VmafPicture *pic)
{
    for (unsigned i = 0; i < PLANES; i++) {
        if (pic->w[i] < VMAF_PSNR_HVS_SIDE || pic->h[i] < VMAF_PSNR_HVS_SIDE) {
            vmaf_log(VMAF_LOG_LEVEL_ERROR,
                     "psnr_hvs: frame %ux%u is too small, plane %u has %ux%u samples and needs "
                     "8x8\n",
                     info->w, info->h, i, pic->w[i], pic->h[i]);
            return -EINVAL;
        }
    }
    return 0;
}

static int plan_psnr_hvs(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                         VmafNeeds *needs)
{
    (void)opts, (void)isa, (void)needs;
    PsnrHvsPlan *p = plan;
    VmafPicture pic;
    size_t bytes;
    if (info->bpc > MAX_BPC) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "psnr_hvs: %u bits per sample are not supported, use at most %u\n", info->bpc,
                 MAX_BPC);
        return -EINVAL;
    }
    if (info->pix_fmt == VMAF_PIX_FMT_YUV400P) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "psnr_hvs: needs chroma planes, got 4:0:0\n");
        return -EINVAL;
    }
    int err = vmaf_picture_layout(&pic, info->pix_fmt, info->bpc, info->w, info->h, &bytes);
    if (!err)
        err = refuse_small_planes(info, &pic);
    if (err)
        return err;

    p->bpc = info->bpc;
    for (unsigned i = 0; i < PLANES; i++) {
        p->columns[i] = vmaf_psnr_hvs_blocks(pic.w[i]);
        p->rows[i] = vmaf_psnr_hvs_blocks(pic.h[i]);
        for (unsigned k = 0; k < VMAF_PSNR_HVS_SIZE; k++) {
            const double m = (double)csf[i][k] * 0.3885746225901003;
            p->table[i].csf[k] = csf[i][k];
            p->table[i].masked[k] = k ? (float)(m * m) : 0.0f;
        }
    }
    return 0;
}

static double decibel(double error)
{
    return 10.0 * (-1.0 * vmaf_log10(error));
}

static int finish_psnr_hvs(VmafSeries *s, const void *result, unsigned index)
{
    const PsnrHvsPlan *p = s->plan;
    const PsnrHvsSums *r = result;
    if (!r)
        return 0;
    const float peak = (float)((1u << p->bpc) - 1);
    double error[PLANES];
    for (unsigned i = 0; i < PLANES; i++) {
        const uint64_t n = (uint64_t)p->columns[i] * p->rows[i] * VMAF_PSNR_HVS_SIZE;
        error[i] = (double)(r->sum[i] / (float)n / (peak * peak));
        vmaf_series_emit(s, i, index, decibel(error[i]));
    }
    vmaf_series_emit(s, MEAN, index, decibel(error[0] * 0.8 + 0.1 * (error[1] + error[2])));
    return 0;
}

const VmafFeature vmaf_feature_psnr_hvs = {
    .name = "psnr_hvs",
    .scores = scores,
    .plan_size = sizeof(PsnrHvsPlan),
    .result_size = sizeof(PsnrHvsSums),
    .needs = {.planes = {7, 7}, .min_w = VMAF_PSNR_HVS_SIDE, .min_h = VMAF_PSNR_HVS_SIDE},
    .plan = plan_psnr_hvs,
    .cpu = &vmaf_psnr_hvs_cpu,
    .finish = finish_psnr_hvs,
};
