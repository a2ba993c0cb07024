/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "score/collector.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/log.h"

/* Values stand in pages, so that a lone high index costs one page and a pointer table. */
#define PAGE_VALUES 1024u

typedef struct Page {
    double value[PAGE_VALUES];
    uint64_t written[PAGE_VALUES / 64];
} Page;

typedef struct Column {
    char *name;
    unsigned rank, sub;
    Page **page;
    unsigned n_pages;
} Column;

struct VmafCollector {
    pthread_mutex_t lock;
    Column **column;  /* by rank, then sub, then time */
    Column **by_name; /* by strcmp */
    unsigned n, capacity;
    unsigned next_rank;
    uint64_t n_rows; /* one past the highest index; 2^32 at most */
    bool timed;
    struct timespec first, last;
};

int vmaf_collector_create(VmafCollector **out)
{
    VmafCollector *c = calloc(1, sizeof(*c));
    if (!c)
        return -ENOMEM;
    pthread_mutex_init(&c->lock, NULL);
    *out = c;
    return 0;
}

static void destroy_column(Column *col)
{
    for (unsigned i = 0; i < col->n_pages; i++)
        free(col->page[i]);
    free(col->page);
    free(col->name);
    free(col);
}

void vmaf_collector_destroy(VmafCollector **collector)
{
    VmafCollector *c = *collector;
    if (!c)
        return;
    for (unsigned i = 0; i < c->n; i++)
        destroy_column(c->column[i]);
    free(c->column);
    free(c->by_name);
    pthread_mutex_destroy(&c->lock);
    free(c);
    *collector = NULL;
}

unsigned vmaf_collector_next_rank(VmafCollector *c)
{
    pthread_mutex_lock(&c->lock);
    unsigned rank = c->next_rank++;
    pthread_mutex_unlock(&c->lock);
    return rank;
}

