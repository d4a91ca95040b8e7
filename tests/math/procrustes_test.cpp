// The rigid frame of a cloud of points and its derivative (PG10).
#include <pliant/procrustes.hpp>

#include "math/random_matrices.hpp"
#include "math/svd3.hpp"
#include "reference/glue.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

namespace pliant::testing {
namespace {

struct Parents {
    std::vector<Vec3> rest, now;
    std::vector<double> weights, masses;
    Vec3 point = Vec3::Zero();  ///< in rest space

    ProcrustesFrame frame() const { return procrustes_frame(rest, now, weights); }
    Vec3 arm() const { return arm_of(frame(), point); }
    reference::Cloud cloud() const {
        double total = 0;
        for (const double w : weights) total += w;
        std::vector<double> shares;
        for (const double w : weights) shares.push_back(w / total);
        return {rest, now, shares};
    }
};

enum class Cloud { generic, rigid, repeated, planar, planar_deformed, nearly_collinear, reflected, pair_of_equals };
constexpr Cloud all_clouds[] = {Cloud::generic,   Cloud::rigid,           Cloud::repeated,
                                Cloud::planar,    Cloud::planar_deformed, Cloud::nearly_collinear,
                                Cloud::reflected, Cloud::pair_of_equals};

Vec3 random_vector(Random& random) { return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)); }

/// Corners of an octahedron: all singular values alike, whatever turns it.
std::vector<Vec3> octahedron() {
    std::vector<Vec3> corners;
    for (int k = 0; k < 3; ++k) {
        corners.push_back(Vec3::Unit(k));
        corners.push_back(-Vec3::Unit(k));
    }
    return corners;
}

Parents random_parents(Random& random, Cloud kind) {
    Parents p;
    const bool even = kind == Cloud::repeated || kind == Cloud::pair_of_equals;
    if (even) p.rest = octahedron();
    if (kind == Cloud::pair_of_equals)
        for (Vec3& r : p.rest) r.z() *= 0.4;
    const std::size_t count = even ? p.rest.size() : 4 + static_cast<std::size_t>(random.uniform(0, 7));
    const double width = kind == Cloud::nearly_collinear ? std::pow(10.0, random.uniform(-2, -1)) : 1;
    const bool planar = kind == Cloud::planar || kind == Cloud::planar_deformed;
    for (std::size_t i = 0; i < count; ++i) {
        if (!even) {
            Vec3 r = random_vector(random);
            r.y() *= width;
            r.z() *= planar ? 0 : width;
            p.rest.push_back(r);
        }
        p.weights.push_back(even ? 1 : random.uniform(0.2, 1));
        p.masses.push_back(random.uniform(0.5, 2));
    }
    const Mat3 turn = random_quaternion(random).toRotationMatrix();
    Mat3 deform = Mat3::Identity();
    if (kind == Cloud::generic || kind == Cloud::planar_deformed) deform += 0.4 * random_matrix(random);
    if (kind == Cloud::reflected) deform = Vec3(1.5, 1, -random.uniform(0.1, 0.6)).asDiagonal();
    const Vec3 shift = 3 * random_vector(random);
    for (const Vec3& r : p.rest) p.now.push_back(shift + turn * (deform * r));
    if (kind == Cloud::generic || kind == Cloud::nearly_collinear)
        for (Vec3& x : p.now) x += 0.1 * width * random_vector(random);
    p.point = 3 * random_vector(random);
    return p;
}

/// Clouds that another cloud fits almost as well are left to the tests of what is not determined.
bool is_usable(const Parents& p) { return p.frame().conditioning() > 2e-5; }

template <class F>
void for_random_parents(std::size_t count, const F& f) {
    Random random(11);
    for (std::size_t done = 0; done < count;) {
        const Cloud kind = all_clouds[done % std::size(all_clouds)];
        const Parents p = random_parents(random, kind);
        if (!is_usable(p)) continue;
        f(p, random);
        ++done;
        if (::testing::Test::HasFatalFailure()) return;
    }
}

double largest(const Mat3& m) { return singular_values(m)[0]; }

TEST(Svd3, agrees_with_its_product_and_is_accurate_in_small_values) {
    for (const Family family : all_families()) {
        for (const Mat3& m : matrices_of(family, 300)) {
            const Svd3 svd = svd3(m);
            const Mat3 product = svd.u * svd.s.asDiagonal() * svd.v.transpose();
            EXPECT_LT((product - m).norm(), 1e-14 * (m.norm() + 1e-300)) << name_of(family);
            EXPECT_NEAR(svd.u.determinant(), 1, 1e-13) << name_of(family);
            EXPECT_NEAR(svd.v.determinant(), 1, 1e-13) << name_of(family);
            EXPECT_LT((svd.u.transpose() * svd.u - Mat3::Identity()).norm(), 1e-13) << name_of(family);
            EXPECT_GE(svd.s[0], svd.s[1] * (1 - 1e-14));
            EXPECT_GE(svd.s[1], std::abs(svd.s[2]) * (1 - 1e-14));
            EXPECT_LT((svd.s - singular_values(m)).norm(), 1e-13 * (m.norm() + 1e-300)) << name_of(family);
        }
    }
}

