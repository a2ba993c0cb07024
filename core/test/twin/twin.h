/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_TEST_TWIN_H
#define VMAF_TEST_TWIN_H

#include "gpu/gpu.h"

/**
 * Tests that run on a backend get its name as their first argument: simt, cuda or hip. Without a
 * device they print why and exit with 77, unless VMAF_REQUIRE_DEVICE, a list such as "cuda,hip",
 * names the backend: then they fail.
 */

/** @return the backend named by argv[1]; exits with 2 for any other word */
enum VmafBackend twin_backend(int argc, char **argv);

/** Open device 0 of a backend or exit as said above. */
VmafGpuDevice *twin_open(enum VmafBackend backend);

/** 64 random bits, the same sequence for the same *state on every host. */
uint64_t twin_random(uint64_t *state);

#endif /* VMAF_TEST_TWIN_H */
