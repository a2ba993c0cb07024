/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* YUV4MPEG2: a header line, then frames that each begin with a line of their own. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chroma.h"
#include "video.h"

#define MAX_HEADER (64 << 10) /* bytes of the header line with its newline */
#define MAX_PARAMS 79         /* bytes after "FRAME " up to the newline */

/* How the planes of the file become those of the picture. */
enum Layout {
    LAYOUT_SAME,
    LAYOUT_ALPHA,     /* a fourth plane of luma size, dropped */
    LAYOUT_MONO,      /* luma only; 4:2:0 pictures with neutral chroma */
    LAYOUT_422_SHIFT, /* 8-bit 4:2:2: chroma moves left */
    LAYOUT_411,       /* 8-bit 4:1:1: chroma columns doubled to 4:2:2 */
    LAYOUT_420_PALDV, /* 8-bit 4:2:0 sited as in PAL-DV: chroma moves left, Cb up and Cr down */
};

typedef struct ChromaTag {
    const char *name;
    enum VmafPixelFormat pix_fmt;
    enum Layout layout;
    bool deep; /* the name goes on with a depth of 9 to 16 */
} ChromaTag;

static const ChromaTag chroma_tags[] = {
    {"420", VMAF_PIX_FMT_YUV420P, LAYOUT_SAME, false},
    {"420jpeg", VMAF_PIX_FMT_YUV420P, LAYOUT_SAME, false},
    {"420mpeg2", VMAF_PIX_FMT_YUV420P, LAYOUT_SAME, false},
    {"420paldv", VMAF_PIX_FMT_YUV420P, LAYOUT_420_PALDV, false},
    {"411", VMAF_PIX_FMT_YUV422P, LAYOUT_411, false},
    {"422", VMAF_PIX_FMT_YUV422P, LAYOUT_422_SHIFT, false},
    {"444", VMAF_PIX_FMT_YUV444P, LAYOUT_SAME, false},
    {"444alpha", VMAF_PIX_FMT_YUV444P, LAYOUT_ALPHA, false},
    {"mono", VMAF_PIX_FMT_YUV420P, LAYOUT_MONO, false},
    {"420p", VMAF_PIX_FMT_YUV420P, LAYOUT_SAME, true},
    {"422p", VMAF_PIX_FMT_YUV422P, LAYOUT_SAME, true},
    {"444p", VMAF_PIX_FMT_YUV444P, LAYOUT_SAME, true},
    {"mono", VMAF_PIX_FMT_YUV420P, LAYOUT_MONO, true},
};

typedef struct Y4m {
    enum Layout layout;
    unsigned chroma_w, chroma_h; /* in the file */
    uint8_t *chroma[2];          /* [chroma_h][chroma_w] as read, when it needs a filter */
    uint8_t *shifted;            /* the same size, between two filters */
} Y4m;

/* A decimal integer that ends at `end`. */
static bool parse_int(const char *s, char end, int64_t *value)
{
    char *rest;
    if (*s != '-' && (*s < '0' || *s > '9'))
        return false;
    errno = 0;
    *value = strtoll(s, &rest, 10);
    return errno == 0 && rest != s && *rest == end;
}

static bool parse_ratio(const char *s)
{
    const char *colon = strchr(s, ':');
    int64_t n;
    return colon && parse_int(s, ':', &n) && parse_int(colon + 1, '\0', &n);
}

static const ChromaTag *find_chroma(const char *name, unsigned *bpc)
{
    for (unsigned i = 0; i < sizeof(chroma_tags) / sizeof(chroma_tags[0]); i++) {
        const ChromaTag *t = &chroma_tags[i];
        const size_t n = strlen(t->name);
        int64_t depth = 8;
        if (!t->deep && strcmp(name, t->name))
            continue;
        if (t->deep && (strncmp(name, t->name, n) || !parse_int(name + n, '\0', &depth) ||
                        depth < 9 || depth > 16))
            continue;
        *bpc = (unsigned)depth;
        return t;
    }
    return NULL;
}