TEST(Procrustes, agrees_with_the_reference) {
    for_random_parents(2000, [](const Parents& p, Random&) {
        const ProcrustesFrame frame = p.frame();
        const reference::Cloud cloud = p.cloud();
        const double scale = 1 / frame.conditioning();
        ASSERT_LT((bound_point(frame, p.point) - reference::bound_place(cloud, p.point)).norm(), 1e-12 * scale);
        for (std::size_t i = 0; i < p.rest.size(); ++i) {
            const Mat3 block = reference::bound_derivative(cloud, p.point, i);
            ASSERT_LT((bound_jacobian(frame, p.arm(), p.rest[i], p.weights[i]) - block).norm(),
                      1e-11 * scale * block.norm());
        }
    });
}

TEST(Procrustes, its_derivative_is_that_of_central_differences) {
    double worst = 0;
    for_random_parents(10000, [&](const Parents& p, Random&) {
        const ProcrustesFrame frame = p.frame();
        // A parent's move that turns the frame by about one radian; differences are taken over a small part of it.
        const double turn = (frame.extent[1] + frame.extent[2]) / std::sqrt(frame.extent[0]);
        const double step = 3e-4 * turn;
        for (std::size_t i = 0; i < p.rest.size(); ++i) {
            const Mat3 block = bound_jacobian(frame, p.arm(), p.rest[i], p.weights[i]);
            Mat3 differences;
            for (int k = 0; k < 3; ++k) {
                Parents up = p, down = p;
                up.now[i][k] += step;
                down.now[i][k] -= step;
                const double way = up.now[i][k] - down.now[i][k];
                differences.col(k) = (bound_point(up.frame(), p.point) - bound_point(down.frame(), p.point)) / way;
            }
            const double error = (differences - block).norm() / block.norm();
            worst = std::max(worst, error);
            ASSERT_LT(error, 1e-6);
        }
    });
    std::printf("largest relative error: %.2g\n", worst);
}

TEST(Procrustes, a_rigid_motion_carries_the_point_along) {
    for_random_parents(500, [](const Parents& p, Random& random) {
        const Mat3 turn = random_quaternion(random).toRotationMatrix();
        const Vec3 shift = random_vector(random);
        Parents moved = p;
        for (Vec3& x : moved.now) x = turn * x + shift;
        const Vec3 expected = turn * bound_point(p.frame(), p.point) + shift;
        ASSERT_LT((bound_point(moved.frame(), p.point) - expected).norm(), 1e-12 / p.frame().conditioning());
    });
}

TEST(Procrustes, velocity_is_the_sum_of_the_blocks) {
    for_random_parents(500, [](const Parents& p, Random& random) {
        std::vector<Vec3> velocities;
        Vec3 sum = Vec3::Zero();
        double scale = 0;
        for (std::size_t i = 0; i < p.rest.size(); ++i) {
            velocities.push_back(random_vector(random));
            const Mat3 block = bound_jacobian(p.frame(), p.arm(), p.rest[i], p.weights[i]);
            sum += block * velocities.back();
            scale += block.norm();
        }
        const Vec3 velocity = bound_velocity(p.frame(), p.arm(), p.rest, p.weights, velocities);
        ASSERT_LT((velocity - sum).norm(), 1e-12 * scale);
    });
}

TEST(Procrustes, forces_on_parents_are_the_transposed_blocks_and_leave_no_force_and_no_torque) {
    for_random_parents(2000, [](const Parents& p, Random& random) {
        const ProcrustesFrame frame = p.frame();
        const Vec3 force = random_vector(random);
        std::vector<Vec3> forces(p.rest.size(), Vec3::Zero());
        // The arm need not be the bound point's: a force may act where a soft binding has let it drift to.
        const Vec3 arm = p.arm() + 0.3 * random_vector(random), point = frame.center + arm;
        add_bound_forces(frame, arm, p.rest, p.weights, force, forces);
        Vec3 net = -force, torque = -point.cross(force);
        double size = force.norm(), moment = point.cross(force).norm();
        for (std::size_t i = 0; i < p.rest.size(); ++i) {
            const Mat3 block = bound_jacobian(frame, arm, p.rest[i], p.weights[i]);
            ASSERT_LT((forces[i] - block.transpose() * force).norm(), 1e-12 * block.norm() * force.norm());
            net += forces[i];
            torque += p.now[i].cross(forces[i]);
            size += forces[i].norm();
            moment += p.now[i].cross(forces[i]).norm();
        }
        ASSERT_LT(net.norm(), 1e-10 * size);
        ASSERT_LT(torque.norm(), 1e-10 * moment);
    });
}

