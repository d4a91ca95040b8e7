// Solids with known volumes, and a few without, that sampling tests go through.
#pragma once

#include <Eigen/Geometry>
#include <numbers>
#include <string>
#include <vector>

#include "geometry/shape.hpp"

namespace pliant::test {

struct NamedSolid {
    std::string name;
    SolidPtr solid;
    double volume;  ///< analytic, m³
};

inline std::vector<NamedSolid> solids() {
    constexpr double pi = std::numbers::pi;
    const Mat3 tilt = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    const SolidPtr ball = solid::sphere(0.5);
    return {
        {"sphere", ball, pi / 6},
        {"ellipsoid", solid::ellipsoid(Vec3(0.5, 0.35, 0.25)), 4 * pi / 3 * 0.5 * 0.35 * 0.25},
        {"box", solid::box(Vec3(1, 2, 0.7)), 1.4},
        {"plate", solid::box(Vec3(1, 0.02, 0.8)), 0.016},
        {"capsule", solid::capsule(0.2, 1), pi * 0.04 + 4 * pi / 3 * 0.008},
        {"cylinder", solid::cylinder(0.4, 1.3), pi * 0.16 * 1.3},
        {"cone", solid::cone(0.5, 0, 1), pi * 0.25 / 3},
        {"truncated cone", solid::cone(0.5, 0.2, 1), pi / 3 * (0.25 + 0.1 + 0.04)},
        {"torus", solid::torus(0.5, 0.2), 2 * pi * pi * 0.5 * 0.04},
        {"tilted box far away", solid::placed(solid::box(Vec3(1, 2, 0.7)), tilt, 0.5, Vec3(1000, -1000, 1000)), 0.175},
        {"half ball", solid::intersection({ball, solid::half_space(Vec3::Zero(), Vec3(1, 1, 0))}), pi / 12},
        {"hollow ball", solid::difference({ball, solid::sphere(0.3)}), pi / 6 - 4 * pi / 3 * 0.027},
        {"two balls",
         solid::union_of({solid::placed(ball, Mat3::Identity(), 1, Vec3(-2, 0, 0)),
                          solid::placed(ball, Mat3::Identity(), 1, Vec3(2, 0, 0))}),
         pi / 3},
        {"millimetre ball", solid::sphere(0.001), 4 * pi / 3 * 1e-9},
    };
}

}  // namespace pliant::test
