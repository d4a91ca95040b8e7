// A hold on a body: on some of a soft body's particles, or on a point of a rigid one.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

#include <vector>

namespace pliant {

/// Soft: what acts on it is shared by the particles, each by its mass and its nearness to the point.
struct Grip {
    std::uint32_t body = 0;
    std::vector<std::uint32_t> ids;    ///< of particles, in their solver's numbers
    std::vector<std::uint32_t> slots;  ///< where they were when last looked for
    std::vector<double> shares;        ///< sum 1
    Vec3 own = Vec3::Zero();           ///< rigid: the point in own coordinates, m
    Vec3 offset = Vec3::Zero();        ///< soft: from the particles' middle to the point that was taken, world, m
};

/// The point that is held: where it is, how it moves, and what an impulse does to it.
struct GripMotion {
    Vec3 position = Vec3::Zero();  ///< m
    Vec3 velocity = Vec3::Zero();  ///< m/s
    Mat3 mobility = Mat3::Zero();  ///< 1/kg: change of velocity for an impulse; 0: nothing moves it
};

/// The particles of a body within `radius` of a world point (0: a quarter of the body), or a rigid body's point. Throws
/// InputError when the point is too far away.
Grip take_grip(const Model& model, const State& state, std::uint32_t body, const Vec3& point, double radius);

/// Particles that are gone since leave it; false when none is left.
bool follow(Grip& grip, const Model& model, const State& state);

GripMotion motion_of(const Grip& grip, const Model& model, const State& state);
/// Gives the body an impulse, N s. After follow.
void push(const Grip& grip, const Vec3& impulse, const Model& model, State& state);

/// kg: of a whole body.
double mass_of(const Model& model, const State& state, std::uint32_t body);

}  // namespace pliant
