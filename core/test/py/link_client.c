/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* A client as small as they come, compiled by test_link.py as C and as C++. */
#include <stdio.h>
#include <string.h>

#ifdef INCLUDE_WITH_FOLDER
#include <libvmaf/libvmaf.h>
#else
#include <libvmaf.h>
#endif

int main(void)
{
    VmafConfiguration cfg;
    VmafContext *vmaf = NULL;
    VmafPicture ref, dis;
    double score = 0.0;

    memset(&cfg, 0, sizeof(cfg));
    if (vmaf_init(&vmaf, cfg) || vmaf_use_feature(vmaf, "float_ssim", NULL))
        return 1;
    if (vmaf_picture_alloc(&ref, VMAF_PIX_FMT_YUV420P, 8, 64, 48) ||
        vmaf_picture_alloc(&dis, VMAF_PIX_FMT_YUV420P, 8, 64, 48))
        return 2;
    memset((char *)dis.data[0] + 10 * dis.stride[0], 200, 30);
    if (vmaf_read_pictures(vmaf, &ref, &dis, 0) || vmaf_read_pictures(vmaf, NULL, NULL, 0))
        return 3;
    if (vmaf_feature_score_pooled(vmaf, "float_ssim", VMAF_POOL_METHOD_MEAN, &score, 0, 0))
        return 4;
    printf("%.17g %s\n", score, vmaf_version());
    return vmaf_close(vmaf) ? 5 : 0;
}
