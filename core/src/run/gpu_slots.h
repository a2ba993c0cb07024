/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_GPU_SLOTS_H
#define VMAF_GPU_SLOTS_H

#include "gpu/gpu_plan.h"
#include "run/run_priv.h"

#define VMAF_MAX_SLOTS 16

/**
 * The planes of one pair on the device. There are as many as slots and the largest history: a set
 * is written again when no frame in flight reads it and no later one will.
 */
typedef struct PlaneSet {
    VmafGpuPair pair;
    void *plane[2][3]; /**< [0] reference; what this set has for uploads */
    /** Page-locked; NULL: uploads are made from the picture itself and waited for. */
    unsigned char *staging[2][3];
    VmafGpuEvent *uploaded;
    VmafPicture held[2]; /**< a client's pictures that are used in place */
    uint64_t sequence;
    unsigned n_readers; /**< frames in flight */
    bool in_window;
} PlaneSet;

enum SlotWork { SLOT_FREE, SLOT_LAUNCHING, SLOT_IN_FLIGHT, SLOT_READING, SLOT_READ, SLOT_SETTLING };

/** What one frame in flight has of its own: a stream, buffers, results. */
struct VmafGpuSlot {
    VmafGpuFrame frame;
    VmafGpuEvent *done;
    VmafGpuEvent *caller; /**< the client's own work on device pictures */
    unsigned char *host_result;
    bool pinned_result;
    unsigned n_buffers, n_hosts; /**< that it has */
    size_t result_bytes;
    enum SlotWork state;
    VmafEntry *entry;
    PlaneSet *set[VMAF_MAX_HISTORY + 1]; /**< that its frame reads; [0] its own */
};

/** What slots and sets provide, so that a change can be taken back. */
typedef struct SlotState {
    VmafGpuPlan plan; /**< counts; lists are not looked at */
    unsigned planes[2], history, n_slots, n_sets;
    unsigned n_opened;
} SlotState;

struct VmafGpuRun {
    VmafGpuDevice *dev;
    VmafGpuPlan plan;
    VmafGpuFrame planning;
    unsigned n_opened; /**< uses whose engine is open, or who are not on the device */
    VmafFrameInfo info;
    VmafPicture layout; /**< sizes of the planes; no samples */
    unsigned planes[2]; /**< bit i: plane i of that side is read by some feature */
    unsigned history;   /**< largest of the features */
    bool staging;       /**< sets get staging memory */
    bool unpinned;      /**< page-locked memory ran out, and that was said */
    VmafGpuSlot slot[VMAF_MAX_SLOTS];
    unsigned n_slots;
    PlaneSet set[VMAF_MAX_SLOTS + VMAF_MAX_HISTORY];
    unsigned n_sets;
    SlotState before; /**< the last change */
    bool collecting;
    int failed;
};

/** Slots that VMAF_STREAMS asks for; 0 if it is no number in range. */
unsigned vmaf_gpu_wanted_slots(void);

/**
 * Make slots and sets, or extend those there are to the plan, planes and history of g.
 *
 * @return 0, also with fewer slots than wanted; an error, logged: call vmaf_gpu_slots_restore()
 */
int vmaf_gpu_slots_resize(VmafGpuRun *g);

/** Make everything as it was at g->before. */
void vmaf_gpu_slots_restore(VmafGpuRun *g);

/** Free all slots and sets; the device is waited for. */
void vmaf_gpu_slots_free(VmafGpuRun *g);

/** Let go of the client's pictures of a set. */
void vmaf_gpu_set_release(PlaneSet *s);

size_t vmaf_gpu_row_bytes(const VmafGpuRun *g, unsigned plane);
size_t vmaf_gpu_pitch_bytes(const VmafGpuRun *g, unsigned plane);
/** Whether some feature reads a plane that the format has. */
bool vmaf_gpu_reads(const VmafGpuRun *g, unsigned side, unsigned plane);

#endif /* VMAF_GPU_SLOTS_H */
