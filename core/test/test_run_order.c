/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* What the run does in which order: errors, work on the device, pictures that wait; and what its
   threads and contexts leave to one another. */
#include "test_util.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include "api/context.h"
#include "base/cpu.h"
#include "libvmaf/backend.h"
#include "temporal/temporal.h"

enum { W = 40, H = 30 };

static void make_host(VmafPicture *pic, unsigned side, unsigned index)
{
    assert_int_equal(vmaf_picture_alloc(pic, VMAF_PIX_FMT_YUV420P, 8, W, H), 0);
    temporal_fill(pic, side, index);
}

static int read_host(VmafContext *v, unsigned index)
{
    VmafPicture pic[2];
    for (unsigned side = 0; side < 2; side++)
        make_host(&pic[side], side, index);
    const int err = vmaf_read_pictures(v, &pic[0], &pic[1], index);
    for (unsigned side = 0; side < 2 && err; side++)
        assert_int_equal(vmaf_picture_unref(&pic[side]), 0);
    return err;
}

static bool wait_for(sem_t *s)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 20;
    int err;
    while ((err = sem_timedwait(s, &until)) && errno == EINTR)
        ;
    return !err;
}

/* ---- a feature on the CPU whose pictures are measured when the test says so ---- */

enum { N_GATES = 16 };

static struct {
    sem_t open, comes;
    void *scratch; /* that it is measured with */
    int error;
} gate[N_GATES];

static int measure_at_a_gate(void *scratch, const void *plan, const VmafWindow *w, void *result)
{
    /* The first sample of a reference is its index. */
    const unsigned index = ((const uint8_t *)w->ref[0]->data[0])[0];
    gate[index].scratch = scratch;
    sem_post(&gate[index].comes);
    while (sem_wait(&gate[index].open) && errno == EINTR)
        ;
    const int err = vmaf_test_temporal.cpu->measure(scratch, plan, w, result);
    return err ? err : gate[index].error;
}

static const VmafFeature *gated_feature(void)
{
    static VmafCpuEngine cpu;
    static VmafFeature feature;
    cpu = *vmaf_test_temporal.cpu;
    cpu.measure = measure_at_a_gate;
    feature = vmaf_test_temporal;
    feature.cpu = &cpu;
    feature.gpu = NULL;
    for (unsigned i = 0; i < N_GATES; i++) {
        assert_int_equal(sem_init(&gate[i].open, 0, 0), 0);
        assert_int_equal(sem_init(&gate[i].comes, 0, 0), 0);
        gate[i].error = 0;
    }
    return &feature;
}

static void use(VmafContext *v, const VmafFeature *f)
{
    assert_int_equal(vmaf_run_use_feature(v->run, f, VMAF_BACKEND_CPU, NULL), 0);
}

/* ---- errors ---- */

/* Picture 2 fails before picture 1 does: the error of picture 1 is told, and nothing after it. */
static void test_first_error_is_told(void **state)
{
    (void)state;
    VmafContext *v = test_open(2);
    use(v, gated_feature());
    gate[1].error = -EDOM;
    gate[2].error = -ERANGE;
    sem_post(&gate[0].open);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(read_host(v, i), 0);
    assert_true(wait_for(&gate[1].comes));
    assert_true(wait_for(&gate[2].comes));
    sem_post(&gate[2].open);
    sem_post(&gate[1].open);
    vmaf_run_wait(v->run);
    assert_int_equal(read_host(v, 3), -EDOM);
    sem_post(&gate[3].open);
    assert_int_equal(read_host(v, 3), 0);
    assert_int_equal(test_flush(v), 0);
    assert_int_equal(vmaf_close(v), 0);
}

static int fail_to_measure(void *scratch, const void *plan, const VmafWindow *w, void *result)
{
    (void)scratch, (void)plan, (void)w, (void)result;
    return -ERANGE;
}

