// From the sums of a block of clusters to rotations, frames and motions. Part of kernels.inl.

namespace pliant::PLIANT_ISA {
namespace {

/// Determinant of an inertia tensor, against that of a ball of the same trace, under which it is taken as that of a
/// line: its rounding (1e-7 of that scale in 32 bits) would otherwise show in every component of the spin.
inline constexpr Real inertia_margin = in_double ? Real(1e-10) : Real(1e-5);

template <std::size_t K>
PLIANT_INLINE PackVec load_vec(const Columns<K>& columns, std::size_t first, std::size_t c) {
    return {load_pack(columns.column(first) + c), load_pack(columns.column(first + 1) + c),
            load_pack(columns.column(first + 2) + c)};
}
PLIANT_INLINE PackMat load_mat(const Columns<9>& columns, std::size_t c) {
    return {{load_vec(columns, 0, c), load_vec(columns, 3, c), load_vec(columns, 6, c)}};
}
PLIANT_INLINE PackMat load_symmetric(const Columns<6>& columns, std::size_t c) {
    const PackVec d = load_vec(columns, 0, c), o = load_vec(columns, 3, c);
    return {{{d.x, o.z, o.y}, {o.z, d.y, o.x}, {o.y, o.x, d.z}}};
}
PLIANT_INLINE PackQuat load_quaternion(const Columns<4>& columns, std::size_t c) {
    return {load_pack(columns.column(0) + c), load_pack(columns.column(1) + c), load_pack(columns.column(2) + c),
            load_pack(columns.column(3) + c)};
}
PLIANT_INLINE void store_quaternion(Columns<4>& columns, std::size_t c, const PackQuat& q) {
    store_pack(columns.column(0) + c, q.w);
    store_pack(columns.column(1) + c, q.x);
    store_pack(columns.column(2) + c, q.y);
    store_pack(columns.column(3) + c, q.z);
}

/// Which clusters of the block have this setting?
PLIANT_INLINE Mask lanes_with(const SoftBodies& soft, std::size_t c, bool ClusterMode::*setting) {
    Mask mask{};
    for (std::size_t l = 0; l < lanes && c + l < soft.mode.size(); ++l) mask[l] = soft.mode[c + l].*setting ? -1 : 0;
    return mask;
}

/// R of a block of clusters: least squares, or from Fᵉ with the directions A_rr does not have completed by the former.
PLIANT_INLINE PackMat match_rotation(SoftBodies& soft, std::size_t c, const PackMat& a, bool any_deformation) {
    const PackMat plastic = load_mat(soft.plastic, c);
    const PackQuat warm = load_quaternion(soft.rotation, c);
    const PackQuat q = nearest_rotation(multiply(a, transpose(plastic)), warm);
    store_quaternion(soft.rotation, c, q);
    PackMat rotation = to_matrix(q);
    if (any_deformation) {
        const PackMat f = multiply(a, load_symmetric(soft.rest_inverse, c)) +
                          multiply(multiply(rotation, plastic), load_symmetric(soft.rest_missing, c));
        // Fᵉ = F Fᵖ⁻¹; the polar factor ignores the positive scale 1/det Fᵖ, so cofactors will do.
        const PackMat& p = plastic;
        const PackMat inverse = transpose({{cross(p.c[1], p.c[2]), cross(p.c[2], p.c[0]), cross(p.c[0], p.c[1])}});
        PackMat by_deformation;
        svd_rotation(multiply(f, inverse), rotation, by_deformation);
        rotation = select(lanes_with(soft, c, &ClusterMode::deformation_rotation), by_deformation, rotation);
    }
    return multiply(rotation, plastic);
}

/// One Quad per cluster of the block, into a member of the records that start at `first`.
template <class Record>
PLIANT_INLINE void store_rows(Record* first, Real (Record::*member)[4], const PackVec& v, Pack w) {
    Quad row[lanes];
    to_rows(v.x, v.y, v.z, w, row);
    for (std::size_t l = 0; l < lanes; ++l) store_quad(first[l].*member, row[l]);
}

PLIANT_INLINE void store_frames(const SoftBodies& soft, MatchScratch& scratch, std::size_t c, const PackMat& m,
                                const PackVec& center) {
    const Pack spare[3] = {load_pack(soft.response.column(0) + c), load_pack(soft.response.column(2) + c), pack(0)};
    ClusterFrame* frames = scratch.frames.data() + c;
    Quad row[lanes];
    for (std::size_t j = 0; j < 3; ++j) {
        to_rows(m.c[j].x, m.c[j].y, m.c[j].z, spare[j], row);
        for (std::size_t l = 0; l < lanes; ++l) store_quad(frames[l].column[j], row[l]);
    }
    store_rows(frames, &ClusterFrame::center, center, pack(0));
}

/// ω from I ω = L, where the tensor and L are about the centre. Members on a line have I = λ (1 − a aᵀ), λ = tr I / 2,
/// and L perpendicular to their axis a: then ω = L/λ, without spin about the line itself. The tensor is a difference of
/// two numbers, the larger of which is `square`: what is left of it in a cluster that flies many times its own size in
/// a step may be rounding alone, and means nothing.
PLIANT_INLINE PackVec solve_spin(const PackSym& inertia, const PackVec& angular, Pack square) {
    const Pack trace = inertia.xx + inertia.yy + inertia.zz;
    const Pack noise = (Real(8) * std::numeric_limits<Real>::epsilon()) * square;
    const Mask something = trace > Real(3) * noise;
    const Pack share = Real(3) * noise / select(something, trace, pack(1));
    Mask definite;
    const PackVec spin = solve(inertia, angular, max(pack(inertia_margin), share), definite);
    definite &= something;
    if (!any(~definite)) return spin;
    const Pack inverse = select(something, Real(2) / select(something, trace, pack(1)), pack(0));
    return select(definite, spin, angular * inverse);
}

/// Inertia tensor about the centre o from the second moments about the point that o is relative to.
PLIANT_INLINE PackSym inertia_of(const PackVec& square, const PackVec& mixed, const PackVec& o) {
    const Pack xx = square.x - o.x * o.x, yy = square.y - o.y * o.y, zz = square.z - o.z * o.z;
    return {yy + zz, xx + zz, xx + yy, o.z * o.y - mixed.y, o.x * o.z - mixed.z, o.y * o.x - mixed.x};
}

/// The centre and inertia of a block, kept for the strain limit: what the step conserves is measured
/// with the positions before it.
PLIANT_INLINE void keep_inertia(MatchScratch& scratch, std::size_t c, const PackSym& inertia, const PackVec& center,
                                Pack square) {
    const Pack kept[10] = {inertia.xx, inertia.yy, inertia.zz, inertia.yz, inertia.xz,
                           inertia.xy, center.x,   center.y,   center.z,   square};
    for (std::size_t k = 0; k < 10; ++k) store_pack(scratch.before.column(k) + c, kept[k]);
}

}  // namespace
}  // namespace pliant::PLIANT_ISA
