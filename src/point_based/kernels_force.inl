// Plastic flow of the rest vectors and elastic forces (DE14 eq. 5). Part of kernels.inl.

namespace pliant::PLIANT_ISA {
namespace {

/// m v, the matrix by columns; the fourth lane is zero when those of the columns are.
PLIANT_INLINE Quad transform(const Real (&column)[3][4], Quad v) {
    return load_quad(column[0]) * broadcast<0>(v) + load_quad(column[1]) * broadcast<1>(v) +
           load_quad(column[2]) * broadcast<2>(v);
}

void flow(PointBody& body, const PointScratch& scratch, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
        if (!scratch.flowing[i]) continue;
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

void force(const PointBody& body, PointScratch& scratch, std::size_t begin, std::size_t end) {
    const PointGraph& graph = scratch.graph;
    for (std::size_t i = begin; i < end; ++i) {
        const StressRecord& record = scratch.stress[i];
        const Quad moment = load_quad(record.moment), held = load_quad(scratch.first[i].value);
        Quad sum = transform(record.column, moment) + held * broadcast<3>(held) * broadcast<3>(moment);
        for (std::uint32_t n = graph.rows[i]; n < graph.rows[i + 1]; ++n) {
            const Quad u = load_quad(body.rest[graph.backward[n]].vector);
            const Quad other = load_quad(scratch.first[graph.column[n]].value);
            sum -= transform(scratch.stress[graph.column[n]].column, u * broadcast<3>(u)) +
                   other * broadcast<3>(other) * broadcast<3>(u);
        }
        store_quad(scratch.force[i].value, without_w(sum));
    }
}

}  // namespace
}  // namespace pliant::PLIANT_ISA
