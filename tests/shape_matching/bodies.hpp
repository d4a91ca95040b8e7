// Small bodies for the tests of this folder, built by hand.
#pragma once

#include "clustering/levels.hpp"
#include "core/random.hpp"
#include "shape_matching/assemble.hpp"
#include "shape_matching/kernels.hpp"

#include <cmath>

namespace pliant {

/// Points of a lattice in a box, shaken by a part of the spacing.
inline std::vector<Vec3> lattice(int nx, int ny, int nz, double spacing, double shake, std::uint64_t seed) {
    Random random(seed);
    std::vector<Vec3> points;
    for (int x = 0; x < nx; ++x)
        for (int y = 0; y < ny; ++y)
            for (int z = 0; z < nz; ++z)
                points.push_back(spacing * (Vec3(x, y, z) + shake * Vec3(random.uniform(-1, 1), random.uniform(-1, 1),
                                                                         random.uniform(-1, 1))));
    return points;
}

/// An input at rest, all particles of 0.1 kg times a factor in [0.5, 1.5].
inline BodyInput body_of(std::vector<Vec3> points, double spacing, int clusters, std::uint64_t seed, int levels = 1) {
    Random random(seed);
    BodyInput body;
    body.rest = points;
    body.position = std::move(points);
    const std::size_t n = body.rest.size();
    body.velocity.assign(n, Vec3::Zero());
    body.alpha.assign(n, 0.05);
    body.k_d.assign(n, 0);
    body.strain_limit.assign(n, 0.1);
    for (std::size_t i = 0; i < n; ++i) body.mass.push_back(0.1 * random.uniform(0.5, 1.5));
    Clusters settings;
    settings.count = clusters;
    settings.levels = levels;
    settings.level_weights.scheme = WeightScheme::linear;
    body.levels = cluster_levels(body.rest, body.mass, spacing, settings, seed);
    body.level_weight = level_weights(settings.level_weights, body.levels.size());
    return body;
}

/// Stretched along x about its centre, spinning and shaken.
inline void disturb(BodyInput& body, double stretch, const Vec3& spin, double shake, std::uint64_t seed) {
    Random random(seed);
    Vec3 center = Vec3::Zero();
    for (const Vec3& p : body.rest) center += p / static_cast<double>(body.rest.size());
    for (std::size_t i = 0; i < body.position.size(); ++i) {
        Vec3 arm = body.rest[i] - center;
        arm.x() *= stretch;
        body.position[i] = center + arm;
        body.velocity[i] =
            spin.cross(arm) + shake * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    }
}

/// Runs one step of all kernels.
inline void run_step(const Kernels& kernels, SoftBodies& soft, MatchScratch& scratch, const StepInput& input,
                     int sweeps) {
    kernels.match(soft, scratch, input, 0, soft.cluster_count());
    kernels.advance(soft, scratch, input, 0, soft.particle_count());
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        const bool any = kernels.limit_clusters(soft, scratch, input, sweep, 0, soft.cluster_count());
        if (!any && (sweep == 0 || soft.response.at(0, 4) == 0)) break;
        kernels.limit_particles(soft, scratch, input, sweep, 0, soft.particle_count());
    }
}

inline MatchScratch scratch_for(const SoftBodies& soft) {
    MatchScratch scratch;
    scratch.resize(soft);
    return scratch;
}

inline StepInput input_for(double dt, DampingWork damping, int sweeps, bool deformation = false) {
    StepInput input;
    input.dt = static_cast<Real>(dt);
    input.speed_limit = 1e6;
    input.damping = damping;
    input.any_deformation_rotation = deformation;
    input.limits_strain = sweeps > 0;
    return input;
}

}  // namespace pliant
