/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "score/output.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/c_locale.h"
#include "base/log.h"
#include "base/utf8.h"
#include "score/pooling.h"

bool vmaf_score_format_is_valid(const char *format)
{
    const char *p = format;
    if (*p++ != '%')
        return false;
    if (*p == '.') {
        const char *digits = ++p;
        while (isdigit((unsigned char)*p))
            p++;
        if (p == digits || p - digits > 3)
            return false;
    }
    return *p && strchr("efg", *p) && !p[1];
}

/** Decimal places before the first digit of a value below 1 that is not 0; 0 for all others. */
static int leading_zeros(double v)
{
    double a = fabs(v);
    if (!(a < 2147483648.0)) /* inf and NaN too */
        return 0;
    double f = a - (int)a;
    int k = 0;
    while (f < 1.0 && f != 0.0) {
        f *= 10.0;
        k++;
    }
    return k;
}

static void put_number(FILE *f, const VmafReport *r, double v)
{
    if (isnan(v)) {
        fputs("nan", f); /* its sign is an accident of the host's arithmetic */
    } else if (r->score_format) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        fprintf(f, r->score_format, v); /* checked by vmaf_score_format_is_valid() */
#pragma GCC diagnostic pop
    } else {
        fprintf(f, leading_zeros(v) <= 6 ? "%.6f" : "%.16f", v);
    }
}

static void put_json_number(FILE *f, const VmafReport *r, double v)
{
    if (isfinite(v))
        put_number(f, r, v);
    else
        fputs("null", f);
}

/** May the character stand in XML 1.0, at least escaped? */
static bool xml_has(uint32_t c)
{
    return c >= 0x20 ? c != 0xFFFE && c != 0xFFFF : c == '\t' || c == '\n' || c == '\r';
}

static void put_xml_text(FILE *f, const char *s)
{
    uint32_t c;
    for (unsigned n; *s; s += n ? n : 1) {
        n = vmaf_utf8_decode(s, &c);
        if (!n || !xml_has(c))
            fputs("\xEF\xBF\xBD", f);
        else if (c < 0x20 || c == '&' || c == '<' || c == '>' || c == '"')
            fprintf(f, "&#%" PRIu32 ";", c);
        else
            fwrite(s, 1, n, f);
    }
}

static bool is_hex(const char *s, unsigned n)
{
    return strspn(s, "0123456789ABCDEF") >= n;
}

/**
 * The name of an attribute of a frame, which not every text is: other characters than
 * [A-Za-z0-9_.-] and a first one of [0-9.-] become _xHHHH_ or _xHHHHHHHH_, after their code. So
 * does an underscore that would read as the beginning of such a form, and the first letter of the
 * attributes that mean something else.
 */
static void put_xml_name(FILE *f, const char *s)
{
    const bool reserved = !strcmp(s, "frameNum") || !strcmp(s, "xmlns");
    uint32_t c;
    bool first = true;
    for (unsigned n; *s; s += n ? n : 1, first = false) {
        n = vmaf_utf8_decode(s, &c);
        bool good = c < 0x80 && (isalpha((int)c) || c == '_');
        good = good || (!first && c < 0x80 && (isdigit((int)c) || c == '.' || c == '-'));
        if (c == '_' && s[1] == 'x')
            good = !(is_hex(s + 2, 4) && (s[6] == '_' || (is_hex(s + 6, 4) && s[10] == '_')));
        if (good && !(first && reserved))
            fputc((int)c, f);
        else
            fprintf(f, c > 0xFFFF ? "_x%08" PRIX32 "_" : "_x%04" PRIX32 "_", c);
    }
}

static void put_json_text(FILE *f, const char *s)
{
    uint32_t c;
    for (unsigned n; *s; s += n ? n : 1) {
        n = vmaf_utf8_decode(s, &c);
        if (!n)
            fputs("\xEF\xBF\xBD", f);
        else if (c == '"' || c == '\\')
            fprintf(f, "\\%c", (int)c);
        else if (c < 0x20)
            fprintf(f, "\\u%04" PRIx32, c);
        else
            fwrite(s, 1, n, f);
    }
}

/** What would end a field or a line of text becomes a space. */
static void put_sub_text(FILE *f, const char *s)
{
    for (; *s; s++)
        fputc((unsigned char)*s < 0x20 || *s == '|' ? ' ' : *s, f);
}

/** A CSV field; quoted only where a reader would otherwise lose its bounds. */
static void put_csv_text(FILE *f, const char *s)
{
    if (!strpbrk(s, ",\"\r\n")) {
        fputs(s, f);
        return;
    }
    fputc('"', f);
    for (; *s; s++) {
        if (*s == '"')
            fputc('"', f);
        fputc(*s, f);
    }
    fputc('"', f);
}

