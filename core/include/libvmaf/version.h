/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef LIBVMAF_VERSION_H
#define LIBVMAF_VERSION_H

/** Version of the API declared by these headers; MAJOR is the soname. */
#define VMAF_API_VERSION_MAJOR 3
#define VMAF_API_VERSION_MINOR 2
#define VMAF_API_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Version of the library that was loaded, starting with "3.". Static, never freed. */
const char *vmaf_version(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* LIBVMAF_VERSION_H */
