/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FOLD_KERNELS_H
#define VMAF_FOLD_KERNELS_H

/**
 * The raster fold on the device: vmaf_fold_f64()'s bits without its chain of additions.
 *
 * Inside one binade, 2^e <= |s| < 2^(e+1), the running sum is s = k * u with u = 2^(e-52), and
 * adding t rounds to (k + D) * u where D = rint(t / u), except that an exact tie goes to whichever
 * neighbour makes k + D even. A term, and so a run of terms, is therefore a pair of integers, one
 * for either parity of k, and pairs compose associatively:
 *     (a then b)_p = a_p + b_[(p + a_p) & 1]
 * A block of terms is safe when bounds on every value that the sequential sum takes inside it lie
 * in one binade. Safe runs are composed in parallel and applied in one step; unsafe blocks, about
 * one for each power of two the sum passes, are added term by term. docs/gpu.md has the bounds.
 *
 * Four launches: fold_block_sums, fold_super_scan, fold_block_pairs, fold_walk.
 */
#define VMAF_SIMT_UNIT fold
#include "feature/fold_args.h"
#include "gpu/simt.h"

typedef struct FoldPair {
    int64_t even, odd;
} FoldPair;

VMAF_DEVFN FoldPair fold_then(FoldPair a, FoldPair b)
{
    FoldPair r;
    r.even = a.even + ((a.even & 1) ? b.odd : b.even);
    r.odd = a.odd + ((a.odd & 1) ? b.even : b.odd);
    return r;
}

VMAF_DEVFN FoldPair fold_unpack(int64_t even, int meta)
{
    FoldPair r;
    r.even = even;
    r.odd = even + ((meta & 3) - 1);
    return r;
}

VMAF_DEVFN int fold_exponent(int meta)
{
    return meta >> 2;
}

VMAF_DEVFN int16_t fold_meta(int e, FoldPair p)
{
    return (int16_t)(e * 4 + (int)(p.odd - p.even) + 1);
}

/* 2^e for a normal result */
VMAF_DEVFN double fold_exp2(int e)
{
    return VMAF_F64_OF_BITS((int64_t)(e + 1023) << 52);
}

/* s after a safe run: k + D has at most 53 bits, so the addition below is exact. */
VMAF_DEVFN double fold_apply(double s, int64_t even, int meta)
{
    const FoldPair p = fold_unpack(even, meta);
    const int64_t d = (VMAF_BITS_OF_F64(s) & 1) ? p.odd : p.even;
    return s + (double)d * fold_exp2(fold_exponent(meta) - 52);
}

/* The sum that a thread block of the first and third launch works on. */
VMAF_DEVFN unsigned fold_find_sum(const FoldArgs &a)
{
    unsigned k = 0;
    while (k + 1 < a.n_sums && blockIdx.x >= a.sum[k + 1].first_super)
        k++;
    return k;
}

/* One thread block a super-block: sums of its blocks, and the scan over them. */
VMAF_KERNEL_OF(256) fold_block_sums(const FoldArgs a)
{
    VMAF_SHARED double part[4][FOLD_SUPER][17];
    VMAF_SHARED double block[2][FOLD_SUPER];
    const FoldSum &s = a.sum[fold_find_sum(a)];
    const unsigned super = blockIdx.x - s.first_super;
    const unsigned b = threadIdx.x / 16, lane = threadIdx.x % 16;
    const double *const term = s.term;

    double sum = 0.0, pos = 0.0, neg = 0.0, abs = 0.0;
    VMAF_UNROLL
    for (unsigned i = 0; i < 16; i++) {
        const unsigned at = super * FOLD_SUPER_TERMS + b * FOLD_BLOCK + i * 16 + lane;
        if (at >= s.n)
            continue;
        const double t = term[at];
        sum += t;
        pos += t > 0.0 ? t : 0.0;
        neg += t < 0.0 ? -t : 0.0;
        abs += fabs(t); /* NaN stays: then no block is safe */
    }
    part[0][b][lane] = sum;
    part[1][b][lane] = pos;
    part[2][b][lane] = neg;
    part[3][b][lane] = abs;
    VMAF_SYNC();
    if (threadIdx.x < 4 * FOLD_SUPER) {
        const unsigned kind = threadIdx.x / FOLD_SUPER, i = threadIdx.x % FOLD_SUPER;
        const unsigned at = super * FOLD_SUPER + i;
        double v = 0.0;
        for (unsigned j = 0; j < 16; j++)
            v += part[kind][i][j];
        if (kind == 0 || kind == 3)
            block[kind / 3][i] = v;
        else if (at < s.n_blocks)
            s.block_sum[at * 3 + kind] = v;
    }
    VMAF_SYNC();
    if (threadIdx.x < FOLD_SUPER) {
        const unsigned at = super * FOLD_SUPER + threadIdx.x;
        double before = 0.0;
        for (unsigned i = 0; i < threadIdx.x; i++)
            before += block[0][i];
        if (at < s.n_blocks)
            s.block_sum[at * 3] = before;
    } else if (threadIdx.x < FOLD_SUPER + 2) {
        const unsigned kind = threadIdx.x - FOLD_SUPER;
        double v = 0.0;
        for (unsigned i = 0; i < FOLD_SUPER; i++)
            v += block[kind][i];
        s.super_sum[super * 2 + kind] = v;
    }
}

