// What a contact between a particle and something it struck does to the motion of both.
//
// The struck side moves as a rigid body: a cluster (its members share the push by mass, see
// contacts/cluster_contacts.hpp) or, likewise, a rigid body. The two get equal and opposite impulses at one point, so
// linear and angular momentum are kept; CC15 moves the particle alone. Positions follow velocities over the length of
// the step (Δx = h Δv). Symplectic Euler conserves Σ m x_before × v, so all arms are taken from positions before the
// step.
//
// A contact asks for a relative normal velocity: one that ends the step on the surface when the particle came from
// outside; none when it was inside before; or more, when it bounces. A penetration from before is taken back by moving
// both sides without any velocity, by the share γ of it in a step but slowly: bodies that start inside each other ease
// out, and gain no energy by it. Friction asks for no slip, within Coulomb's
// cone. Contacts are relaxed one after the other, each from what the others have left (contacts/cluster_response.cpp):
// first its normal impulse, then the one along the surface. The system is symmetric, so that no relaxation adds energy.
#pragma once

#include <pliant/types.hpp>

#include <Eigen/Geometry>
#include <cstdint>

namespace pliant {

/// Something struck, as a rigid body. `spin` etc. are about `center`, its center of mass before the step, world.
struct Struck {
    double inverse_mass = 0;              ///< 1/kg; 0: nothing moves it
    Mat3 inverse_inertia = Mat3::Zero();  ///< 1/(kg m²), zero along axes that members on a line do not have
    Vec3 center = Vec3::Zero();
    Vec3 velocity = Vec3::Zero();
    Vec3 spin = Vec3::Zero();  ///< rad/s
    Vec3 axis = Vec3::Zero();  ///< members on a line: its direction, about which they cannot be turned
    bool is_point = false;     ///< all members at one position: it cannot be turned at all
};

/// Mass m, inertia tensor about the center divided by m. Recognises points and lines; what has no arm longer than
/// `least` (m) on average is a point, whatever rounding says.
void set_inertia(Struck& struck, double mass, const Mat3& inertia_per_mass, double least);

struct PairContact {
    std::uint32_t particle = 0;
    std::uint32_t struck = 0;    ///< which of the struck things
    std::uint32_t shape = 0;     ///< by which of their shapes: the cluster
    Vec3 normal = Vec3::Zero();  ///< unit, out of the struck thing
    double penetration = 0;      ///< m, at the end of the step, before the response
    Vec3 arm = Vec3::Zero();     ///< the particle before the step, from the struck thing's center
    double inverse_mass = 0;     ///< 1/kg, of the particle; 0: it is held
    double friction = 0;
    double size = 0;                      ///< m: radius of what was struck; penetrations are judged by it
    double target = 0;                    ///< m/s: relative normal velocity asked for
    double recovery = 0;                  ///< m/s: how fast a penetration from before the step is taken back
    double response = 0;                  ///< kg: impulse for each m/s of normal velocity
    double grip = 0;                      ///< kg: impulse for each m/s of slip, where slip is stopped most easily
    Mat3 mobility = Mat3::Zero();         ///< 1/kg: change of the relative velocity for an impulse
    double normal_impulse = 0;            ///< N s so far
    Vec3 tangent_impulse = Vec3::Zero();  ///< N s so far, tangential
    double recovery_impulse = 0;          ///< N s so far, of the motion that takes back penetrations
    bool alive = true;                    ///< can it be resolved?
};

struct PairSettings {
    double step;           ///< s
    double gamma;          ///< share of the penetration that a step takes back
    double resting_speed;  ///< m/s: slower impacts do not bounce
};

/// Sets target, response and mobilities. `arriving` is the relative velocity at the start of the step, before its
/// forces; only that bounces. Turns the normal where the struck thing cannot take the torque; false when nothing is
/// left of it.
bool prepare(PairContact& contact, const Struck& struck, const PairSettings& settings, const Vec3& particle_velocity,
             const Vec3& arriving, double restitution);

/// One relaxation: the impulse to be added to the particle, and taken from the struck thing, on top of those so far.
Vec3 relax(PairContact& contact, const Struck& struck, const Vec3& particle_velocity);

/// The same of the motion that takes back penetrations, which has no friction.
Vec3 relax_recovery(PairContact& contact, const Vec3& relative);

/// Change of the velocity at the end of an arm for an impulse at that end, 1/kg.
Mat3 mobility_at(const Struck& struck, const Vec3& arm);

/// Velocity of the struck thing at the end of the arm.
inline Vec3 velocity_at(const Struck& struck, const Vec3& arm) { return struck.velocity + struck.spin.cross(arm); }

}  // namespace pliant
