// Mass moments of an implicit solid of density 1: what a rigid body's inertia is made of.
#pragma once

#include "geometry/shape.hpp"

namespace pliant {

struct Moments {
    double volume = 0;           ///< m³
    Vec3 center = Vec3::Zero();  ///< m
    Mat3 second = Mat3::Zero();  ///< ∫ (x − center)(x − center)ᵀ, m⁵
};

/// Sums cells of a grid as measure() does, to a few parts in ten thousand; the bounds must be finite.
Moments moments_of(const Solid& solid);

/// The same of points with masses; `volume` is then their total mass in kg.
Moments moments_of(std::span<const Vec3> points, std::span<const double> masses);

/// Inertia tensor about the center, for the same unit of mass: tr(S) I − S.
inline Mat3 inertia_of(const Moments& moments) { return moments.second.trace() * Mat3::Identity() - moments.second; }

}  // namespace pliant
