// Rigid bodies: what they are, and how they move now.
//
// A body's own coordinates have its center of mass at the origin and the axes of its shape; the world's are
// x = position + rotation · own. All in double precision: there are few of them, and they may fly far.
#pragma once

#include "geometry/keyed_motion.hpp"
#include "geometry/shape.hpp"
#include "particles/arrays.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace pliant {

/// A ball that touches the surface from inside: the union of a body's balls stands for it where it strikes others.
struct SurfaceBall {
    Vec3 center = Vec3::Zero();  ///< own coordinates, m
    double radius = 0;           ///< m
};

/// What a run cannot change about a rigid body.
struct RigidBody {
    std::uint32_t body = 0;          ///< its slot in the scene
    SolidPtr solid;                  ///< what others strike, own coordinates
    std::vector<SurfaceBall> balls;  ///< what strikes others
    double reach = 0;                ///< m about the center of mass: holds all of it
    double half_width = 0;           ///< m: radius of the largest ball inside
    double mass = 0;                 ///< kg
    Vec3 moments = Vec3::Zero();     ///< kg m²: principal moments of inertia
    Mat3 axes = Mat3::Identity();    ///< their directions as columns, a rotation, own coordinates
    double friction = 0.5;
    double restitution = 0.2;
    bool collides = true;                 ///< with other bodies; with obstacles always
    bool keyed = false;                   ///< moved by `motion` and by nothing else
    KeyedMotion motion;                   ///< of the world since the start
    RigidPose start;                      ///< world from own coordinates at the start
    std::vector<Vec3> particles;          ///< own coordinates: what frames show, and force fields act on
    std::vector<double> particle_shares;  ///< of the mass; sum 1
    double particle_radius = 0;           ///< m, half their spacing
};

/// Where a body is and how it moves: exactly thirteen numbers, so that states can be written and hashed as they lie.
struct RigidMotion {
    Vec3 position = Vec3::Zero();                      ///< of the center of mass, world, m
    std::array<double, 4> orientation = {1, 0, 0, 0};  ///< unit quaternion w x y z
    Vec3 velocity = Vec3::Zero();                      ///< m/s
    Vec3 angular_momentum = Vec3::Zero();              ///< about the center of mass, world axes, kg m²/s
};
static_assert(sizeof(RigidMotion) == 13 * sizeof(double));

/// The impulses of a contact in the last piece of a step, over its length: the warm start of the next.
struct ContactMemory {
    std::uint64_t key = 0;              ///< which ball of which body on what
    double normal_force = 0;            ///< N
    Vec3 tangent_force = Vec3::Zero();  ///< N
};
static_assert(sizeof(ContactMemory) == 5 * sizeof(double));

/// Ball number `ball` of rigid body number `striking`, on another one, or on an obstacle (numbered after them).
inline std::uint64_t contact_key(std::uint32_t striking, std::uint32_t struck, std::uint64_t ball) {
    return (std::uint64_t{striking + 1} << 44) | (std::uint64_t{struck} << 24) | ball;
}
inline std::uint32_t striking_of_key(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 44) - 1; }

/// The rigid bodies' part of the state.
struct RigidBodies {
    std::vector<RigidMotion> motions;
    std::vector<std::uint64_t> shapes;  ///< a hash of what each was built from: a checkpoint fits no other
    std::vector<ContactMemory> memory;  ///< by rising key
};

/// Calls f(traits, value at birth, array…) for every array; what is hashed is hashed in this order.
template <class F, class... Rigid>
void for_each_array(const F& f,
                    Rigid&... rigid) requires(std::is_same_v<std::remove_const_t<Rigid>, RigidBodies>&&...) {
    f(ArrayTraits{"motion", Per::other, ArrayRole::motion, Hashed::always}, given, rigid.motions...);
    f(ArrayTraits{"contact", Per::other, ArrayRole::motion, Hashed::always}, given, rigid.memory...);
    f(ArrayTraits{"shape", Per::other, ArrayRole::bodies, Hashed::never}, given, rigid.shapes...);
}

/// Do the arrays fit together, for so many rigid bodies?
bool is_consistent(const RigidBodies& rigid, std::size_t count);

Mat3 rotation_of(const RigidMotion& motion);
/// World from own coordinates.
RigidPose pose_of(const RigidMotion& motion);
void set_pose(RigidMotion& motion, const RigidPose& pose);

/// World axes, kg m² and 1/(kg m²).
Mat3 inertia_of(const RigidBody& body, const Mat3& rotation);
Mat3 inverse_inertia_of(const RigidBody& body, const Mat3& rotation);
/// rad/s.
Vec3 spin_of(const RigidBody& body, const RigidMotion& motion);

/// A hash of particles, surface and inertia.
std::uint64_t hash_of(const RigidBody& body);

/// Where keys put the body at this time.
RigidPose keyed_pose(const RigidBody& body, double time);

}  // namespace pliant
