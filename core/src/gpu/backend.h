/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_BACKEND_H
#define VMAF_BACKEND_H

/** Where a feature is measured. SIMT, the host executor, is a test backend: accepted, never listed.
 */
enum VmafBackend { VMAF_BACKEND_CPU, VMAF_BACKEND_CUDA, VMAF_BACKEND_HIP, VMAF_BACKEND_SIMT };

/** "cpu", "cuda", "hip", "simt" */
const char *vmaf_backend_name(enum VmafBackend backend);

#endif /* VMAF_BACKEND_H */