/* One thread block a sum: the scan over its super-blocks. */
VMAF_KERNEL_OF(256) fold_super_scan(const FoldArgs a)
{
    VMAF_SHARED double part[2][FOLD_THREADS];
    const FoldSum &s = a.sum[blockIdx.x];
    const unsigned each = (s.n_supers + FOLD_THREADS - 1) / FOLD_THREADS;
    const unsigned from = threadIdx.x * each;
    const unsigned to = from + each < s.n_supers ? from + each : s.n_supers;

    double sum = 0.0, abs = 0.0;
    for (unsigned i = from; i < to; i++) {
        sum += s.super_sum[i * 2];
        abs += s.super_sum[i * 2 + 1];
    }
    part[0][threadIdx.x] = sum;
    part[1][threadIdx.x] = abs;
    VMAF_SYNC();
    if (threadIdx.x == 0) {
        double before = 0.0, total = 0.0;
        for (unsigned i = 0; i < FOLD_THREADS; i++) {
            const double v = part[0][i];
            part[0][i] = before;
            before += v;
            total += part[1][i];
        }
        *s.total = total;
        s.result->n_unsafe = 0;
    }
    VMAF_SYNC();
    double before = part[0][threadIdx.x];
    for (unsigned i = from; i < to; i++) {
        const double v = s.super_sum[i * 2];
        s.super_sum[i * 2] = before;
        before += v;
    }
}

/*
 * The exponent of a block if it is safe, else FOLD_UNSAFE: every value of the sequential sum
 * inside it lies between lo and hi.
 */
VMAF_DEVFN int fold_block_exponent(const FoldSum &s, unsigned super, unsigned at)
{
    if (at >= s.n_blocks)
        return FOLD_UNSAFE;
    const double slack = (double)(s.n + FOLD_BLOCK) * 2.220446049250313e-16 * *s.total;
    const double start = s.super_sum[super * 2] + s.block_sum[at * 3];
    const int64_t hi = VMAF_BITS_OF_F64(start + s.block_sum[at * 3 + 1] + slack) >> 52;
    const int64_t lo = VMAF_BITS_OF_F64(start - s.block_sum[at * 3 + 2] - slack) >> 52;
    const int e = (int)(lo & 0x7ff) - 1023;
    return hi == lo && e >= -900 && e <= 900 ? e : FOLD_UNSAFE;
}

