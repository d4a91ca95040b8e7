// Deformation gradient, plastic factoring and stress (DE14 eq. 2, 4–7). Part of kernels.inl.

namespace pliant::PLIANT_ISA {
namespace {

/// Singular values below this part of the largest are those of a flattened particle, which does not flow.
inline constexpr Real flat_stretch = Real(1e-3);
/// A neighborhood that is flatter than this flows, but what F does not explain of it stays elastic.
inline constexpr Real round_stretch = Real(0.2);
/// Stress beyond yield that may be rounding, in parts of 2μ.
inline constexpr Real stress_rounding = in_double ? Real(1e-12) : Real(2e-6);

/// Σ_j x_ij (w_ij u_ij)ᵀ of one particle; returns Σ_j w_ij x_ij.
PLIANT_INLINE Quad sum_deformation(const PointBody& body, std::size_t i, BlockMatrix& block, std::size_t lane) {
    const Real* slots = body.rest[i * most_neighbors].vector;
    const std::uint32_t* neighbor = body.neighbor.data() + i * most_neighbors;
    const Particle* particles = body.particles.data();
    const Pack self = pack_of(load_quad(particles[i].position));
    Pack column[3]{}, first{};
    for (std::size_t s = 0; s < most_neighbors; s += quads) {
        const Pack x = load_quads(particles[neighbor[s]].position, particles[neighbor[s + quads - 1]].position) - self;
        const Pack u = load_pack(slots + 4 * s);
        const Pack wx = broadcast<3>(u) * x;
        first += wx;
        column[0] = fma(broadcast<0>(u), wx, column[0]);
        column[1] = fma(broadcast<1>(u), wx, column[1]);
        column[2] = fma(broadcast<2>(u), wx, column[2]);
    }
    for (int k = 0; k < 3; ++k) block.row[k][lane] = sum_of_quads(column[k]);
    return sum_of_quads(first);
}

/// The material of a block, and its state of hardening.
struct BlockMaterial {
    Pack lambda, mu, yield, rate, hardening, hardened;

