#include "shape_matching/piece_motion.hpp"

#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "math/decompose.hpp"
#include "particles/vectors.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace pliant {
namespace {

/// Principal moments below this part of the largest are those of points on a line.
constexpr double line_cutoff = 1e-9;

void add(PieceSums& sums, double weight, const Vec3& x, const Vec3& v) {
    sums.mass += weight;
    sums.first += weight * x;
    sums.momentum += weight * v;
    sums.angular += weight * x.cross(v);
    sums.second += weight * x * x.transpose();
}

void add(PieceSums& sums, const PieceSums& more) {
    sums.mass += more.mass;
    sums.first += more.first;
    sums.momentum += more.momentum;
    sums.angular += more.angular;
    sums.second += more.second;
}

/// Pieces of a chunk in the order of their first particles, the free and the held part of each side by side.
PieceSums& sums_of(std::vector<PieceSums>& sums, std::uint32_t fragment, bool held) {
    const auto known =
        std::find_if(sums.rbegin(), sums.rend(), [&](const PieceSums& s) { return s.fragment == fragment; });
    if (known != sums.rend()) return *(held ? known : known + 1);
    for (int k = 0; k < 2; ++k) sums.emplace_back().fragment = fragment;
    return sums[sums.size() - (held ? 1 : 2)];
}

PieceMotion motion_of(const PieceSums& sums) {
    PieceMotion motion;
    if (!(sums.mass > 0)) return motion;
    const RigidPiece piece = rigid_piece(sums);
    set_vector(motion.drift, piece.velocity - piece.spin.cross(piece.center));
    set_vector(motion.spin, piece.spin);
    return motion;
}

}  // namespace

RigidPiece rigid_piece(const PieceSums& sums) {
    PLIANT_ASSERT(sums.mass > 0);
    RigidPiece piece;
    piece.weight = sums.mass;
    piece.center = sums.first / sums.mass;
    piece.velocity = sums.momentum / sums.mass;
    const Mat3 spread = sums.second - sums.mass * piece.center * piece.center.transpose();
    piece.inertia = spread.trace() * Mat3::Identity() - spread;
    piece.inverse_inertia = pseudo_inverse(piece.inertia, line_cutoff).inverse;
    piece.spin = piece.inverse_inertia * (sums.angular - piece.center.cross(sums.momentum));
    return piece;
}

void PieceTotals::prepare(const SoftBodies& soft) {
    const std::uint32_t fragments = *std::max_element(soft.fragment.begin(), soft.fragment.end()) + 1;
    free.resize(fragments);
    held.resize(fragments);
}

void PieceScratch::prepare(const SoftBodies& soft) {
    any = std::any_of(soft.drag.begin(), soft.drag.end(), [](Real share) { return share > 0; });
    if (!any) return;
    totals.prepare(soft);
    motions.resize(totals.free.size());
}

void sum_pieces(const SoftBodies& soft, std::span<const Real> share, std::span<const std::uint8_t> held,
                std::span<const WorkPart> parts, bool parallel, PieceTotals& totals) {
    PLIANT_ASSERT(share.empty() || share.size() == soft.particle_count());
    totals.chunks.resize(parts.size());
    for_parts(parts, parallel, [&](std::size_t part, std::size_t begin, std::size_t end) {
        std::vector<PieceSums>& sums = totals.chunks[part];
        sums.clear();
        for (std::size_t i = begin; i < end; ++i) {
            const bool is_held = !held.empty() && held[i];
            double weight = static_cast<double>(soft.mass[i]);
            if (!is_held && !share.empty()) weight *= static_cast<double>(share[i]);
            if (weight > 0)
                add(sums_of(sums, soft.fragment[i], is_held), weight, vec(soft.particles[i].position),
                    vec(soft.particles[i].velocity));
        }
    });
    std::fill(totals.free.begin(), totals.free.end(), PieceSums{});
    std::fill(totals.held.begin(), totals.held.end(), PieceSums{});
    for (const std::vector<PieceSums>& chunk : totals.chunks)
        for (std::size_t k = 0; k < chunk.size(); ++k)
            add((k % 2 == 0 ? totals.free : totals.held)[chunk[k].fragment], chunk[k]);
}

void measure_pieces(const SoftBodies& soft, std::span<const std::uint8_t> held, std::span<const WorkPart> parts,
                    bool parallel, PieceScratch& scratch) {
    PLIANT_ASSERT(scratch.any);
    PieceTotals& totals = scratch.totals;
    sum_pieces(soft, soft.drag, held, parts, parallel, totals);
    for (std::size_t f = 0; f < scratch.motions.size(); ++f)
        scratch.motions[f] = motion_of(totals.held[f].mass > 0 ? totals.held[f] : totals.free[f]);
}

}  // namespace pliant
