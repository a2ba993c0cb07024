/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "progress.h"

#include <stdio.h>
#include <time.h>

#define SECONDS_PER_LINE 0.1

double progress_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_start(Progress *p, bool shown, int64_t n_total)
{
    const double now = progress_now();
    *p = (Progress){.shown = shown, .n_total = n_total, .start = now, .last = now};
}

static void print_line(Progress *p, unsigned n, double now)
{
    static const char *const spinner[] = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"};
    const double seconds = now - p->start;
    const double fps = seconds > 0 ? n / seconds : 0;
    fprintf(stderr, "\r%u frame%c %s %.2f FPS", n, n == 1 ? ' ' : 's',
            spinner[p->n_lines++ % (sizeof(spinner) / sizeof(spinner[0]))], fps);
    if (p->n_total > 0 && fps > 0) {
        const double left = n < p->n_total ? (double)(p->n_total - n) / fps : 0;
        const unsigned long s = (unsigned long)(left + 0.5);
        fprintf(stderr, " %3.0f%% %lu:%02lu:%02lu left", 100.0 * n / (double)p->n_total, s / 3600,
                s / 60 % 60, s % 60);
    }
    fputs("\033[K", stderr);
    fflush(stderr);
    p->last = now;
}

void progress_update(Progress *p, unsigned n)
{
    if (!p->shown)
        return;
    const double now = progress_now();
    if (now - p->last >= SECONDS_PER_LINE)
        print_line(p, n, now);
}

void progress_end(Progress *p, unsigned n)
{
    if (!p->shown)
        return;
    print_line(p, n, progress_now());
    fputc('\n', stderr);
}
