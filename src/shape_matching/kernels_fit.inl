// From the sums of a block of clusters to rotations, frames and motions. Part of kernels.inl.

namespace pliant::PLIANT_ISA {
namespace {

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

/// R Fᵖ of a block of clusters: R by least squares, from the one that `kept` has, which becomes the new one; or from
/// Fᵉ, with the directions that A_rr does not have completed by the former.
PLIANT_INLINE PackMat match_rotation(const SoftBodies& soft, std::size_t c, const PackMat& a, bool any_deformation,
                                     Columns<4>& kept) {
    const PackMat plastic = load_mat(soft.plastic, c);
    const PackQuat q = least_squares_rotation(a, plastic, load_quaternion(kept, c));
    store_quaternion(kept, c, q);
    PackMat rotation = to_matrix(q);
    if (any_deformation)
        rotation = select(lanes_with(soft, c, &ClusterMode::deformation_rotation),
                          deformation_rotation(a, rotation, plastic, load_symmetric(soft.rest_inverse, c),
                                               load_symmetric(soft.rest_missing, c)),
                          rotation);
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
                                const PackVec& center, Pack springs) {
    const Pack spare[3] = {springs, load_pack(soft.response.column(2) + c), pack(0)};
    ClusterFrame* frames = scratch.frames.data() + c;
    Quad row[lanes];
    for (std::size_t j = 0; j < 3; ++j) {
        to_rows(m.c[j].x, m.c[j].y, m.c[j].z, spare[j], row);
        for (std::size_t l = 0; l < lanes; ++l) store_quad(frames[l].column[j], row[l]);
    }
    store_rows(frames, &ClusterFrame::center, center, pack(0));
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
