/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_TEST_ADM_CONTENT_H
#define VMAF_TEST_ADM_CONTENT_H

#include <stddef.h>
#include <stdint.h>

/** Generated pairs for the ADM sweeps: integers only, functions of the place, the same anywhere. */

enum AdmContent {
    ADM_NOISE,          /**< two unrelated noises */
    ADM_RAMP,           /**< a diagonal ramp and the same with more contrast */
    ADM_FINE_CHECKER,   /**< single samples, against less contrast */
    ADM_COARSE_CHECKER, /**< squares of 5 samples, against a shift by one */
    ADM_FLAT,           /**< a grey that leaves rounding residue, against a step */
    ADM_NATURAL,        /**< smooth shapes, edges and grain, against a blur with noise */
    ADM_INVERTED,       /**< the same against its negative */
    ADM_CORNER,         /**< one bright sample in a corner, against black */
    ADM_EDGE,           /**< one bright sample in the middle of an edge, against mid grey */
    ADM_MID_GREY,       /**< the level that maps to 0, against noise */
    ADM_CONTENTS
};

static const char *const adm_content_name[ADM_CONTENTS] = {
    "noise",   "ramp",     "fine_checker", "coarse_checker", "flat",
    "natural", "inverted", "corner",       "edge",           "mid_grey"};

static inline uint32_t adm_hash(uint32_t x, uint32_t y, uint32_t salt)
{
    uint32_t z = x * 0x9e3779b1u ^ y * 0x85ebca77u ^ salt * 0xc2b2ae3du;
    z = (z ^ z >> 15) * 0x2c1b3c6du;
    z = (z ^ z >> 12) * 0x297a2d39u;
    return z ^ z >> 15;
}

/* Bilinear between hashed lattice points, 2^shift samples apart; 16 bits. */
static inline uint32_t adm_lattice(uint32_t x, uint32_t y, uint32_t shift, uint32_t salt)
{
    const uint32_t n = 1u << shift, i = x >> shift, j = y >> shift, u = x & (n - 1),
                   v = y & (n - 1);
    const uint32_t a = adm_hash(i, j, salt) >> 16, b = adm_hash(i + 1, j, salt) >> 16;
    const uint32_t c = adm_hash(i, j + 1, salt) >> 16, d = adm_hash(i + 1, j + 1, salt) >> 16;
    const uint64_t top = (uint64_t)a * (n - u) + (uint64_t)b * u;
    const uint64_t low = (uint64_t)c * (n - u) + (uint64_t)d * u;
    return (uint32_t)((top * (n - v) + low * v) >> (2 * shift));
}

/* 16 bits: shapes, two straight edges, grain. */
static inline uint32_t adm_natural(uint32_t x, uint32_t y)
{
    uint32_t v = adm_lattice(x, y, 4, 1) / 2 + adm_lattice(x, y, 2, 2) / 8;
    v += (3 * x + 2 * y) % 97 < 40 ? 14000 : 0;
    v += (x + 40) % 61 < (y + 9) % 23 ? 4000 : 0;
    return v + (adm_hash(x, y, 3) >> 22);
}

static inline uint32_t adm_blurred(uint32_t x, uint32_t y)
{
    const uint32_t left = adm_natural(x ? x - 1 : 1, y), right = adm_natural(x + 1, y);
    const uint32_t up = adm_natural(x, y ? y - 1 : 1), down = adm_natural(x, y + 1);
    return (4 * adm_natural(x, y) + left + right + up + down) / 8 + (adm_hash(x, y, 4) >> 21);
}

/**
 * Fill both planes, [h][w].
 *
 * @param turn which of the four corners or edges
 */
static inline void adm_content(enum AdmContent content, unsigned turn, unsigned bpc, unsigned w,
                               unsigned h, uint16_t *ref, uint16_t *dis)
{
    const uint32_t peak = (1u << bpc) - 1, grey = 1u << (bpc - 1);
    const uint32_t mid_x = turn == 0 ? 0 : turn == 1 ? w - 1 : w / 2;
    const uint32_t mid_y = turn == 2 ? 0 : turn == 3 ? h - 1 : h / 2;

    for (uint32_t y = 0; y < h; y++) {
        for (uint32_t x = 0; x < w; x++) {
            uint32_t r = 0, d = 0;
            switch (content) {
            case ADM_NOISE:
                r = adm_hash(x, y, 5) >> (32 - bpc);
                d = adm_hash(x, y, 6) >> (32 - bpc);
                break;
            case ADM_RAMP:
                r = peak / 4 + (peak / 2) * (2 * x + y) / (2 * w + h);
                d = (peak / 2) * (2 * x + y) / (2 * w + h) * 2;
                break;
            case ADM_FINE_CHECKER:
                r = (x + y) & 1 ? peak : 0;
                d = (x + y) & 1 ? peak - peak / 4 : peak / 8;
                break;
            case ADM_COARSE_CHECKER:
                r = (x / 5 + y / 5) & 1 ? peak : 0;
                d = ((x + 1) / 5 + y / 5) & 1 ? peak : 0;
                break;
            case ADM_FLAT:
                r = 100 * (peak + 1) / 256;
                d = x < w / 2 ? r : r + (peak + 1) / 64;
                break;
            case ADM_NATURAL:
            case ADM_INVERTED:
                r = adm_natural(x, y) >> (16 - bpc);
                d = content == ADM_INVERTED ? peak - r : adm_blurred(x, y) >> (16 - bpc);
                break;
            case ADM_CORNER:
                r = x == (turn & 1 ? w - 1 : 0) && y == (turn & 2 ? h - 1 : 0) ? peak : 0;
                d = 0;
                break;
            case ADM_EDGE:
                r = x == mid_x && y == mid_y ? peak : peak / 8;
                d = x == mid_x && y == mid_y ? grey : peak / 8;
                break;
            default:
                r = grey;
                d = adm_hash(x, y, 7) >> (32 - bpc);
                break;
            }
            ref[(size_t)y * w + x] = (uint16_t)r;
            dis[(size_t)y * w + x] = (uint16_t)d;
        }
    }
}

#endif /* VMAF_TEST_ADM_CONTENT_H */
