/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Every file of kernels: VMAF_GPU_IMAGE(stem) stands for kernels/<stem>_kernels.h, compiled as
 * cuda/<stem>_cuda.cu, hip/<stem>_hip.hip and simt/<stem>_simt.cpp.
 */
VMAF_GPU_IMAGE(adm)
VMAF_GPU_IMAGE(fold)
VMAF_GPU_IMAGE(float_adm)
VMAF_GPU_IMAGE(float_ms_ssim)
VMAF_GPU_IMAGE(float_ssim)
VMAF_GPU_IMAGE(ssim)
VMAF_GPU_IMAGE(ssimulacra2)
