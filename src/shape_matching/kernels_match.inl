// The first loop over clusters: fit them. Part of kernels.inl.

namespace pliant::PLIANT_ISA {
namespace {

/// The sums of a block of clusters.
struct FitRows {
    Rows first, column[3], velocity, square, mixed, turn;
};

template <DampingWork Damping, bool Moments>
PLIANT_INLINE void put(FitRows& rows, std::size_t l, const FitSums& s) {
    rows.first.row[l] = sum_of_quads(s.first);
    for (std::size_t j = 0; j < 3; ++j) rows.column[j].row[l] = sum_of_quads(s.column[j]);
    if constexpr (Moments) {
        rows.square.row[l] = sum_of_quads(s.square);
        rows.mixed.row[l] = sum_of_quads(s.mixed);
    }
    if constexpr (Damping != DampingWork::none) rows.velocity.row[l] = sum_of_quads(s.velocity);
    if constexpr (Damping == DampingWork::rigid) rows.turn.row[l] = rotate_xyz(sum_of_quads(s.turn[0] - s.turn[1]));
}

/// The clusters of the block one after the other; lanes beyond `count` stay zero.
template <DampingWork Damping, bool Moments>
PLIANT_INLINE void sum_block(const SoftBodies& soft, std::size_t c, std::size_t count, FitRows& rows) {
    const bool prefetch = large(soft) && in_reach(soft.by_cluster.rows[c + count], soft.membership_count());
    for (std::size_t l = 0; l < count; ++l) {
        const Columns<6>& last = soft.center;
        const Quad center{last.at(c + l, 0), last.at(c + l, 1), last.at(c + l, 2), Real(0)};
        const Quad mean{last.at(c + l, 3), last.at(c + l, 4), last.at(c + l, 5), Real(0)};
        put<Damping, Moments>(rows, l,
                              prefetch ? sum_members<Damping, Moments, true>(soft, c + l, center, mean)
                                       : sum_members<Damping, Moments, false>(soft, c + l, center, mean));
    }
}

/// W k_d times v̂ = v̄ + ω × (x − x̄), as a drift and a spin, so that a particle adds up spins and crosses once.
PLIANT_INLINE void store_motions(const SoftBodies& soft, MatchScratch& scratch, std::size_t c, const PackVec& mean,
                                 const PackVec& spin, const PackVec& center) {
    const Pack rate = load_pack(soft.response.column(1) + c);
    const PackVec zero{pack(0), pack(0), pack(0)};
    const PackVec turning = select(lanes_with(soft, c, &ClusterMode::rigid_damping), spin, zero);
    store_rows(scratch.frames.data() + c, &ClusterFrame::drift, (mean - cross(turning, center)) * rate, rate);
    store_rows(scratch.frames.data() + c, &ClusterFrame::spin, turning * rate, pack(0));
}

/// Frames with goals that are softer to what bends a cluster than to what stretches it, and that keep its volume.
PLIANT_INLINE void store_goals(SoftBodies& soft, MatchScratch& scratch, const StepInput& input, std::size_t c,
                               const PackMat& a, const PackVec& center) {
    PackMat goals = match_rotation(soft, c, a, input.any_deformation_rotation, soft.rotation);
    if (input.limits_strain) store_quaternion(scratch.swept, c, load_quaternion(soft.rotation, c));
    const Pack springs = load_pack(soft.response.column(0) + c);
    if (!input.elastic) return store_frames(soft, scratch, c, goals, center, springs);
    const PackMat rest_inverse = load_symmetric(soft.rest_inverse, c);
    const Pack bending = load_pack(soft.bending.column(0) + c);
    const PackMat deformation = multiply(a, rest_inverse) + multiply(goals, load_symmetric(soft.rest_missing, c));
    goals =
        goals + volume_push(deformation, load_mat(soft.plastic, c), rest_inverse, load_pack(soft.volume.column(0) + c));
    store_frames(soft, scratch, c, soften_bending(goals, deformation, bending), center, springs * bending);
}

template <DampingWork Damping, bool Moments>
void match_block(SoftBodies& soft, MatchScratch& scratch, const StepInput& input, std::size_t c, std::size_t count) {
    FitRows rows;
    sum_block<Damping, Moments>(soft, c, count, rows);
    const PackVec offset = rows.first.columns();
    const PackVec center = load_vec(soft.center, 0, c) + offset;
    // Σ wm p = 0, so A_xr needs no correction for the shifted centre.
    const PackMat a{{rows.column[0].columns(), rows.column[1].columns(), rows.column[2].columns()}};
    store_goals(soft, scratch, input, c, a, center);
    if (input.flows) {
        const Pack shape[9] = {a.c[0].x, a.c[0].y, a.c[0].z, a.c[1].x, a.c[1].y,
                               a.c[1].z, a.c[2].x, a.c[2].y, a.c[2].z};
        for (std::size_t k = 0; k < 9; ++k) store_pack(scratch.shape.column(k) + c, shape[k]);
    }

    PackVec mean = load_vec(soft.center, 3, c);
    PackSym inertia{};
    Pack squares{};  // trace of the second moments
    if constexpr (Moments) {
        const PackVec square = rows.square.columns();
        squares = square.x + square.y + square.z;
        inertia = inertia_of(square, rows.mixed.columns(), offset);
        keep_inertia(scratch, c, inertia, center, squares);
    }
    if constexpr (Damping != DampingWork::none) {
        const PackVec mean_offset = rows.velocity.columns();
        mean = mean + mean_offset;
        PackVec spin{pack(0), pack(0), pack(0)};
        if constexpr (Damping == DampingWork::rigid)
            spin = solve_spin(inertia, rows.turn.columns() - cross(offset, mean_offset), squares);
        store_motions(soft, scratch, c, mean, spin, center);
    }
    const Pack keep[6] = {center.x, center.y, center.z, mean.x, mean.y, mean.z};
    for (std::size_t k = 0; k < 6; ++k) store_pack(soft.center.column(k) + c, keep[k]);
}

template <DampingWork Damping, bool Moments>
void match_range(SoftBodies& soft, MatchScratch& scratch, const StepInput& input, std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; c += lanes)
        match_block<Damping, Moments>(soft, scratch, input, c, end - c < lanes ? end - c : lanes);
}

void match(SoftBodies& soft, MatchScratch& scratch, const StepInput& input, std::size_t begin, std::size_t end) {
    const bool moments = input.limits_strain;
    switch (input.damping) {
        case DampingWork::none:
            return moments ? match_range<DampingWork::none, true>(soft, scratch, input, begin, end)
                           : match_range<DampingWork::none, false>(soft, scratch, input, begin, end);
        case DampingWork::mean:
            return match_range<DampingWork::mean, true>(soft, scratch, input, begin, end);
        case DampingWork::rigid:
            return match_range<DampingWork::rigid, true>(soft, scratch, input, begin, end);
    }
}

void rotate(const Columns<9>& matrices, const Columns<4>& warm, Columns<4>& rotations, std::size_t begin,
            std::size_t end) {
    for (std::size_t c = begin; c < end; c += lanes)
        store_quaternion(rotations, c, nearest_rotation(load_mat(matrices, c), load_quaternion(warm, c)));
}

}  // namespace
}  // namespace pliant::PLIANT_ISA
