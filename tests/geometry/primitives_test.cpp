#include "geometry/primitives.hpp"

#include <gtest/gtest.h>
#include <pliant/error.hpp>

#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "geometry/shape.hpp"

namespace pliant {
namespace {

/// A primitive with an independent description of it: its surface as a map from (u, v) in [0, 1]² for each patch, and
/// the plain inequality of its inside.
struct Case {
    std::string name;
    SolidPtr solid;
    std::vector<std::function<Vec3(double, double)>> patches;
    std::function<bool(const Vec3&)> inside;
};

Vec3 on_circle(double radius, double turn, double y) {
    const double angle = 2 * std::numbers::pi * turn;
    return {radius * std::cos(angle), y, radius * std::sin(angle)};
}

Vec3 on_sphere(double u, double v) {
    const double y = 2 * v - 1;
    return on_circle(std::sqrt(1 - y * y), u, y);
}

std::vector<std::function<Vec3(double, double)>> box_faces(const Vec3& half) {
    std::vector<std::function<Vec3(double, double)>> faces;
    for (int axis = 0; axis < 3; ++axis) {
        for (const double side : {-1.0, 1.0}) {
            faces.push_back([=](double u, double v) {
                Vec3 p;
                p[axis] = side;
                p[(axis + 1) % 3] = 2 * u - 1;
                p[(axis + 2) % 3] = 2 * v - 1;
                return Vec3(p.cwiseProduct(half));
            });
        }
    }
    return faces;
}

Case cone_case(const std::string& name, SolidPtr solid, double bottom, double top, double half) {
    return {name,
            std::move(solid),
            {[=](double u, double v) { return on_circle(bottom + (top - bottom) * v, u, half * (2 * v - 1)); },
             [=](double u, double v) { return on_circle(bottom * v, u, -half); },
             [=](double u, double v) { return on_circle(top * v, u, half); }},
            [=](const Vec3& p) {
                const double t = (p.y() + half) / (2 * half);
                return t > 0 && t < 1 && std::hypot(p.x(), p.z()) < bottom + (top - bottom) * t;
            }};
}

std::vector<Case> cases() {
    const Vec3 half(0.5, 0.8, 0.3);
    const Vec3 radii(0.9, 0.5, 0.3);
    std::vector<Case> all;
    all.push_back({"sphere",
                   solid::sphere(0.7),
                   {[](double u, double v) { return Vec3(0.7 * on_sphere(u, v)); }},
                   [](const Vec3& p) { return p.squaredNorm() < 0.49; }});
    all.push_back({"ellipsoid",
                   solid::ellipsoid(radii),
                   {[=](double u, double v) { return Vec3(radii.cwiseProduct(on_sphere(u, v))); }},
                   [=](const Vec3& p) { return p.cwiseQuotient(radii).squaredNorm() < 1; }});
    all.push_back({"box", solid::box(2 * half), box_faces(half),
                   [=](const Vec3& p) { return (p.cwiseAbs().array() < half.array()).all(); }});
    all.push_back({"capsule",
                   solid::capsule(0.4, 1.0),
                   {[](double u, double v) { return on_circle(0.4, u, v - 0.5); },
                    [](double u, double v) {
                        const Vec3 s = 0.4 * on_sphere(u, v);
                        return Vec3(s + Vec3(0, s.y() > 0 ? 0.5 : -0.5, 0));
                    }},
                   [](const Vec3& p) { return (p - Vec3(0, std::clamp(p.y(), -0.5, 0.5), 0)).norm() < 0.4; }});
    all.push_back(cone_case("cylinder", solid::cylinder(0.5, 1.2), 0.5, 0.5, 0.6));
    all.push_back(cone_case("cone", solid::cone(0.6, 0, 1.2), 0.6, 0, 0.6));
    all.push_back(cone_case("truncated cone", solid::cone(0.2, 0.7, 1.0), 0.2, 0.7, 0.5));
    all.push_back({"torus",
                   solid::torus(0.7, 0.25),
                   {[](double u, double v) {
                       const double around = 2 * std::numbers::pi * v;
                       return on_circle(0.7 + 0.25 * std::cos(around), u, 0.25 * std::sin(around));
                   }},
                   [](const Vec3& p) { return std::hypot(std::hypot(p.x(), p.z()) - 0.7, p.y()) < 0.25; }});
    return all;
}

Vec3 point_within(Random& random, double reach) {
    const double x = random.uniform(-reach, reach);
    const double y = random.uniform(-reach, reach);
    return {x, y, random.uniform(-reach, reach)};
}

TEST(Primitives, distance_is_that_to_the_nearest_surface_point_with_the_right_sign) {
    for (const Case& c : cases()) {
        constexpr int steps = 160;
        std::vector<Vec3> surface;
        for (const auto& patch : c.patches) {
            for (int i = 0; i <= steps * steps + 2 * steps; ++i) {
                surface.push_back(patch(i % (steps + 1) / double{steps}, i / (steps + 1) / double{steps}));
            }
        }
        Random random(7);
        for (int k = 0; k < 60; ++k) {
            const Vec3 p = point_within(random, 1.4);
            double nearest = 1e9;
            for (const Vec3& s : surface) nearest = std::min(nearest, (s - p).norm());
            const double d = c.solid->distance(p);
            EXPECT_LE(std::abs(d), nearest * (1 + 1e-9)) << c.name << " at " << p.transpose();
            EXPECT_NEAR(std::abs(d), nearest, 0.02) << c.name << " at " << p.transpose();
            EXPECT_EQ(d < 0, c.inside(p)) << c.name << " at " << p.transpose();
        }
    }
}

TEST(Primitives, gradient_has_length_one_where_the_nearest_point_is_unique) {
    for (const Case& c : cases()) {
        Random random(11);
        int unit = 0;
        constexpr int tries = 2000;
        for (int k = 0; k < tries; ++k) {
            unit += std::abs(distance_gradient(*c.solid, point_within(random, 1.4), 1).norm() - 1) < 1e-3;
        }
        EXPECT_GE(unit, tries * 99 / 100) << c.name;  // the rest straddle the medial axis
    }
}

TEST(Primitives, stepping_by_the_distance_against_the_gradient_lands_on_the_surface) {
    for (const Case& c : cases()) {
        Random random(13);
        int landed = 0;
        for (int k = 0; k < 500; ++k) {
            const Vec3 p = point_within(random, 1.4);
            const Vec3 foot = p - c.solid->distance(p) * distance_gradient(*c.solid, p, 1);
            landed += std::abs(c.solid->distance(foot)) < 1e-3;
        }
        EXPECT_GE(landed, 495) << c.name;
    }
}

TEST(Primitives, bounds_touch_the_surface_on_every_side) {
    for (const Case& c : cases()) {
        Box surface;
        for (const auto& patch : c.patches) {
            for (int i = 0; i <= 100; ++i) {
                for (int j = 0; j <= 100; ++j) surface.add(patch(i / 100.0, j / 100.0));
            }
        }
        const Box bounds = c.solid->bounds();
        EXPECT_TRUE((surface.lower.array() >= bounds.lower.array() - 1e-9).all()) << c.name;
        EXPECT_TRUE((surface.upper.array() <= bounds.upper.array() + 1e-9).all()) << c.name;
        EXPECT_LT((surface.size() - bounds.size()).cwiseAbs().maxCoeff(), 0.01) << c.name;
    }
}

TEST(Primitives, rounded_box_is_a_box_without_rounding_and_a_sphere_with_all_of_it) {
    const SolidPtr sharp = solid::rounded_box(Vec3(1, 2, 3), 0);
    const SolidPtr round = solid::rounded_box(Vec3(2, 2, 2), 1);
    Random random(3);
    for (int k = 0; k < 200; ++k) {
        const Vec3 p = point_within(random, 2);
        EXPECT_NEAR(sharp->distance(p), box_distance(p, Vec3(0.5, 1, 1.5)), 1e-12);
        EXPECT_NEAR(round->distance(p), p.norm() - 1, 1e-12);
    }
}

TEST(Primitives, ellipsoid_is_exact_on_its_axes_and_planes_of_symmetry) {
    const Vec3 radii(3, 2, 1);
    EXPECT_NEAR(ellipsoid_distance(Vec3::Zero(), radii), -1, 1e-12);
    EXPECT_NEAR(ellipsoid_distance(Vec3(5, 0, 0), radii), 2, 1e-12);
    EXPECT_NEAR(ellipsoid_distance(Vec3(0, -5, 0), radii), 3, 1e-12);
    EXPECT_NEAR(ellipsoid_distance(Vec3(0, 0, 0.25), radii), -0.75, 1e-12);
    // Deep inside, on the long axis, the nearest points are off the axis: the same as a hair beside it.
    for (const double x : {0.1, 0.5, 1.0, 2.0, 2.9}) {
        EXPECT_NEAR(ellipsoid_distance(Vec3(x, 0, 0), radii), ellipsoid_distance(Vec3(x, 1e-9, 1e-9), radii), 1e-8);
    }
}

TEST(Primitives, distances_scale_with_the_shape) {
    Random random(5);
    for (int k = 0; k < 200; ++k) {
        const Vec3 p = point_within(random, 2);
        const Vec3 radii(1, 0.2, 0.6);
        for (const double s : {1e-3, 1e3}) {
            EXPECT_NEAR(ellipsoid_distance(s * p, s * radii), s * ellipsoid_distance(p, radii), 1e-9 * s);
            EXPECT_NEAR(cone_distance(s * p, s, 0.5 * s, s), s * cone_distance(p, 1, 0.5, 1), 1e-9 * s);
        }
    }
}

TEST(Primitives, impossible_sizes_are_refused) {
    EXPECT_THROW(solid::sphere(0), InputError);
    EXPECT_THROW(solid::sphere(std::numeric_limits<double>::quiet_NaN()), InputError);
    EXPECT_THROW(solid::box(Vec3(1, -1, 1)), InputError);
    EXPECT_THROW(solid::rounded_box(Vec3(1, 1, 1), 0.6), InputError);
    EXPECT_THROW(solid::capsule(1, -1), InputError);
    EXPECT_THROW(solid::cone(0, 0, 1), InputError);
    EXPECT_THROW(solid::torus(1, 1.5), InputError);
    EXPECT_THROW(solid::half_space(Vec3::Zero(), Vec3::Zero()), InputError);
    EXPECT_THROW(solid::union_of({}), InputError);
    EXPECT_THROW(solid::placed(solid::sphere(1), Mat3::Identity(), 0, Vec3::Zero()), InputError);
}

}  // namespace
}  // namespace pliant
