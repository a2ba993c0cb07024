/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Every file of kernels: VMAF_GPU_IMAGE(stem) stands for <stem>_kernels.h, compiled as
 * feature/cuda/<stem>.cu, feature/hip/<stem>.hip and feature/simt/<stem>.cpp.
 */
VMAF_GPU_IMAGE(adm)
VMAF_GPU_IMAGE(fold)
VMAF_GPU_IMAGE(float_adm)
VMAF_GPU_IMAGE(float_adm_power)
VMAF_GPU_IMAGE(float_ms_ssim)
VMAF_GPU_IMAGE(float_ssim)
VMAF_GPU_IMAGE(float_vif)
VMAF_GPU_IMAGE(ssim)
VMAF_GPU_IMAGE(ssimulacra2)
VMAF_GPU_IMAGE(motion)
VMAF_GPU_IMAGE(psnr)
VMAF_GPU_IMAGE(float_ansnr)
VMAF_GPU_IMAGE(row_sum)
VMAF_GPU_IMAGE(float_motion)
VMAF_GPU_IMAGE(vif)
