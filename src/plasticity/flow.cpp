#include "plasticity/flow.hpp"

#include "core/assert.hpp"
#include "math/decompose.hpp"
#include "particles/vectors.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// Singular values below this part of the largest are those of a flat cluster.
constexpr double flat = 1e-3;
/// Strain that may be rounding alone.
constexpr double rounding = 1e-7;

/// A = U diag(exp(stretch)) Vᵀ: the right singular vectors and the logarithms of the singular values.
struct LogStretch {
    Mat3 v;
    Vec3 stretch;
    bool regular;
};

LogStretch log_stretch(const Mat3& a) {
    Eigen::SelfAdjointEigenSolver<Mat3> solver;
    solver.computeDirect(a.transpose() * a);
    const Vec3 squares = solver.eigenvalues();
    if (!(squares[0] > flat * flat * squares[2]) || !(a.determinant() > 0)) return {{}, {}, false};
    return {solver.eigenvectors(), 0.5 * squares.array().log(), true};
}

Mat3 unit_volume(const Mat3& m) { return m / std::cbrt(m.determinant()); }

/// Fᵖ within its bounds, and a little nearer to none when it recovers. What is scaled is the logarithm, so that the
/// volume stays; a rotation left of it is nobody's concern, since R follows.
void bound_and_recover(const FlowRule& rule, Mat3& plastic) {
    if (!(rule.kept < 1) && !(plastic.norm() > std::exp(0.5 * rule.largest_stretch))) return;
    const LogStretch s = log_stretch(plastic);
    if (!s.regular) return;
    const double largest = s.stretch.cwiseAbs().maxCoeff();
    const double scale = rule.kept * (largest > rule.largest_stretch ? rule.largest_stretch / largest : 1);
    if (!(scale < 1)) return;
    plastic =
        unit_volume(plastic * s.v * ((scale - 1) * s.stretch).array().exp().matrix().asDiagonal() * s.v.transpose());
}

/// Flow keeps the volume, elastic strain need not: what is pressed flat from one side may not flow out to the others so
/// far that its springs are strained more than before. The share, halved until the energy Σ (σ − p)² of the stretches σ
/// against the new rest lengths p is no greater than it was.
double share_that_relaxes(const Vec3& stretch, const Vec3& same_volume, double share) {
    const Vec3 sigma = stretch.array().exp();
    const double before = (sigma.array() - 1).matrix().squaredNorm();
    for (int tries = 0; tries < 8; ++tries, share *= 0.5)
        if ((sigma.array() - (share * same_volume).array().exp()).matrix().squaredNorm() <= before) return share;
    return 0;
}

}  // namespace

void flow(const FlowRule& rule, const Mat3& elastic, double dt, PlasticState& state, double part) {
    const LogStretch s = log_stretch(elastic);
    if (s.regular) {
        const Vec3 same_volume = s.stretch.array() - s.stretch.mean();
        const double size = (same_volume.array().exp() - 1).matrix().norm();
        const double excess = size - std::max(rule.yield + rule.hardening * state.accumulated, 0.0);
        if (excess > rounding) {
            const double share =
                part * share_that_relaxes(s.stretch, same_volume, std::min(rule.rate * excess / size, 1.0));
            const Vec3 power = (share * same_volume).array().exp();
            state.plastic = unit_volume(s.v * power.asDiagonal() * s.v.transpose() * state.plastic);
            state.accumulated += dt * (s.stretch.array().exp() - 1).matrix().norm();
        }
    }
    bound_and_recover(rule, state.plastic);
}

Mat3 plastic_of(const SoftBodies& soft, std::size_t c) {
    Mat3 plastic;
    for (int k = 0; k < 9; ++k) plastic(k % 3, k / 3) = soft.plastic.at(c, static_cast<std::size_t>(k));
    return plastic;
}

