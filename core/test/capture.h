/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TEST_CAPTURE_H
#define TEST_CAPTURE_H

/** What the library says on stderr. One capture at a time; cmocka.h comes first. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct TestCapture {
    FILE *log;
    int saved;
    char text[8192];
} TestCapture;

static inline void test_capture(TestCapture *c)
{
    c->log = tmpfile();
    assert_non_null(c->log);
    fflush(stderr);
    c->saved = dup(STDERR_FILENO);
    assert_true(dup2(fileno(c->log), STDERR_FILENO) >= 0);
}

/** @return what was written since, which stays in c */
static inline const char *test_captured(TestCapture *c)
{
    fflush(stderr);
    assert_true(dup2(c->saved, STDERR_FILENO) >= 0);
    close(c->saved);
    rewind(c->log);
    c->text[fread(c->text, 1, sizeof(c->text) - 1, c->log)] = '\0';
    fclose(c->log);
    return c->text;
}

/** How often a text stands in another. */
static inline unsigned test_count(const char *text, const char *what)
{
    unsigned n = 0;
    for (const char *at = strstr(text, what); at; at = strstr(at + 1, what))
        n++;
    return n;
}

#endif /* TEST_CAPTURE_H */