/* Of one pair, that of the feature that was registered first, wherever each is measured. */
static void test_first_error_of_a_pair(void **state)
{
    (void)state;
    enum VmafBackend backend;
    VmafFeature on_cpu = *vmaf_feature_find("ssim", &backend);
    VmafCpuEngine cpu = *on_cpu.cpu;
    cpu.measure = fail_to_measure;
    on_cpu.cpu = &cpu;
    on_cpu.gpu = NULL;
    for (unsigned cpu_first = 0; cpu_first < 2; cpu_first++) {
        for (unsigned n_threads = 0; n_threads < 3; n_threads++) {
            VmafGpuOps ops;
            VmafGpuState *device = temporal_open_device(&ops);
            VmafContext *v = test_open(n_threads);
            assert_int_equal(vmaf_gpu_state_import(v, device), 0);
            for (unsigned k = 0; k < 2; k++) {
                if (k == cpu_first)
                    assert_int_equal(vmaf_run_use_feature(v->run, &vmaf_test_temporal,
                                                          VMAF_BACKEND_CPU,
                                                          test_option("fail_at", "0")),
                                     0);
                else
                    use(v, &on_cpu);
            }
            assert_int_equal(read_host(v, 0), 0);
            assert_int_equal(test_flush(v), cpu_first ? -ERANGE : -EDOM);
            assert_int_equal(test_flush(v), 0);
            assert_int_equal(vmaf_close(v), 0);
            assert_int_equal(vmaf_gpu_state_free(device), 0);
        }
    }
}

/* ---- threads ---- */

/* Two pairs that are measured at once have scratch of their own. */
static void test_scratch_is_not_shared(void **state)
{
    (void)state;
    VmafContext *v = test_open(2);
    use(v, gated_feature());
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(read_host(v, i), 0);
    for (unsigned i = 0; i < 2; i++)
        assert_true(wait_for(&gate[i].comes));
    assert_ptr_not_equal(gate[0].scratch, gate[1].scratch);
    for (unsigned i = 0; i < 2; i++)
        sem_post(&gate[i].open);
    assert_int_equal(test_flush(v), 0);
    assert_int_equal(vmaf_close(v), 0);
}

static atomic_uint n_unblocked;

static int measure_and_look(void *scratch, const void *plan, const VmafWindow *w, void *result)
{
    static const int asked[] = {SIGINT, SIGTERM, SIGALRM, SIGUSR1, SIGCHLD, SIGPROF};
    sigset_t blocked;
    assert_int_equal(pthread_sigmask(SIG_BLOCK, NULL, &blocked), 0);
    for (unsigned i = 0; i < sizeof(asked) / sizeof(asked[0]); i++)
        n_unblocked += !sigismember(&blocked, asked[i]);
    return vmaf_test_temporal.cpu->measure(scratch, plan, w, result);
}

/* Signals are handled by the client's threads, whose mask stays as it is. */
static void test_signals(void **state)
{
    (void)state;
    VmafCpuEngine cpu = *vmaf_test_temporal.cpu;
    VmafFeature f = vmaf_test_temporal;
    sigset_t before, after;
    cpu.measure = measure_and_look;
    f.cpu = &cpu;
    n_unblocked = 0;
    sigemptyset(&before);
    sigaddset(&before, SIGUSR2);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, &before, NULL), 0);
    VmafContext *v = test_open(2);
    use(v, &f);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(read_host(v, i), 0);
    assert_int_equal(test_flush(v), 0);
    assert_int_equal(n_unblocked, 0);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &after), 0);
    for (int s = 1; s < 32; s++)
        assert_int_equal(sigismember(&after, s), s == SIGUSR2);
    assert_int_equal(vmaf_close(v), 0);
    sigemptyset(&before);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, &before, NULL), 0);
}

/* ---- device pictures ---- */

/* What the device was asked, in order; streams and events by address. */
enum Call { RECORD, AFTER, LAUNCH, UPLOAD };
typedef struct Entry {
    enum Call call;
    const void *stream, *event;
} Entry;

static Entry calls[256];
static unsigned n_calls, n_streams;
static VmafGpuOps sound;

static void note(enum Call call, const void *stream, const void *event)
{
    assert_true(n_calls < sizeof(calls) / sizeof(calls[0]));
    calls[n_calls++] = (Entry){call, stream, event};
}

