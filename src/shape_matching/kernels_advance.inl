// The first loop over particles: blend what the clusters want, and integrate. Part of kernels.inl.

namespace pliant::PLIANT_ISA {
namespace {

/// Goal of the cluster for a member minus x: R Fᵖ p + (x̄ − x), the difference form that does not drift.
PLIANT_INLINE Quad pull_of(const ClusterFrame& frame, Quad p, Quad x) {
    return goal_from(load_quad(frame.column[0]), load_quad(frame.column[1]), load_quad(frame.column[2]),
                     broadcast<0>(p), broadcast<1>(p), broadcast<2>(p), load_quad(frame.center) - x);
}

/// Slows a velocity to the limit and stops an unreal one; true when it had to.
PLIANT_INLINE bool limit_speed(Quad& v, Real limit) {
    Real factor;
    if (!is_too_fast(dot3(v, v), limit, factor)) [[likely]]
        return false;
    v = factor > Real(0) ? v * quad(factor) : Quad{};
    return true;
}

template <bool Damped, bool Prefetch>
Limited advance_range(SoftBodies& soft, const MatchScratch& scratch, const StepInput& input, std::size_t begin,
                      std::size_t end) {
    const Quad dt = quad(input.dt);
    const Quad gravity = dt * load_quad(input.gravity.value);
    const ClusterFrame* frames = scratch.frames.data();
    const std::uint32_t *index = soft.by_particle.index.data(), *rows = soft.by_particle.rows.data();
    const Member* members = soft.by_particle.members.data();
    std::size_t k = rows[begin];
    Limited limited;
    for (std::size_t i = begin; i < end; ++i) {
        Particle& particle = soft.particles[i];
        const Quad x = load_quad(particle.position), v = load_quad(particle.velocity);
        Quad change = gravity, drag{}, spin{};
        if (input.acceleration) change = fma(dt, load_quad(input.acceleration[i].value), change);
        for (const std::size_t row_end = rows[i + 1]; k < row_end; ++k) {
            if constexpr (Prefetch) {
                const ClusterFrame& ahead = frames[index[k + prefetch_ahead]];
                __builtin_prefetch(&ahead.column);
                __builtin_prefetch(&ahead.spin);
            }
            const ClusterFrame& frame = frames[index[k]];
            const Quad p = load_quad(members[k].vector);
            const Quad weight = broadcast<3>(p);
            change = fma(weight * quad(frame.column[0][3]), pull_of(frame, p, x), change);
            if constexpr (Damped) {
                drag = fma(weight, load_quad(frame.drift), drag);
                spin = fma(weight, load_quad(frame.spin), spin);
            }
        }
        if constexpr (Damped) change += damping_change(drag, broadcast<3>(drag), v, cross(spin, x));
        if (input.pieces) {
            const PieceMotion& piece = input.pieces[soft.fragment[i]];
            const Quad share = quad(soft.drag[i]);
            change += share * without_w(load_quad(piece.drift) - v + cross(load_quad(piece.spin), x));
        }
        Quad next = without_w(v + change);
        if (limit_speed(next, input.speed_limit)) [[unlikely]] {
            if (limited.count++ == 0) limited.first = static_cast<std::uint32_t>(i);
        }
        store_quad(particle.velocity, next);
        store_quad(particle.position, fma(dt, next, x));
    }
    return limited;
}

/// The end of the particles of [begin, end) whose loop over these rows may look ahead.
std::size_t prefetch_end(const SoftBodies& soft, const std::vector<std::uint32_t>& rows, std::size_t begin,
                         std::size_t end) {
    if (!large(soft)) return begin;
    while (end > begin && !in_reach(rows[end], rows.back())) --end;
    return end;
}

template <bool Damped>
Limited advance_all(SoftBodies& soft, const MatchScratch& scratch, const StepInput& input, std::size_t begin,
                    std::size_t end) {
    const std::size_t middle = prefetch_end(soft, soft.by_particle.rows, begin, end);
    const Limited ahead = advance_range<Damped, true>(soft, scratch, input, begin, middle);
    const Limited rest = advance_range<Damped, false>(soft, scratch, input, middle, end);
    return {ahead.count + rest.count, ahead.count > 0 ? ahead.first : rest.first};
}

Limited advance(SoftBodies& soft, const MatchScratch& scratch, const StepInput& input, std::size_t begin,
                std::size_t end) {
    return input.damping == DampingWork::none ? advance_all<false>(soft, scratch, input, begin, end)
                                              : advance_all<true>(soft, scratch, input, begin, end);
}

}  // namespace
}  // namespace pliant::PLIANT_ISA
