/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_TEST_FAKE_CUDA_H
#define VMAF_TEST_FAKE_CUDA_H

/**
 * A CUDA driver without a device: memory is host memory, copies are done at once, kernels do
 * nothing, and one call may be told to fail. Test-only; loaded as libcuda.so.1 through
 * LD_LIBRARY_PATH.
 *
 * Like the driver it keeps a current context for each thread and refuses calls without one. After
 * an error that kills a context every call in it fails, and a context that cannot be made current
 * is gone with all it owned. What is released twice, or was never allocated, ends the process.
 *
 * Environment, for programs that do not call the functions below:
 * FAKE_CUDA_FAIL=CALL:CODE  as fake_cuda_fail(), but memory of a context that is gone can still be
 *                           touched: threads of the program may be reading files into it
 * FAKE_CUDA_REPORT=1        write "fake_cuda: N calls, N objects left" to stderr at exit
 */

/** Start over: the context is sound again, calls are counted from 0. Only contexts may be left. */
typedef void FakeCudaReset(void);

/**
 * Let a call fail.
 *
 * @param call counted from 1; 0: none. Popping a context and asking for an error's text are not
 *             counted and do not fail.
 * @param code CUresult that it returns
 */
typedef void FakeCudaFail(unsigned call, int code);

/** Calls counted so far. */
typedef unsigned FakeCudaCalls(void);

/** Allocations, streams, events, modules and references to the context not released yet. */
typedef unsigned FakeCudaLeft(void);

/** The text of an error, as cuGetErrorString() gives it. */
typedef const char *FakeCudaText(int code);

#endif /* VMAF_TEST_FAKE_CUDA_H */
