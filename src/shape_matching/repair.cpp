#include "shape_matching/repair.hpp"

#include "math/decompose.hpp"
#include "particles/vectors.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace pliant {
namespace {

/// m from a body's origin: ten times as far as the speed limit carries anything in the longest legal run.
constexpr double beyond_all_bounds = 1e13;

bool is_sound(const Particle& particle) {
    return vec(particle.velocity).allFinite() && (vec(particle.position).array().abs() < beyond_all_bounds).all();
}

template <std::size_t K>
bool is_finite(const Columns<K>& columns, std::size_t row) {
    bool finite = true;
    for (std::size_t k = 0; k < K; ++k) finite &= std::isfinite(columns.at(row, k));
    return finite;
}

/// The rigid fit of a cluster to its sound members.
struct SoundFit {
    Vec3 rest = Vec3::Zero();  // mean of p and of x and v over the sound members
    Vec3 center = Vec3::Zero();
    Vec3 velocity = Vec3::Zero();
    Mat3 goal = Mat3::Identity();  // R Fᵖ
    Mat3 rotation = Mat3::Identity();
};

std::optional<SoundFit> fit_sound_members(const SoftBodies& soft, std::size_t c) {
    SoundFit fit;
    double total = 0;
    const auto each = [&](auto&& f) {
        for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) {
            const Particle& particle = soft.particles[soft.by_cluster.index[k]];
            const Member& member = soft.by_cluster.members[k];
            if (is_sound(particle)) f(particle, vec(member.vector), static_cast<double>(member.weight));
        }
    };
    each([&](const Particle& particle, const Vec3& share_p, double share) {
        total += share;
        fit.rest += share_p;
        fit.center += share * vec(particle.position);
        fit.velocity += share * vec(particle.velocity);
    });
    if (!(total > 0)) return std::nullopt;
    for (Vec3* sum : {&fit.rest, &fit.center, &fit.velocity}) *sum /= total;
    Mat3 a = Mat3::Zero(), plastic;
    each([&](const Particle& particle, const Vec3& share_p, double share) {
        a += (vec(particle.position) - fit.center) * (share_p - share * fit.rest).transpose();
    });
    for (int k = 0; k < 9; ++k) plastic(k % 3, k / 3) = soft.plastic.at(c, static_cast<std::size_t>(k));
    fit.rotation = nearest_rotation(a * plastic.transpose());
    fit.goal = fit.rotation * plastic;
    return fit;
}

/// Where and how fast the first of its clusters that has a sound member wants the particle.
Particle wanted(const SoftBodies& soft, std::size_t i) {
    Particle particle;
    for (std::uint32_t k = soft.by_particle.rows[i]; k < soft.by_particle.rows[i + 1]; ++k) {
        const std::optional<SoundFit> fit = fit_sound_members(soft, soft.by_particle.index[k]);
        if (!fit) continue;
        const Vec3 position = fit->center + fit->goal * (vec(soft.by_particle.members[k].vector) - fit->rest);
        for (int axis = 0; axis < 3; ++axis) {
            particle.position[axis] = static_cast<Real>(position[axis]);
            particle.velocity[axis] = static_cast<Real>(fit->velocity[axis]);
        }
        break;
    }
    return particle;
}

void refit(SoftBodies& soft, std::size_t c) {
    const SoundFit fit = fit_sound_members(soft, c).value_or(SoundFit{});
    const Eigen::Quaternion<Real> q(fit.rotation.cast<Real>());
    const Eigen::Matrix<Real, 3, 1> x = fit.center.cast<Real>(), v = fit.velocity.cast<Real>();
    soft.rotation.set_row(c, {q.w(), q.x(), q.y(), q.z()});
    soft.center.set_row(c, {x[0], x[1], x[2], v[0], v[1], v[2]});
}

}  // namespace

Limited repair_particles(SoftBodies& soft, std::span<const WorkPart> particles, std::span<const WorkPart> clusters) {
    std::vector<std::pair<std::size_t, Particle>> repaired;
    for (const WorkPart& part : particles)
        for (std::size_t i = part.begin; i < part.end; ++i)
            if (!is_sound(soft.particles[i])) repaired.emplace_back(i, wanted(soft, i));
    for (const auto& [i, particle] : repaired) soft.particles[i] = particle;
    for (const WorkPart& part : clusters)
        for (std::size_t c = part.begin; c < part.end; ++c)
            if (!is_finite(soft.rotation, c) || !is_finite(soft.center, c)) refit(soft, c);
    if (repaired.empty()) return {};
    return {repaired.size(), static_cast<std::uint32_t>(repaired.front().first)};
}

}  // namespace pliant