    PLIANT_INLINE BlockMaterial(const PointBody& body, std::size_t c)
        : lambda(of(body, c, PointProperty::lambda)),
          mu(of(body, c, PointProperty::mu)),
          yield(of(body, c, PointProperty::yield)),
          rate(of(body, c, PointProperty::flow)),
          hardening(of(body, c, PointProperty::hardening)),
          hardened(load_lanes(body.hardened.data(), c, body.size())) {}
    PLIANT_INLINE static Pack of(const PointBody& body, std::size_t c, PointProperty p) {
        return load_column(body.material, static_cast<std::size_t>(p), c);
    }
    /// Eq. 4 from singular values.
    PLIANT_INLINE PackVec stress(const PackVec& sigma) const { return stress_of(sigma, lambda, mu); }
};

/// Splits off what becomes permanent: divides sigma by it, and returns it per lane (1 where nothing flows).
PLIANT_INLINE PackVec flow_block(PointBody& body, PointScratch& scratch, const BlockMaterial& material, Real dt,
                                 std::size_t c, PackVec& sigma) {
    const PackVec one{pack(1), pack(1), pack(1)};
    const PackVec total = material.stress(sigma);
    const Pack size = sqrt(dot(total, total));
    const Pack bound = max(fma(material.hardening, material.hardened, material.yield), pack(0));
    const Mask flows = (material.rate > Real(0)) & (size - bound > stress_rounding * (material.mu + material.mu)) &
                       (sigma.z > flat_stretch * sigma.x);
    for (std::size_t l = 0; l < lanes && c + l < body.size(); ++l) {
        scratch.flowing[c + l] = flows[l] ? 1 : 0;
        scratch.share[c + l] = 0;
    }
    if (!any(flows)) return one;
    PackVec plastic = one;
    for (std::size_t l = 0; l < lanes; ++l) {
        if (!flows[l]) continue;
        const Real gamma = flow_share(material.rate[l], dt, size[l], bound[l]);
        if (sigma.z[l] > round_stretch * sigma.x[l]) scratch.share[c + l] = gamma;
        Real stretch[3];
        body.flowed[c + l] += plastic_stretch({sigma.x[l], sigma.y[l], sigma.z[l]}, gamma, stretch);
        plastic.x[l] = stretch[0], plastic.y[l] = stretch[1], plastic.z[l] = stretch[2];
    }
    sigma = {sigma.x / plastic.x, sigma.y / plastic.y, sigma.z / plastic.z};
    const PackVec left = material.stress(sigma);
    const Pack hardened = material.hardened + select(flows, sqrt(dot(left, left)) * dt, pack(0));
    store_lanes(body.hardened.data(), c, body.size(), hardened);
    return plastic;
}

/// k of the springs k w_ij that pull neighbors to where F puts them: such that, if they alone resisted a strain, it
/// would have `remainder_part` of the energy that the shear modulus gives it.
PLIANT_INLINE Pack remainder_stiffness(const PackMat& inverse, Pack mu, Pack volume) {
    return (inverse.c[0].x + inverse.c[1].y + inverse.c[2].z) * Real(2.0 / 3.0 * remainder_part) * mu * volume;
}

/// How far the particles of a block are from where F puts them: Σ w (x − F u) / Σ w.
PLIANT_INLINE PackVec offset_of(const PackMat& f, const Rows4& moment, const PackVec& first) {
    const Mask some = moment.weight > Real(0);
    const Pack per_weight = select(some, Real(1) / select(some, moment.weight, pack(1)), pack(0));
    return (first - multiply(f, moment.columns())) * per_weight;
}

PLIANT_INLINE void store_deformation(Columns<9>& columns, std::size_t c, const PackMat& f) {
    for (std::size_t k = 0; k < 3; ++k) {
        store_pack(columns.column(3 * k) + c, f.c[k].x);
        store_pack(columns.column(3 * k + 1) + c, f.c[k].y);
        store_pack(columns.column(3 * k + 2) + c, f.c[k].z);
    }
}

void deform(PointBody& body, PointScratch& scratch, Real dt, std::size_t begin, std::size_t end) {
    const std::size_t count = body.size();
    const Pack zero{}, one = pack(1);
    const PackMat identity{{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}};
    for (std::size_t c = begin; c < end; c += lanes) {
        BlockMatrix block;
        Rows4 moment, first;
        for (std::size_t l = 0; l < lanes && c + l < count; ++l) {
            moment.set(l, load_quad(scratch.stress[c + l].moment));
            first.set(l, sum_deformation(body, c + l, block, l));
        }
        const PackMat inverse = to_matrix(load_symmetric(scratch.basis_inverse, c));
        const PackMat f = multiply(block.columns(), inverse);
        store_deformation(scratch.deformation, c, f);
        const PackSvd d = svd(f, identity);
        const BlockMaterial material(body, c);
        PackVec sigma = d.sigma;
        const PackVec plastic = flow_block(body, scratch, material, dt, c, sigma);
        store_symmetric(scratch.flow, c, rotated(d.v, plastic));
        // Where the basis is flat its inverse is zero, and so is the force.
        const PackVec p = material.stress(sigma);
        const PackMat stress = multiply(PackMat{{d.u.c[0] * p.x, d.u.c[1] * p.y, d.u.c[2] * p.z}}, transpose(d.v));
        const PackMat weighted = multiply(stress, inverse);
        const Pack volume = load_lanes(body.volume.data(), c, count);
        const Pack stiffness = remainder_stiffness(inverse, material.mu, volume);
        Quad row[lanes];
        for (int k = 0; k < 3; ++k) {
            const PackVec v = weighted.c[k] * volume - f.c[k] * stiffness;
            to_rows(v.x, v.y, v.z, zero, row);
            for (std::size_t l = 0; l < lanes; ++l) store_quad(scratch.stress[c + l].column[k], row[l]);
        }
        const PackVec sum = first.columns(), offset = offset_of(f, moment, sum);
        to_rows(sum.x, sum.y, sum.z, stiffness, row);
        for (std::size_t l = 0; l < lanes && c + l < count; ++l) store_quad(scratch.first[c + l].value, row[l]);
        to_rows(offset.x, offset.y, offset.z, zero, row);
        for (std::size_t l = 0; l < lanes && c + l < count; ++l) store_quad(scratch.offset[c + l].value, row[l]);
    }
}

}  // namespace
}  // namespace pliant::PLIANT_ISA