/* The host executor has one stream, NULL: these are told apart, and mean the same to it. */
static int note_stream(VmafGpuDevice *d, VmafGpuStream **s)
{
    static char stream[8];
    (void)d;
    assert_true(n_streams < 8);
    *s = (VmafGpuStream *)(void *)&stream[n_streams++];
    return 0;
}
static int note_record(VmafGpuDevice *d, VmafGpuEvent *e, VmafGpuStream *s)
{
    note(RECORD, s, e);
    return sound.event_record(d, e, s);
}
static int note_after(VmafGpuDevice *d, VmafGpuStream *s, VmafGpuEvent *e)
{
    note(AFTER, s, e);
    return sound.stream_after(d, s, e);
}
static int note_launch(VmafGpuDevice *d, VmafGpuKernel *k, VmafGpuDim grid, VmafGpuDim block,
                       const void *args, size_t size, VmafGpuStream *s)
{
    note(LAUNCH, s, NULL);
    return sound.launch(d, k, grid, block, args, size, s);
}
static int note_upload(VmafGpuDevice *d, void *dst, size_t dp, const void *src, size_t sp,
                       size_t row, size_t rows, VmafGpuStream *s)
{
    note(UPLOAD, s, NULL);
    return sound.upload(d, dst, dp, src, sp, row, rows, s);
}

static VmafContext *open_noted(VmafGpuState **device, VmafGpuOps *ops, int method)
{
    *device = temporal_open_device(ops);
    sound = *ops;
    ops->stream_create = note_stream;
    ops->event_record = note_record;
    ops->stream_after = note_after;
    ops->launch = note_launch;
    ops->upload = note_upload;
    n_streams = 0;
    VmafContext *v = test_open(0);
    assert_int_equal(vmaf_gpu_state_import(v, *device), 0);
    assert_int_equal(
        vmaf_gpu_preallocate(v, VMAF_BACKEND_SIMT, W, H, 8, VMAF_PIX_FMT_YUV420P, method), 0);
    return v;
}

static void fetch_filled(VmafContext *v, VmafPicture *pic, unsigned side, unsigned index)
{
    VmafPicture host;
    make_host(&host, side, index);
    assert_int_equal(vmaf_gpu_fetch(v, pic), 0);
    assert_int_equal(sound.upload(vmaf_run_device(v->run), pic->data[0], (size_t)pic->stride[0],
                                  host.data[0], (size_t)host.stride[0], W, H, NULL),
                     0);
    assert_int_equal(vmaf_picture_unref(&host), 0);
}

static void read_fetched(VmafContext *v, unsigned index)
{
    VmafPicture pic[2];
    for (unsigned side = 0; side < 2; side++)
        fetch_filled(v, &pic[side], side, index);
    n_calls = 0;
    assert_int_equal(vmaf_read_pictures(v, &pic[0], &pic[1], index), 0);
}

/* The first call of a kind with this stream, from a place on. @return n_calls: none */
static unsigned find_call(enum Call call, const void *stream, unsigned from)
{
    while (from < n_calls && (calls[from].call != call || calls[from].stream != stream))
        from++;
    return from;
}

/* A kernel runs after what the client has enqueued in the default stream when it gave the pair. */
static void test_device_work_follows_the_clients(void **state)
{
    (void)state;
    VmafGpuOps ops;
    VmafGpuState *device;
    VmafContext *v = open_noted(&device, &ops, VMAF_GPU_PICTURES_DEVICE);
    use(v, &vmaf_test_temporal);
    for (unsigned i = 0; i < 6; i++) {
        read_fetched(v, i);
        const unsigned recorded = find_call(RECORD, NULL, 0);
        assert_true(recorded < n_calls);
        unsigned launched = 0;
        while (launched < n_calls && calls[launched].call != LAUNCH)
            launched++;
        assert_true(launched < n_calls);
        const void *stream = calls[launched].stream;
        assert_non_null(stream);
        const unsigned after = find_call(AFTER, stream, recorded);
        assert_true(after < launched);
        assert_ptr_equal(calls[after].event, calls[recorded].event);
    }
    assert_int_equal(test_flush(v), 0);
    assert_int_equal(vmaf_close(v), 0);
    assert_int_equal(vmaf_gpu_state_free(device), 0);
}

