#include "contacts/rolling.hpp"

#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "particles/vectors.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <tuple>

namespace pliant {
namespace {

/// Each pair once, in a fixed order.
void join_loads(std::vector<PieceLoad>& loads) {
    for (std::uint32_t k = 0; k < loads.size(); ++k) loads[k].order = k;
    std::sort(loads.begin(), loads.end(), [](const PieceLoad& a, const PieceLoad& b) {
        return std::tie(a.piece, a.other, a.order) < std::tie(b.piece, b.other, b.order);
    });
    std::size_t kept = 0;
    for (std::size_t k = 0; k < loads.size(); ++k) {
        if (kept > 0 && loads[kept - 1].piece == loads[k].piece && loads[kept - 1].other == loads[k].other)
            loads[kept - 1].impulse += loads[k].impulse;
        else
            loads[kept++] = loads[k];
    }
    loads.resize(kept);
}

/// The radius of a ball with this moment of inertia.
double radius_of(const RigidPiece& piece) { return std::sqrt(2.5 * piece.inertia.trace() / 3 / piece.weight); }

/// One relaxation: the couple that stops the relative spin, within what the load bears.
void relax(PieceLoad& load, double coefficient, RollingScratch& scratch) {
    const RigidPiece& a = scratch.pieces[load.piece];
    const bool pair = load.other != PieceLoad::world;
    Vec3 spin = a.spin + scratch.turns[load.piece];
    Mat3 mobility = a.inverse_inertia;
    double radius = a.weight > 0 ? radius_of(a) : 0;
    if (pair) {
        const RigidPiece& b = scratch.pieces[load.other];
        spin -= b.spin + scratch.turns[load.other];
        mobility += b.inverse_inertia;
        if (b.weight > 0 && (a.weight == 0 || b.weight < a.weight)) radius = radius_of(b);
    }
    const double freedom = spin.dot(mobility * spin);
    if (!(freedom > 0)) return;
    Vec3 couple = load.couple - spin * (spin.squaredNorm() / freedom);
    const double most = coefficient * radius * load.impulse, size = couple.norm();
    if (size > most) couple *= most / size;
    const Vec3 change = couple - load.couple;
    load.couple = couple;
    scratch.turns[load.piece] += a.inverse_inertia * change;
    if (pair) scratch.turns[load.other] -= scratch.pieces[load.other].inverse_inertia * change;
}

}  // namespace

void add_loads(const SoftBodies& soft, const Colliders& colliders, const ContactScratch& contacts,
               std::vector<PieceLoad>& loads) {
    for (const PairContact& contact : contacts.contacts) {
        if (!(contact.normal_impulse > 0)) continue;
        const std::uint32_t carrier = contacts.struck_clusters[contact.struck];
        const std::uint32_t a = soft.fragment[contact.particle];
        const std::uint32_t b = soft.fragment[colliders.home[colliders.home_rows[carrier]]];
        if (a == b) continue;
        const bool joins =
            !loads.empty() && loads.back().piece == std::min(a, b) && loads.back().other == std::max(a, b);
        if (!joins) loads.push_back({std::min(a, b), std::max(a, b)});
        loads.back().impulse += contact.normal_impulse;
    }
}

void resist_rolling(double coefficient, std::span<const std::uint8_t> held, std::span<const WorkPart> parts,
                    bool parallel, RollingScratch& scratch, SoftBodies& soft) {
    join_loads(scratch.loads);
    if (!(coefficient > 0) || scratch.loads.empty()) return;
    scratch.totals.prepare(soft);
    sum_pieces(soft, {}, held, parts, parallel, scratch.totals);
    scratch.pieces.assign(scratch.totals.free.size(), {});
    scratch.turns.assign(scratch.pieces.size(), Vec3::Zero());
    for (std::size_t f = 0; f < scratch.pieces.size(); ++f)
        if (scratch.totals.held[f].mass == 0 && scratch.totals.free[f].mass > 0)
            scratch.pieces[f] = rigid_piece(scratch.totals.free[f]);
    constexpr int iterations = 4;
    for (int k = 0; k < iterations; ++k)
        for (PieceLoad& load : scratch.loads) relax(load, coefficient, scratch);
    for_parts(parts, parallel, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Vec3& turn = scratch.turns[soft.fragment[i]];
            if (turn.isZero(0)) continue;
            const Vec3 arm = vec(soft.particles[i].position) - scratch.pieces[soft.fragment[i]].center;
            set_vector(soft.particles[i].velocity, vec(soft.particles[i].velocity) + turn.cross(arm));
        }
    });
}

}  // namespace pliant
