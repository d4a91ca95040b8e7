// Weights, basis matrices and volumes (DE14 eq. 2, 3, 14). Part of kernels.inl.

namespace pliant::PLIANT_ISA {
namespace {

static_assert(point_block % lanes == 0 && point_chunk % point_block == 0 && most_neighbors % quads == 0);

/// Row k of a block as a lane; lanes beyond the last particle get zero.
PLIANT_INLINE Pack load_lanes(const Real* values, std::size_t begin, std::size_t count) {
    if (begin + lanes <= count) return load_pack(values + begin);
    Pack p{};
    for (std::size_t l = 0; begin + l < count; ++l) p[l] = values[begin + l];
    return p;
}
PLIANT_INLINE void store_lanes(Real* values, std::size_t begin, std::size_t count, Pack p) {
    if (begin + lanes <= count) return store_pack(values + begin, p);
    for (std::size_t l = 0; begin + l < count; ++l) values[begin + l] = p[l];
}
template <std::size_t K>
PLIANT_INLINE Pack load_column(const Columns<K>& columns, std::size_t k, std::size_t c) {
    return load_pack(columns.column(k) + c);
}
PLIANT_INLINE PackSym load_symmetric(const Columns<6>& s, std::size_t c) {
    return {load_column(s, 0, c), load_column(s, 1, c), load_column(s, 2, c),
            load_column(s, 3, c), load_column(s, 4, c), load_column(s, 5, c)};
}
PLIANT_INLINE void store_symmetric(Columns<6>& columns, std::size_t c, const PackSym& s) {
    const Pack p[6] = {s.xx, s.yy, s.zz, s.yz, s.xz, s.xy};
    for (std::size_t k = 0; k < 6; ++k) store_pack(columns.column(k) + c, p[k]);
}

/// Three vectors of each particle of a block, turned to columns of Packs.
struct BlockMatrix {
    Quad row[3][lanes]{};

    PLIANT_INLINE PackMat columns() const {
        PackMat m;
        for (int k = 0; k < 3; ++k) to_columns(row[k], m.c[k].x, m.c[k].y, m.c[k].z);
        return m;
    }
};

/// A vector and a number of each particle of a block.
struct Rows4 {
    Quad row[lanes]{};
    Pack weight{};

    PLIANT_INLINE void set(std::size_t lane, Quad q) {
        row[lane] = q;
        weight[lane] = q[3];
    }
    PLIANT_INLINE PackVec columns() const {
        PackVec v;
        to_columns(row, v.x, v.y, v.z);
        return v;
    }
};

/// Sums over the neighbors of one particle; writes the weights into the slots.
PLIANT_INLINE Quad sum_basis(Real* slots, Real radius, BlockMatrix& block, std::size_t lane) {
    const Pack scale = pack(Real(1) / (radius * radius));
    Pack column[3]{}, moment{};
    for (std::size_t s = 0; s < most_neighbors; s += quads) {
        const Pack u = load_pack(slots + 4 * s);
        const Pack w = poly6_weight(length_squared(u), scale);
        const Pack wu = w * u;
        column[0] = fma(broadcast<0>(u), wu, column[0]);
        column[1] = fma(broadcast<1>(u), wu, column[1]);
        column[2] = fma(broadcast<2>(u), wu, column[2]);
        moment += with_w(wu, w);
        store_pack(slots + 4 * s, with_w(u, w));
    }
    for (int k = 0; k < 3; ++k) block.row[k][lane] = sum_of_quads(column[k]);
    return sum_of_quads(moment);
}

void basis(PointBody& body, PointScratch& scratch, std::size_t begin, std::size_t end) {
    const std::size_t count = body.size();
    for (std::size_t c = begin; c < end; c += lanes) {
        BlockMatrix block;
        Pack weight{};
        for (std::size_t l = 0; l < lanes && c + l < count; ++l) {
            const std::size_t i = c + l;
            Quad moment = sum_basis(body.rest[i * most_neighbors].vector, body.radius[i], block, l);
            // Unused slots have no length and hence a weight of one each.
            moment[3] -= Real(most_neighbors - body.count[i]);
            weight[l] = moment[3];
            store_quad(scratch.stress[i].moment, moment);
        }
        PackSym inverse;
        Pack volume;
        invert_basis(block.columns(), weight, inverse, volume);
        store_symmetric(scratch.basis_inverse, c, inverse);
        store_lanes(scratch.raw_volume.data(), c, count, volume);
    }
}

}  // namespace
}  // namespace pliant::PLIANT_ISA