TEST(Procrustes, effective_mass_is_a_lower_bound_of_what_a_force_feels) {
    for_random_parents(500, [](const Parents& p, Random&) {
        const ProcrustesFrame frame = p.frame();
        const double bound = effective_mass(frame, p.arm(), p.rest, p.weights, p.masses);
        const double felt = 1 / largest(bound_mobility(frame, p.arm(), p.rest, p.weights, p.masses));
        double inverse = 0;
        for (std::size_t i = 0; i < p.rest.size(); ++i) {
            const double s = largest(bound_jacobian(frame, p.arm(), p.rest[i], p.weights[i]));
            inverse += s * s / p.masses[i];
        }
        ASSERT_NEAR(bound * inverse, 1, 1e-6);
        ASSERT_LE(bound, felt * (1 + 1e-9));
    });
}

TEST(Procrustes, parents_on_a_line_are_reported_and_nothing_is_infinite) {
    Parents p;
    for (int i = 0; i < 5; ++i) {
        p.rest.push_back(Vec3(i, 0, 0));
        p.now.push_back(Vec3(0, 2 * i, 1));
        p.weights.push_back(1);
    }
    p.point = Vec3(2, 1, 0);
    const ProcrustesFrame frame = p.frame();
    EXPECT_FALSE(frame.determined);
    EXPECT_NEAR(std::abs(frame.axes.col(0).y()), 1, 1e-12);
    EXPECT_TRUE(frame.turn_response.allFinite());
    // Along the line the frame is as good as any.
    EXPECT_LT((bound_point(frame, Vec3(3, 0, 0)) - Vec3(0, 5, 1)).norm(), 1e-12);
}

TEST(Procrustes, one_point_and_coinciding_points_translate) {
    for (const std::size_t count : {1, 3}) {
        const std::vector<Vec3> rest(count, Vec3(1, 2, 3)), now(count, Vec3(4, 5, 6));
        const std::vector<double> weights(count, 0.5);
        const ProcrustesFrame frame = procrustes_frame(rest, now, weights);
        EXPECT_FALSE(frame.determined);
        EXPECT_EQ(frame.turn_response, Mat3::Zero());
        EXPECT_EQ(bound_point(frame, Vec3(1, 2, 3)), Vec3(4, 5, 6));
    }
}

/// PG10 Figure 1: a force on a point outside of its triangle, away from it.
TEST(Procrustes, linear_weights_drive_parents_apart_and_the_frame_does_not) {
    const Vec3 triangle[3] = {Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, -1.5, 0)};
    const Vec3 point(0, 1, 0), force(0, 1, 0);
    const Vec3 weights = reference::linear_weights(triangle, point);
    ASSERT_LT(weights.minCoeff(), 0);
    const std::vector<Vec3> rest(std::begin(triangle), std::end(triangle));
    const std::vector<double> equal(3, 1.0);
    const ProcrustesFrame frame = procrustes_frame(rest, rest, equal);
    std::vector<Vec3> forces(3, Vec3::Zero());
    add_bound_forces(frame, arm_of(frame, point), rest, equal, force, forces);
    // Along an edge, what pulls its ends apart.
    const auto apart = [&](int i, int j, const Vec3& f_i, const Vec3& f_j) {
        return (triangle[i] - triangle[j]).normalized().dot(f_i - f_j);
    };
    double linear = 0, ours = 0;
    for (const auto& [i, j] : {std::pair(0, 1), std::pair(1, 2), std::pair(2, 0)}) {
        linear = std::max(linear, apart(i, j, weights[i] * force, weights[j] * force));
        ours = std::max(ours, apart(i, j, forces[static_cast<std::size_t>(i)], forces[static_cast<std::size_t>(j)]));
    }
    EXPECT_GT(linear, 1.0) << "the far corner is pushed away from the others by more than the force itself";
    EXPECT_LT(ours, 1e-12) << "a force along the arm moves all parents alike";
    // At right angles to the arm: the windmill of PG10 Figure 4 turns the triangle, and stretches no edge in sum.
    const Vec3 across(1, 0, 0);
    std::vector<Vec3> turned(3, Vec3::Zero());
    add_bound_forces(frame, arm_of(frame, point), rest, equal, across, turned);
    double stretch = 0;
    for (std::size_t k = 0; k < 3; ++k) stretch += turned[k].dot(rest[k] - frame.center);
    EXPECT_NEAR(stretch, 0, 1e-12);
}

}  // namespace
}  // namespace pliant::testing
