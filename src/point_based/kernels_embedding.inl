// The sparse operator of the solves, and the sums of the embedding (DE14 eq. 9–12). Part of kernels.inl.

namespace pliant::PLIANT_ISA {
namespace {

void apply(const PointOperator& op, const Vector4* x, Vector4* y, double* dots, std::size_t begin, std::size_t end) {
    const std::uint32_t* column = op.graph->column.data();
    double dot[3] = {};
    for (std::size_t i = begin; i < end; ++i) {
        const Quad self = load_quad(x[i].value);
        const Pack self_pack = pack_of(self);
        Pack sum{};
        std::uint32_t n = op.graph->rows[i];
        const std::uint32_t last = op.graph->rows[i + 1];
        for (; n + quads <= last; n += quads) {
            const Pack value = pack_of(quad(op.value[n]), quad(op.value[n + quads - 1]));
            sum = fma(value, self_pack - load_quads(x[column[n]].value, x[column[n + quads - 1]].value), sum);
        }
        Quad total = sum_of_quads(sum);
        if (n < last) total += quad(op.value[n]) * (self - load_quad(x[column[n]].value));
        if (op.diagonal) total += quad(op.diagonal[i]) * self;
        store_quad(y[i].value, total);
        for (int k = 0; k < 3; ++k) dot[k] += double(self[k]) * double(total[k]);
    }
    for (int k = 0; k < 3; ++k) dots[k] = dot[k];
}

template <bool Linear>
PLIANT_INLINE void mismatch_of(const PointBody& body, PointScratch& scratch, std::size_t begin, std::size_t end) {
    const PointGraph& graph = scratch.graph;
    for (std::size_t i = begin; i < end; ++i) {
        const Quad self = load_quad(body.embedded[i].value);
        Quad sum{};
        for (std::uint32_t n = graph.rows[i]; n < graph.rows[i + 1]; ++n) {
            const std::uint32_t j = graph.column[n];
            const Quad e = load_quad(body.embedded[j].value) - self;
            const Quad out = load_quad(body.rest[graph.forward[n]].vector);
            const Quad in = load_quad(body.rest[graph.backward[n]].vector);
            const Quad wants = Linear ? out : transform(scratch.turn[i].column, out);
            const Quad wanted = Linear ? in : transform(scratch.turn[j].column, in);
            const Quad w_out = broadcast<3>(out), w_in = broadcast<3>(in);
            sum += w_in * w_in * (wanted + e) - w_out * w_out * (wants - e);
        }
        store_quad(scratch.residual[i].value, without_w(sum));
    }
}

void mismatch(const PointBody& body, PointScratch& scratch, bool linear, std::size_t begin, std::size_t end) {
    if (linear)
        mismatch_of<true>(body, scratch, begin, end);
    else
        mismatch_of<false>(body, scratch, begin, end);
}

void turn(const PointBody& body, PointScratch& scratch, std::size_t begin, std::size_t end) {
    const std::size_t count = body.size();
    const Pack zero{}, one = pack(1);
    const PackMat identity{{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}};
    for (std::size_t c = begin; c < end; c += lanes) {
        BlockMatrix block;
        for (std::size_t l = 0; l < lanes && c + l < count; ++l) {
            const std::size_t i = c + l;
            const Quad self = load_quad(body.embedded[i].value);
            Quad column[3]{};
            for (std::size_t s = 0; s < body.count[i]; ++s) {
                const std::size_t slot = i * most_neighbors + s;
                const Quad u = load_quad(body.rest[slot].vector), w = broadcast<3>(u);
                const Quad e = w * w * (load_quad(body.embedded[body.neighbor[slot]].value) - self);
                column[0] += broadcast<0>(u) * e;
                column[1] += broadcast<1>(u) * e;
                column[2] += broadcast<2>(u) * e;
            }
            for (int k = 0; k < 3; ++k) block.row[k][l] = column[k];
        }
        PackMat rotation;
        svd_rotation(block.columns(), identity, rotation);
        Quad row[lanes];
        for (int k = 0; k < 3; ++k) {
            to_rows(rotation.c[k].x, rotation.c[k].y, rotation.c[k].z, zero, row);
            for (std::size_t l = 0; l < lanes; ++l) store_quad(scratch.turn[c + l].column[k], row[l]);
        }
    }
}

}  // namespace
}  // namespace pliant::PLIANT_ISA