/* The header line without its newline, malloced. */
static int read_header(Video *v, char **line)
{
    char *buf = malloc(MAX_HEADER);
    if (!buf)
        return video_fail(v, -ENOMEM, "out of memory\n");
    int64_t got = 0, n = 0;
    while (n < MAX_HEADER && (got = file_read(&v->file, buf + n, 1)) == 1 && buf[n] != '\n') {
        /* A file of another kind is left after its first bytes. */
        if (buf[n] == '\0' || (n < 8 && buf[n] != "YUV4MPEG"[n]))
            break;
        n++;
    }
    if (got == 1 && n >= 8 && n < MAX_HEADER && buf[n] == '\n') {
        buf[n] = '\0';
        *line = buf;
        return 0;
    }
    free(buf);
    if (got < 0) {
        return video_fail(v, (int)got, "could not read \"%s\": %s\n", v->path, strerror((int)-got));
    }
    if (n == 0 && got == 0)
        return video_fail(v, -EINVAL, "\"%s\" is empty.\n", v->path);
    if (n < 8)
        return video_fail(v, -EINVAL, "\"%s\" does not start with YUV4MPEG2.\n", v->path);
    if (n == MAX_HEADER) {
        return video_fail(v, -EINVAL,
                          "Error parsing YUV4MPEG2 header. It is longer than %d bytes.\n",
                          MAX_HEADER);
    }
    return video_fail(v, -EINVAL, "Error parsing YUV4MPEG2 header. It has no end.\n");
}

/* Take the tags of the header line, which is cut into words. */
static int parse_header(Video *v, char *line)
{
    int64_t w = 0, h = 0;
    bool have_w = false, have_h = false, have_rate = false, ok = true;
    char interlace = '\0';
    const char *chroma = "420";
    if (line[8] != '2')
        video_warn(v, "Incorrect YUV input file version; YUV4MPEG2 required.\n");
    char *rest = NULL;
    strtok_r(line, " ", &rest);
    for (char *word; ok && (word = strtok_r(NULL, " ", &rest));) {
        switch (word[0]) {
        case 'W':
            ok = have_w = parse_int(word + 1, '\0', &w);
            break;
        case 'H':
            ok = have_h = parse_int(word + 1, '\0', &h);
            break;
        case 'F':
            ok = have_rate = parse_ratio(word + 1);
            break;
        case 'I':
            interlace = word[1];
            break;
        case 'C':
            chroma = word + 1;
            break;
        default:
            break;
        }
        if (!ok)
            return video_fail(v, -EINVAL, "Error parsing YUV4MPEG2 header. Bad tag: \"%.64s\"\n",
                              word);
    }
    if (!have_w || !have_h || !have_rate) {
        return video_fail(v, -EINVAL, "Error parsing YUV4MPEG2 header. Missing:%s%s%s\n",
                          have_w ? "" : " W", have_h ? "" : " H", have_rate ? "" : " F");
    }
    if (w <= 0 || h <= 0) {
        return video_fail(
            v, -EINVAL,
            "Invalid YUV4MPEG2 dimensions: W=%" PRId64 " H=%" PRId64 " (must be > 0).\n", w, h);
    }
    if (interlace == 't' || interlace == 'b' || interlace == 'm') {
        return video_fail(v, -EINVAL,
                          "Input video is interlaced; only progressive scan is "
                          "supported.\n");
    }
    if (interlace != 'p') {
        video_warn(v, "Warning: Input video interlacing format unknown; assuming progressive "
                      "scan.\n");
    }
    unsigned bpc = 0;
    const ChromaTag *t = find_chroma(chroma, &bpc);
    if (!t)
        return video_fail(v, -EINVAL, "Unknown chroma sampling type: %.64s\n", chroma);
    v->geometry = (VideoGeometry){t->pix_fmt, bpc, (unsigned)w, (unsigned)h};
    ((Y4m *)v->priv)->layout = t->layout;
    return video_check_size(v, w, h);
}

/* Sizes of what is in the file, and memory for chroma that needs a filter. */
static int set_planes(Video *v)
{
    Y4m *y = v->priv;
    const VideoGeometry *g = &v->geometry;
    const int64_t luma = (int64_t)g->w * g->h * (g->bpc > 8 ? 2 : 1);
    v->frame_bytes = video_picture_bytes(g);
    if (y->layout == LAYOUT_ALPHA)
        v->frame_bytes += luma;
    if (y->layout == LAYOUT_MONO)
        v->frame_bytes = luma;
    if (y->layout < LAYOUT_422_SHIFT)
        return 0;
    video_plane_size(g, 1, &y->chroma_w, &y->chroma_h);
    if (y->layout == LAYOUT_411)
        y->chroma_w = (g->w + 3) / 4;
    const size_t bytes = (size_t)y->chroma_w * y->chroma_h;
    v->frame_bytes = luma + 2 * (int64_t)bytes;
    y->chroma[0] = malloc(bytes);
    y->chroma[1] = malloc(bytes);
    y->shifted = malloc(bytes);
    if (y->chroma[0] && y->chroma[1] && y->shifted)
        return 0;
    return video_fail(v, -ENOMEM, "out of memory\n");
}

static int y4m_open(Video *v)
{
    char *line = NULL;
    v->priv = calloc(1, sizeof(Y4m));
    int err = v->priv ? read_header(v, &line) : video_fail(v, -ENOMEM, "out of memory\n");
    if (!err)
        err = parse_header(v, line);
    if (!err)
        err = set_planes(v);
    free(line);
    return err;
}

