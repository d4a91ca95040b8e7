// Walking through the members of a cluster, and the sums of its fit. Part of kernels.inl.

namespace pliant::PLIANT_ISA {
namespace {

static_assert(cluster_block % lanes == 0 && column_padding % lanes == 0);

/// How many memberships ahead memory is asked for: the records gathered, and the rows themselves, whose streams the
/// machine loses at every page. It pays from this many particles on: smaller bodies stay in the second-level cache.
inline constexpr std::uint32_t prefetch_ahead = 40;
inline constexpr std::uint32_t stream_ahead = 64;
inline constexpr std::size_t prefetch_threshold = 16384;

PLIANT_INLINE bool large(const SoftBodies& soft) { return soft.particle_count() >= prefetch_threshold; }
/// May a loop over [.., end) of so many memberships look ahead?
PLIANT_INLINE bool in_reach(std::size_t end, std::size_t count) { return end + stream_ahead + lanes <= count; }

/// Members of a cluster, as many as a Pack holds Quads: side by side.
struct Members {
    const Particle& first;
    const Particle& second;  // the first again where there is none
    Pack wp;                 // w m p and w m over Σ w m; zero for a second one that is not there

    PLIANT_INLINE Pack position() const { return load_quads(first.position, second.position); }
    PLIANT_INLINE Pack velocity() const { return load_quads(first.velocity, second.velocity); }
};

/// The rows of by_cluster, ready for the loops.
struct ClusterRows {
    const Particle* particles;
    const std::uint32_t* index;
    const Member* members;

    PLIANT_INLINE explicit ClusterRows(const SoftBodies& soft)
        : particles(soft.particles.data()),
          index(soft.by_cluster.index.data()),
          members(soft.by_cluster.members.data()) {}

    PLIANT_INLINE Members at(std::size_t k) const {
        return {particles[index[k]], particles[index[k + quads - 1]], load_pack(members[k].vector)};
    }
    /// The same before the row's end, where the second may not be there, or none of them.
    PLIANT_INLINE Members at_most(std::size_t k, std::size_t end) const {
        if (k + quads <= end) return at(k);
        const Particle& last = particles[index[end - 1]];
        return {last, last, k < end ? first_quad(load_quad(members[k].vector)) : Pack{}};
    }
    PLIANT_INLINE void prefetch(std::size_t k) const {
        __builtin_prefetch(&members[k + stream_ahead]);
        for (std::size_t j = 0; j < quads; ++j) __builtin_prefetch(&particles[index[k + prefetch_ahead + j]]);
    }
};

template <bool Prefetch, class Visit>
PLIANT_INLINE void visit_members(const SoftBodies& soft, std::size_t c, const Visit& visit) {
    const ClusterRows rows(soft);
    const std::size_t end = soft.by_cluster.rows[c + 1];
    std::size_t k = soft.by_cluster.rows[c];
    for (; k + quads <= end; k += quads) {
        if constexpr (Prefetch) rows.prefetch(k);
        visit(rows.at(k));
    }
    if (k < end) visit(rows.at_most(k, end));
}

/// The sums of one cluster relative to its last centre c and velocity u: y = x − c. wm stands for w_ic m_i / Σ w m, so
/// that no number depends on the body's mass and the first sum is the centre itself.
struct FitSums {
    Pack first{};      // Σ wm y
    Pack column[3]{};  // Σ wm p_j y: the columns of A_xr
    Pack velocity{};   // Σ wm (v − u)
    Pack square{};     // Σ wm (y_0², y_1², y_2²)
    Pack mixed{};      // Σ wm (y_1 y_0, y_2 y_1, y_0 y_2)
    Pack turn[2]{};    // Σ wm y × (v − u) is rotate_xyz(turn[0] − turn[1])
};

template <DampingWork Damping, bool Moments, bool Prefetch>
PLIANT_INLINE FitSums sum_members(const SoftBodies& soft, std::size_t c, Quad center, Quad mean_velocity) {
    const Pack origin = pack_of(center), drift = pack_of(mean_velocity);
    FitSums s;
    visit_members<Prefetch>(
        soft, c, [&](const Members& m) __attribute__((always_inline)) {
            const Pack y = m.position() - origin;
            const Pack wy = broadcast<3>(m.wp) * y;
            s.first += wy;
            s.column[0] = fma(broadcast<0>(m.wp), y, s.column[0]);
            s.column[1] = fma(broadcast<1>(m.wp), y, s.column[1]);
            s.column[2] = fma(broadcast<2>(m.wp), y, s.column[2]);
            const Pack wy_turned = rotate_xyz(wy);
            if constexpr (Moments) {
                s.square = fma(wy, y, s.square);
                s.mixed = fma(wy_turned, y, s.mixed);
            }
            if constexpr (Damping != DampingWork::none) {
                const Pack v = m.velocity() - drift;
                s.velocity = fma(broadcast<3>(m.wp), v, s.velocity);
                if constexpr (Damping == DampingWork::rigid) {
                    s.turn[0] = fma(wy, rotate_xyz(v), s.turn[0]);
                    s.turn[1] = fma(wy_turned, v, s.turn[1]);
                }
            }
        });
    return s;
}

/// One vector of each cluster of a block.
struct Rows {
    Quad row[lanes]{};

    PLIANT_INLINE PackVec columns() const {
        PackVec v;
        to_columns(row, v.x, v.y, v.z);
        return v;
    }
};

}  // namespace
}  // namespace pliant::PLIANT_ISA