/* One thread block a super-block: the pairs of its safe blocks, and its own if all are alike. */
VMAF_KERNEL_OF(256) fold_block_pairs(const FoldArgs a)
{
    VMAF_SHARED double staged[FOLD_THREADS * 17];
    VMAF_SHARED FoldPair pair[FOLD_THREADS];
    VMAF_SHARED FoldPair block[FOLD_SUPER];
    VMAF_SHARED int exponent[FOLD_SUPER];
    const FoldSum &s = a.sum[fold_find_sum(a)];
    const unsigned super = blockIdx.x - s.first_super;
    const unsigned n_here =
        s.n_blocks - super * FOLD_SUPER < FOLD_SUPER ? s.n_blocks - super * FOLD_SUPER : FOLD_SUPER;
    const double *const term = s.term;

    /* Read along the plane; each thread then takes 16 neighbours, from rows padded to 17. */
    VMAF_UNROLL
    for (unsigned i = 0; i < 16; i++) {
        const unsigned in = i * FOLD_THREADS + threadIdx.x;
        const unsigned at = super * FOLD_SUPER_TERMS + in;
        staged[in + in / 16] = at < s.n ? term[at] : 0.0;
    }
    if (threadIdx.x < FOLD_SUPER)
        exponent[threadIdx.x] = fold_block_exponent(s, super, super * FOLD_SUPER + threadIdx.x);
    VMAF_SYNC();

    FoldPair run = {0, 0};
    const int e = exponent[threadIdx.x / 16];
    if (e != FOLD_UNSAFE) {
        const double scale = fold_exp2(52 - e); /* 1/u; q underflows only far below 1/2 */
        VMAF_UNROLL
        for (unsigned i = 0; i < 16; i++) {
            const double q = staged[threadIdx.x * 17 + i] * scale;
            const double r = rint(q), d = q - r;
            FoldPair t;
            t.even = (int64_t)r;
            t.odd = fabs(d) == 0.5 ? (int64_t)(r + 2.0 * d) : t.even;
            run = fold_then(run, t);
        }
    }
    pair[threadIdx.x] = run;
    VMAF_SYNC();
    if (threadIdx.x < n_here) {
        const unsigned at = super * FOLD_SUPER + threadIdx.x;
        const int be = exponent[threadIdx.x];
        FoldPair p = pair[threadIdx.x * 16];
        for (unsigned i = 1; i < 16; i++)
            p = fold_then(p, pair[threadIdx.x * 16 + i]);
        block[threadIdx.x] = p;
        s.block_even[at] = p.even;
        s.block_meta[at] = be == FOLD_UNSAFE ? (int16_t)FOLD_UNSAFE : fold_meta(be, p);
    }
    VMAF_SYNC();
    if (threadIdx.x == 0) {
        FoldPair p = block[0];
        bool alike = true;
        unsigned n_unsafe = 0;
        for (unsigned i = 0; i < n_here; i++) {
            alike = alike && exponent[i] == exponent[0];
            n_unsafe += exponent[i] == FOLD_UNSAFE;
            if (i)
                p = fold_then(p, block[i]);
        }
        s.super_even[super] = p.even;
        s.super_meta[super] = alike && !n_unsafe ? fold_meta(exponent[0], p) : (int16_t)FOLD_UNSAFE;
        if (n_unsafe)
            atomicAdd(&s.result->n_unsafe, n_unsafe);
    }
}

/* Leaves of the tree over the super-blocks; a leaf holds as many of them as it must. */
#define FOLD_LEAVES 2048u
#define FOLD_EMPTY INT16_MIN

typedef struct FoldNode {
    int64_t even;
    int meta;
} FoldNode;

VMAF_DEVFN FoldNode fold_join(FoldNode a, FoldNode b)
{
    if (b.meta == FOLD_EMPTY)
        return a;
    if (a.meta == FOLD_UNSAFE || b.meta == FOLD_UNSAFE ||
        fold_exponent(a.meta) != fold_exponent(b.meta)) {
        a.meta = FOLD_UNSAFE;
        return a;
    }
    const FoldPair p = fold_then(fold_unpack(a.even, a.meta), fold_unpack(b.even, b.meta));
    FoldNode r;
    r.even = p.even;
    r.meta = fold_meta(fold_exponent(a.meta), p);
    return r;
}

