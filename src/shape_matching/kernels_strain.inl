// Strain limiting (Bargteil and Jones 2014; docs/methods.md section 2): a loop over clusters that votes, and one over
// particles that follows the votes. Part of kernels.inl.
//
// A member further than γ W_c from its goal is asked to move by s d, d = goal − x, s = 1 − γ W_c/‖d‖. The cluster keeps
// each vote (MatchScratch::votes), so that the loop over particles only reads: the square root and the division are
// done once, and both loops see the very same numbers.

namespace pliant::PLIANT_ISA {
namespace {

/// What a cluster measures its members against, ready for Packs.
struct Goals {
    Pack column[3];
    Pack center;
    Pack limit;  // γ W_c

    PLIANT_INLINE explicit Goals(const ClusterFrame& frame)
        : column{pack_of(load_quad(frame.column[0])), pack_of(load_quad(frame.column[1])),
                 pack_of(load_quad(frame.column[2]))},
          center(pack_of(load_quad(frame.center))),
          limit(pack(frame.column[1][3])) {}

    /// w m (goal − x).
    PLIANT_INLINE Pack pull(Pack wp, Pack x) const {
        return goal_from(column[0], column[1], column[2], broadcast<0>(wp), broadcast<1>(wp), broadcast<2>(wp),
                         broadcast<3>(wp) * (center - x));
    }
};

/// Is any member of the cluster beyond its limit? Cheaper than voting, and most clusters are quiet most of the time.
PLIANT_INLINE bool beyond_limit(const SoftBodies& soft, std::size_t c, const Goals& goals) {
    Mask beyond{};
    visit_members<false>(
        soft, c, [&](const Members& m) __attribute__((always_inline)) {
            const Pack pull = goals.pull(m.wp, m.position());
            const Pack bound = goals.limit * broadcast<3>(m.wp);
            beyond |= length_squared(pull) > bound * bound;
        });
    return any(beyond);
}

/// The votes of one cluster: their sum, and their moment about the centre before the step.
struct Votes {
    Quad sum{};
    Quad torque{};
    bool any = false;
};

/// Adds up votes, and writes each times w m / Σ w m.
struct VoteSums {
    const Goals& goals;
    Pack center;  // before the step
    Pack back;    // −dt
    Pack sum{};
    Pack turn[2]{};
    Mask moved{};

