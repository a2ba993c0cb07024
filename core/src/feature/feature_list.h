/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Every feature of the project, one line each: VMAF_FEATURE(stem) stands for vmaf_feature_<stem>.
 * The order is that of listings, and the search order for who provides a score.
 */
VMAF_FEATURE(float_psnr)
VMAF_FEATURE(float_ansnr)
VMAF_FEATURE(float_adm)
VMAF_FEATURE(float_vif)
VMAF_FEATURE(float_motion)
VMAF_FEATURE(float_moment)
VMAF_FEATURE(speed_chroma)
VMAF_FEATURE(speed_temporal)
VMAF_FEATURE(float_ms_ssim)
VMAF_FEATURE(float_ssim)
VMAF_FEATURE(ssim)
VMAF_FEATURE(ssimulacra2)
VMAF_FEATURE(ciede)
VMAF_FEATURE(psnr)
VMAF_FEATURE(psnr_hvs)
VMAF_FEATURE(adm)
VMAF_FEATURE(motion)
VMAF_FEATURE(vif)
VMAF_FEATURE(cambi)
