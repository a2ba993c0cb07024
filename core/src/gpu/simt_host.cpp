/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "gpu/simt_host.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define WITH_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_ASAN 1
#endif
#endif
#ifdef WITH_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#define NO_ASAN __attribute__((no_sanitize_address))
#else
#define NO_ASAN
#endif

#define STACK_BYTES ((size_t)128 << 10)

#if defined(__x86_64__)
/* Saves what a call must preserve on the old stack, its pointer in *save, and continues on load. */
extern "C" void vmaf_simt_switch(void **save, void *load);
__asm__(".text\n"
        ".p2align 4\n"
        ".hidden vmaf_simt_switch\n"
        ".globl vmaf_simt_switch\n"
        ".type vmaf_simt_switch, @function\n"
        "vmaf_simt_switch:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size vmaf_simt_switch, .-vmaf_simt_switch\n");
typedef void *Context;
#else
#include <ucontext.h>
typedef ucontext_t Context;
#endif

VmafSimtDim vmaf_simt_thread, vmaf_simt_block, vmaf_simt_block_dim, vmaf_simt_grid_dim;

namespace
{

struct Fiber {
    Context context;
    unsigned char *stack; /* STACK_BYTES above a guard page */
    void *fake_stack;     /* AddressSanitizer's */
    unsigned thread;      /* the thread that waits in it */
    const char *where;    /* the barrier it waits at; NULL: none */
    bool alive;           /* it can be entered; false: it must be made first */
};

/* The one launch that runs; guarded by launch_lock. */
struct Run {
    void (*call)(const void *args);
    const void *args;
    unsigned n_threads, n_started, n_finished;
    unsigned order[VMAF_SIMT_MAX_THREADS];
    Fiber fiber[VMAF_SIMT_MAX_THREADS];
    Fiber *current;
    Context scheduler;
    void *scheduler_fake_stack;
    const void *scheduler_stack;
    size_t scheduler_stack_bytes;
};

Run run;
pthread_mutex_t launch_lock = PTHREAD_MUTEX_INITIALIZER;

uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

void set_thread(unsigned thread)
{
    const VmafSimtDim dim = vmaf_simt_block_dim;
    vmaf_simt_thread.x = thread % dim.x;
    vmaf_simt_thread.y = thread / dim.x % dim.y;
    vmaf_simt_thread.z = thread / dim.x / dim.y;
}

void switch_context(Context *from, Context *to)
{
#if defined(__x86_64__)
    vmaf_simt_switch(from, *to);
#else
    swapcontext(from, to);
#endif
}

/* Leaves the fiber for the scheduler; comes back when the fiber is entered again. */
void leave_fiber(void)
{
    Fiber *const f = run.current;
#ifdef WITH_ASAN
    __sanitizer_start_switch_fiber(&f->fake_stack, run.scheduler_stack, run.scheduler_stack_bytes);
#endif
    switch_context(&f->context, &run.scheduler);
#ifdef WITH_ASAN
    __sanitizer_finish_switch_fiber(f->fake_stack, &run.scheduler_stack,
                                    &run.scheduler_stack_bytes);
#endif
}

void enter_fiber(Fiber *f)
{
    run.current = f;
#ifdef WITH_ASAN
    __sanitizer_start_switch_fiber(&run.scheduler_fake_stack, f->stack, STACK_BYTES);
#endif
    switch_context(&run.scheduler, &f->context);
#ifdef WITH_ASAN
    __sanitizer_finish_switch_fiber(run.scheduler_fake_stack, NULL, NULL);
#endif
}

/*
 * A fiber starts threads of the block until one of them waits at a barrier: that thread keeps the
 * fiber, and the next thread starts in another one. So a kernel without barriers is a plain loop.
 * Fibers are kept for the next blocks and launches.
 */
NO_ASAN void fiber_main(void)
{
#ifdef WITH_ASAN
    __sanitizer_finish_switch_fiber(NULL, &run.scheduler_stack, &run.scheduler_stack_bytes);
#endif
    for (;;) {
        while (run.n_started < run.n_threads) {
            run.current->thread = run.order[run.n_started++];
            set_thread(run.current->thread);
            run.call(run.args);
            run.n_finished++;
        }
        run.current->where = NULL;
        leave_fiber(); /* until a later block */
    }
}

void start_fiber(Fiber *f)
{
    f->where = NULL;
    f->fake_stack = NULL;
    f->alive = true;
#if defined(__x86_64__)
    /* As if fiber_main() had been called with a zero return address, then switched away. */
    void **top = (void **)(void *)(f->stack + STACK_BYTES) - 2;
    top[1] = NULL;
    top[0] = (void *)(uintptr_t)fiber_main;
    f->context = top - 6;
    memset(f->context, 0, 6 * sizeof(void *));
#else
    getcontext(&f->context);
    f->context.uc_stack.ss_sp = f->stack;
    f->context.uc_stack.ss_size = STACK_BYTES;
    f->context.uc_link = NULL;
    makecontext(&f->context, fiber_main, 0);
#endif
}

/* Stacks are made when a launch first needs them and kept for the next ones. */
int make_stack(Fiber *f)
{
    if (f->stack)
        return 0;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *const p = mmap(NULL, page + STACK_BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return -ENOMEM;
    if (mprotect(p, page, PROT_NONE)) {
        munmap(p, page + STACK_BYTES);
        return -ENOMEM;
    }
    f->stack = (unsigned char *)p + page;
    return 0;
}

/* After a failure waiting threads are dropped; the redzones in their frames must not stay. */
void abandon_fibers(unsigned n_fibers)
{
    for (unsigned i = 0; i < n_fibers; i++) {
        run.fiber[i].alive = false;
#ifdef WITH_ASAN
        __asan_unpoison_memory_region(run.fiber[i].stack, STACK_BYTES);
#endif
    }
}

void shuffle(unsigned *index, unsigned n, uint64_t *state)
{
    for (unsigned i = n; i > 1; i--) {
        const unsigned j = (unsigned)(next_random(state) % i), t = index[i - 1];
        index[i - 1] = index[j];
        index[j] = t;
    }
}

void order_indexes(unsigned *index, unsigned n, const VmafSimtConfig *config, uint64_t *state)
{
    for (unsigned i = 0; i < n; i++)
        index[i] = config->order == VMAF_SIMT_REVERSE ? n - 1 - i : i;
    if (config->order == VMAF_SIMT_SHUFFLE)
        shuffle(index, n, state);
}

/* The linker's section may hold AddressSanitizer redzones, whose content does not matter. */
NO_ASAN void poison_shared(const VmafSimtImage *image, unsigned char byte)
{
    volatile uint64_t *p = (volatile uint64_t *)(((uintptr_t)image->shared + 7) & ~(uintptr_t)7);
    volatile unsigned char *c = image->shared;
    for (; (uintptr_t)c < (uintptr_t)p && c < image->shared_end; c++)
        *c = byte;
    for (; (uintptr_t)(p + 1) <= (uintptr_t)image->shared_end; p++)
        *p = 0x0101010101010101u * byte;
    for (c = (volatile unsigned char *)p; c < image->shared_end; c++)
        *c = byte;
}

__attribute__((format(printf, 3, 4))) int fail(char *why, size_t size, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(why, size, fmt, ap);
    va_end(ap);
    return -EINVAL;
}

/* Between two barriers: every thread still alive must have arrived at one and the same place. */
int check_barrier(unsigned n_waiting, char *why, size_t why_size)
{
    const Fiber *first = NULL;
    for (unsigned i = 0; i < n_waiting; i++) {
        const Fiber *f = &run.fiber[i];
        if (!f->where)
            continue;
        if (!first)
            first = f;
        if (f->where != first->where && strcmp(first->where, f->where))
            return fail(why, why_size,
                        "divergent barrier in block (%u, %u, %u): thread %u waits at %s, thread "
                        "%u at %s",
                        vmaf_simt_block.x, vmaf_simt_block.y, vmaf_simt_block.z, first->thread,
                        first->where, f->thread, f->where);
    }
    if (first && run.n_finished)
        return fail(why, why_size,
                    "divergent barrier in block (%u, %u, %u): thread %u waits at %s, %u of %u "
                    "threads have ended",
                    vmaf_simt_block.x, vmaf_simt_block.y, vmaf_simt_block.z, first->thread,
                    first->where, run.n_finished, run.n_threads);
    return 0;
}

int run_block(const VmafSimtConfig *config, uint64_t *state, char *why, size_t why_size)
{
    unsigned n_fibers = 0;
    run.n_started = run.n_finished = 0;
    order_indexes(run.order, run.n_threads, config, state);
    while (run.n_started < run.n_threads) {
        Fiber *f = &run.fiber[n_fibers];
        if (make_stack(f)) {
            snprintf(why, why_size, "no memory for the stack of thread %u", n_fibers);
            abandon_fibers(n_fibers);
            return -ENOMEM;
        }
        n_fibers++;
        if (!f->alive)
            start_fiber(f);
        enter_fiber(f);
    }
    if (n_fibers && !run.fiber[n_fibers - 1].where)
        n_fibers--; /* its last thread ended, so none waits in it */
    while (n_fibers) {
        const int err = check_barrier(n_fibers, why, why_size);
        if (err) {
            abandon_fibers(n_fibers);
            return err;
        }
        if (!run.fiber[0].where)
            break;
        order_indexes(run.order, n_fibers, config, state);
        for (unsigned i = 0; i < n_fibers; i++) {
            Fiber *f = &run.fiber[run.order[i]];
            set_thread(f->thread);
            enter_fiber(f);
        }
    }
    return 0;
}

unsigned gcd(unsigned a, unsigned b)
{
    while (b) {
        const unsigned t = a % b;
        a = b;
        b = t;
    }
    return a;
}

} /* namespace */

void vmaf_simt_sync(const char *where)
{
    run.current->where = where;
    leave_fiber();
}

int vmaf_simt_launch(const VmafSimtKernel *kernel, VmafSimtDim grid, VmafSimtDim block,
                     const void *args, size_t args_size, const VmafSimtConfig *config, char *why,
                     size_t why_size)
{
    const uint64_t n_threads = (uint64_t)block.x * block.y * block.z;
    const uint64_t n_blocks = (uint64_t)grid.x * grid.y * grid.z;
    if (!n_threads || n_threads > VMAF_SIMT_MAX_THREADS)
        return fail(why, why_size, "block of %u x %u x %u threads, wanted 1..%u", block.x, block.y,
                    block.z, VMAF_SIMT_MAX_THREADS);
    if (!n_blocks || n_blocks > 0x7fffffffu || grid.y > 65535 || grid.z > 65535)
        return fail(why, why_size, "grid of %u x %u x %u blocks", grid.x, grid.y, grid.z);
    if (args_size != kernel->args_size)
        return fail(why, why_size, "argument of %zu bytes, the kernel takes %zu", args_size,
                    kernel->args_size);

    pthread_mutex_lock(&launch_lock);
    run.call = kernel->call;
    run.args = args;
    run.n_threads = (unsigned)n_threads;
    vmaf_simt_grid_dim = grid;
    vmaf_simt_block_dim = block;
    uint64_t state = config->seed * 2 + 0x9e3779b97f4a7c15u;
    if (!state)
        state = 1;
    /* Blocks in an affine order: a permutation because the step is prime to their number. */
    unsigned step = 1, at = 0;
    const unsigned n = (unsigned)n_blocks;
    if (config->order == VMAF_SIMT_REVERSE) {
        step = n - 1;
        at = n - 1;
    } else if (config->order == VMAF_SIMT_SHUFFLE) {
        at = (unsigned)(next_random(&state) % n);
        do {
            step = (unsigned)(next_random(&state) % n);
        } while (n > 1 && gcd(step, n) != 1);
    }
    int err = 0;
    for (unsigned i = 0; i < n && !err; i++) {
        vmaf_simt_block.x = at % grid.x;
        vmaf_simt_block.y = at / grid.x % grid.y;
        vmaf_simt_block.z = at / grid.x / grid.y;
        poison_shared(kernel->image, config->poison);
        err = run_block(config, &state, why, why_size);
        at = (unsigned)(((uint64_t)at + step) % n);
    }
    pthread_mutex_unlock(&launch_lock);
    return err;
}