namespace {

/// What the springs of a cluster and its strain limit store, over half of its mass, by its goals and center.
double stored(const SoftBodies& soft, std::size_t c, double dt, const Mat3& goal) {
    const Vec3 center(soft.center.at(c, 0), soft.center.at(c, 1), soft.center.at(c, 2));
    const auto limit = static_cast<double>(soft.response.at(c, 2));
    double strained = 0, beyond = 0;
    for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) {
        const Member& member = soft.by_cluster.members[k];
        const auto share = static_cast<double>(member.weight);
        if (!(share > 0)) continue;
        const Vec3 x = vec(soft.particles[soft.by_cluster.index[k]].position);
        const double distance = (goal * vec(member.vector) / share + center - x).norm();
        strained += share * distance * distance;
        if (distance > limit) beyond += share * (distance - limit) * (distance - limit);
    }
    const double springs = static_cast<double>(soft.response.at(c, 0)) / dt;
    return springs * strained + static_cast<double>(soft.response.at(c, 4)) * beyond;
}

/// Is the strain limit a spring, which stores energy?
bool has_limit_spring(const SoftBodies& soft, std::size_t c) {
    return soft.mode[c].strain_sweeps > 0 && soft.response.at(c, 4) > 0;
}

/// Flow by the whole step, or by half of it and so on, so far that the strain limit, which measures each member by
/// itself, does not store more than before.
void flow_and_relax(const SoftBodies& soft, std::size_t c, const FlowRule& rule, const Mat3& a, const Mat3& elastic,
                    double dt, PlasticState& state) {
    const PlasticState before = state;
    flow(rule, elastic, dt, state);
    if (!has_limit_spring(soft, c) || state.plastic == before.plastic) return;
    const auto energy = [&](const Mat3& plastic) {
        return stored(soft, c, dt, nearest_rotation(a * plastic.transpose()) * plastic);
    };
    constexpr double enough = 1 + 1e-6;  // rounding
    constexpr int tries = 6;
    const double least = energy(before.plastic) * enough;
    for (double part = 0.5; energy(state.plastic) > least; part = part > std::pow(0.5, tries) ? 0.5 * part : 0) {
        state = before;
        flow(rule, elastic, dt, state, part);
        if (part == 0) return;
    }
}

}  // namespace

void flow_clusters(SoftBodies& soft, const MatchScratch& scratch, double dt, bool count_flow, std::size_t begin,
                   std::size_t end) {
    PLIANT_ASSERT(dt > 0 && begin <= end && end <= soft.cluster_count());
    for (std::size_t c = begin; c < end; ++c) {
        if (!soft.mode[c].plastic) continue;
        const std::array<Real, 5> r = soft.flow.row(c);
        const FlowRule rule{r[0], r[1], r[2], r[3], r[4]};
        const Mat3 before = plastic_of(soft, c);
        PlasticState state{before, soft.hardened[c]};
        const Eigen::Quaterniond q(soft.rotation.at(c, 0), soft.rotation.at(c, 1), soft.rotation.at(c, 2),
                                   soft.rotation.at(c, 3));
        Mat3 a;
        for (int k = 0; k < 9; ++k) a(k % 3, k / 3) = scratch.shape.at(c, static_cast<std::size_t>(k));
        const Mat3 deformation = a * symmetric(soft.rest_inverse.row(c)) +
                                 q.toRotationMatrix() * state.plastic * symmetric(soft.rest_missing.row(c));
        flow_and_relax(soft, c, rule, a, deformation * state.plastic.inverse(), dt, state);
        for (int k = 0; k < 9; ++k)
            soft.plastic.at(c, static_cast<std::size_t>(k)) = static_cast<Real>(state.plastic(k % 3, k / 3));
        soft.hardened[c] = static_cast<Real>(state.accumulated);
        if (count_flow && soft.mode[c].level == 0) soft.flowed[c] += static_cast<Real>((state.plastic - before).norm());
    }
}

}  // namespace pliant