/** Position of a name in by_name, or where it belongs. */
static unsigned name_position(const VmafCollector *c, const char *name)
{
    unsigned lo = 0, hi = c->n;
    while (lo < hi) {
        unsigned mid = lo + (hi - lo) / 2;
        if (strcmp(c->by_name[mid]->name, name) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static Column *find(const VmafCollector *c, const char *name)
{
    unsigned i = name_position(c, name);
    return i < c->n && !strcmp(c->by_name[i]->name, name) ? c->by_name[i] : NULL;
}

static Column *find_by_alias(const VmafCollector *c, const char *alias)
{
    for (unsigned i = 0; i < c->n; i++) {
        if (!strcmp(vmaf_score_alias(c->column[i]->name), alias))
            return c->column[i];
    }
    return NULL;
}

static int grow(VmafCollector *c)
{
    if (c->n < c->capacity)
        return 0;
    unsigned capacity = c->capacity ? 2 * c->capacity : 32;
    Column **column = realloc(c->column, capacity * sizeof(Column *));
    if (!column)
        return -ENOMEM;
    c->column = column;
    Column **by_name = realloc(c->by_name, capacity * sizeof(Column *));
    if (!by_name)
        return -ENOMEM;
    c->by_name = by_name;
    c->capacity = capacity;
    return 0;
}

static void insert(Column **list, unsigned n, unsigned at, Column *col)
{
    memmove(list + at + 1, list + at, (n - at) * sizeof(Column *));
    list[at] = col;
}

static Column *add_column(VmafCollector *c, const char *name, unsigned rank, unsigned sub)
{
    if (grow(c))
        return NULL;
    Column *col = calloc(1, sizeof(*col));
    if (!col)
        return NULL;
    col->name = strdup(name);
    if (!col->name) {
        free(col);
        return NULL;
    }
    col->rank = rank;
    col->sub = sub;
    unsigned at = c->n;
    while (at && (c->column[at - 1]->rank > rank ||
                  (c->column[at - 1]->rank == rank && c->column[at - 1]->sub > sub)))
        at--;
    insert(c->by_name, c->n, name_position(c, name), col);
    insert(c->column, c->n, at, col);
    c->n++;
    return col;
}

static Page *page_of(const Column *col, unsigned index)
{
    unsigned i = index / PAGE_VALUES;
    return i < col->n_pages ? col->page[i] : NULL;
}

static Page *make_page(Column *col, unsigned index)
{
    unsigned i = index / PAGE_VALUES;
    if (i >= col->n_pages) {
        unsigned n = i + 1 > 2 * col->n_pages ? i + 1 : 2 * col->n_pages;
        Page **page = realloc(col->page, n * sizeof(Page *));
        if (!page)
            return NULL;
        memset(page + col->n_pages, 0, (n - col->n_pages) * sizeof(Page *));
        col->page = page;
        col->n_pages = n;
    }
    if (!col->page[i])
        col->page[i] = calloc(1, sizeof(Page));
    return col->page[i];
}

static bool is_written(const Page *page, unsigned index)
{
    unsigned k = index % PAGE_VALUES;
    return page && (page->written[k / 64] >> (k % 64) & 1);
}

static int append(VmafCollector *c, const char *name, unsigned rank, unsigned sub, double value,
                  unsigned index)
{
    Column *col = find(c, name);
    if (col && is_written(page_of(col, index), index)) {
        vmaf_log(VMAF_LOG_LEVEL_WARNING, "feature \"%s\" cannot be overwritten at index %u\n", name,
                 index);
        return -EINVAL;
    }
    if (!col)
        col = add_column(c, name, rank, sub);
    Page *page = col ? make_page(col, index) : NULL;
    if (!page)
        return -ENOMEM;

    unsigned k = index % PAGE_VALUES;
    page->value[k] = value;
    page->written[k / 64] |= UINT64_C(1) << (k % 64);
    if ((uint64_t)index + 1 > c->n_rows)
        c->n_rows = (uint64_t)index + 1;
    clock_gettime(CLOCK_MONOTONIC, &c->last);
    if (!c->timed)
        c->first = c->last;
    c->timed = true;
    return 0;
}

int vmaf_collector_append(VmafCollector *c, const char *name, unsigned rank, unsigned sub,
                          double value, unsigned index)
{
    pthread_mutex_lock(&c->lock);
    int err = append(c, name, rank, sub, value, index);
    pthread_mutex_unlock(&c->lock);
    return err;
}

int vmaf_collector_import(VmafCollector *c, const char *name, double value, unsigned index)
{
    pthread_mutex_lock(&c->lock);
    unsigned rank = find(c, name) ? 0 : c->next_rank++;
    int err = append(c, name, rank, 0, value, index);
    pthread_mutex_unlock(&c->lock);
    return err;
}

int vmaf_collector_get(VmafCollector *c, const char *name, unsigned index, double *score)
{
    int err = -EINVAL;
    pthread_mutex_lock(&c->lock);
    const Column *col = find(c, name);
    if (!col)
        col = find_by_alias(c, name);
    const Page *page = col ? page_of(col, index) : NULL;
    if (is_written(page, index)) {
        *score = page->value[index % PAGE_VALUES];
        err = 0;
    }
    pthread_mutex_unlock(&c->lock);
    return err;
}

unsigned vmaf_collector_n_columns(VmafCollector *c)
{
    pthread_mutex_lock(&c->lock);
    unsigned n = c->n;
    pthread_mutex_unlock(&c->lock);
    return n;
}

const char *vmaf_collector_name(VmafCollector *c, unsigned column)
{
    pthread_mutex_lock(&c->lock);
    const char *name = c->column[column]->name;
    pthread_mutex_unlock(&c->lock);
    return name;
}

bool vmaf_collector_value(VmafCollector *c, unsigned column, unsigned index, double *value)
{
    pthread_mutex_lock(&c->lock);
    const Page *page = page_of(c->column[column], index);
    const bool there = is_written(page, index);
    if (there)
        *value = page->value[index % PAGE_VALUES];
    pthread_mutex_unlock(&c->lock);
    return there;
}

static bool row_is_written(const VmafCollector *c, unsigned index)
{
    for (unsigned i = 0; i < c->n; i++) {
        if (is_written(page_of(c->column[i], index), index))
            return true;
    }
    return false;
}

static bool page_exists(const VmafCollector *c, unsigned index)
{
    for (unsigned i = 0; i < c->n; i++) {
        if (page_of(c->column[i], index))
            return true;
    }
    return false;
}

bool vmaf_collector_next_row(VmafCollector *c, uint64_t from, unsigned *index)
{
    bool found = false;
    pthread_mutex_lock(&c->lock);
    while (from < c->n_rows && !found) {
        unsigned i = (unsigned)from;
        if (!page_exists(c, i)) {
            from = from / PAGE_VALUES * PAGE_VALUES + PAGE_VALUES;
        } else if (row_is_written(c, i)) {
            *index = i;
            found = true;
        } else {
            from++;
        }
    }
    pthread_mutex_unlock(&c->lock);
    return found;
}

double vmaf_collector_elapsed(VmafCollector *c)
{
    pthread_mutex_lock(&c->lock);
    double s = (double)(c->last.tv_sec - c->first.tv_sec) +
               (double)(c->last.tv_nsec - c->first.tv_nsec) * 1e-9;
    pthread_mutex_unlock(&c->lock);
    return s;
}
