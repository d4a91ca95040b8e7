// Small bodies for the reference's own tests, built by rules so simple that a reader can check them.
#pragma once

#include "reference/measures.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace pliant::reference {

/// n points of the box [lower, upper] that `inside` accepts, uniform, the same on every machine.
std::vector<Vector3d> random_points(int n, const Vector3d& lower, const Vector3d& upper, std::uint64_t seed,
                                    const std::function<bool(const Vector3d&)>& inside = {});

/// A grid of nx × ny × nz points with the given spacing, one corner at the origin.
std::vector<Vector3d> grid_points(int nx, int ny, int nz, double spacing);

/// n points of an L (two arms of 1 × 0.4 × 0.3 m), denser near the corner.
std::vector<Vector3d> l_shape(int n, std::uint64_t seed);

/// A body at rest at its rest positions, without clusters; masses vary between 1 and 3 kg when `uneven`.
Body body_of(const std::vector<Vector3d>& points, bool uneven);

/// Adds a level of clusters: centres at every n-th particle, all particles within the radius, inverse-square weights
/// that sum to 1 for each particle; a particle out of reach joins its nearest centre. Sets equal level weights, runs
/// prepare.
void add_level(Body& body, int every, double radius);

/// Adds a level with one cluster of all particles.
void add_whole(Body& body);

/// Positions x ← center of mass + deformation (x − center of mass).
void deform(Body& body, const Matrix3d& deformation);

/// Adds the velocity of a rigid motion: v + spin × (x − center of mass).
void set_in_motion(Body& body, const Vector3d& velocity, const Vector3d& spin);

void set_alpha(Body& body, double alpha);
void set_k_d(Body& body, double k_d);

double total_energy(const Body& body);

/// Largest distance between particles and their rest positions after the best rigid motion, as a share of the body's
/// size.
double shape_error(const Body& body);

/// Whether every position and velocity is finite and every rotation proper to 1e-12.
bool sound(const Body& body);

/// The largest change of momentum and angular momentum over the steps, relative to Σ m |v| and Σ m |x| |v| at the
/// start.
struct Drift {
    double linear = 0;
    double angular = 0;
};
Drift drift_over(Body& body, int steps);

}  // namespace pliant::reference
