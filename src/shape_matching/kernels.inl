// The bodies of the kernels: included by one source per instruction set, after PLIANT_ISA is defined. See kernels.hpp.
//
// No Eigen and no standard algorithm in here: an inline function of theirs, compiled with these flags, could be the
// copy that the linker keeps for everybody.

#include "math/pack_rotation.hpp"
#include "shape_matching/kernels.hpp"

namespace pliant::PLIANT_ISA {
namespace {

static_assert(cluster_block % lanes == 0 && column_padding % lanes == 0);

inline constexpr std::uint32_t prefetch_ahead = 12;
inline constexpr Real infinity = std::numeric_limits<Real>::infinity();
/// Determinant of an inertia tensor, against that of a ball of the same trace, under which its smallest axis is noise.
inline constexpr Real inertia_margin = in_double ? Real(1e-10) : Real(1e-6);

/// The sums of one cluster relative to its last centre c and velocity u: y = x − c. wm stands for w_ic m_i / Σ w m, so
/// that no number depends on the body's mass and the first sum is the centre itself.
struct FitSums {
    Quad first{};        // Σ wm y
    Quad column[3]{};    // Σ wm p_j y: the columns of A_xr
    Quad velocity{};     // Σ wm (v − u)
    Quad moment[3]{};    // Σ wm y_j y
    Quad momentum[3]{};  // Σ wm y_j (v − u)
};

template <DampingWork Damping, bool Moments>
PLIANT_INLINE FitSums sum_members(const Particle* particles, const std::uint32_t* index, const Member* members,
                                  std::uint32_t count, Quad center, Quad mean_velocity) {
    FitSums s;
    for (std::uint32_t k = 0; k < count; ++k) {
        __builtin_prefetch(&particles[index[k + prefetch_ahead < count ? k + prefetch_ahead : k]]);
        const Particle& particle = particles[index[k]];
        const Quad y = load_quad(particle.position) - center;
        const Quad wp = load_quad(members[k].vector);
        const Quad wm = broadcast<3>(wp);
        s.first = fma(wm, y, s.first);
        s.column[0] = fma(broadcast<0>(wp), y, s.column[0]);
        s.column[1] = fma(broadcast<1>(wp), y, s.column[1]);
        s.column[2] = fma(broadcast<2>(wp), y, s.column[2]);
        const Quad wy = wm * y;
        if constexpr (Moments) {
            s.moment[0] = fma(broadcast<0>(wy), y, s.moment[0]);
            s.moment[1] = fma(broadcast<1>(wy), y, s.moment[1]);
            s.moment[2] = fma(broadcast<2>(wy), y, s.moment[2]);
        }
        if constexpr (Damping != DampingWork::none) {
            const Quad v = load_quad(particle.velocity) - mean_velocity;
            s.velocity = fma(wm, v, s.velocity);
            if constexpr (Damping == DampingWork::rigid) {
                s.momentum[0] = fma(broadcast<0>(wy), v, s.momentum[0]);
                s.momentum[1] = fma(broadcast<1>(wy), v, s.momentum[1]);
                s.momentum[2] = fma(broadcast<2>(wy), v, s.momentum[2]);
            }
        }
    }
    return s;
}

/// Numbers of one lane after another, turned into Packs by a store and a load.
struct alignas(64) LaneBuffer {
    Real value[lanes];
};
PLIANT_INLINE Pack to_pack(const LaneBuffer& b) { return load_pack(b.value); }
PLIANT_INLINE PackVec to_pack(const LaneBuffer (&b)[3]) { return {to_pack(b[0]), to_pack(b[1]), to_pack(b[2])}; }
PLIANT_INLINE void put(LaneBuffer (&b)[3], std::size_t lane, Quad q) {
    b[0].value[lane] = q[0];
    b[1].value[lane] = q[1];
    b[2].value[lane] = q[2];
}

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
        Mask use{};
        for (std::size_t l = 0; l < lanes; ++l)
            use[l] = c + l < soft.mode.size() && soft.mode[c + l].deformation_rotation ? -1 : 0;
        rotation = select(use, by_deformation, rotation);
    }
    return multiply(rotation, plastic);
}

