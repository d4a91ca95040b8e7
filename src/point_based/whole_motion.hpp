// The motion of a body as a whole, and giving it back.
//
// Merging two particles loses the angular momentum of their turning about each other; putting a particle back among its
// neighbors changes all of it. What is missing afterwards is given to the whole body: it is moved and turned as one
// piece until center of mass, momentum and angular momentum are what they were.
#pragma once

#include "point_based/point_body.hpp"

namespace pliant {

struct WholeMotion {
    double mass = 0;
    Vec3 center = Vec3::Zero();    ///< of mass, body-local
    Vec3 momentum = Vec3::Zero();  ///< N s
    Vec3 angular = Vec3::Zero();   ///< N m s, about the center
    Mat3 inertia = Mat3::Zero();   ///< kg m², about the center
};

WholeMotion whole_motion(const PointBody& body);
/// rad/s: the spin of one piece with that inertia and angular momentum.
Vec3 spin_of(const WholeMotion& motion);

/// Adds `times` its velocity and spin to velocities of the body's particles.
void add_motion(const PointBody& body, const WholeMotion& motion, double times, std::vector<Vector4>& velocities);
/// Σ arm × force about the center.
Vec3 moment_of(const PointBody& body, const WholeMotion& motion, const std::vector<Vector4>& forces);
/// Adds forces with this moment and no sum, such as turn the body as one piece.
void add_moment(const PointBody& body, const WholeMotion& motion, const Vec3& moment, std::vector<Vector4>& forces);

/// Moves and turns the body until it moves as before. A body of which something is held (`held` marks it, or is none)
/// is left alone: what holds it takes up the difference.
void restore_motion(const WholeMotion& before, const std::uint8_t* held, PointBody& body);

}  // namespace pliant
