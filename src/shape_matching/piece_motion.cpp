#include "shape_matching/piece_motion.hpp"

#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "core/vector_clones.hpp"
#include "math/decompose.hpp"
#include "particles/vectors.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace pliant {
namespace {

/// Principal moments below this part of the largest are those of points on a line.
constexpr double line_cutoff = 1e-9;

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

/// The numbers of PieceSums side by side, so that a particle's are added in a few wide operations.
constexpr std::size_t sum_numbers = 20;  // mass, first, momentum, angular, second by columns; one is spare

/// Adds particles [begin, end). Each number is the same product of the same factors in every width.
PLIANT_VECTOR_CLONES void add_particles_to(const Particle* particles, const Real* mass, const Real* share,
                                           std::size_t begin, std::size_t end, double* sums) {
    double total[sum_numbers];
    for (std::size_t k = 0; k < sum_numbers; ++k) total[k] = sums[k];
    for (std::size_t i = begin; i < end; ++i) {
        double weight = static_cast<double>(mass[i]);
        if (share) weight *= static_cast<double>(share[i]);
        if (!(weight > 0)) continue;
        double x[3], v[3];
        for (std::size_t k = 0; k < 3; ++k) x[k] = static_cast<double>(particles[i].position[k]);
        for (std::size_t k = 0; k < 3; ++k) v[k] = static_cast<double>(particles[i].velocity[k]);
        const double wx[3] = {weight * x[0], weight * x[1], weight * x[2]};
        const double add[sum_numbers] = {weight,
                                         wx[0],
                                         wx[1],
                                         wx[2],
                                         weight * v[0],
                                         weight * v[1],
                                         weight * v[2],
                                         weight * (x[1] * v[2] - x[2] * v[1]),
                                         weight * (x[2] * v[0] - x[0] * v[2]),
                                         weight * (x[0] * v[1] - x[1] * v[0]),
                                         wx[0] * x[0],
                                         wx[1] * x[0],
                                         wx[2] * x[0],
                                         wx[0] * x[1],
                                         wx[1] * x[1],
                                         wx[2] * x[1],
                                         wx[0] * x[2],
                                         wx[1] * x[2],
                                         wx[2] * x[2],
                                         0};
        for (std::size_t k = 0; k < sum_numbers; ++k) total[k] += add[k];
    }
    for (std::size_t k = 0; k < sum_numbers; ++k) sums[k] = total[k];
}

/// Particles [begin, end), all of one piece, all of them held or none. A piece without weight is not listed.
void add_run(const SoftBodies& soft, std::span<const Real> share, std::uint32_t fragment, bool held, std::size_t begin,
             std::size_t end, std::vector<PieceSums>& sums) {
    const auto has_weight = [&](std::size_t i) { return soft.mass[i] > 0 && (share.empty() || share[i] > 0); };
    while (begin < end && !has_weight(begin)) ++begin;
    if (begin == end) return;
    PieceSums& into = sums_of(sums, fragment, held);
    double flat[sum_numbers] = {into.mass};
    Eigen::Map<Vec3>(flat + 1) = into.first;
    Eigen::Map<Vec3>(flat + 4) = into.momentum;
    Eigen::Map<Vec3>(flat + 7) = into.angular;
    Eigen::Map<Mat3>(flat + 10) = into.second;
    add_particles_to(soft.particles.data(), soft.mass.data(), share.empty() ? nullptr : share.data(), begin, end, flat);
    into.mass = flat[0];
    into.first = Eigen::Map<Vec3>(flat + 1);
    into.momentum = Eigen::Map<Vec3>(flat + 4);
    into.angular = Eigen::Map<Vec3>(flat + 7);
    into.second = Eigen::Map<Mat3>(flat + 10);
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
        for (std::size_t i = begin; i < end;) {
            // Neighbors in storage are mostly of one piece: it is looked for once.
            const std::uint32_t fragment = soft.fragment[i];
            const bool is_held = !held.empty() && held[i];
            std::size_t last = i + 1;
            while (last < end && soft.fragment[last] == fragment && (!held.empty() && held[last]) == is_held) ++last;
            add_run(soft, is_held ? std::span<const Real>() : share, fragment, is_held, i, last, sums);
            i = last;
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
