/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * Import scores and write them in every format, for tests:
 *     import_scores FOLDER [N_PICTURES] < lines "INDEX VALUE NAME_IN_HEX"
 * Standard output gets a line "NAME_IN_HEX STATUS" for each score. N_PICTURES pairs are read first,
 * so that there is something to pool.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libvmaf/libvmaf.h"

static int read_pair(VmafContext *vmaf, unsigned index)
{
    VmafPicture ref, dis;
    if (vmaf_picture_alloc(&ref, VMAF_PIX_FMT_YUV420P, 8, 16, 16))
        return 1;
    if (vmaf_picture_alloc(&dis, VMAF_PIX_FMT_YUV420P, 8, 16, 16)) {
        vmaf_picture_unref(&ref);
        return 1;
    }
    return vmaf_read_pictures(vmaf, &ref, &dis, index) != 0;
}

/* @return the bytes that pairs of hexadecimal digits name, in place */
static char *from_hex(char *hex)
{
    char *out = hex;
    for (char *in = hex; in[0] && in[1]; in += 2) {
        const char digits[] = {in[0], in[1], '\0'};
        *out++ = (char)strtol(digits, NULL, 16);
    }
    *out = '\0';
    return hex;
}

static int import_all(VmafContext *vmaf)
{
    char line[4096];
    while (fgets(line, sizeof(line), stdin)) {
        unsigned index;
        char value[64], hex[4000] = "";
        if (sscanf(line, "%u %63s %3999s", &index, value, hex) < 2)
            return 1;
        printf("%s ", *hex ? hex : "-");
        printf("%d\n", vmaf_import_feature_score(vmaf, from_hex(hex), strtod(value, NULL), index));
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const char *const format[] = {"xml", "json", "csv", "sub"};
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_ERROR};
    VmafContext *vmaf;
    int err = argc < 2 || vmaf_init(&vmaf, cfg);
    if (err)
        return 1;
    const unsigned n = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
    for (unsigned i = 0; i < n && !err; i++)
        err = read_pair(vmaf, i);
    err = err || import_all(vmaf);
    for (unsigned i = 0; i < 4 && !err; i++) {
        char path[4096];
        snprintf(path, sizeof(path), "%s/log.%s", argv[1], format[i]);
        err = vmaf_write_output(vmaf, path, (enum VmafOutputFormat)(VMAF_OUTPUT_FORMAT_XML + i));
    }
    vmaf_close(vmaf);
    return err != 0;
}
