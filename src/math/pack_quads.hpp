// A Pack seen as Quads: one in double, two side by side in float, so that a loop over points fills a whole vector; and
// the way from Quads of several clusters (rows) to Packs (columns) and back.
#pragma once

#include "math/simd.hpp"

namespace pliant::PLIANT_ISA {

/// Quads side by side in a Pack.
inline constexpr std::size_t quads = lanes / 4;

#ifdef PLIANT_REAL_DOUBLE
PLIANT_INLINE Pack pack_of(Quad q) { return q; }

PLIANT_INLINE Pack first_quad(Quad q) { return q; }
PLIANT_INLINE Quad first_of_quads(Pack p) { return p; }
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

/// Rows to columns: x[l], y[l], z[l] = row l's. The fourth lanes are dropped.
PLIANT_INLINE void to_columns(const Quad (&row)[lanes], Pack& x, Pack& y, Pack& z) {
#ifdef PLIANT_REAL_DOUBLE
    const Pack low01 = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5);
    const Pack low23 = __builtin_shufflevector(row[2], row[3], 0, 4, 1, 5);
    const Pack high01 = __builtin_shufflevector(row[0], row[1], 2, 6, 3, 7);
    const Pack high23 = __builtin_shufflevector(row[2], row[3], 2, 6, 3, 7);
    x = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
    y = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
    z = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
#else
    const Pack a = pack_of(row[0], row[4]), b = pack_of(row[1], row[5]);
    const Pack c = pack_of(row[2], row[6]), d = pack_of(row[3], row[7]);
    const Pack low01 = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
    const Pack low23 = __builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13);
    const Pack high01 = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
    const Pack high23 = __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15);
    x = __builtin_shufflevector(low01, low23, 0, 1, 8, 9, 4, 5, 12, 13);
    y = __builtin_shufflevector(low01, low23, 2, 3, 10, 11, 6, 7, 14, 15);
    z = __builtin_shufflevector(high01, high23, 0, 1, 8, 9, 4, 5, 12, 13);
#endif
}

/// Columns to rows: row l = (x[l], y[l], z[l], w[l]).
PLIANT_INLINE void to_rows(Pack x, Pack y, Pack z, Pack w, Quad (&row)[lanes]) {
#ifdef PLIANT_REAL_DOUBLE
    const Pack xy01 = __builtin_shufflevector(x, y, 0, 4, 1, 5), zw01 = __builtin_shufflevector(z, w, 0, 4, 1, 5);
    const Pack xy23 = __builtin_shufflevector(x, y, 2, 6, 3, 7), zw23 = __builtin_shufflevector(z, w, 2, 6, 3, 7);
    row[0] = __builtin_shufflevector(xy01, zw01, 0, 1, 4, 5);
    row[1] = __builtin_shufflevector(xy01, zw01, 2, 3, 6, 7);
    row[2] = __builtin_shufflevector(xy23, zw23, 0, 1, 4, 5);
    row[3] = __builtin_shufflevector(xy23, zw23, 2, 3, 6, 7);
#else
    const Pack xy01 = __builtin_shufflevector(x, y, 0, 8, 1, 9, 4, 12, 5, 13);
    const Pack zw01 = __builtin_shufflevector(z, w, 0, 8, 1, 9, 4, 12, 5, 13);
    const Pack xy23 = __builtin_shufflevector(x, y, 2, 10, 3, 11, 6, 14, 7, 15);
    const Pack zw23 = __builtin_shufflevector(z, w, 2, 10, 3, 11, 6, 14, 7, 15);
    const Pack pair[4] = {__builtin_shufflevector(xy01, zw01, 0, 1, 8, 9, 4, 5, 12, 13),
                          __builtin_shufflevector(xy01, zw01, 2, 3, 10, 11, 6, 7, 14, 15),
                          __builtin_shufflevector(xy23, zw23, 0, 1, 8, 9, 4, 5, 12, 13),
                          __builtin_shufflevector(xy23, zw23, 2, 3, 10, 11, 6, 7, 14, 15)};
    for (std::size_t l = 0; l < 4; ++l) {
        row[l] = __builtin_shufflevector(pair[l], pair[l], 0, 1, 2, 3);
        row[l + 4] = __builtin_shufflevector(pair[l], pair[l], 4, 5, 6, 7);
    }
#endif
}

}  // namespace pliant::PLIANT_ISA