PLIANT_INLINE Quad lane_of(const PackVec& v, std::size_t l) { return Quad{v.x[l], v.y[l], v.z[l], Real(0)}; }

PLIANT_INLINE void store_frames(const SoftBodies& soft, MatchScratch& scratch, std::size_t c, std::size_t count,
                                const PackMat& m, const PackVec& center) {
    for (std::size_t l = 0; l < count; ++l) {
        ClusterFrame& frame = scratch.frames[c + l];
        for (std::size_t j = 0; j < 3; ++j) {
            Quad column = lane_of(m.c[j], l);
            column[3] = soft.response.at(c + l, j);
            store_quad(frame.column[j], column);
        }
        store_quad(frame.center, lane_of(center, l));
    }
}

/// ω from I ω = L, where the tensor and L are about the centre; a (nearly) collinear cluster's axis gets no spin.
PLIANT_INLINE PackVec solve_spin(const PackSym& inertia, const PackVec& angular) {
    Mask definite;
    const PackVec spin = solve(inertia, angular, inertia_margin, definite);
    if (!any(~definite)) return spin;
    const Pack ridge = (inertia.xx + inertia.yy + inertia.zz) * inertia_margin;
    const PackSym regular{inertia.xx + ridge, inertia.yy + ridge, inertia.zz + ridge,
                          inertia.yz,         inertia.xz,         inertia.xy};
    Mask usable;
    const PackVec weak = solve(regular, angular, Real(0), usable);
    const PackVec zero{pack(0), pack(0), pack(0)};
    return select(definite, spin, select(usable, weak, zero));
}

/// Inertia tensor from the second moments Σ m y yᵀ.
PLIANT_INLINE PackSym inertia_of(const PackMat& moment) {
    return {moment.c[1].y + moment.c[2].z,
            moment.c[0].x + moment.c[2].z,
            moment.c[0].x + moment.c[1].y,
            -moment.c[1].z,
            -moment.c[0].z,
            -moment.c[0].y};
}

/// a bᵀ
PLIANT_INLINE PackMat outer(const PackVec& a, const PackVec& b) { return {{a * b.x, a * b.y, a * b.z}}; }
PLIANT_INLINE PackMat minus(const PackMat& a, const PackMat& b) {
    return {{a.c[0] - b.c[0], a.c[1] - b.c[1], a.c[2] - b.c[2]}};
}

/// The centre, rotation and second moments of a block, kept for the strain limit: what the step conserves is measured
/// with the positions before it.
PLIANT_INLINE void keep_inertia(MatchScratch& scratch, std::size_t c, const PackSym& inertia, const PackVec& center) {
    const Pack kept[9] = {inertia.xx, inertia.yy, inertia.zz, inertia.yz, inertia.xz,
                          inertia.xy, center.x,   center.y,   center.z};
    for (std::size_t k = 0; k < 9; ++k) store_pack(scratch.before.column(k) + c, kept[k]);
}

/// v̂ = v̄ + ω × (x − x̄) as an offset and a spin, so that a particle adds up spins and crosses once.
PLIANT_INLINE void store_motions(const SoftBodies& soft, MatchScratch& scratch, std::size_t c, std::size_t count,
                                 const PackVec& mean, const PackVec& spin, const PackVec& center) {
    for (std::size_t l = 0; l < count; ++l) {
        const Quad turning = soft.mode[c + l].rigid_damping ? lane_of(spin, l) : Quad{};
        store_quad(scratch.motions[c + l].offset, lane_of(mean, l) - cross(turning, lane_of(center, l)));
        store_quad(scratch.motions[c + l].spin, turning);
    }
}

