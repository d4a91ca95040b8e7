#include "measure/rigid_measure.hpp"

#include "core/assert.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace pliant {

void measure_rigid(std::span<const RigidBody> rigid, const RigidBodies& state, Stats& stats) {
    PLIANT_ASSERT(rigid.size() == state.motions.size());
    for (std::size_t r = 0; r < rigid.size(); ++r) {
        const RigidBody& body = rigid[r];
        const RigidMotion& motion = state.motions[r];
        const Mat3 rotation = rotation_of(motion);
        const Vec3 spin = spin_of(body, motion);
        stats.particles += body.particles.size();
        stats.mass += body.mass;
        stats.momentum += body.mass * motion.velocity;
        stats.center_of_mass += body.mass * motion.position;
        stats.angular_momentum += motion.position.cross(body.mass * motion.velocity) + motion.angular_momentum;
        stats.kinetic_energy +=
            0.5 * body.mass * motion.velocity.squaredNorm() + 0.5 * spin.dot(motion.angular_momentum);
        for (const Vec3& particle : body.particles) {
            const Vec3 arm = rotation * particle;
            stats.bbox.add(motion.position + arm);
            stats.max_speed = std::max(stats.max_speed, (motion.velocity + spin.cross(arm)).norm());
        }
    }
    stats.fragments += rigid.size();
}

void add_rigid(std::span<const BodyInfo> bodies, std::span<const RigidBody> rigid, const RigidBodies& state,
               std::uint32_t first_id, Frame& frame) {
    std::uint32_t fragment = 0;
    std::uint32_t cluster_id = frame.built_clusters - static_cast<std::uint32_t>(rigid.size());
    for (const std::uint32_t f : frame.fragments) fragment = std::max(fragment, f + 1);
    if (!frame.fragment_parents.empty()) {
        const std::vector<std::uint32_t>& parents = frame.fragment_parents;
        for (fragment = 0; fragment < parents.size() && parents[fragment] == fragment;) ++fragment;
        fragment -= static_cast<std::uint32_t>(rigid.size());
    }
    for (std::size_t r = 0; r < rigid.size(); ++r, ++fragment) {
        const RigidBody& body = rigid[r];
        const RigidMotion& motion = state.motions[r];
        const Vec3& origin = bodies[body.body].origin;
        const Mat3 rotation = rotation_of(motion);
        const Vec3 spin = spin_of(body, motion);
        const auto cluster = static_cast<std::uint32_t>(frame.parents.size());
        frame.rigid.push_back(
            {body.body, rotation * body.start.rotation.transpose(), body.start.translation, motion.position});
        frame.parents.push_back(cluster);
        frame.cluster_ids.push_back(cluster_id++);
        for (const Vec3& particle : body.particles) {
            // Rounded as soft particles are, so that a frame's file can hold all of them in one way.
            const Vec3 arm = rotation * particle, local = motion.position - origin + arm;
            frame.positions.push_back(origin + local.cast<Real>().cast<double>());
            if (!frame.embedded.empty()) frame.embedded.push_back(frame.positions.back());
            frame.velocities.push_back((motion.velocity + spin.cross(arm)).cast<Real>().cast<double>());
            frame.radii.push_back(static_cast<float>(body.particle_radius));
            frame.bodies.push_back(body.body);
            frame.clusters.push_back(cluster);
            frame.strains.push_back(0);
            frame.plastics.push_back(0);
            frame.fragments.push_back(fragment);
            if (!frame.ids.empty()) frame.ids.push_back(first_id++);
        }
    }
}

}  // namespace pliant