/* And after the upload of each picture of its window, which other streams may have made. */
static void test_kernels_follow_uploads(void **state)
{
    (void)state;
    VmafGpuOps ops;
    VmafGpuState *device;
    VmafContext *v = open_noted(&device, &ops, VMAF_GPU_PICTURES_PINNED);
    const void *uploaded[6]; /* the event of each picture */
    use(v, &vmaf_test_temporal);
    for (unsigned i = 0; i < 6; i++) {
        read_fetched(v, i);
        unsigned upload = n_calls, launched = 0;
        for (unsigned k = 0; k < n_calls; k++) {
            if (calls[k].call == UPLOAD)
                upload = k;
            if (calls[k].call == LAUNCH)
                launched = k;
        }
        assert_true(upload < launched);
        const void *stream = calls[launched].stream;
        const unsigned recorded = find_call(RECORD, stream, upload);
        assert_true(recorded < launched);
        uploaded[i] = calls[recorded].event;
        for (unsigned back = 1; back <= 2 && back <= i; back++) {
            bool waited = false;
            for (unsigned k = 0; k < launched; k++)
                waited = waited || (calls[k].call == AFTER && calls[k].stream == stream &&
                                    calls[k].event == uploaded[i - back]);
            assert_true(waited);
        }
    }
    assert_int_equal(test_flush(v), 0);
    assert_int_equal(vmaf_close(v), 0);
    assert_int_equal(vmaf_gpu_state_free(device), 0);
}

/* Pictures of a pool read as zero until a client writes them, also page-locked ones. */
static void test_pictures_start_zeroed(void **state)
{
    (void)state;
    for (unsigned pinned = 0; pinned < 2; pinned++) {
        VmafGpuOps ops;
        VmafGpuState *device = temporal_open_device(&ops);
        VmafContext *v = test_open(0);
        VmafPicture pic;
        const VmafPictureConfiguration cfg = {
            .pic_params = {.w = W, .h = H, .bpc = 8, .pix_fmt = VMAF_PIX_FMT_YUV420P},
            .pic_cnt = 1};
        assert_int_equal(vmaf_gpu_state_import(v, device), 0);
        if (pinned) {
            assert_int_equal(vmaf_gpu_preallocate(v, VMAF_BACKEND_SIMT, W, H, 8,
                                                  VMAF_PIX_FMT_YUV420P, VMAF_GPU_PICTURES_PINNED),
                             0);
            assert_int_equal(vmaf_gpu_fetch(v, &pic), 0);
        } else {
            assert_int_equal(vmaf_preallocate_pictures(v, cfg), 0);
            assert_int_equal(vmaf_fetch_preallocated_picture(v, &pic), 0);
        }
        assert_int_equal(((const VmafPicturePriv *)pic.priv)->memory, VMAF_PICTURE_PINNED);
        for (unsigned i = 0; i < 3; i++) {
            const unsigned char *data = pic.data[i];
            for (size_t k = 0; k < (size_t)pic.stride[i] * pic.h[i]; k++)
                assert_int_equal(data[k], 0);
        }
        assert_int_equal(vmaf_picture_unref(&pic), 0);
        assert_int_equal(vmaf_close(v), 0);
        assert_int_equal(vmaf_gpu_state_free(device), 0);
    }
}

/* ---- host copies of device pictures ---- */

static sem_t copied;

static int note_download(VmafGpuDevice *d, void *dst, size_t dp, const void *src, size_t sp,
                         size_t row, size_t rows, VmafGpuStream *s)
{
    const int err = sound.download(d, dst, dp, src, sp, row, rows, s);
    assert_null(s); /* in the client's order */
    sem_post(&copied);
    return err;
}

typedef struct Reader {
    VmafContext *v;
    unsigned from, to;
} Reader;

static void *read_many(void *arg)
{
    const Reader *r = arg;
    for (unsigned i = r->from; i < r->to; i++)
        read_fetched(r->v, i);
    return NULL;
}