template <DampingWork Damping, bool Moments>
void match_block(SoftBodies& soft, MatchScratch& scratch, const StepInput& input, std::size_t c, std::size_t count) {
    LaneBuffer first[3]{}, column[3][3]{}, velocity[3]{}, moment[3][3]{}, momentum[3][3]{};
    for (std::size_t l = 0; l < count; ++l) {
        const std::uint32_t begin = soft.by_cluster.rows[c + l], end = soft.by_cluster.rows[c + l + 1];
        const Quad center{soft.center.at(c + l, 0), soft.center.at(c + l, 1), soft.center.at(c + l, 2), Real(0)};
        const Quad mean{soft.center.at(c + l, 3), soft.center.at(c + l, 4), soft.center.at(c + l, 5), Real(0)};
        const FitSums s =
            sum_members<Damping, Moments>(soft.particles.data(), soft.by_cluster.index.data() + begin,
                                          soft.by_cluster.members.data() + begin, end - begin, center, mean);
        put(first, l, s.first);
        for (std::size_t j = 0; j < 3; ++j) put(column[j], l, s.column[j]);
        if constexpr (Damping != DampingWork::none) put(velocity, l, s.velocity);
        for (std::size_t j = 0; Moments && j < 3; ++j) put(moment[j], l, s.moment[j]);
        for (std::size_t j = 0; Damping == DampingWork::rigid && j < 3; ++j) put(momentum[j], l, s.momentum[j]);
    }
    const PackVec offset = to_pack(first);
    const PackVec center = load_vec(soft.center, 0, c) + offset;
    // Σ wm p = 0, so A_xr needs no correction for the shifted centre.
    const PackMat a{{to_pack(column[0]), to_pack(column[1]), to_pack(column[2])}};
    store_frames(soft, scratch, c, count, match_rotation(soft, c, a, input.any_deformation_rotation), center);

    PackVec mean = load_vec(soft.center, 3, c);
    PackSym inertia{};
    if constexpr (Moments) {
        inertia =
            inertia_of(minus({{to_pack(moment[0]), to_pack(moment[1]), to_pack(moment[2])}}, outer(offset, offset)));
        keep_inertia(scratch, c, inertia, center);
    }
    if constexpr (Damping != DampingWork::none) {
        const PackVec mean_offset = to_pack(velocity);
        mean = mean + mean_offset;
        PackVec spin{pack(0), pack(0), pack(0)};
        if constexpr (Damping == DampingWork::rigid) {
            // Columns j of `momentum` hold Σ wm y_j v: L_x = Σ y_1 v_2 − y_2 v_1, and so on.
            const PackMat yv =
                minus({{to_pack(momentum[0]), to_pack(momentum[1]), to_pack(momentum[2])}}, outer(mean_offset, offset));
            spin = solve_spin(inertia, axial(yv));
        }
        store_motions(soft, scratch, c, count, mean, spin, center);
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

/// Goal of the cluster for a member minus x: R Fᵖ p + (x̄ − x), the difference form that does not drift.
PLIANT_INLINE Quad pull_of(const ClusterFrame& frame, Quad p, Quad to_center) {
    Quad d = fma(load_quad(frame.column[0]), broadcast<0>(p), to_center);
    d = fma(load_quad(frame.column[1]), broadcast<1>(p), d);
    return fma(load_quad(frame.column[2]), broadcast<2>(p), d);
}

template <bool Damped>
std::size_t advance_range(SoftBodies& soft, const MatchScratch& scratch, const StepInput& input, std::size_t begin,
                          std::size_t end) {
    const Quad dt = quad(input.dt);
    const Quad gravity = dt * load_quad(input.gravity.value);
    const Memberships& rows = soft.by_particle;
    const std::uint32_t last = rows.rows[end];
    std::size_t limited = 0;
    for (std::size_t i = begin; i < end; ++i) {
        Particle& particle = soft.particles[i];
        const Quad x = load_quad(particle.position), v = load_quad(particle.velocity);
        Quad change = gravity, spin{}, total_drag{};
        if (input.acceleration) change = fma(dt, load_quad(input.acceleration[i].value), change);
        for (std::uint32_t k = rows.rows[i]; k < rows.rows[i + 1]; ++k) {
            __builtin_prefetch(&scratch.frames[rows.index[k + prefetch_ahead < last ? k + prefetch_ahead : k]]);
            const std::uint32_t c = rows.index[k];
            const ClusterFrame& frame = scratch.frames[c];
            const Quad p = load_quad(rows.members[k].vector);
            const Quad to_center = load_quad(frame.center) - x;
            const Quad d = pull_of(frame, p, to_center);
            change = fma(quad(rows.members[k].weight * frame.column[0][3]), d, change);
            if constexpr (Damped) {
                const ClusterMotion& motion = scratch.motions[c];
                const Quad drag = quad(rows.members[k].weight * frame.column[1][3]);
                change = fma(drag, load_quad(motion.offset), change);
                spin = fma(drag, load_quad(motion.spin), spin);
                total_drag += drag;
            }
        }
        if constexpr (Damped) change += cross(spin, x) - total_drag * v;
        Quad next = without_w(v + change);
        const Real speed2 = dot3(next, next);
        if (!(speed2 <= input.speed_limit * input.speed_limit)) [[unlikely]] {
            next = speed2 > Real(0) && speed2 < infinity ? next * quad(input.speed_limit / sqrt(speed2)) : Quad{};
            ++limited;
        }
        store_quad(particle.velocity, next);
        store_quad(particle.position, fma(dt, next, x));
    }
    return limited;
}

std::size_t advance(SoftBodies& soft, const MatchScratch& scratch, const StepInput& input, std::size_t begin,
                    std::size_t end) {
    return input.damping == DampingWork::none ? advance_range<false>(soft, scratch, input, begin, end)
                                              : advance_range<true>(soft, scratch, input, begin, end);
}

/// w m times (goal − x) of a cluster member, from the by-cluster row that stores w m p.
PLIANT_INLINE Quad weighted_pull(const ClusterFrame& frame, Quad wp, Quad x) {
    return pull_of(frame, wp, broadcast<3>(wp) * (load_quad(frame.center) - x));
}

/// s d with s = max(0, 1 − γ W_c/‖d‖) (Bargteil and Jones 2014); zero inside the limit.
PLIANT_INLINE Quad vote_of(Quad pull, Real limit) {
    const Real length2 = dot3(pull, pull);
    if (length2 <= limit * limit) return Quad{};
    return pull * quad(Real(1) - limit / sqrt(length2));
}

/// The votes of one cluster: their sum, and their moment about the centre before the step.
struct Votes {
    Quad sum{};
    Quad torque{};
    bool any = false;
};

PLIANT_INLINE Votes sum_votes(const SoftBodies& soft, const ClusterFrame& frame, std::size_t c, Quad before, Quad dt) {
    const Real limit = frame.column[2][3];
    Votes votes;
    for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) {
        const Quad wp = load_quad(soft.by_cluster.members[k].vector);
        const Particle& particle = soft.particles[soft.by_cluster.index[k]];
        const Quad x = load_quad(particle.position);
        const Quad pull = weighted_pull(frame, wp, x);
        const Real length2 = dot3(pull, pull), bound = limit * wp[3];
        if (length2 > bound * bound) {
            const Quad vote = pull * quad(Real(1) - bound / sqrt(length2));
            votes.sum += vote;
            votes.torque += cross(x - dt * load_quad(particle.velocity) - before, vote);
            votes.any = true;
        }
    }
    return votes;
}

/// The votes of a cluster move its centre and turn it; both are taken off, so that the limit conserves linear and
/// angular momentum. Symplectic Euler conserves Σ m x_before × v, hence the arms and the inertia before the step; about
/// that centre Σ wm q = 0, so the mean vote has no moment and the two do not mix.
PLIANT_INLINE void make_votes_momentum_free(const SoftBodies& soft, MatchScratch& scratch, std::size_t c,
                                            std::size_t count, const Votes* votes) {
    LaneBuffer torque[3]{};
    for (std::size_t l = 0; l < count; ++l) put(torque, l, votes[l].torque);
    const PackVec d = load_vec(scratch.before, 0, c), o = load_vec(scratch.before, 3, c);
    const PackVec spin = solve_spin({d.x, d.y, d.z, o.x, o.y, o.z}, to_pack(torque));
    const PackVec center = load_vec(scratch.before, 6, c);
    for (std::size_t l = 0; l < count; ++l) {
        const Quad turn = lane_of(spin, l);
        Quad shift = without_w(votes[l].sum) - cross(turn, lane_of(center, l));
        shift[3] = soft.response.at(c + l, 3);
        store_quad(scratch.limits[c + l].shift, shift);
        store_quad(scratch.limits[c + l].spin, turn);
    }
}

bool limit_block(SoftBodies& soft, MatchScratch& scratch, const StepInput& input, int sweep, std::size_t c,
                 std::size_t count) {
    LaneBuffer first[3]{}, column[3][3]{};
    bool any_sweeps = false;
    for (std::size_t l = 0; l < count; ++l) {
        scratch.limiting[c + l] = 0;
        if (soft.mode[c + l].strain_sweeps <= sweep) continue;
        any_sweeps = true;
        const std::uint32_t begin = soft.by_cluster.rows[c + l], end = soft.by_cluster.rows[c + l + 1];
        const Quad center{soft.center.at(c + l, 0), soft.center.at(c + l, 1), soft.center.at(c + l, 2), Real(0)};
        const FitSums s =
            sum_members<DampingWork::none, false>(soft.particles.data(), soft.by_cluster.index.data() + begin,
                                                  soft.by_cluster.members.data() + begin, end - begin, center, Quad{});
        put(first, l, s.first);
        for (std::size_t j = 0; j < 3; ++j) put(column[j], l, s.column[j]);
    }
    if (!any_sweeps) return false;
    const PackVec center = load_vec(soft.center, 0, c) + to_pack(first);
    const PackMat a{{to_pack(column[0]), to_pack(column[1]), to_pack(column[2])}};
    store_frames(soft, scratch, c, count, match_rotation(soft, c, a, input.any_deformation_rotation), center);
    Votes votes[lanes];
    bool any_limiting = false;
    for (std::size_t l = 0; l < count; ++l) {
        if (soft.mode[c + l].strain_sweeps <= sweep) continue;
        const Quad before{scratch.before.at(c + l, 6), scratch.before.at(c + l, 7), scratch.before.at(c + l, 8),
                          Real(0)};
        votes[l] = sum_votes(soft, scratch.frames[c + l], c + l, before, quad(input.dt));
        scratch.limiting[c + l] = votes[l].any;
        any_limiting |= votes[l].any;
    }
    if (any_limiting) make_votes_momentum_free(soft, scratch, c, count, votes);
    return any_limiting;
}

bool limit_clusters(SoftBodies& soft, MatchScratch& scratch, const StepInput& input, int sweep, std::size_t begin,
                    std::size_t end) {
    bool any_limiting = false;
    for (std::size_t c = begin; c < end; c += lanes)
        any_limiting |= limit_block(soft, scratch, input, sweep, c, end - c < lanes ? end - c : lanes);
    return any_limiting;
}

void limit_particles(SoftBodies& soft, const MatchScratch& scratch, const StepInput& input, std::size_t begin,
                     std::size_t end) {
    const Memberships& rows = soft.by_particle;
    const Quad dt = quad(input.dt), rate = quad(Real(1) / input.dt);
    for (std::size_t i = begin; i < end; ++i) {
        Particle& particle = soft.particles[i];
        const Quad x = load_quad(particle.position), v = load_quad(particle.velocity);
        Quad move{}, spin{};
        bool moved = false;
        for (std::uint32_t k = rows.rows[i]; k < rows.rows[i + 1]; ++k) {
            const std::uint32_t c = rows.index[k];
            if (!scratch.limiting[c]) continue;
            moved = true;
            const ClusterFrame& frame = scratch.frames[c];
            const ClusterLimit& limit = scratch.limits[c];
            const Quad share = quad(rows.members[k].weight * limit.shift[3]);
            const Quad pull = pull_of(frame, load_quad(rows.members[k].vector), load_quad(frame.center) - x);
            move = fma(share, vote_of(pull, frame.column[2][3]) - load_quad(limit.shift), move);
            spin = fma(share, load_quad(limit.spin), spin);
        }
        if (!moved) continue;
        move = without_w(move - cross(spin, x - dt * v));
        store_quad(particle.position, x + move);
        store_quad(particle.velocity, fma(rate, move, v));
    }
}

void rotate(const Columns<9>& matrices, const Columns<4>& warm, Columns<4>& rotations, std::size_t begin,
            std::size_t end) {
    for (std::size_t c = begin; c < end; c += lanes)
        store_quaternion(rotations, c, nearest_rotation(load_mat(matrices, c), load_quaternion(warm, c)));
}

}  // namespace

extern const Kernels kernels;
const Kernels kernels{PLIANT_ISA_TEXT, match, advance, limit_clusters, limit_particles, rotate};

}  // namespace pliant::PLIANT_ISA
