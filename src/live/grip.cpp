#include "live/grip.hpp"

#include "live/body_particles.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant {
namespace {

constexpr double default_share = 0.25;  ///< of the body's extent, as a radius

[[noreturn]] void too_far(const Model& model, std::uint32_t body, const Vec3& point, double distance, double most) {
    throw InputError({.what = fmt::format("the point is not on {}", model.summaries[body].name),
                      .path = "point",
                      .value = fmt::format("[{:.4g}, {:.4g}, {:.4g}], {:.3g} m away from it", point.x(), point.y(),
                                           point.z(), distance),
                      .allowed = fmt::format("a point at most {:.3g} m away", most),
                      .hint = "cast_ray and nearest find points on bodies"});
}

/// A smooth bump: 1 at the point, 0 at the radius.
double nearness(double distance, double radius) {
    const double s = distance / radius;
    return s < 1 ? (1 - s * s) * (1 - s * s) : 0;
}

Grip rigid_grip(const Model& model, const State& state, std::size_t r, const Vec3& point) {
    const RigidBody& body = model.rigid[r];
    const RigidPose pose = pose_of(state.rigid.motions[r]);
    Grip grip;
    grip.body = body.body;
    grip.own = pose.rotation.transpose() * (point - pose.translation);
    const double distance = body.solid->distance(grip.own), most = 0.5 * body.reach;
    if (!(distance <= most)) too_far(model, body.body, point, distance, most);
    return grip;
}

}  // namespace

double mass_of(const Model& model, const State& state, std::uint32_t body) {
    if (const auto r = rigid_number(model, body)) return model.rigid[*r].mass;
    double sum = 0;
    for (const Real m : particles_of_body(model, state, body).mass) sum += static_cast<double>(m);
    return sum;
}

Grip take_grip(const Model& model, const State& state, std::uint32_t body, const Vec3& point, double radius) {
    if (const auto r = rigid_number(model, body)) return rigid_grip(model, state, *r, point);
    const auto particles = particles_of_body(model, state, body);
    Box box;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < particles.size(); ++k) {
        box.add(particles.position(k));
        nearest = std::min(nearest, (particles.position(k) - point).norm());
    }
    const double spacing = model.summaries[body].spacing;
    if (!(radius > 0)) radius = default_share * box.size().maxCoeff();
    const double reach = std::max({radius, 2 * spacing, nearest * (1 + 1e-9) + 1e-12});
    const double most = std::max(radius, 2 * spacing);
    if (!(nearest <= most)) too_far(model, body, point, nearest, most);
    Grip grip;
    grip.body = body;
    double sum = 0;
    Vec3 middle = Vec3::Zero();
    for (std::uint32_t k = 0; k < particles.size(); ++k) {
        const double near = nearness((particles.position(k) - point).norm(), 1.0001 * reach);
        const double share = near * static_cast<double>(particles.mass[k]);
        if (!(share > 0)) continue;
        grip.ids.push_back(particles.ids[k]);
        grip.slots.push_back(k);
        grip.shares.push_back(share);
        sum += share;
        middle += share * particles.position(k);
    }
    if (grip.ids.empty()) too_far(model, body, point, nearest, most);  // only where nothing has mass
    for (double& share : grip.shares) share /= sum;
    grip.offset = point - middle / sum;
    return grip;
}

bool follow(Grip& grip, const Model& model, const State& state) {
    if (rigid_number(model, grip.body)) return true;
    const auto particles = particles_of_body(model, state, grip.body);
    const auto at_home = [&](std::size_t k) {
        return grip.slots[k] < particles.size() && particles.ids[grip.slots[k]] == grip.ids[k];
    };
    bool all = true;
    for (std::size_t k = 0; all && k < grip.ids.size(); ++k) all = at_home(k);
    if (all) return !grip.ids.empty();
    Grip found = grip;
    found.ids.clear(), found.slots.clear(), found.shares.clear();
    double sum = 0;
    for (std::size_t k = 0; k < grip.ids.size(); ++k) {
        const auto at = std::find(particles.ids.begin(), particles.ids.end(), grip.ids[k]);
        if (at == particles.ids.end()) continue;
        found.ids.push_back(grip.ids[k]);
        found.slots.push_back(static_cast<std::uint32_t>(at - particles.ids.begin()));
        found.shares.push_back(grip.shares[k]);
        sum += grip.shares[k];
    }
    for (double& share : found.shares) share /= sum;
    grip = std::move(found);
    return !grip.ids.empty();
}

GripMotion motion_of(const Grip& grip, const Model& model, const State& state) {
    GripMotion motion;
    if (const auto r = rigid_number(model, grip.body)) {
        const RigidBody& body = model.rigid[*r];
        const RigidMotion& rigid = state.rigid.motions[*r];
        const Mat3 rotation = rotation_of(rigid);
        const Vec3 arm = rotation * grip.own;
        motion.position = rigid.position + arm;
        motion.velocity = rigid.velocity + spin_of(body, rigid).cross(arm);
        if (body.keyed) return motion;
        Mat3 cross;
        cross << 0, -arm.z(), arm.y(), arm.z(), 0, -arm.x(), -arm.y(), arm.x(), 0;
        motion.mobility = Mat3::Identity() / body.mass - cross * inverse_inertia_of(body, rotation) * cross;
        return motion;
    }
    const auto particles = particles_of_body(model, state, grip.body);
    double inverse = 0;
    for (std::size_t k = 0; k < grip.slots.size(); ++k) {
        const std::uint32_t slot = grip.slots[k];
        motion.position += grip.shares[k] * particles.position(slot);
        motion.velocity += grip.shares[k] * particles.velocity(slot);
        const double mass = static_cast<double>(particles.mass[slot]);
        if (mass > 0) inverse += grip.shares[k] * grip.shares[k] / mass;
    }
    motion.position += grip.offset;
    motion.mobility = inverse * Mat3::Identity();
    return motion;
}

void push(const Grip& grip, const Vec3& impulse, const Model& model, State& state) {
    if (const auto r = rigid_number(model, grip.body)) {
        if (model.rigid[*r].keyed) return;
        RigidMotion& rigid = state.rigid.motions[*r];
        rigid.velocity += impulse / model.rigid[*r].mass;
        rigid.angular_momentum += (rotation_of(rigid) * grip.own).cross(impulse);
        return;
    }
    const auto particles = particles_of_body(model, state, grip.body);
    for (std::size_t k = 0; k < grip.slots.size(); ++k) {
        Particle& particle = particles.particles[grip.slots[k]];
        const double mass = static_cast<double>(particles.mass[grip.slots[k]]);
        if (mass > 0) set_vector(particle.velocity, vec(particle.velocity) + grip.shares[k] / mass * impulse);
    }
}

}  // namespace pliant