/** The store has a score once, whichever of name and alias it was given by. */
static const char *column_alias(const VmafReport *r, unsigned column)
{
    return vmaf_score_alias(vmaf_collector_name(r->collector, column));
}

/** 0 where no time passed between scores. */
static double fps(const VmafReport *r)
{
    const double seconds = vmaf_collector_elapsed(r->collector);
    return seconds > 0.0 ? (double)r->n_pictures / seconds : 0.0;
}

/** Find the next index to report, skipping what n_subsample skips. */
static bool next_row(const VmafReport *r, uint64_t *from, unsigned *index)
{
    while (vmaf_collector_next_row(r->collector, *from, index)) {
        *from = (uint64_t)*index + 1;
        if (r->n_subsample <= 1 || *index % r->n_subsample == 0)
            return true;
    }
    return false;
}

static bool pool_column(const VmafReport *r, unsigned column, VmafPooled *pooled)
{
    return r->n_pictures &&
           !vmaf_pool_scores(r->collector, vmaf_collector_name(r->collector, column),
                             r->n_subsample, 0, r->n_pictures - 1, pooled);
}

static void write_xml(FILE *f, const VmafReport *r)
{
    const unsigned n = vmaf_collector_n_columns(r->collector);
    fprintf(f, "<VMAF version=\"%s\">\n", r->version);
    fprintf(f, "  <params qualityWidth=\"%u\" qualityHeight=\"%u\" />\n", r->w, r->h);
    fprintf(f, "  <fyi fps=\"%.2f\" />\n", fps(r));
    fputs("  <frames>\n", f);
    uint64_t from = 0;
    unsigned index;
    while (next_row(r, &from, &index)) {
        fprintf(f, "    <frame frameNum=\"%u\" ", index);
        for (unsigned i = 0; i < n; i++) {
            double v;
            if (!vmaf_collector_value(r->collector, i, index, &v))
                continue;
            put_xml_name(f, column_alias(r, i));
            fputs("=\"", f);
            put_number(f, r, v);
            fputs("\" ", f);
        }
        fputs("/>\n", f);
    }
    fputs("  </frames>\n  <pooled_metrics>\n", f);
    for (unsigned i = 0; i < n; i++) {
        fputs("    <metric name=\"", f);
        put_xml_text(f, column_alias(r, i));
        fputs("\" ", f);
        VmafPooled pooled;
        if (pool_column(r, i, &pooled)) {
            const double v[] = {pooled.min, pooled.max, pooled.mean, pooled.harmonic_mean};
            static const char *const name[] = {"min", "max", "mean", "harmonic_mean"};
            for (unsigned k = 0; k < 4; k++) {
                fprintf(f, "%s=\"", name[k]);
                put_number(f, r, v[k]);
                fputs("\" ", f);
            }
        }
        fputs("/>\n", f);
    }
    fputs("  </pooled_metrics>\n  <aggregate_metrics ", f);
    const char *name;
    double v;
    for (unsigned i = 0; vmaf_collector_clip_value(r->collector, i, &name, &v); i++) {
        put_xml_name(f, vmaf_score_alias(name));
        fputs("=\"", f);
        put_number(f, r, v);
        fputs("\" ", f);
    }
    fputs("/>\n</VMAF>\n", f);
}

static void write_json_frames(FILE *f, const VmafReport *r)
{
    const unsigned n = vmaf_collector_n_columns(r->collector);
    uint64_t from = 0;
    unsigned index;
    bool first_row = true;
    fputs("  \"frames\": [", f);
    while (next_row(r, &from, &index)) {
        fprintf(f, "%s\n    {\n      \"frameNum\": %u,\n      \"metrics\": {", first_row ? "" : ",",
                index);
        first_row = false;
        bool first = true;
        for (unsigned i = 0; i < n; i++) {
            double v;
            if (!vmaf_collector_value(r->collector, i, index, &v))
                continue;
            fprintf(f, "%s\n        \"", first ? "" : ",");
            first = false;
            put_json_text(f, column_alias(r, i));
            fputs("\": ", f);
            put_json_number(f, r, v);
        }
        fputs("\n      }\n    }", f);
    }
    fputs("\n  ],\n", f);
}

static void write_json_pooled(FILE *f, const VmafReport *r)
{
    const unsigned n = vmaf_collector_n_columns(r->collector);
    fputs("  \"pooled_metrics\": {", f);
    for (unsigned i = 0; i < n; i++) {
        fprintf(f, "%s\n    \"", i ? "," : "");
        put_json_text(f, column_alias(r, i));
        fputs("\": {", f);
        VmafPooled pooled;
        if (pool_column(r, i, &pooled)) {
            const double v[] = {pooled.min, pooled.max, pooled.mean, pooled.harmonic_mean};
            static const char *const name[] = {"min", "max", "mean", "harmonic_mean"};
            for (unsigned k = 0; k < 4; k++) {
                fprintf(f, "%s\n      \"%s\": ", k ? "," : "", name[k]);
                put_json_number(f, r, v[k]);
            }
        }
        fputs("\n    }", f);
    }
    fputs("\n  },\n", f);
}

