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
    VmafColumns *owner; /* NULL: imported only */
    unsigned place;     /* in its group */
    enum VmafColumnStage stage;
    bool clip, ranked, listed;
    unsigned rank;
    Page **page;
    unsigned n_pages;
    double clip_value;
} Column;

/* Bits of the indexes that a group has taken, in pages of a column's size. */
typedef struct Marks {
    uint64_t bit[PAGE_VALUES / 64];
} Marks;

struct VmafColumns {
    VmafColumns *next;
    unsigned n;
    bool on_demand;  /* a model's: vmaf_collector_store_once() */
    Column **column; /* [n]; NULL: another group's */
    Marks **marks;
    unsigned n_marks;
};

struct VmafCollector {
    pthread_mutex_t lock;
    Column **by_name;   /* by strcmp */
    Column **listed[2]; /* those with a value, in their order; [1]: values of the clip */
    unsigned n, n_listed[2], capacity;
    VmafColumns *groups;
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

static void destroy_group(VmafColumns *g)
{
    for (unsigned i = 0; i < g->n_marks; i++)
        free(g->marks[i]);
    free(g->marks);
    free(g->column);
    free(g);
}

void vmaf_collector_destroy(VmafCollector **collector)
{
    VmafCollector *c = *collector;
    if (!c)
        return;
    for (unsigned i = 0; i < c->n; i++)
        destroy_column(c->by_name[i]);
    while (c->groups) {
        VmafColumns *next = c->groups->next;
        destroy_group(c->groups);
        c->groups = next;
    }
    free(c->by_name);
    free(c->listed[0]);
    free(c->listed[1]);
    pthread_mutex_destroy(&c->lock);
    free(c);
    *collector = NULL;
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

/** @param name internal name or alias */
static Column *find(const VmafCollector *c, const char *name)
{
    name = vmaf_score_internal_name(name);
    unsigned i = name_position(c, name);
    return i < c->n && !strcmp(c->by_name[i]->name, name) ? c->by_name[i] : NULL;
}

static int grow(VmafCollector *c)
{
    if (c->n < c->capacity)
        return 0;
    unsigned capacity = c->capacity ? 2 * c->capacity : 32;
    for (unsigned k = 0; k < 2; k++) {
        Column **listed = realloc(c->listed[k], capacity * sizeof(Column *));
        if (!listed)
            return -ENOMEM;
        c->listed[k] = listed;
    }
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

static Column *add_column(VmafCollector *c, const char *name)
{
    name = vmaf_score_internal_name(name);
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
    insert(c->by_name, c->n, name_position(c, name), col);
    c->n++;
    return col;
}

static void remove_column(VmafCollector *c, Column *col)
{
    const unsigned at = name_position(c, col->name);
    c->n--;
    memmove(c->by_name + at, c->by_name + at + 1, (c->n - at) * sizeof(Column *));
    destroy_column(col);
}

static bool stands_before(const Column *a, const Column *b)
{
    if (a->stage != b->stage)
        return a->stage < b->stage;
    return a->rank != b->rank ? a->rank < b->rank : a->place < b->place;
}

/** The column has its first value. */
static void list(VmafCollector *c, Column *col)
{
    if (col->listed)
        return;
    if (!col->ranked)
        col->rank = c->next_rank++;
    col->ranked = col->listed = true;
    Column **listed = c->listed[col->clip];
    unsigned at = c->n_listed[col->clip];
    while (at && stands_before(col, listed[at - 1]))
        at--;
    insert(listed, c->n_listed[col->clip]++, at, col);
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

static bool is_marked(const VmafColumns *g, unsigned index)
{
    const unsigned i = index / PAGE_VALUES, k = index % PAGE_VALUES;
    return i < g->n_marks && g->marks[i] && (g->marks[i]->bit[k / 64] >> (k % 64) & 1);
}

static int mark(VmafColumns *g, unsigned index)
{
    const unsigned i = index / PAGE_VALUES, k = index % PAGE_VALUES;
    if (i >= g->n_marks) {
        unsigned n = i + 1 > 2 * g->n_marks ? i + 1 : 2 * g->n_marks;
        Marks **marks = realloc(g->marks, n * sizeof(Marks *));
        if (!marks)
            return -ENOMEM;
        memset(marks + g->n_marks, 0, (n - g->n_marks) * sizeof(Marks *));
        g->marks = marks;
        g->n_marks = n;
    }
    if (!g->marks[i])
        g->marks[i] = calloc(1, sizeof(Marks));
    if (!g->marks[i])
        return -ENOMEM;
    g->marks[i]->bit[k / 64] |= UINT64_C(1) << (k % 64);
    return 0;
}

static int declare(VmafCollector *c, VmafColumnSpec *spec, unsigned n, VmafColumns *g)
{
    for (; g->n < n; g->n++) {
        VmafColumnSpec *s = &spec[g->n];
        if (!s->name)
            continue;
        g->on_demand = s->stage >= VMAF_COLUMN_MODEL;
        Column *col = find(c, s->name);
        s->taken = col && col->owner;
        if (s->taken)
            continue;
        if (!col)
            col = add_column(c, s->name);
        if (!col)
            return -ENOMEM;
        col->owner = g;
        col->place = g->n;
        /* A column that was imported before keeps the place that it has. */
        col->stage = col->listed ? col->stage : s->stage;
        col->clip = s->clip;
        g->column[g->n] = col;
    }
    return 0;
}

static void withdraw(VmafCollector *c, VmafColumns *g)
{
    for (unsigned i = 0; i < g->n; i++) {
        if (g->column[i] && g->column[i]->listed)
            g->column[i]->owner = NULL;
        else if (g->column[i])
            remove_column(c, g->column[i]);
    }
    destroy_group(g);
}

int vmaf_collector_declare(VmafCollector *c, VmafColumnSpec *spec, unsigned n, VmafColumns **out)
{
    VmafColumns *g = calloc(1, sizeof(*g));
    if (!g)
        return -ENOMEM;
    g->column = calloc(n ? n : 1, sizeof(*g->column));
    if (!g->column) {
        destroy_group(g);
        return -ENOMEM;
    }
    pthread_mutex_lock(&c->lock);
    const int err = declare(c, spec, n, g);
    if (err) {
        withdraw(c, g);
    } else {
        g->next = c->groups;
        c->groups = g;
        *out = g;
    }
    pthread_mutex_unlock(&c->lock);
    return err;
}

void vmaf_collector_withdraw(VmafCollector *c, VmafColumns **columns)
{
    if (!*columns)
        return;
    pthread_mutex_lock(&c->lock);
    VmafColumns **at = &c->groups;
    while (*at != *columns)
        at = &(*at)->next;
    *at = (*columns)->next;
    withdraw(c, *columns);
    pthread_mutex_unlock(&c->lock);
    *columns = NULL;
}

void vmaf_collector_rank(VmafCollector *c, VmafColumns *g)
{
    pthread_mutex_lock(&c->lock);
    const unsigned rank = c->next_rank++;
    for (unsigned i = 0; i < g->n; i++) {
        Column *col = g->column[i];
        if (!col || col->ranked)
            continue;
        col->rank = rank;
        col->ranked = true;
    }
    pthread_mutex_unlock(&c->lock);
}

static int cannot_overwrite(const char *name, unsigned index)
{
    vmaf_log(VMAF_LOG_LEVEL_WARNING, "feature \"%s\" cannot be overwritten at index %u\n", name,
             index);
    return -EINVAL;
}

static int reserve(VmafColumns *g, unsigned index)
{
    for (unsigned i = 0; i < g->n; i++) {
        Column *col = g->column[i];
        if (!col || col->clip)
            continue;
        if (is_marked(g, index) || is_written(page_of(col, index), index))
            return cannot_overwrite(col->name, index);
        if (!make_page(col, index))
            return -ENOMEM;
    }
    return mark(g, index);
}

int vmaf_collector_reserve(VmafCollector *c, VmafColumns *g, unsigned index)
{
    pthread_mutex_lock(&c->lock);
    const int err = reserve(g, index);
    pthread_mutex_unlock(&c->lock);
    return err;
}

void vmaf_collector_release(VmafCollector *c, VmafColumns *g, unsigned index)
{
    const unsigned i = index / PAGE_VALUES, k = index % PAGE_VALUES;
    pthread_mutex_lock(&c->lock);
    if (is_marked(g, index))
        g->marks[i]->bit[k / 64] &= ~(UINT64_C(1) << (k % 64));
    pthread_mutex_unlock(&c->lock);
}

/** The page is there. */
static void put(VmafCollector *c, Column *col, unsigned index, double value)
{
    Page *page = page_of(col, index);
    const unsigned k = index % PAGE_VALUES;
    page->value[k] = value;
    page->written[k / 64] |= UINT64_C(1) << (k % 64);
    if ((uint64_t)index + 1 > c->n_rows)
        c->n_rows = (uint64_t)index + 1;
    list(c, col);
}

static void note_time(VmafCollector *c)
{
    clock_gettime(CLOCK_MONOTONIC, &c->last);
    if (!c->timed)
        c->first = c->last;
    c->timed = true;
}

void vmaf_collector_store(VmafCollector *c, const VmafScoreValue *v, unsigned n)
{
    pthread_mutex_lock(&c->lock);
    for (unsigned i = 0; i < n; i++) {
        Column *col = v[i].columns->column[v[i].column];
        if (col)
            put(c, col, v[i].index, v[i].value);
    }
    if (n)
        note_time(c);
    pthread_mutex_unlock(&c->lock);
}

void vmaf_collector_store_clip(VmafCollector *c, const VmafColumns *g, unsigned column,
                               double value)
{
    pthread_mutex_lock(&c->lock);
    Column *col = g->column[column];
    if (col) {
        col->clip_value = value;
        list(c, col);
    }
    pthread_mutex_unlock(&c->lock);
}

static int store_once(VmafCollector *c, const char *name, unsigned index, double *value)
{
    Column *col = find(c, name);
    Page *page = col ? page_of(col, index) : NULL;
    if (is_written(page, index)) {
        *value = page->value[index % PAGE_VALUES];
        return 0;
    }
    if (!col || (col->owner && !col->owner->on_demand))
        return 0;
    if (!make_page(col, index))
        return -ENOMEM;
    put(c, col, index, *value);
    return 0;
}

int vmaf_collector_store_once(VmafCollector *c, const char *name, unsigned index, double *value)
{
    pthread_mutex_lock(&c->lock);
    const int err = store_once(c, name, index, value);
    pthread_mutex_unlock(&c->lock);
    return err;
}

static int import(VmafCollector *c, const char *name, double value, unsigned index)
{
    Column *col = find(c, name);
    if (col && (col->clip || (col->owner && is_marked(col->owner, index)) ||
                is_written(page_of(col, index), index)))
        return cannot_overwrite(col->name, index);
    if (!col)
        col = add_column(c, name);
    if (!col || !make_page(col, index))
        return -ENOMEM;
    put(c, col, index, value);
    note_time(c);
    return 0;
}

int vmaf_collector_import(VmafCollector *c, const char *name, double value, unsigned index)
{
    pthread_mutex_lock(&c->lock);
    const int err = import(c, name, value, index);
    pthread_mutex_unlock(&c->lock);
    return err;
}

int vmaf_collector_get(VmafCollector *c, const char *name, unsigned index, double *score)
{
    int err = -EINVAL;
    pthread_mutex_lock(&c->lock);
    const Column *col = find(c, name);
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
    unsigned n = c->n_listed[0];
    pthread_mutex_unlock(&c->lock);
    return n;
}

const char *vmaf_collector_name(VmafCollector *c, unsigned column)
{
    pthread_mutex_lock(&c->lock);
    const char *name = c->listed[0][column]->name;
    pthread_mutex_unlock(&c->lock);
    return name;
}

bool vmaf_collector_value(VmafCollector *c, unsigned column, unsigned index, double *value)
{
    pthread_mutex_lock(&c->lock);
    const Page *page = page_of(c->listed[0][column], index);
    const bool there = is_written(page, index);
    if (there)
        *value = page->value[index % PAGE_VALUES];
    pthread_mutex_unlock(&c->lock);
    return there;
}

bool vmaf_collector_clip_value(VmafCollector *c, unsigned i, const char **name, double *value)
{
    pthread_mutex_lock(&c->lock);
    const Column *col = i < c->n_listed[1] ? c->listed[1][i] : NULL;
    if (col) {
        *name = col->name;
        *value = col->clip_value;
    }
    pthread_mutex_unlock(&c->lock);
    return col != NULL;
}

static bool row_is_written(const VmafCollector *c, unsigned index)
{
    for (unsigned i = 0; i < c->n_listed[0]; i++) {
        if (is_written(page_of(c->listed[0][i], index), index))
            return true;
    }
    return false;
}

static bool page_exists(const VmafCollector *c, unsigned index)
{
    for (unsigned i = 0; i < c->n_listed[0]; i++) {
        if (page_of(c->listed[0][i], index))
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
