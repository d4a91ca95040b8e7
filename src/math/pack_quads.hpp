// A Pack seen as Quads: one in double, two side by side in float, so that a loop over points fills a whole vector; and
// the way from Quads of several clusters (rows) to Packs (columns) and back.
#pragma once

#include "math/simd.hpp"

namespace pliant::PLIANT_ISA {

/// Quads side by side in a Pack.
inline constexpr std::size_t quads = lanes / 4;

#ifdef PLIANT_REAL_DOUBLE
PLIANT_INLINE Pack pack_of(Quad q) { return q; }
PLIANT_INLINE Pack pack_of(Quad first, Quad) { return first; }

PLIANT_INLINE Pack first_quad(Quad q) { return q; }
PLIANT_INLINE Quad first_of_quads(Pack p) { return p; }
PLIANT_INLINE Quad last_of_quads(Pack p) { return p; }
PLIANT_INLINE Quad sum_of_quads(Pack p) { return p; }
PLIANT_INLINE Pack with_w(Pack p, Pack w) { return __builtin_shufflevector(p, w, 0, 1, 2, 7); }
#else
template <int Lane>
PLIANT_INLINE Pack broadcast(Pack p) {
    return __builtin_shufflevector(p, p, Lane, Lane, Lane, Lane, Lane + 4, Lane + 4, Lane + 4, Lane + 4);
}
PLIANT_INLINE Pack rotate_xyz(Pack p) { return __builtin_shufflevector(p, p, 1, 2, 0, 3, 5, 6, 4, 7); }
/// The same Quad everywhere.
PLIANT_INLINE Pack pack_of(Quad q) { return __builtin_shufflevector(q, q, 0, 1, 2, 3, 0, 1, 2, 3); }
/// Two Quads side by side; only the first where there is room for one.
PLIANT_INLINE Pack pack_of(Quad a, Quad b) { return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7); }
/// A Quad and zeros.
PLIANT_INLINE Pack first_quad(Quad q) { return pack_of(q, Quad{}); }
PLIANT_INLINE Quad first_of_quads(Pack p) { return __builtin_shufflevector(p, p, 0, 1, 2, 3); }
PLIANT_INLINE Quad last_of_quads(Pack p) { return __builtin_shufflevector(p, p, 4, 5, 6, 7); }
PLIANT_INLINE Quad sum_of_quads(Pack p) {
    return __builtin_shufflevector(p, p, 0, 1, 2, 3) + __builtin_shufflevector(p, p, 4, 5, 6, 7);
}
/// x, y, z of the first, w of the second.
PLIANT_INLINE Pack with_w(Pack p, Pack w) { return __builtin_shufflevector(p, w, 0, 1, 2, 11, 4, 5, 6, 15); }
#endif
#ifndef PLIANT_HAS_LENGTH_SQUARED
PLIANT_INLINE Pack length_squared(Pack p) {
    const Pack square = p * p;
    return broadcast<0>(square) + broadcast<1>(square) + broadcast<2>(square);
}
#endif

/// Four Packs of Quads transposed Quad by Quad: p[j]'s q-th Quad becomes, over all j, the q-th Quads of x, y, z, w. So
/// broadcast<j> of a result belongs to p[j].
PLIANT_INLINE void transpose_quads(const Pack (&p)[4], Pack& x, Pack& y, Pack& z, Pack& w) {
#ifdef PLIANT_REAL_DOUBLE
    const Pack low01 = __builtin_shufflevector(p[0], p[1], 0, 4, 1, 5);
    const Pack low23 = __builtin_shufflevector(p[2], p[3], 0, 4, 1, 5);
    const Pack high01 = __builtin_shufflevector(p[0], p[1], 2, 6, 3, 7);
    const Pack high23 = __builtin_shufflevector(p[2], p[3], 2, 6, 3, 7);
    x = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
    y = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
    z = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
    w = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
#else
    const Pack low01 = __builtin_shufflevector(p[0], p[1], 0, 8, 1, 9, 4, 12, 5, 13);
    const Pack low23 = __builtin_shufflevector(p[2], p[3], 0, 8, 1, 9, 4, 12, 5, 13);
    const Pack high01 = __builtin_shufflevector(p[0], p[1], 2, 10, 3, 11, 6, 14, 7, 15);
    const Pack high23 = __builtin_shufflevector(p[2], p[3], 2, 10, 3, 11, 6, 14, 7, 15);
    x = __builtin_shufflevector(low01, low23, 0, 1, 8, 9, 4, 5, 12, 13);
    y = __builtin_shufflevector(low01, low23, 2, 3, 10, 11, 6, 7, 14, 15);
    z = __builtin_shufflevector(high01, high23, 0, 1, 8, 9, 4, 5, 12, 13);
    w = __builtin_shufflevector(high01, high23, 2, 3, 10, 11, 6, 7, 14, 15);
#endif
}

/// Rows to columns: x[l], y[l], z[l] = row l's. The fourth lanes are dropped.
PLIANT_INLINE void to_columns(const Quad (&row)[lanes], Pack& x, Pack& y, Pack& z) {
    constexpr std::size_t second = lanes - 4;
    const Pack p[4] = {pack_of(row[0], row[second]), pack_of(row[1], row[1 + second]), pack_of(row[2], row[2 + second]),
                       pack_of(row[3], row[3 + second])};
    Pack w;
    transpose_quads(p, x, y, z, w);
}

/// Columns to rows: row l = (x[l], y[l], z[l], w[l]).
PLIANT_INLINE void to_rows(Pack x, Pack y, Pack z, Pack w, Quad (&row)[lanes]) {
    const Pack column[4] = {x, y, z, w};
    Pack p[4];
    transpose_quads(column, p[0], p[1], p[2], p[3]);
    for (std::size_t l = 0; l < 4; ++l) {
        row[l] = first_of_quads(p[l]);
        row[l + lanes - 4] = last_of_quads(p[l]);
    }
}

}  // namespace pliant::PLIANT_ISA
