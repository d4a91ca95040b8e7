// Plastic flow of the rest vectors and elastic forces (DE14 eq. 5, and what pulls neighbors to where F puts them). Part
// of kernels.inl.

namespace pliant::PLIANT_ISA {
namespace {

/// m v, the matrix by columns; the fourth lane is zero when those of the columns are.
PLIANT_INLINE Quad transform(const Real (&column)[3][4], Quad v) {
    return load_quad(column[0]) * broadcast<0>(v) + load_quad(column[1]) * broadcast<1>(v) +
           load_quad(column[2]) * broadcast<2>(v);
}

/// Rows of F⁻¹ of one particle.
struct InverseRows {
    Quad row[3];

    PLIANT_INLINE InverseRows(const Columns<9>& f, std::size_t i) {
        const Quad a{f.at(i, 0), f.at(i, 1), f.at(i, 2), 0}, b{f.at(i, 3), f.at(i, 4), f.at(i, 5), 0},
            c{f.at(i, 6), f.at(i, 7), f.at(i, 8), 0};
        row[0] = cross(b, c), row[1] = cross(c, a), row[2] = cross(a, b);
        const Quad product = a * row[0];
        const Quad scale = quad(Real(1) / (product[0] + product[1] + product[2]));
        for (Quad& r : row) r *= scale;
    }
    PLIANT_INLINE Quad operator*(Quad v) const {
        Quad result{};
        for (int k = 0; k < 3; ++k) {
            const Quad product = row[k] * v;
            result[k] = product[0] + product[1] + product[2];
        }
        return result;
    }
};

/// The share of what F does not explain that becomes permanent: u ← u + share F⁻¹ (x_ij − F u).
PLIANT_INLINE void keep_remainders(PointBody& body, const PointScratch& scratch, std::size_t i) {
    const InverseRows inverse(scratch.deformation, i);
    const Quad share = quad(scratch.share[i]), self = load_quad(body.particles[i].position);
    for (std::size_t s = i * most_neighbors; s < i * most_neighbors + body.count[i]; ++s) {
        const Quad u = load_quad(body.rest[s].vector);
        const Quad x = load_quad(body.particles[body.neighbor[s]].position) - self;
        const Quad kept = u + share * (inverse * x - u);
        store_quad(body.rest[s].vector, Quad{kept[0], kept[1], kept[2], u[3]});
    }
}

void flow(PointBody& body, const PointScratch& scratch, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
        if (!scratch.flowing[i]) continue;
        if (scratch.share[i] > Real(0)) keep_remainders(body, scratch, i);
        const Columns<6>& f = scratch.flow;
        const Real xx = f.at(i, 0), yy = f.at(i, 1), zz = f.at(i, 2), yz = f.at(i, 3), xz = f.at(i, 4), xy = f.at(i, 5);
        const Pack column[3] = {pack_of(Quad{xx, xy, xz, 0}), pack_of(Quad{xy, yy, yz, 0}),
                                pack_of(Quad{xz, yz, zz, 0})};
        Real* slots = body.rest[i * most_neighbors].vector;
        for (std::size_t s = 0; s < most_neighbors; s += quads) {
            const Pack u = load_pack(slots + 4 * s);
            store_pack(slots + 4 * s, with_w(fma(broadcast<0>(u), column[0],
                                                 fma(broadcast<1>(u), column[1], broadcast<2>(u) * column[2])),
                                             u));
        }
    }
}

/// What particle i, with its record and k, does to a neighbor at x, with rest vector and weight u; both sides of a pair
/// compute it alike, so that what one gets the other loses to the last bit.
PLIANT_INLINE Quad pair_force(const StressRecord& record, Quad k, Quad u, Quad x) {
    const Quad weight = broadcast<3>(u);
    return transform(record.column, weight * u) + weight * k * x;
}

void force(const PointBody& body, PointScratch& scratch, std::size_t begin, std::size_t end) {
    const PointGraph& graph = scratch.graph;
    const Member* rest = body.rest.data();
    for (std::size_t i = begin; i < end; ++i) {
        const StressRecord& record = scratch.stress[i];
        const Quad stiffness = broadcast<3>(load_quad(scratch.first[i].value));
        const Quad self = load_quad(body.particles[i].position);
        Quad sum{};
        for (std::uint32_t n = graph.rows[i]; n < graph.rows[i + 1]; ++n) {
            const std::uint32_t j = graph.column[n];
            const Quad x = load_quad(body.particles[j].position) - self;
            sum += pair_force(record, stiffness, load_quad(rest[graph.forward[n]].vector), x) -
                   pair_force(scratch.stress[j], broadcast<3>(load_quad(scratch.first[j].value)),
                              load_quad(rest[graph.backward[n]].vector), -x);
        }
        store_quad(scratch.force[i].value, without_w(sum));
    }
}

}  // namespace
}  // namespace pliant::PLIANT_ISA