static void write_json_backends(FILE *f, const VmafReport *r)
{
    fputs("  \"backends\": {", f);
    for (const VmafReportBackend *b = r->backends; b->feature; b++) {
        fprintf(f, "%s\n    \"", b > r->backends ? "," : "");
        put_json_text(f, b->feature);
        fprintf(f, "\": {\n      \"backend\": \"%s\",\n      \"device\": ", b->backend);
        if (b->device) {
            fputc('"', f);
            put_json_text(f, b->device);
            fputc('"', f);
        } else {
            fputs("null", f);
        }
        fprintf(f, ",\n      \"scale\": %u\n    }", b->scale);
    }
    fputs("\n  },\n", f);
}

static void write_json_clip(FILE *f, const VmafReport *r)
{
    const char *name;
    double v;
    fputs("  \"aggregate_metrics\": {", f);
    for (unsigned i = 0; vmaf_collector_clip_value(r->collector, i, &name, &v); i++) {
        fprintf(f, "%s\n    \"", i ? "," : "");
        put_json_text(f, vmaf_score_alias(name));
        fputs("\": ", f);
        put_json_number(f, r, v);
    }
    fputs("\n  }\n", f);
}

static void write_json(FILE *f, const VmafReport *r)
{
    fprintf(f, "{\n  \"version\": \"%s\",\n  \"fps\": %.2f,\n", r->version, fps(r));
    if (r->backends)
        write_json_backends(f, r);
    write_json_frames(f, r);
    write_json_pooled(f, r);
    write_json_clip(f, r);
    fputs("}\n", f);
}

static void write_csv(FILE *f, const VmafReport *r)
{
    const unsigned n = vmaf_collector_n_columns(r->collector);
    fputs("Frame,", f);
    for (unsigned i = 0; i < n; i++) {
        put_csv_text(f, column_alias(r, i));
        fputc(',', f);
    }
    fputc('\n', f);
    uint64_t from = 0;
    unsigned index;
    while (next_row(r, &from, &index)) {
        fprintf(f, "%u,", index);
        for (unsigned i = 0; i < n; i++) {
            double v;
            if (vmaf_collector_value(r->collector, i, index, &v))
                put_number(f, r, v);
            fputc(',', f);
        }
        fputc('\n', f);
    }
}

static void write_sub(FILE *f, const VmafReport *r)
{
    const unsigned n = vmaf_collector_n_columns(r->collector);
    uint64_t from = 0;
    unsigned index;
    while (next_row(r, &from, &index)) {
        fprintf(f, "{%u}{%" PRIu64 "}frame: %u|", index, from, index); /* from: index + 1 */
        for (unsigned i = 0; i < n; i++) {
            double v;
            if (!vmaf_collector_value(r->collector, i, index, &v))
                continue;
            put_sub_text(f, column_alias(r, i));
            fputs(": ", f);
            put_number(f, r, v);
            fputc('|', f);
        }
        fputc('\n', f);
    }
}

int vmaf_report_write(const VmafReport *r, const char *path, enum VmafOutputFormat fmt)
{
    static void (*const writer[])(FILE *, const VmafReport *) = {
        [VMAF_OUTPUT_FORMAT_XML] = write_xml,
        [VMAF_OUTPUT_FORMAT_JSON] = write_json,
        [VMAF_OUTPUT_FORMAT_CSV] = write_csv,
        [VMAF_OUTPUT_FORMAT_SUB] = write_sub,
    };
    if (fmt <= VMAF_OUTPUT_FORMAT_NONE || fmt > VMAF_OUTPUT_FORMAT_SUB) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "no output format %d, expected 1..4\n", (int)fmt);
        return -EINVAL;
    }
    if (r->score_format && !vmaf_score_format_is_valid(r->score_format)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "bad score format \"%s\", expected one %%[.digits](e|f|g)\n",
                 r->score_format);
        return -EINVAL;
    }
    FILE *f = fopen(path, "w");
    if (!f) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "could not open file: %s\n", path);
        return -EINVAL;
    }
    locale_t previous = vmaf_c_locale_enter();
    writer[fmt](f, r);
    vmaf_c_locale_leave(previous);
    const bool failed = ferror(f) != 0;
    if (fclose(f) || failed) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "could not write file: %s\n", path);
        return -EIO;
    }
    return 0;
}
