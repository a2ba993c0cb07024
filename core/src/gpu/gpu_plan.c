/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "gpu/gpu_plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/mem.h"

#define RESULT_ALIGN 16

int vmaf_gpu_buffer(VmafGpuFrame *f, size_t bytes, unsigned *id)
{
    VmafGpuPlan *plan = f->plan;
    size_t all;
    if (!bytes || __builtin_add_overflow(plan->all_buffer_bytes, bytes, &all)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s: cannot reserve %zu bytes on the device\n",
                 vmaf_backend_name(f->dev->ops->backend), bytes);
        return -EINVAL;
    }
    size_t *list = realloc(plan->buffer_bytes, (plan->n_buffers + 1) * sizeof(*list));
    if (!list)
        return -ENOMEM;
    plan->buffer_bytes = list;
    list[plan->n_buffers] = bytes;
    plan->all_buffer_bytes = all;
    *id = plan->n_buffers++;
    return 0;
}

int vmaf_gpu_result(VmafGpuFrame *f, size_t bytes, size_t *offset)
{
    *offset = f->plan->result_bytes;
    f->plan->result_bytes += vmaf_align_up(bytes, RESULT_ALIGN);
    return 0;
}

int vmaf_gpu_table(VmafGpuFrame *f, const void *data, size_t bytes, const void **dev)
{
    VmafGpuPlan *plan = f->plan;
    const VmafGpuOps *ops = f->dev->ops;
    void **list = realloc(plan->table, (plan->n_tables + 1) * sizeof(*list));
    if (!list)
        return -ENOMEM;
    plan->table = list;
    void *p;
    int err = ops->alloc(f->dev, &p, bytes);
    if (err)
        return err;
    list[plan->n_tables++] = p;
    plan->table_bytes += bytes;
    err = ops->upload(f->dev, p, bytes, data, bytes, bytes, 1, NULL);
    if (!err)
        err = ops->stream_wait(f->dev, NULL);
    if (!err)
        *dev = p;
    return err;
}

int vmaf_gpu_host(VmafGpuFrame *f, size_t bytes, unsigned *id)
{
    VmafGpuPlan *plan = f->plan;
    size_t *list = realloc(plan->host_bytes, (plan->n_hosts + 1) * sizeof(*list));
    if (!list)
        return -ENOMEM;
    plan->host_bytes = list;
    list[plan->n_hosts] = bytes;
    *id = plan->n_hosts++;
    return 0;
}

void *vmaf_gpu_host_get(VmafGpuFrame *f, unsigned id)
{
    if (!f->host[id])
        f->host[id] = vmaf_aligned_alloc(f->plan->host_bytes[id], 1);
    return f->host[id];
}

void vmaf_gpu_plan_cut(VmafGpuPlan *plan, const VmafGpuPlan *to, VmafGpuDevice *dev)
{
    while (plan->n_tables > to->n_tables)
        dev->ops->free(dev, plan->table[--plan->n_tables]);
    plan->table_bytes = to->table_bytes;
    plan->n_buffers = to->n_buffers;
    plan->n_hosts = to->n_hosts;
    plan->all_buffer_bytes = to->all_buffer_bytes;
    plan->result_bytes = to->result_bytes;
    if (plan->n_buffers || plan->n_hosts || plan->n_tables || plan->result_bytes)
        return;
    free(plan->table);
    free(plan->buffer_bytes);
    free(plan->host_bytes);
    memset(plan, 0, sizeof(*plan));
}
