// Small point-based bodies for the tests, and the same body for the reference.
#pragma once

#include "point_based/build.hpp"
#include "support/point_bridge.hpp"

#include <functional>

namespace pliant {

struct TestBar {
    Vec3 size = Vec3(1, 0.25, 0.25);
    double spacing = 0.0625;
    double jitter = 0.15;  ///< of the spacing: the lattice's points are moved by up to this
    double young = 1e5, poisson = 0.3, density = 1000, yield = 1e4, flow = 0, hardening = 0, viscosity = 0;
};

/// A lattice in a box about the origin, jittered by a fixed pattern.
PointBodyInput bar_input(const TestBar& bar);

struct PointRun {
    PointWork work;  // before the body, whose making it serves
    PointBody body;
    PointBased settings;
    PointReport report;

    explicit PointRun(const PointBodyInput& input, const std::string& instruction_set = "");
    void step(double dt, const Vec3& gravity = Vec3::Zero());
};

Vec3 momentum_of(const PointBody& body);
Vec3 angular_momentum_of(const PointBody& body);
double mass_of(const PointBody& body);
/// Moves every particle: position ← f(position).
void deform(PointBody& body, const std::function<Vec3(const Vec3&)>& f);

/// How exact the simulation's numbers are.
inline constexpr double real_epsilon = sizeof(Real) == 8 ? 2.3e-16 : 1.2e-7;

}  // namespace pliant
