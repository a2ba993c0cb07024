/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * Model files that were damaged at random: each is a model or refused with -EINVAL and a message,
 * and nothing else happens, which the builds with sanitizers see.
 *
 *   test_model_mutations FILE COLLECTION
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "model/model.h"

#define N_MUTATIONS 10000
#define N_MESSAGES 1000
#define EVERY_COLLECTION 50 /* they are twenty times as large */

static uint64_t state = 1;

static uint32_t random_below(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

static char *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    char *text = malloc(1 << 20);
    *size = text ? fread(text, 1, 1 << 20, f) : 0;
    fclose(f);
    return text;
}

/** Put a text in the place of some of the old one. */
static size_t splice(char *text, size_t size, size_t at, size_t old, const char *with)
{
    const size_t n = strlen(with);
    old = old > size - at ? size - at : old;
    memmove(text + at + n, text + at + old, size - at - old);
    memcpy(text + at, with, n);
    return size - old + n;
}

/** @param text [size], with room behind it */
static size_t mutate(char *text, size_t size)
{
    static const char *const pieces[] = {
        "\"",
        "\\u0000",
        "\\ud800",
        "\xff\xfe",
        "\x80",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "null",
        "true",
        "-",
        "1e400",
        "1e-400",
        "0x10",
        "nan",
        "inf",
        "99999999999999999999999999999999",
        "4294967297",
        "-1",
        "1:1",
        "0:1",
        "\\n",
        "SV",
        "\n",
        "\t",
        "\"model_dict\":{",
        "[[[[[[[[[[[[[[[[[[[[[[[[",
        "total_sv 4294967295",
        "gamma",
        "model_type",
        "\"0\":",
        "\\",
        "1,5",
    };
    const size_t at = random_below((uint32_t)size);
    switch (random_below(6)) {
    case 0:
        text[at] = (char)(text[at] ^ (1 << random_below(8)));
        return size;
    case 1:
        text[at] = (char)random_below(256);
        return size;
    case 2:
        return at;
    case 3:
        return splice(text, size, at, random_below(64), "");
    case 4: /* a byte of the part before the support vectors, which are most of a file */
        text[random_below(size < 1500 ? (uint32_t)size : 1500)] ^= (char)(1 << random_below(8));
        return size;
    default:
        return splice(text, size, at, random_below(4),
                      pieces[random_below(sizeof(pieces) / sizeof(pieces[0]))]);
    }
}

static int read_mutated(const char *text, size_t size, bool collection)
{
    VmafModel **member;
    unsigned n;
    const int err = vmaf_model_read_text(text, size, "mutated", NULL, collection, &member, &n);
    if (err)
        return err;
    for (unsigned k = 0; k < n; k++) {
        const VmafModel *m = member[k];
        double feature[VMAF_MODEL_MAX_FEATURES] = {0.5}, x[VMAF_MODEL_MAX_FEATURES];
        vmaf_predict_finish(&m->prediction, vmaf_predict_raw(&m->prediction, &m->svm, feature, x));
    }
    vmaf_model_free_members(member, n);
    return 0;
}

typedef struct Files {
    char *original[2]; /**< a model and a collection */
    size_t size[2];
    char *text; /**< room for a damaged one */
} Files;

/** What a file became: a model, or refused. */
typedef struct Counts {
    unsigned models, refused, silent;
} Counts;

/** Bytes that were written to stderr, which is a file. */
static off_t said(void)
{
    return lseek(STDERR_FILENO, 0, SEEK_CUR);
}

/** @param listen count those that are refused without a word. @return 0; -1 for another error */
static int read_many(const Files *f, unsigned n_mutations, bool listen, Counts *c)
{
    *c = (Counts){0};
    state = 1;
    for (unsigned i = 0; i < n_mutations; i++) {
        const unsigned k = i % EVERY_COLLECTION == 0;
        size_t n = f->size[k];
        memcpy(f->text, f->original[k], n);
        for (unsigned j = 1 + random_below(3); j && n; j--)
            n = mutate(f->text, n);
        const off_t before = listen ? said() : 0;
        const int err = read_mutated(f->text, n, k);
        if (err && err != -EINVAL) {
            printf("mutation %u: error %d\n", i, err);
            return -1;
        }
        c->models += !err;
        c->refused += err != 0;
        c->silent += err && listen && said() == before;
    }
    return 0;
}

/**
 * The same once more, with the messages in a file instead of where sanitizers write; what these
 * would see was seen the first time.
 */
static int count_silent(const Files *f, Counts *c)
{
    FILE *messages = tmpfile();
    const int terminal = dup(STDERR_FILENO);
    if (!messages || terminal < 0 || dup2(fileno(messages), STDERR_FILENO) < 0)
        return -1;
    vmaf_log_set_level(VMAF_LOG_LEVEL_ERROR);
    const int err = read_many(f, N_MESSAGES, true, c);
    vmaf_log_set_level(VMAF_LOG_LEVEL_NONE);
    dup2(terminal, STDERR_FILENO);
    close(terminal);
    fclose(messages);
    return err;
}

int main(int argc, char **argv)
{
    Files f = {.text = malloc((1 << 20) + 4096)};
    Counts c, again;
    if (argc != 3 || !f.text)
        return 2;
    vmaf_log_set_level(VMAF_LOG_LEVEL_NONE);
    for (unsigned k = 0; k < 2; k++) {
        f.original[k] = read_file(argv[1 + k], &f.size[k]);
        if (!f.original[k] || !f.size[k] || read_mutated(f.original[k], f.size[k], k))
            return 2;
    }
    if (read_many(&f, N_MUTATIONS, false, &c) || count_silent(&f, &again))
        return 1;
    printf("%u models, %u refused; of the first %u refused, %u without a message\n", c.models,
           c.refused, again.refused, again.silent);
    memset(f.text, 0, 1 << 20);
    const bool zeros = read_mutated(f.text, 1 << 20, false) == -EINVAL;
    free(f.original[0]);
    free(f.original[1]);
    free(f.text);
    return !zeros || c.models < 100 || c.refused < 1000 || again.refused < 100 || again.silent;
}
