/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Every extractor of the project, one line each: VMAF_FEX(stem, condition). The declarations and
 * the table of extractor.c are both generated from this list; its order is the search order.
 */
VMAF_FEX(float_adm, 1)
VMAF_FEX(float_ms_ssim, 1)
VMAF_FEX(float_ssim, 1)
VMAF_FEX(ssim, 1)
VMAF_FEX(ssimulacra2, 1)
VMAF_FEX(adm, 1)
VMAF_FEX(adm_cuda, HAVE_CUDA)
VMAF_FEX(adm_hip, HAVE_HIP)
VMAF_FEX(adm_simt, HAVE_SIMT)
VMAF_FEX(float_adm_cuda, HAVE_CUDA)
VMAF_FEX(float_adm_hip, HAVE_HIP)
VMAF_FEX(float_adm_simt, HAVE_SIMT)
VMAF_FEX(float_ms_ssim_cuda, HAVE_CUDA)
VMAF_FEX(float_ms_ssim_hip, HAVE_HIP)
VMAF_FEX(float_ms_ssim_simt, HAVE_SIMT)
VMAF_FEX(float_ssim_cuda, HAVE_CUDA)
VMAF_FEX(float_ssim_hip, HAVE_HIP)
VMAF_FEX(float_ssim_simt, HAVE_SIMT)
VMAF_FEX(ssim_cuda, HAVE_CUDA)
VMAF_FEX(ssim_hip, HAVE_HIP)
VMAF_FEX(ssim_simt, HAVE_SIMT)
VMAF_FEX(ssimulacra2_cuda, HAVE_CUDA)
VMAF_FEX(ssimulacra2_hip, HAVE_HIP)
VMAF_FEX(ssimulacra2_simt, HAVE_SIMT)
