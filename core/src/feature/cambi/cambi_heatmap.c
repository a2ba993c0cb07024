/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/cambi/cambi_heatmap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/mem.h"

/** Make a folder and those above it, as far as they are missing. */
static int make_folder(const char *folder)
{
    char *path = vmaf_join(folder, "/");
    if (!path)
        return -ENOMEM;
    int err = 0;
    for (char *slash = strchr(path + 1, '/'); slash && !err; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0770) && errno != EEXIST) {
            err = -EINVAL;
            vmaf_log(VMAF_LOG_LEVEL_ERROR,
                     "cambi: cannot make the folder \"%s\" for heatmaps: %s\n", path,
                     strerror(errno));
        }
        *slash = '/';
    }
    free(path);
    return err;
}

static int open_file(CambiHeatmap *map, const char *folder, unsigned scale)
{
    char name[96];
    snprintf(name, sizeof(name), "/cambi_heatmap_scale_%u_%ux%u_16b.gray", scale, map->w, map->h);
    map->path = vmaf_join(folder, name);
    if (!map->path)
        return -ENOMEM;
    map->fd = open(map->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (map->fd >= 0)
        return 0;
    vmaf_log(VMAF_LOG_LEVEL_ERROR, "cambi: cannot open the heatmap \"%s\": %s\n", map->path,
             strerror(errno));
    return -EINVAL;
}

int vmaf_cambi_heatmaps_open(CambiPlan *plan, const char *folder)
{
    const CambiRole *role = &plan->role[VMAF_CAMBI_DIS];
    plan->heatmap = calloc(VMAF_CAMBI_SCALES, sizeof(*plan->heatmap));
    if (!plan->heatmap)
        return -ENOMEM;
    for (unsigned i = 0; i < VMAF_CAMBI_SCALES; i++)
        plan->heatmap[i].fd = -1;
    const int largest = vmaf_cambi_weight(plan->steps) * (int)role->window * (int)role->window / 4;
    plan->heatmap_unit = 65535.0 / (double)largest;

    int err = make_folder(folder);
    for (unsigned i = 0; i < VMAF_CAMBI_SCALES && !err; i++) {
        plan->heatmap[i].w = vmaf_cambi_halved(role->w, i);
        plan->heatmap[i].h = vmaf_cambi_halved(role->h, i);
        err = open_file(&plan->heatmap[i], folder, i);
    }
    return err;
}

void vmaf_cambi_heatmaps_close(CambiPlan *plan)
{
    for (unsigned i = 0; plan->heatmap && i < VMAF_CAMBI_SCALES; i++) {
        CambiHeatmap *map = &plan->heatmap[i];
        if (map->fd >= 0 && close(map->fd))
            vmaf_log(VMAF_LOG_LEVEL_ERROR, "cambi: cannot finish the heatmap \"%s\": %s\n",
                     map->path, strerror(errno));
        free(map->path);
    }
    free(plan->heatmap);
    plan->heatmap = NULL;
}

static int write_all(const CambiHeatmap *map, const uint8_t *data, size_t bytes, uint64_t at)
{
    while (bytes) {
        const ssize_t done = pwrite(map->fd, data, bytes, (off_t)at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            const int err = done < 0 ? errno : EIO;
            vmaf_log(VMAF_LOG_LEVEL_ERROR, "cambi: cannot write the heatmap \"%s\": %s\n",
                     map->path, strerror(err));
            return -err;
        }
        data += done;
        at += (uint64_t)done;
        bytes -= (size_t)done;
    }
    return 0;
}

int vmaf_cambi_heatmap_write(const CambiPlan *plan, unsigned scale, const float *value,
                             uint16_t *word, size_t n, uint64_t sequence)
{
    for (size_t i = 0; i < n; i++) {
        const double v = plan->heatmap_unit * (double)value[i];
        const uint32_t kept = v < 65535.0 ? (uint32_t)v : 65535;
        const uint8_t bytes[2] = {(uint8_t)kept, (uint8_t)(kept >> 8)};
        memcpy(&word[i], bytes, sizeof(bytes));
    }
    return write_all(&plan->heatmap[scale], (const uint8_t *)word, 2 * n, 2 * n * sequence);
}
