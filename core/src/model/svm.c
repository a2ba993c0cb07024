/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "model/svm.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/c_locale.h"
#include "base/libm.h"
#include "base/log.h"

double vmaf_svm_predict(const VmafSvm *svm, const double *x)
{
    const double *v = svm->vector;
    double sum = 0.0;
    for (unsigned j = 0; j < svm->n_vectors; j++) {
        const double coefficient = *v++;
        double distance = 0.0;
        for (unsigned i = 0; i < svm->n_features; i++) {
            const double d = x[i] - *v++;
            distance += d * d;
        }
        sum += coefficient * vmaf_exp(-svm->gamma * distance);
    }
    return sum - svm->rho;
}

void vmaf_svm_free(VmafSvm *svm)
{
    free(svm->owned);
    *svm = (VmafSvm){0};
}

/** A text that is cut into lines and words. */
typedef struct Text {
    const char *at;
    const char *where;
    unsigned line;
} Text;

#define WORD_SIZE 64

__attribute__((format(printf, 2, 3))) static int bad(const Text *t, const char *fmt, ...)
{
    char what[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof(what), fmt, ap);
    va_end(ap);
    vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s, line %u: %s\n", t->where, t->line, what);
    return -EINVAL;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/**
 * Take the next word of the line.
 *
 * @param word "" at the end of the line; a longer word is cut, and then no number or key that is
 *             known
 */
static void take_word(Text *t, char word[WORD_SIZE])
{
    while (is_space(*t->at))
        t->at++;
    size_t n = 0;
    for (; *t->at && *t->at != '\n' && !is_space(*t->at); t->at++) {
        if (n + 1 < WORD_SIZE)
            word[n++] = *t->at;
        else
            word[0] = '?';
    }
    word[n] = '\0';
}

/** Go to the next line. @return false at the end of the text */
static bool next_line(Text *t)
{
    while (*t->at && *t->at != '\n')
        t->at++;
    if (!*t->at)
        return false;
    t->at++;
    t->line++;
    return *t->at != '\0';
}

/** A count without a sign. */
static bool parse_count(const char *word, unsigned most, unsigned *n)
{
    char *end;
    errno = 0;
    const unsigned long v = strtoul(word, &end, 10);
    if (*word < '0' || *word > '9' || *end || errno || v > most)
        return false;
    *n = (unsigned)v;
    return true;
}

/** A decimal number: what strtod() reads besides, "nan" or "0x1p3", is none. */
static bool parse_number(const char *word, double *value)
{
    if (word[strspn(word, "0123456789+-.eE")])
        return false;
    return vmaf_parse_double(word, value);
}

/* The keys of the head that count, as bits of what was seen. */
enum { TYPE = 1, KERNEL = 2, GAMMA = 4, TOTAL = 8, RHO = 16 };

static int parse_key(Text *t, const char *key, VmafSvm *svm, unsigned *seen)
{
    static const char *const others[] = {"degree", "coef0", "nr_class", "label",
                                         "probA",  "probB", "nr_sv"};
    static const struct {
        const char *key, *value; /* value: the only one that is possible */
    } keys[] = {{"svm_type", "nu_svr"},
                {"kernel_type", "rbf"},
                {"gamma", NULL},
                {"total_sv", NULL},
                {"rho", NULL}};
    char word[WORD_SIZE];
    for (unsigned i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        if (!strcmp(key, others[i]))
            return 0;
    }
    unsigned k = 0;
    while (k < 5 && strcmp(key, keys[k].key))
        k++;
    if (k == 5)
        return bad(t, "unknown key \"%s\"", key);
    if (*seen & 1u << k)
        return bad(t, "a second %s", key);
    *seen |= 1u << k;
    take_word(t, word);
    bool good;
    if (keys[k].value)
        good = !strcmp(word, keys[k].value);
    else if (k == 3)
        good = parse_count(word, 1u << 24, &svm->n_vectors) && svm->n_vectors;
    else
        good = parse_number(word, k == 2 ? &svm->gamma : &svm->rho);
    if (!good)
        return bad(t, "%s is \"%s\", expected %s", key, word,
                   keys[k].value ? keys[k].value
                   : k == 3      ? "a number of support vectors"
                                 : "a number");
    return 0;
}

/** The lines before the vectors. */
static int parse_head(Text *t, VmafSvm *svm)
{
    unsigned seen = 0;
    char key[WORD_SIZE], end[WORD_SIZE];
    do {
        take_word(t, key);
        if (!strcmp(key, "SV")) {
            if (seen == (TYPE | KERNEL | GAMMA | TOTAL | RHO))
                return 0;
            return bad(t, "svm_type, kernel_type, gamma, total_sv or rho is missing before SV");
        }
        const int err = parse_key(t, key, svm, &seen);
        if (err)
            return err;
        take_word(t, end);
        /* label, nr_sv and their like have as many values as they want. */
        if (*end && (!strcmp(key, "gamma") || !strcmp(key, "rho") || !strcmp(key, "total_sv")))
            return bad(t, "\"%s\" after the value of %s", end, key);
    } while (next_line(t));
    return bad(t, "the text ends before its support vectors");
}

/** @param row [1 + n_features], zeroed */
static int parse_row(Text *t, unsigned n_features, double *row)
{
    char word[WORD_SIZE];
    take_word(t, word);
    if (!parse_number(word, &row[0]))
        return bad(t, "coefficient \"%s\", expected a number", word);
    unsigned last = 0;
    for (take_word(t, word); *word; take_word(t, word)) {
        char *colon = strchr(word, ':');
        unsigned index;
        if (colon)
            *colon = '\0';
        if (!colon || !parse_count(word, n_features, &index) || index <= last)
            return bad(t, "entry \"%s\", expected index:value with an index of %u..%u", word,
                       last + 1, n_features);
        if (!parse_number(colon + 1, &row[index]))
            return bad(t, "value \"%s\" at index %u, expected a number", colon + 1, index);
        last = index;
    }
    return 0;
}

static int parse_rows(Text *t, VmafSvm *svm)
{
    const size_t width = 1 + (size_t)svm->n_features;
    /* A row has two characters at least: what is too short needs no memory to be refused. */
    if (strlen(t->at) / 2 < svm->n_vectors)
        return bad(t, "total_sv is %u, and the text too short for it", svm->n_vectors);
    svm->owned = calloc(svm->n_vectors, width * sizeof(double));
    if (!svm->owned)
        return -ENOMEM;
    svm->vector = svm->owned;
    for (unsigned j = 0; j < svm->n_vectors; j++) {
        if (!next_line(t))
            return bad(t, "%u support vectors, expected %u", j, svm->n_vectors);
        const int err = parse_row(t, svm->n_features, svm->owned + j * width);
        if (err)
            return err;
    }
    char word[WORD_SIZE];
    while (next_line(t)) {
        take_word(t, word);
        if (*word)
            return bad(t, "\"%s\" after the last of %u support vectors", word, svm->n_vectors);
    }
    return 0;
}

int vmaf_svm_parse(VmafSvm *svm, const char *text, unsigned n_features, const char *where)
{
    Text t = {.at = text, .where = where, .line = 1};
    *svm = (VmafSvm){.n_features = n_features};
    int err = parse_head(&t, svm);
    if (!err)
        err = parse_rows(&t, svm);
    if (err)
        vmaf_svm_free(svm);
    return err;
}
