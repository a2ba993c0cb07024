/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/ssimulacra2/ssimulacra2.h"

#include "base/cpu.h"
#include "config.h"
#include "feature/ssimulacra2/ssimulacra2_pyramid.h"

typedef struct Ssimulacra2Priv {
    Ssimulacra2Options opt;
    Ssimulacra2Scales scales;
    Ssimulacra2Pyramid *pyramid;
    Ssimulacra2Sums sums;
} Ssimulacra2Priv;

static const Ssimulacra2Rows *choose_rows(void)
{
    const Ssimulacra2Rows *rows = &vmaf_ssimulacra2_rows_c;
#if HAVE_ASM
    const unsigned flags = vmaf_cpu_flags();

    if (!(flags & VMAF_CPU_AVX2))
        return rows;
    rows = &vmaf_ssimulacra2_rows_avx2;
    if (!(flags & VMAF_CPU_AVX512))
        return rows;
    rows = &vmaf_ssimulacra2_rows_avx512;
#endif
    return rows;
}

static int init(VmafExtractorCtx *c, const VmafFrameInfo *info)
{
    Ssimulacra2Priv *s = c->priv;
    Ssimulacra2Matrix m;

    vmaf_ssimulacra2_scales(info->w, info->h, &s->scales);
    vmaf_ssimulacra2_matrix(s->opt.yuv_matrix, info->bpc, &m);
    return vmaf_ssimulacra2_pyramid_create(&s->pyramid, &s->scales, &m, choose_rows());
}

static int submit(VmafExtractorCtx *c, const VmafPicture *ref, const VmafPicture *dis,
                  unsigned index)
{
    Ssimulacra2Priv *s = c->priv;

    (void)index;
    vmaf_ssimulacra2_pyramid_run(s->pyramid, ref, dis, &s->sums);
    return 0;
}

static int collect(VmafExtractorCtx *c, unsigned index, VmafCollector *out)
{
    Ssimulacra2Priv *s = c->priv;

    return vmaf_ssimulacra2_emit(c, out, index, &s->scales, &s->sums);
}

static void close_extractor(VmafExtractorCtx *c)
{
    Ssimulacra2Priv *s = c->priv;

    vmaf_ssimulacra2_pyramid_destroy(&s->pyramid);
}

const VmafExtractor vmaf_fex_ssimulacra2 = {
    .name = "ssimulacra2",
    .feature = "ssimulacra2",
    .backend = VMAF_BACKEND_CPU,
    .outputs = vmaf_ssimulacra2_outputs,
    .options = vmaf_ssimulacra2_options,
    .contract = &vmaf_ssimulacra2_contract,
    .priv_size = sizeof(Ssimulacra2Priv),
    .planes = 7,
    .min_w = SSIMULACRA2_MIN_SIDE,
    .min_h = SSIMULACRA2_MIN_SIDE,
    .init = init,
    .submit = submit,
    .collect = collect,
    .close = close_extractor,
};