/* One thread block a sum: the tree, and one thread that walks it. */
VMAF_KERNEL_OF(256) fold_walk(const FoldArgs a)
{
    VMAF_SHARED int64_t even[2 * FOLD_LEAVES];
    VMAF_SHARED int16_t meta[2 * FOLD_LEAVES];
    VMAF_SHARED double opened[FOLD_BLOCK];
    VMAF_SHARED int64_t block_even[FOLD_SUPER];
    VMAF_SHARED int block_meta[FOLD_SUPER];
    VMAF_SHARED unsigned next_open;
    const FoldSum &s = a.sum[blockIdx.x];
    const unsigned t = threadIdx.x;

    if (s.result->n_unsafe > FOLD_MAX_UNSAFE) {
        if (t == 0) {
            s.result->sum = 0.0;
            s.result->undecided = 1;
        }
        return;
    }
    unsigned per_leaf = 1;
    while ((s.n_supers + per_leaf - 1) / per_leaf > FOLD_LEAVES)
        per_leaf *= 2;
    for (unsigned leaf = t; leaf < FOLD_LEAVES; leaf += FOLD_THREADS) {
        FoldNode n = {0, FOLD_EMPTY};
        for (unsigned i = 0; i < per_leaf && leaf * per_leaf + i < s.n_supers; i++) {
            const FoldNode b = {s.super_even[leaf * per_leaf + i],
                                s.super_meta[leaf * per_leaf + i]};
            n = i ? fold_join(n, b) : b;
        }
        even[FOLD_LEAVES + leaf] = n.even;
        meta[FOLD_LEAVES + leaf] = (int16_t)n.meta;
    }
    for (unsigned width = FOLD_LEAVES / 2; width; width /= 2) {
        VMAF_SYNC();
        for (unsigned i = width + t; i < 2 * width; i += FOLD_THREADS) {
            const FoldNode l = {even[2 * i], meta[2 * i]}, r = {even[2 * i + 1], meta[2 * i + 1]};
            const FoldNode n = fold_join(l, r);
            even[i] = n.even;
            meta[i] = (int16_t)n.meta;
        }
    }
    VMAF_SYNC();

    /* Thread 0 takes the largest usable run at hand until it meets a super-block that must be
       opened; then all threads fetch what it needs. */
    double sum = 0.0;
    unsigned super = 0;
    for (;;) {
        if (t == 0) {
            while (super < s.n_supers) {
                unsigned node = FOLD_LEAVES + super / per_leaf, span = per_leaf;
                if (super % per_leaf == 0 && meta[node] != FOLD_UNSAFE) {
                    while (!(node & 1) && node > 1 && meta[node / 2] != FOLD_UNSAFE) {
                        node /= 2;
                        span *= 2;
                    }
                    sum = fold_apply(sum, even[node], meta[node]);
                    super += span;
                } else if (per_leaf > 1 && s.super_meta[super] != FOLD_UNSAFE) {
                    sum = fold_apply(sum, s.super_even[super], s.super_meta[super]);
                    super++;
                } else {
                    break;
                }
            }
            next_open = super;
        }
        VMAF_SYNC();
        const unsigned open = next_open;
        if (open >= s.n_supers)
            break;
        const unsigned first = open * FOLD_SUPER;
        const unsigned n_here = s.n_blocks - first < FOLD_SUPER ? s.n_blocks - first : FOLD_SUPER;
        if (t < n_here) {
            block_even[t] = s.block_even[first + t];
            block_meta[t] = s.block_meta[first + t];
        }
        VMAF_SYNC();
        for (unsigned b = 0; b < n_here; b++) {
            if (block_meta[b] != FOLD_UNSAFE) {
                if (t == 0)
                    sum = fold_apply(sum, block_even[b], block_meta[b]);
                continue;
            }
            const unsigned at = (first + b) * FOLD_BLOCK;
            const unsigned n = s.n - at < FOLD_BLOCK ? s.n - at : FOLD_BLOCK;
            if (t < n)
                opened[t] = s.term[at + t];
            VMAF_SYNC();
            if (t == 0) {
                for (unsigned i = 0; i < n; i++)
                    sum += opened[i];
            }
            VMAF_SYNC();
        }
        super = open + 1;
    }
    if (t == 0) {
        s.result->sum = sum;
        s.result->undecided = 0;
    }
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(fold_block_sums), VMAF_SIMT_ENTRY(fold_super_scan),
                VMAF_SIMT_ENTRY(fold_block_pairs), VMAF_SIMT_ENTRY(fold_walk));

#endif /* VMAF_FOLD_KERNELS_H */
