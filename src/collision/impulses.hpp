// Contacts between things that move as rigid bodies, resolved by impulses one after the other (Gauss–Seidel).
//
// A mover is a rigid body, a particle (which cannot be turned), or something that nothing moves (inverse mass 0). A
// contact gives its two movers equal and opposite impulses at one point, so linear and angular momentum are kept. It
// asks that the gap g at the start of the step is not used up before its end: n·(v_a − v_b) ≥ −g / h, which stops what
// would pass through and lets be what would not. Where the two already overlap, it asks for a slow separation
// instead; what is less deep than a slop is left alone, and does not tremble. Friction asks for no slip, within
// Coulomb's cone. What pushed and was approached fast bounces: after the positions have moved, each such contact asks
// for n·(v_a − v_b) ≥ e · (speed of approach), so that bodies touch before they turn back.
#pragma once

#include <pliant/types.hpp>

#include <Eigen/Geometry>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

struct Mover {
    double inverse_mass = 0;              ///< 1/kg; 0: nothing moves it
    Mat3 inverse_inertia = Mat3::Zero();  ///< 1/(kg m²), world axes; 0: nothing turns it
    Vec3 center = Vec3::Zero();           ///< of mass, m
    Vec3 velocity = Vec3::Zero();         ///< m/s
    Vec3 spin = Vec3::Zero();             ///< rad/s
    Vec3 push = Vec3::Zero();             ///< N s so far
    Vec3 turn = Vec3::Zero();             ///< moment of the impulses so far about the center, N m s
};

/// Velocity of the point at the end of the arm from the center.
inline Vec3 velocity_at(const Mover& mover, const Vec3& arm) { return mover.velocity + mover.spin.cross(arm); }

struct ImpulseContact {
    std::uint32_t a = 0, b = 0;  ///< movers; the normal points out of b
    Vec3 normal = Vec3::Zero();
    Vec3 point = Vec3::Zero();  ///< where the impulses act, m
    double gap = 0;             ///< m at the start of the step, below 0 when they overlap
    double size = 0;            ///< m: of the smaller one; penetrations are judged by it
    double friction = 0;
    double bounce = 0;                    ///< m/s: relative normal velocity asked for after the contact; 0: none
    std::uint64_t key = 0;                ///< by which the next step finds it for a warm start; 0: not
    double normal_impulse = 0;            ///< N s so far; a warm start sets it
    Vec3 tangent_impulse = Vec3::Zero();  ///< N s so far; likewise
    // Set by resolve.
    Vec3 arm_a = Vec3::Zero(), arm_b = Vec3::Zero();
    double target = 0;    ///< m/s
    double response = 0;  ///< kg
    double rebound = 0;   ///< N s given by bouncing
};

/// By more than what contacts at rest leave.
inline bool overlaps(const ImpulseContact& contact) { return contact.gap < -0.02 * contact.size; }

/// Resolves the contacts of a step of `step` seconds, but for bouncing. Movers must be at the start of the step.
void resolve(std::span<ImpulseContact> contacts, std::span<Mover> movers, double step, int iterations);

/// J: what the impulses that the movers have gathered (push and turn) added to their kinetic energy; below 0: took.
double energy_of_impulses(std::span<const Mover> movers);

/// Makes what pushed bounce; movers, which have gathered nothing since, and the contacts' points, are at the end of the
/// step. Several bounces of one body act on each other, and could give more than came in: all of them together give no
/// more than `budget` (J), what resolving the contacts took. False when nothing bounces.
bool rebound(std::span<ImpulseContact> contacts, std::span<Mover> movers, int iterations, double budget);

}  // namespace pliant