/* With every worker busy, the queue full and a window behind them, one more pair is copied. */
static void test_host_copies(void **state)
{
    (void)state;
    for (unsigned n_threads = 1; n_threads <= 4; n_threads++) {
        VmafGpuOps ops;
        VmafGpuState *device = temporal_open_device(&ops);
        pthread_t thread;
        sound = ops;
        ops.download = note_download;
        assert_int_equal(sem_init(&copied, 0, 0), 0);
        VmafContext *v = test_open(n_threads);
        assert_int_equal(vmaf_gpu_state_import(v, device), 0);
        assert_int_equal(vmaf_gpu_preallocate(v, VMAF_BACKEND_SIMT, W, H, 8, VMAF_PIX_FMT_YUV420P,
                                              VMAF_GPU_PICTURES_DEVICE),
                         0);
        use(v, gated_feature());
        Reader r = {.v = v, .from = 2, .to = 2 + 2 * n_threads + 1};
        for (unsigned i = 0; i < 2; i++) {
            sem_post(&gate[i].open);
            read_fetched(v, i);
        }
        vmaf_run_wait(v->run);
        assert_int_equal(pthread_create(&thread, NULL, read_many, &r), 0);
        bool all = true;
        for (unsigned i = 0; i < 2 * r.to && all; i++)
            all = wait_for(&copied);
        for (unsigned i = r.from; i < r.to; i++)
            sem_post(&gate[i].open);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_true(all);
        assert_int_equal(test_flush(v), 0);
        assert_int_equal(vmaf_close(v), 0);
        assert_int_equal(vmaf_gpu_state_free(device), 0);
    }
}

/* ---- contexts ---- */

static unsigned planned_isa, opened_isa;

static int plan_and_look(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                         VmafNeeds *needs)
{
    planned_isa = isa;
    return vmaf_test_temporal.plan(plan, opts, info, isa, needs);
}

static int open_and_look(void *scratch, const void *plan, unsigned isa)
{
    opened_isa = isa;
    return vmaf_test_temporal.cpu->open(scratch, plan, isa);
}

/* The instruction sets that a client forbids are its context's, not the process's. */
static void test_cpumask(void **state)
{
    (void)state;
    static const uint64_t mask[] = {UINT64_MAX, 0, VMAF_CPU_AVX512 | VMAF_CPU_AVX512ICL, 0,
                                    UINT64_MAX};
    VmafContext *v[5];
    VmafCpuEngine cpu = *vmaf_test_temporal.cpu;
    VmafFeature f = vmaf_test_temporal;
    cpu.open = open_and_look;
    f.cpu = &cpu;
    f.plan = plan_and_look;
    for (unsigned k = 0; k < 5; k++) {
        VmafConfiguration cfg = test_config(0);
        cfg.cpumask = mask[k];
        assert_int_equal(vmaf_init(&v[k], cfg), 0);
        use(v[k], &f);
    }
    for (unsigned k = 0; k < 5; k++) {
        planned_isa = opened_isa = ~0u;
        assert_int_equal(read_host(v[k], 0), 0);
        assert_int_equal(planned_isa, vmaf_cpu_flags() & ~(unsigned)mask[k]);
        assert_int_equal(opened_isa, planned_isa);
    }
    for (unsigned k = 0; k < 5; k++)
        assert_int_equal(vmaf_close(v[k]), 0);
}

/* The name of a twin means its feature on that backend, and is told apart in reports. */
static void test_name_of_a_twin(void **state)
{
    (void)state;
    VmafGpuOps ops;
    VmafGpuState *device = temporal_open_device(&ops);
    VmafContext *v = test_open(0);
    VmafFeatureBackend info;
    assert_int_equal(vmaf_gpu_state_import(v, device), 0);
    assert_int_equal(vmaf_use_feature(v, "adm_simt", NULL), 0);
    assert_int_equal(vmaf_use_feature(v, "adm", NULL), 0); /* the same */
    assert_int_equal(vmaf_use_feature(v, "adm_gpu", NULL), -EINVAL);
    assert_int_equal(vmaf_use_feature(v, "_simt", NULL), -EINVAL);
    assert_int_equal(vmaf_feature_backend(v, 0, &info), 0);
    assert_string_equal(info.feature, "adm");
    assert_string_equal(info.backend, "simt");
    assert_int_equal(vmaf_feature_backend(v, 1, &info), -ENOENT);
    assert_int_equal(vmaf_close(v), 0);
    assert_int_equal(vmaf_gpu_state_free(device), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_error_is_told),
        cmocka_unit_test(test_first_error_of_a_pair),
        cmocka_unit_test(test_scratch_is_not_shared),
        cmocka_unit_test(test_signals),
        cmocka_unit_test(test_device_work_follows_the_clients),
        cmocka_unit_test(test_kernels_follow_uploads),
        cmocka_unit_test(test_pictures_start_zeroed),
        cmocka_unit_test(test_host_copies),
        cmocka_unit_test(test_cpumask),
        cmocka_unit_test(test_name_of_a_twin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