static void y4m_close(Video *v)
{
    Y4m *y = v->priv;
    if (y) {
        free(y->chroma[0]);
        free(y->chroma[1]);
        free(y->shifted);
    }
    free(y);
    v->priv = NULL;
}

static int y4m_read_mark(Video *v)
{
    static const char mark[] = "FRAME";
    char head[6], c;
    int64_t got = file_read(&v->file, head, sizeof(head));
    if (got <= 0)
        return got ? video_fail(v, (int)got, "could not read \"%s\", frame %" PRId64 ": %s\n",
                                v->path, v->n_frames, strerror((int)-got))
                   : 0;
    if (memcmp(head, mark, got < 5 ? (size_t)got : 5) ||
        (got == 6 && head[5] != '\n' && head[5] != ' ')) {
        return video_fail(v, -EINVAL,
                          "Loss of framing in YUV input data: \"%s\", frame %" PRId64 "\n", v->path,
                          v->n_frames);
    }
    if (got < (int64_t)sizeof(head)) {
        return video_fail(v, -EINVAL,
                          "\"%s\": frame %" PRId64 " is truncated: wanted %zu bytes of its header, "
                          "got %" PRId64 "\n",
                          v->path, v->n_frames, sizeof(head), got);
    }
    c = head[5];
    for (unsigned n = 0; c != '\n'; n++) {
        if (n > MAX_PARAMS || file_read(&v->file, &c, 1) != 1) {
            return video_fail(v, -EINVAL,
                              "Error parsing YUV frame header: \"%s\", frame %" PRId64 "\n",
                              v->path, v->n_frames);
        }
    }
    return 1;
}

static void fill_neutral(const VmafPicture *pic, unsigned plane, unsigned bpc)
{
    for (unsigned i = 0; i < pic->h[plane]; i++) {
        uint8_t *row = (uint8_t *)pic->data[plane] + i * pic->stride[plane];
        if (bpc == 8) {
            memset(row, 128, pic->w[plane]);
            continue;
        }
        for (unsigned j = 0; j < pic->w[plane]; j++)
            ((uint16_t *)row)[j] = (uint16_t)(1u << (bpc - 1));
    }
}

static void filter_chroma(Y4m *y, const VmafPicture *pic)
{
    const unsigned w = y->chroma_w, h = y->chroma_h;
    for (unsigned i = 1; i < 3; i++) {
        const uint8_t *src = y->chroma[i - 1];
        uint8_t *dst = pic->data[i];
        const ptrdiff_t stride = pic->stride[i];
        if (y->layout == LAYOUT_422_SHIFT) {
            chroma_shift_left(dst, stride, src, w, h);
        } else if (y->layout == LAYOUT_411) {
            chroma_double_width(dst, stride, pic->w[i], src, w, h);
        } else {
            chroma_shift_left(y->shifted, w, src, w, h);
            (i == 1 ? chroma_shift_down : chroma_shift_up)(dst, stride, y->shifted, w, h);
        }
    }
}

static int64_t y4m_read_samples(Video *v, const VmafPicture *pic)
{
    Y4m *y = v->priv;
    if (y->layout == LAYOUT_SAME)
        return video_read_planes(v, pic, 0, 2);
    if (y->layout == LAYOUT_MONO) {
        fill_neutral(pic, 1, v->geometry.bpc);
        fill_neutral(pic, 2, v->geometry.bpc);
        return video_read_planes(v, pic, 0, 0);
    }
    if (y->layout == LAYOUT_ALPHA) {
        const int64_t got = video_read_planes(v, pic, 0, 2);
        const int64_t alpha = v->frame_bytes - video_picture_bytes(&v->geometry);
        const int64_t more = got == 3 * alpha ? file_skip(&v->file, alpha) : 0;
        return got < 0 || more < 0 ? (got < 0 ? got : more) : got + more;
    }
    const size_t w = y->chroma_w, h = y->chroma_h;
    const FileRows rows[3] = {
        {pic->data[0], pic->stride[0], pic->w[0], pic->h[0]},
        {y->chroma[0], (ptrdiff_t)w, w, h},
        {y->chroma[1], (ptrdiff_t)w, w, h},
    };
    const int64_t got = file_read_rows(&v->file, rows, 3);
    if (got == v->frame_bytes)
        filter_chroma(y, pic);
    return got;
}

const VideoFormat video_y4m = {
    .open = y4m_open,
    .read_mark = y4m_read_mark,
    .read_samples = y4m_read_samples,
    .close = y4m_close,
    .mark_bytes = 6,
};
