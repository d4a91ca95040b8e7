// Proxies: a sphere cut by half-spaces that hold the members, in rest space and carried by F (CC15 section 3.4).
#include "collision/proxy.hpp"
#include "collision/supporting_planes.hpp"
#include "core/random.hpp"
#include "math/decompose.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <cmath>
#include <numbers>

namespace pliant::testing {
namespace {

/// Settings, and how far the matter of every member reaches.
struct Uniform {
    double plane_fraction, matter;
    bool more_planes;
};
constexpr Uniform plain{.plane_fraction = 0.95, .matter = 0, .more_planes = false};
constexpr Uniform cut{.plane_fraction = 0.95, .matter = 0.01, .more_planes = true};

Proxy make_proxy(const std::vector<Vec3>& members, const Mat3& a_rr, const Vec3& center, double radius,
                 const Uniform& uniform) {
    const std::vector<double> reach(members.size(), uniform.matter);
    return pliant::make_proxy({members, reach}, a_rr, center, radius, {uniform.plane_fraction, uniform.more_planes});
}

Vec3 random_point(Random& random, double size) {
    return size * Vec3(random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5);
}

Mat3 scatter(const std::vector<Vec3>& members) {
    Mat3 a = Mat3::Zero();
    for (const Vec3& p : members) a += p * p.transpose() / static_cast<double>(members.size());
    return a;
}

/// Points of a box about the origin, on a lattice.
std::vector<Vec3> lattice(const Vec3& size, int n) {
    std::vector<Vec3> points;
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j)
            for (int k = 0; k <= n; ++k) points.push_back(size.cwiseProduct(Vec3(i, j, k) / n - Vec3::Constant(0.5)));
    return points;
}

std::vector<Vec3> random_members(std::uint64_t seed, int count) {
    Random random(seed);
    std::vector<Vec3> members;
    for (int i = 0; i < count; ++i) members.push_back(random_point(random, 0.4).cwiseProduct(Vec3(1, 0.7, 0.3)));
    return members;
}

/// A proper matrix with singular values between 0.6 and 1.6.
Mat3 random_deformation(Random& random) {
    const Mat3 a = axis_angle(random_point(random, 1) + Vec3(0, 0, 1e-3), 6 * random.uniform());
    const Mat3 b = axis_angle(random_point(random, 1) + Vec3(0, 0, 1e-3), 6 * random.uniform());
    const Vec3 s(0.6 + random.uniform(), 0.6 + random.uniform(), 0.6 + random.uniform());
    return a * s.asDiagonal() * b;
}

TEST(Proxy, of_a_sheet_is_cut_to_its_thickness_on_both_sides) {
    std::vector<Vec3> sheet;
    for (int i = -5; i <= 5; ++i)
        for (int k = -5; k <= 5; ++k) sheet.emplace_back(0.02 * i, 0, 0.02 * k);
    const Proxy proxy = make_proxy(sheet, scatter(sheet), Vec3::Zero(), 0.15, {0.9, 0.01, false});
    const PlacedProxy placed(proxy, Vec3::Zero(), Mat3::Identity());
    EXPECT_NEAR(proxy.half_width, 0.01, 1e-12);
    const auto above = find_touch(placed, {Vec3(0.03, 0.004, 0.02), 0});
    ASSERT_TRUE(above);
    EXPECT_NEAR(above->penetration, 0.006, 1e-12);
    EXPECT_NEAR(std::abs(above->normal.y()), 1, 1e-12);
    EXPECT_GT(above->normal.y(), 0);
    EXPECT_LT(find_touch(placed, {Vec3(0, -0.004, 0), 0})->normal.y(), 0);
    EXPECT_FALSE(find_touch(placed, {Vec3(0, 0.011, 0), 0}));
    EXPECT_TRUE(find_touch(placed, {Vec3(0, 0.011, 0), 0.002})) << "a ball reaches in";
}

/// A box of 0.2 m by 0.1 m by 0.04 m, cut out of a ball that does not touch it.
Proxy box_proxy() {
    const std::vector<Vec3> box = lattice(Vec3(0.2, 0.1, 0.04), 4);
    return make_proxy(box, scatter(box), Vec3::Zero(), 1, {0.9, 0, false});
}

TEST(Proxy, has_round_edges_and_corners_for_balls) {
    const Proxy proxy = box_proxy();
    const PlacedProxy placed(proxy, Vec3::Zero(), Mat3::Identity());
    EXPECT_FALSE(find_touch(placed, {Vec3(0.108, 0.058, 0), 0.01})) << "it is 0.0113 away from the edge";
    const auto edge = find_touch(placed, {Vec3(0.106, 0.058, 0), 0.011});
    ASSERT_TRUE(edge);
    EXPECT_NEAR(edge->penetration, 0.001, 1e-9);
    EXPECT_LT((edge->normal - Vec3(0.6, 0.8, 0)).norm(), 1e-9);
    const auto corner = find_touch(placed, {Vec3(0.102, 0.051, 0.022), 0.004});
    ASSERT_TRUE(corner);
    EXPECT_NEAR(corner->penetration, 0.001, 1e-9);
    EXPECT_LT((corner->normal - Vec3(2, 1, 2) / 3).norm(), 1e-9);
}

TEST(Proxy, has_ridges_that_turn_the_way_out_smoothly) {
    // Two faces that look about the same way, 35 degrees apart, and a point that moves across their ridge.
    Proxy proxy = box_proxy();
    const double angle = 35 * std::numbers::pi / 180;
    proxy.cuts[proxy.cut_count++] = {proxy.axes.transpose() * Vec3(0, std::cos(angle), std::sin(angle)),
                                     0.05 * std::cos(angle)};
    const PlacedProxy placed(proxy, Vec3::Zero(), Mat3::Identity());
    Vec3 last = Vec3::Zero();
    for (int k = -100; k <= 100; ++k) {
        const auto touch = find_touch(placed, {Vec3(0, 0.0485, 1e-4 * k), 0, Vec3::Zero(), 0.005});
        if (!touch) continue;
        if (!last.isZero()) {
            EXPECT_LT((touch->normal - last).norm(), 0.05) << k;
        }
        last = touch->normal;
    }
    EXPECT_GT(last.z(), 0.5);
}

TEST(Proxy, is_left_by_a_face_that_looks_at_the_ones_own) {
    const Proxy proxy = box_proxy();
    const PlacedProxy placed(proxy, Vec3::Zero(), Mat3::Identity());
    // 1 mm below the side, 3 mm below the top, of a face that looks up from below the box, or of none.
    const Vec3 point(0.099, -0.047, 0);
    EXPECT_GT(find_touch(placed, {point, 0})->normal.x(), 0.99);
    const auto touch = find_touch(placed, {point, 0, Vec3::UnitY(), 0.01});
    ASSERT_TRUE(touch);
    EXPECT_LT(touch->normal.y(), -0.99);
    EXPECT_NEAR(touch->penetration, 0.003, 1e-12);
    EXPECT_GT(find_touch(placed, {Vec3(0.099, -0.02, 0), 0, Vec3::UnitY(), 0.01})->normal.x(), 0.99) << "too deep";
    // On an edge its own normal counts.
    const auto edge = find_touch(placed, {Vec3(0.103, -0.056, 0), 0.008, Vec3::UnitY(), 0.01});
    ASSERT_TRUE(edge);
    EXPECT_LT((edge->normal + Vec3::UnitY()).norm(), 1e-12);
}

TEST(Proxy, keeps_a_plane_only_within_the_fraction_of_the_radius) {
    const std::vector<Vec3> box = lattice(Vec3(0.2, 0.1, 0.04), 4);
    const auto planes = [&](double fraction) {
        const Proxy proxy = make_proxy(box, scatter(box), Vec3::Zero(), 0.12, {fraction, 0, false});
        int count = 0;
        for (int k = 0; k < 3; ++k) count += std::isfinite(proxy.lower[k]) + std::isfinite(proxy.upper[k]);
        return count;
    };
    EXPECT_EQ(planes(0), 0) << "a plain sphere";
    EXPECT_EQ(planes(0.3), 2) << "0.02 of 0.12";
    EXPECT_EQ(planes(0.5), 4) << "0.05 too";
    EXPECT_EQ(planes(0.9), 6) << "0.1 too";
}

RC_GTEST_PROP(Proxy, holds_its_members_whatever_the_settings, (std::uint64_t seed, bool more)) {
    const std::vector<Vec3> members = random_members(seed, 40);
    const Proxy proxy = make_proxy(members, scatter(members), Vec3::Zero(), 0.2, {0.95, 1e-6, more});
    const PlacedProxy placed(proxy, Vec3::Zero(), Mat3::Identity());
    for (const Vec3& p : members) {
        RC_ASSERT(p.norm() <= proxy.extent + 1e-9);
        RC_ASSERT(find_touch(placed, {p, 1e-9}).has_value());
    }
}

/// Is the world point in the deformed proxy, by the definition?
bool inside(const Proxy& proxy, const Vec3& center, const Mat3& f, const Vec3& x) {
    const Vec3 q = (f * proxy.axes).inverse() * (x - center);
    bool in = (q - proxy.center).norm() < proxy.radius;
    for (int k = 0; k < 3; ++k) in = in && q[k] < proxy.upper[k] && q[k] > proxy.lower[k];
    for (const HalfSpace& plane : proxy.more()) in = in && plane.normal.dot(q) < plane.offset;
    return in;
}

RC_GTEST_PROP(Proxy, is_left_by_the_depth_along_the_normal_and_not_by_less, (std::uint64_t seed)) {
    Random random(seed);
    const std::vector<Vec3> members = random_members(seed, 40);
    const Proxy proxy = make_proxy(members, scatter(members), Vec3::Zero(), 0.22, cut);
    const Mat3 f = random_deformation(random);
    const Vec3 center = random_point(random, 3);
    const PlacedProxy placed(proxy, center, f);
    for (int k = 0; k < 200; ++k) {
        const Vec3 x = center + random_point(random, 0.6);
        const auto touch = find_touch(placed, {x, 0});
        RC_ASSERT(touch.has_value() == inside(proxy, center, f, x));
        if (!touch) continue;
        RC_ASSERT(std::abs(touch->normal.norm() - 1) < 1e-12);
        RC_ASSERT(touch->penetration > 0);
        // A curved face is left at the latest there, a plane exactly there.
        RC_ASSERT(!inside(proxy, center, f, x + 1.0001 * touch->penetration * touch->normal));
    }
}

RC_GTEST_PROP(Proxy, turns_with_its_cluster, (std::uint64_t seed)) {
    Random random(seed);
    const std::vector<Vec3> members = random_members(seed, 30);
    const Proxy proxy = make_proxy(members, scatter(members), Vec3::Zero(), 0.2, cut);
    const Mat3 rotation = axis_angle(random_point(random, 1) + Vec3(0, 0, 1e-3), 2);
    const PlacedProxy still(proxy, Vec3::Zero(), Mat3::Identity()), turned(proxy, Vec3(1, 2, 3), rotation);
    for (int k = 0; k < 50; ++k) {
        const Vec3 p = random_point(random, 0.4);
        const auto a = find_touch(still, {p, 0.01}), b = find_touch(turned, {Vec3(1, 2, 3) + rotation * p, 0.01});
        RC_ASSERT(a.has_value() == b.has_value());
        if (!a) continue;
        RC_ASSERT(std::abs(a->penetration - b->penetration) < 1e-9);
        RC_ASSERT((rotation * a->normal - b->normal).norm() < 1e-6);
    }
}

TEST(Proxy, of_a_flattened_or_inverted_cluster_is_sound) {
    for (const Vec3& stretch : {Vec3(1, 1, 0), Vec3(1, 1, -1), Vec3(0, 0, 0), Vec3(1e3, 1, 1), Vec3(1e-9, 1e9, 1)}) {
        const Mat3 f = regularised(axis_angle(Vec3(1, 2, 3), 1) * Mat3(stretch.asDiagonal()));
        EXPECT_GT(f.determinant(), 0) << stretch.transpose();
        const Vec3 values = signed_singular_values(f);
        EXPECT_LE(values[0], 4 + 1e-9);
        EXPECT_GE(values[2], 0.25 - 1e-9);
    }
    Random random(7);
    for (int k = 0; k < 100; ++k) {
        const Mat3 f = random_deformation(random);
        EXPECT_TRUE(regularised(f).isApprox(f, 1e-12)) << "sound ones stay as they are";
    }
}

/// Share of the ball about a corner of a box that the planes leave and the box does not fill.
double bulge(const Uniform& settings) {
    std::vector<Vec3> corner = lattice(Vec3(0.1, 0.1, 0.1), 6);  // one corner of a larger box: faces at +x, +y and +z
    const double radius = 0.12;
    std::erase_if(corner, [&](const Vec3& p) { return p.norm() > radius; });
    const Proxy proxy = make_proxy(corner, scatter(corner), Vec3::Zero(), radius, settings);
    const PlacedProxy placed(proxy, Vec3::Zero(), Mat3::Identity());
    Random random(3);
    int left = 0, outside = 0;
    for (int k = 0; k < 20000; ++k) {
        const Vec3 p = random_point(random, 2 * radius);
        if (p.norm() > radius || p.cwiseAbs().maxCoeff() < 0.05) continue;
        ++outside;
        left += find_touch(placed, {p, 0}).has_value();
    }
    return static_cast<double>(left) / outside;
}

TEST(Proxy, more_planes_follow_faces_that_the_eigenvectors_miss) {
    // All axes of a cube's scatter are equal, so its eigenvectors point anywhere.
    const double papers = bulge({0.95, 0, false}), ours = bulge({0.95, 0, true});
    RecordProperty("papers", std::to_string(papers));
    RecordProperty("ours", std::to_string(ours));
    EXPECT_LT(ours, 0.1);
    EXPECT_LE(ours, papers);
}

TEST(SupportingPlanes, find_the_faces_of_a_turned_box) {
    const Mat3 turn = axis_angle(Vec3(1, 1, 0.3), 0.7);
    std::vector<Vec3> box;
    for (const Vec3& p : lattice(Vec3(0.2, 0.2, 0.2), 8)) box.push_back(turn * p);
    const std::vector<double> reach(box.size(), 0);
    const std::vector<HalfSpace> planes = supporting_planes({box, reach}, Vec3::Zero(), 0.18, 0.17, 6);
    ASSERT_EQ(planes.size(), 6u);
    for (const HalfSpace& plane : planes) {
        const Vec3 own = turn.transpose() * plane.normal;
        EXPECT_GT(own.cwiseAbs().maxCoeff(), std::cos(3 * std::numbers::pi / 180)) << own.transpose();
        EXPECT_NEAR(plane.offset, 0.1, 0.006);
    }
}

TEST(SupportingPlanes, take_nothing_from_a_full_ball) {
    std::vector<Vec3> ball = lattice(Vec3(2, 2, 2), 16);
    std::erase_if(ball, [](const Vec3& p) { return p.norm() > 1; });
    const std::vector<double> reach(ball.size(), 0);
    EXPECT_TRUE(supporting_planes({ball, reach}, Vec3::Zero(), 1, 0.9, 6).empty());
}

TEST(SupportingPlanes, take_the_faces_they_know_exactly_however_little_these_cut_off) {
    // A sphere about the middle of a box's edge stands out of two faces, and hardly out of a third.
    std::vector<Vec3> bulk = lattice(Vec3(0.3, 0.1, 0.1), 9);
    std::erase_if(bulk, [](const Vec3& p) { return p.norm() > 0.09; });
    const std::vector<double> reach(bulk.size(), 0.003);
    const std::vector<Vec3> faces = {Vec3::UnitY(), -Vec3::UnitY(), Vec3::UnitZ(), -Vec3::UnitZ(), Vec3::UnitY()};
    const std::vector<HalfSpace> planes = supporting_planes({bulk, reach, faces}, Vec3::Zero(), 0.09, 0, 6);
    ASSERT_EQ(planes.size(), 4u) << "each once";
    for (const HalfSpace& plane : planes) {
        EXPECT_EQ(plane.normal.cwiseAbs().maxCoeff(), 1);
        double farthest = 0;
        for (const Vec3& p : bulk) farthest = std::max(farthest, plane.normal.dot(p) + 0.003);
        EXPECT_NEAR(plane.offset, farthest, 1e-12);
    }
}

}  // namespace
}  // namespace pliant::testing
