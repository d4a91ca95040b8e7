#include "point_based/whole_motion.hpp"

#include "particles/vectors.hpp"
#include "point_based/loops.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>

namespace pliant {

WholeMotion whole_motion(const PointBody& body) {
    WholeMotion motion;
    const auto mass = [&](std::size_t i) { return static_cast<double>(body.mass[i]); };
    for (std::size_t i = 0; i < body.size(); ++i) {
        motion.mass += mass(i);
        motion.center += mass(i) * vec(body.particles[i].position);
        motion.momentum += mass(i) * vec(body.particles[i].velocity);
    }
    if (motion.mass > 0) motion.center /= motion.mass;
    for (std::size_t i = 0; i < body.size(); ++i) {
        const Vec3 arm = vec(body.particles[i].position) - motion.center;
        motion.angular += mass(i) * arm.cross(vec(body.particles[i].velocity));
        motion.inertia += mass(i) * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
    }
    return motion;
}

Vec3 spin_of(const WholeMotion& motion) {
    const Vec3 spin = motion.inertia.inverse() * motion.angular;
    return spin.allFinite() ? spin : Vec3(Vec3::Zero());
}

void add_motion(const PointBody& body, const WholeMotion& motion, double times, std::vector<Vector4>& velocities) {
    if (!(motion.mass > 0)) return;
    const Vec3 velocity = times / motion.mass * motion.momentum, spin = times * spin_of(motion);
    for_particles(body, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Vec3 arm = vec(body.particles[i].position) - motion.center;
            set_vector(velocities[i].value, vec(velocities[i].value) + velocity + spin.cross(arm));
        }
    });
}

Vec3 moment_of(const PointBody& body, const WholeMotion& motion, const std::vector<Vector4>& forces) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < body.size(); ++i)
        sum += (vec(body.particles[i].position) - motion.center).cross(vec(forces[i].value));
    return sum;
}

void add_moment(const PointBody& body, const WholeMotion& motion, const Vec3& moment, std::vector<Vector4>& forces) {
    WholeMotion turning = motion;
    turning.angular = moment;
    const Vec3 turn = spin_of(turning);
    for (std::size_t i = 0; i < body.size(); ++i) {
        const Vec3 arm = vec(body.particles[i].position) - motion.center;
        set_vector(forces[i].value, vec(forces[i].value) + static_cast<double>(body.mass[i]) * turn.cross(arm));
    }
}

void restore_motion(const WholeMotion& before, const std::uint8_t* held, PointBody& body) {
    if (held && std::any_of(held, held + body.size(), [](std::uint8_t h) { return h != 0; })) return;
    const WholeMotion after = whole_motion(body);
    const Vec3 shift = before.center - after.center, push = (before.momentum - after.momentum) / after.mass;
    WholeMotion missing = after;
    missing.angular = before.angular - after.angular;
    const Vec3 turn = spin_of(missing);
    if (!shift.allFinite() || !push.allFinite() || !turn.allFinite()) return;
    for (Particle& particle : body.particles) {
        const Vec3 arm = vec(particle.position) - after.center;
        set_vector(particle.velocity, vec(particle.velocity) + push + turn.cross(arm));
        set_vector(particle.position, vec(particle.position) + shift);
    }
}

}  // namespace pliant