    /// The votes of as many members as there are lanes: one square root and one division for all of them.
    PLIANT_INLINE void add(const Members (&m)[4], Pack (&record)[4]) {
        Pack pull[4];
        for (std::size_t j = 0; j < 4; ++j) pull[j] = with_w(goals.pull(m[j].wp, m[j].position()), m[j].wp);
        Pack x, y, z, share;
        transpose_quads(pull, x, y, z, share);
        const Pack ratio = share_left(goals.limit * share, x, y, z);
        const Pack kept[4] = {broadcast<0>(ratio), broadcast<1>(ratio), broadcast<2>(ratio), broadcast<3>(ratio)};
        for (std::size_t j = 0; j < 4; ++j) {
            const Pack vote = vote_of(pull[j], kept[j]);
            const Pack arm = fma(back, m[j].velocity(), m[j].position()) - center;
            sum += vote;
            turn[0] = fma(arm, rotate_xyz(vote), turn[0]);
            turn[1] = fma(rotate_xyz(arm), vote, turn[1]);
            moved |= Mask(vote);
            record[j] = with_w(vote, m[j].wp);
        }
    }
    PLIANT_INLINE Votes total() const {
        return {sum_of_quads(sum), rotate_xyz(sum_of_quads(turn[0] - turn[1])), any(Mask(with_w(Pack(moved), Pack{})))};
    }
};

PLIANT_INLINE Votes vote(const SoftBodies& soft, MatchScratch& scratch, std::size_t c, const Goals& goals, Quad before,
                         Real dt) {
    VoteSums sums{goals, pack_of(before), pack(-dt)};
    const ClusterRows rows(soft);
    Vector4* votes = scratch.votes.data();
    const std::size_t end = soft.by_cluster.rows[c + 1];
    std::size_t k = soft.by_cluster.rows[c];
    Pack record[4];
    for (; k + lanes <= end; k += lanes) {
        sums.add({rows.at(k), rows.at(k + quads), rows.at(k + 2 * quads), rows.at(k + 3 * quads)}, record);
        for (std::size_t j = 0; j < 4; ++j) store_pack(votes[k + j * quads].value, record[j]);
    }
    if (k < end) {
        sums.add({rows.at_most(k, end), rows.at_most(k + quads, end), rows.at_most(k + 2 * quads, end),
                  rows.at_most(k + 3 * quads, end)},
                 record);
        Quad quad[2];
        for (std::size_t j = 0; k < end; ++j) {
            quad[0] = first_of_quads(record[j]);
            quad[1] = last_of_quads(record[j]);
            for (std::size_t q = 0; q < quads && k < end; ++q, ++k) store_quad(votes[k].value, quad[q]);
        }
    }
    return sums.total();
}

/// A cluster that does not limit has no votes. Its rows are cleared once, when it comes to rest.
PLIANT_INLINE void clear_votes(const SoftBodies& soft, MatchScratch& scratch, std::size_t c) {
    if (!scratch.limiting[c]) return;
    scratch.limiting[c] = 0;
    scratch.limits[c] = {};
    for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) scratch.votes[k] = {};
}

/// The votes of a block; true when there are any. A cluster that limited the last time votes without asking first.
PLIANT_INLINE bool vote_block(const SoftBodies& soft, MatchScratch& scratch, const StepInput& input, int sweep,
                              std::size_t c, std::size_t count, Rows& sum, Rows& torque) {
    bool any_limiting = false;
    for (std::size_t l = 0; l < count; ++l) {
        const Goals goals(scratch.frames[c + l]);
        const bool active = soft.mode[c + l].strain_sweeps > sweep;
        Votes votes;
        if (active && (scratch.limiting[c + l] || beyond_limit(soft, c + l, goals))) {
            const Columns<10>& before = scratch.before;
            const Quad center{before.at(c + l, 6), before.at(c + l, 7), before.at(c + l, 8), Real(0)};
            votes = vote(soft, scratch, c + l, goals, center, input.dt);
            scratch.limiting[c + l] = 1;
        }
        if (!votes.any) clear_votes(soft, scratch, c + l);
        sum.row[l] = votes.sum;
        torque.row[l] = votes.torque;
        any_limiting |= votes.any;
    }
    return any_limiting;
}

/// The votes of a cluster move its centre and turn it; both are taken off, so that the limit conserves linear and
/// angular momentum. Symplectic Euler conserves Σ m x_before × v, hence the arms and the inertia before the step; about
/// that centre Σ wm q = 0, so the mean vote has no moment and the two do not mix.
PLIANT_INLINE void store_limits(const SoftBodies& soft, MatchScratch& scratch, std::size_t c, std::size_t count,
                                const Rows& sum, const Rows& torque) {
    const PackVec d = load_vec(scratch.before, 0, c), o = load_vec(scratch.before, 3, c);
    const PackVec spin =
        solve_spin({d.x, d.y, d.z, o.x, o.y, o.z}, torque.columns(), load_pack(scratch.before.column(9) + c));
    const PackVec shift = sum.columns() - cross(spin, load_vec(scratch.before, 6, c));
    Pack mass{};
    Mask limiting{};
    for (std::size_t l = 0; l < count; ++l) {
        mass[l] = static_cast<Real>(soft.cluster_mass[c + l]);
        limiting[l] = scratch.limiting[c + l] ? -1 : 0;
    }
    const Pack strength = mass * load_pack(soft.response.column(3) + c);
    const PackVec zero{pack(0), pack(0), pack(0)};
    store_rows(scratch.limits.data() + c, &ClusterLimit::shift, select(limiting, shift * strength, zero),
               select(limiting, strength, pack(0)));
    store_rows(scratch.limits.data() + c, &ClusterLimit::spin, select(limiting, spin * strength, zero), pack(0));
}

bool limit_block(SoftBodies& soft, MatchScratch& scratch, const StepInput& input, int sweep, std::size_t c,
                 std::size_t count) {
    bool any_active = false;
    for (std::size_t l = 0; l < count; ++l) {
        any_active |= soft.mode[c + l].strain_sweeps > sweep;
        if (soft.mode[c + l].strain_sweeps <= sweep) clear_votes(soft, scratch, c + l);
    }
    if (!any_active) return false;
    FitRows rows;
    sum_block<DampingWork::none, false>(soft, c, count, rows);
    const PackVec center = load_vec(soft.center, 0, c) + rows.first.columns();
    const PackMat a{{rows.column[0].columns(), rows.column[1].columns(), rows.column[2].columns()}};
    // The state's rotation stays that of the step's fit: how often a body is swept must not change its next one.
    store_frames(soft, scratch, c, match_rotation(soft, c, a, input.any_deformation_rotation, scratch.swept), center,
                 pack(0));
    Rows sum, torque;
    if (!vote_block(soft, scratch, input, sweep, c, count, sum, torque)) return false;
    store_limits(soft, scratch, c, count, sum, torque);
    return true;
}

bool limit_clusters(SoftBodies& soft, MatchScratch& scratch, const StepInput& input, int sweep, std::size_t begin,
                    std::size_t end) {
    bool any_limiting = false;
    for (std::size_t c = begin; c < end; c += lanes)
        any_limiting |= limit_block(soft, scratch, input, sweep, c, end - c < lanes ? end - c : lanes);
    return any_limiting;
}

/// The share of the way back to its predicted position that a particle goes in a sweep: 1 / (1 + α_L) of its body
/// where the limit is a spring, which is what its clusters' strengths are of α_L.
PLIANT_INLINE Real share_back(const SoftBodies& soft, std::size_t cluster, Real dt) {
    const Real spring = soft.response.at(cluster, 4) * dt * dt;
    return spring > Real(0) ? soft.response.at(cluster, 3) / spring : Real(0);
}

/// x += ω Σ_c w_ic (vote_ic − shift_c − spin_c × x_before) − share (x − predicted), and the velocity that belongs to
/// it. The clusters' records carry w m ω, so the sum is divided by the mass once.
template <bool Prefetch>
void follow_votes(SoftBodies& soft, MatchScratch& scratch, const StepInput& input, int sweep, std::size_t begin,
                  std::size_t end) {
    const std::uint32_t *cluster = soft.finest.cluster.data(), *twin = soft.finest.twin.data();
    const Vector4* votes = scratch.votes.data();
    const ClusterLimit* limits = scratch.limits.data();
    const Quad back = quad(-input.dt), rate = quad(Real(1) / input.dt);
    for (std::size_t i = begin; i < end; ++i) {
        const std::size_t home = cluster[soft.finest.rows[i]];
        if (soft.mode[home].strain_sweeps <= sweep) continue;
        Quad move{}, shift{}, spin{};
        for (std::size_t k = soft.finest.rows[i], row_end = soft.finest.rows[i + 1]; k < row_end; ++k) {
            if constexpr (Prefetch) __builtin_prefetch(&votes[twin[k + stream_ahead]]);
            const Quad vote = load_quad(votes[twin[k]].value);
            const ClusterLimit& limit = limits[cluster[k]];
            const Quad share = broadcast<3>(vote), offset = load_quad(limit.shift);
            move = fma(broadcast<3>(offset), vote, move);
            shift = fma(share, offset, shift);
            spin = fma(share, load_quad(limit.spin), spin);
        }
        Particle& particle = soft.particles[i];
        const Quad x = load_quad(particle.position), v = load_quad(particle.velocity);
        const Quad sum = without_w(move - shift - cross(spin, fma(back, v, x)));
        move = sum * quad(Real(1) / soft.mass[i]);
        Vector4& predicted = scratch.predicted[i];
        if (sweep == 0) {
            Quad start = v;
            start[3] = share_back(soft, home, input.dt);
            store_quad(predicted.value, start);
        } else {
            const Quad start = load_quad(predicted.value);
            // By the velocity, which has moved likewise: rounded positions would make momentum drift.
            move += broadcast<3>(start) * back * without_w(v - start);
        }
        store_quad(particle.position, x + move);
        store_quad(particle.velocity, fma(rate, move, v));
    }
}

void limit_particles(SoftBodies& soft, MatchScratch& scratch, const StepInput& input, int sweep, std::size_t begin,
                     std::size_t end) {
    const std::size_t middle = prefetch_end(soft, soft.finest.rows, begin, end);
    follow_votes<true>(soft, scratch, input, sweep, begin, middle);
    follow_votes<false>(soft, scratch, input, sweep, middle, end);
}

}  // namespace
}  // namespace pliant::PLIANT_ISA
