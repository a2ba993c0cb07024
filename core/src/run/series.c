/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The pairs in flight, and the thread that finishes them in the order of reading. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "run/run_priv.h"

#define BATCH (sizeof(((VmafSeriesOut *)0)->value) / sizeof(VmafScoreValue))

static void store(VmafSeriesOut *out)
{
    vmaf_collector_store(out->scores, out->value, out->n);
    out->n = 0;
}

void vmaf_series_emit(VmafSeries *s, unsigned score, unsigned index, double value)
{
    VmafSeriesOut *out = s->out;
    if (out->n == BATCH)
        store(out);
    out->value[out->n++] =
        (VmafScoreValue){.columns = out->columns, .column = score, .index = index, .value = value};
}

void vmaf_series_emit_clip(VmafSeries *s, unsigned score, double value)
{
    vmaf_collector_store_clip(s->out->scores, s->out->columns, score, value);
}

void vmaf_series_free(VmafRun *r)
{
    for (unsigned i = 0; i < r->n_entries; i++) {
        free(r->entry[i].due);
        free(r->entry[i].err);
        vmaf_aligned_free(r->entry[i].result);
    }
    free(r->entry);
    r->entry = NULL;
    r->n_entries = 0;
}

int vmaf_series_resize(VmafRun *r, unsigned n_entries, unsigned n_uses, size_t result_bytes)
{
    VmafRun fresh = {.entry = calloc(n_entries, sizeof(*fresh.entry))};
    if (!fresh.entry)
        return -ENOMEM;
    for (; fresh.n_entries < n_entries; fresh.n_entries++) {
        VmafEntry *e = &fresh.entry[fresh.n_entries];
        e->due = calloc(n_uses, sizeof(*e->due));
        e->err = calloc(n_uses, sizeof(*e->err));
        e->result = vmaf_aligned_alloc(result_bytes ? result_bytes : 1, 1);
        if (!e->due || !e->err || !e->result) {
            fresh.n_entries++;
            vmaf_series_free(&fresh);
            return -ENOMEM;
        }
    }
    vmaf_series_free(r);
    r->entry = fresh.entry;
    r->n_entries = n_entries;
    r->result_bytes = result_bytes;
    return 0;
}

/** @return the first error of the pair, in the order of the features */
static int finish(VmafRun *r, VmafEntry *e)
{
    int first = 0;
    VMAF_FOR_USES(u, r->uses, e->n_uses)
    {
        if (!e->due[u->id])
            continue;
        r->out.columns = u->columns;
        const void *result = e->err[u->id] ? NULL : e->result + u->result_offset;
        int err = u->feature->finish(&u->series, result, e->index);
        if (err && result)
            vmaf_log_problem(u, e->index);
        if (!result)
            err = e->err[u->id];
        if (!first)
            first = err;
    }
    store(&r->out);
    return first;
}

void vmaf_series_advance(VmafRun *r)
{
    if (r->finishing)
        return;
    while (r->n_finished < r->n_read) {
        VmafEntry *e = vmaf_run_entry(r, r->n_finished);
        if (e->n_pending)
            break;
        r->finishing = true;
        pthread_mutex_unlock(&r->lock);
        const int err = finish(r, e);
        pthread_mutex_lock(&r->lock);
        r->finishing = false;
        r->n_finished++;
        if (!r->error)
            r->error = err;
        pthread_cond_broadcast(&r->progress);
    }
}

int vmaf_series_flush(VmafRun *r)
{
    int first = 0;
    while (r->finishing)
        pthread_cond_wait(&r->progress, &r->lock);
    r->finishing = true;
    pthread_mutex_unlock(&r->lock);
    VMAF_FOR_USES(u, r->uses, r->n_planned)
    {
        r->out.columns = u->columns;
        const int err = u->feature->flush ? u->feature->flush(&u->series) : 0;
        if (!first)
            first = err;
    }
    store(&r->out);
    pthread_mutex_lock(&r->lock);
    r->finishing = false;
    pthread_cond_broadcast(&r->progress);
    return first;
}
