#include "bodies.hpp"

#include "point_based/volumes.hpp"
#include "support/uniform.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Geometry>

namespace pliant {
namespace {

Mat3 random_deformation() {
    Mat3 m;
    for (int k = 0; k < 9; ++k) m(k / 3, k % 3) = uniform(-0.4, 0.4);
    return Mat3(Mat3::Identity() + m);
}

Mat3 deformation_of(const PointRun& run, std::size_t i) {
    Mat3 f;
    for (int k = 0; k < 9; ++k) f(k % 3, k / 3) = double(run.work.scratch.deformation.at(i, std::size_t(k)));
    return f;
}

/// F, stress and forces of the state as it is, without moving it.
void evaluate(PointRun& run, double dt = 1e-4) {
    refresh(run.body, run.work, run.report);
    run.work.kernels->deform(run.body, run.work.scratch, Real(dt), 0, run.body.size());
    run.work.kernels->force(run.body, run.work.scratch, 0, run.body.size());
}

Vec3 force_of(const PointRun& run, std::size_t i) {
    const Real* f = run.work.scratch.force[i].value;
    return Vec3(f[0], f[1], f[2]);
}

void shake(PointRun& run, double size) {
    for (Particle& p : run.body.particles)
        for (int k = 0; k < 3; ++k) p.position[k] += Real(uniform(-size, size));
}

RC_GTEST_PROP(PointForces, an_affine_map_is_found_exactly_by_every_particle, ()) {
    PointRun run(bar_input({}));
    const Mat3 map = random_deformation();
    deform(run.body, [&](const Vec3& x) { return Vec3(map * x + Vec3(0.3, -0.2, 0.1)); });
    evaluate(run);
    for (std::size_t i = 0; i < run.body.size(); ++i)
        RC_ASSERT((deformation_of(run, i) - map).norm() < 500 * real_epsilon);
}

RC_GTEST_PROP(PointForces, rigid_motion_has_none, ()) {
    PointRun run(bar_input({}));
    const Mat3 turn =
        Eigen::AngleAxisd(uniform(0, 6), Vec3(uniform(-1, 1), uniform(-1, 1), 1.01).normalized()).toRotationMatrix();
    deform(run.body, [&](const Vec3& x) { return Vec3(turn * x + Vec3(1, 2, 3)); });
    evaluate(run);
    // A strain of one would give forces of about modulus times area.
    const double unit = 1e5 * 0.0625 * 0.0625;
    for (std::size_t i = 0; i < run.body.size(); ++i) RC_ASSERT(force_of(run, i).norm() < 1000 * real_epsilon * unit);
}

RC_GTEST_PROP(PointForces, agree_with_the_reference, ()) {
    PointRun run(bar_input({}));
    const Mat3 map = random_deformation();
    deform(run.body, [&](const Vec3& x) { return Vec3(map * x); });
    shake(run, 0.02);
    evaluate(run);
    reference::PointCloudBody other = reference_of(run.body);
    std::vector<Mat3> stress;
    for (std::size_t i = 0; i < run.body.size(); ++i) {
        const Mat3 f = reference::deformation(other, i);
        RC_ASSERT((f - deformation_of(run, i)).norm() < 500 * real_epsilon);
        stress.push_back(reference::factor(other.particles[i], f, 1e-4).stress);
        const double raw = reference::raw_volume(other.particles[i]);
        RC_ASSERT(std::abs(double(run.work.scratch.raw_volume[i]) - raw) < 50 * real_epsilon * raw);
    }
    const std::vector<Vec3> forces = reference::elastic_forces(other, stress);
    double scale = 0;
    for (const Vec3& f : forces) scale = std::max(scale, f.norm());
    for (std::size_t i = 0; i < forces.size(); ++i)
        RC_ASSERT((forces[i] - force_of(run, i)).norm() < 3000 * real_epsilon * scale);
}

RC_GTEST_PROP(PointForces, keep_momentum_and_angular_momentum, ()) {
    PointRun run(bar_input({}));
    shake(run, 0.03);
    evaluate(run);
    Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
    double size = 1e5 * 0.0625 * 0.0625;  // modulus times area of one: where there are no others
    for (std::size_t i = 0; i < run.body.size(); ++i) {
        sum += force_of(run, i);
        torque += position_of(run.body, i).cross(force_of(run, i));
        size += force_of(run, i).norm();
    }
    RC_ASSERT(sum.norm() < 10 * real_epsilon * size);
    RC_ASSERT(torque.norm() < 20 * real_epsilon * size);
}

TEST(PointForces, are_the_downhill_slope_of_the_energy) {
    PointRun run(bar_input({}));
    deform(run.body,
           [](const Vec3& x) { return Vec3(1.2 * x.x() + 0.3 * x.y(), x.y() + 0.2 * x.x() * x.z(), 0.9 * x.z()); });
    refresh(run.body, run.work, run.report);
    reference::PointCloudBody body = reference_of(run.body);
    std::vector<Mat3> stress;
    for (std::size_t i = 0; i < run.body.size(); ++i)
        stress.push_back(reference::factor(body.particles[i], reference::deformation(body, i), 0).stress);
    const std::vector<Vec3> forces = reference::elastic_forces(body, stress);
    for (const std::size_t i : {0u, 17u, 100u, 200u}) {
        for (int k = 0; k < 3; ++k) {
            constexpr double step = 1e-6;
            const double x = body.particles[i].x[k];
            body.particles[i].x[k] = x + step;
            const double up = reference::elastic_energy(body);
            body.particles[i].x[k] = x - step;
            const double down = reference::elastic_energy(body);
            body.particles[i].x[k] = x;
            EXPECT_NEAR(forces[i][k], -(up - down) / (2 * step), 1e-5 * forces[i].norm());
        }
    }
}

TEST(PointForces, inverted_and_flattened_particles_are_finite_and_push_back) {
    for (const double stretch : {-1.0, -0.3, 0.0, 1e-3}) {
        PointRun run(bar_input({}));
        deform(run.body, [&](const Vec3& x) { return Vec3(x.x(), x.y(), stretch * x.z()); });
        evaluate(run);
        double outwards = 0;
        for (std::size_t i = 0; i < run.body.size(); ++i) {
            ASSERT_TRUE(force_of(run, i).allFinite());
            const Real* e = run.body.embedded[i].value;
            outwards += force_of(run, i).z() * double(e[2]);
        }
        EXPECT_GT(outwards, 0) << "stretch " << stretch;
    }
}

TEST(PointVolumes, add_up_to_the_body_and_scale_with_the_cube_of_its_size) {
    const PointRun small(bar_input({}));
    TestBar bar;
    bar.size *= 1000;
    bar.spacing *= 1000;
    const PointRun large(bar_input(bar));
    double sum = 0;
    for (std::size_t i = 0; i < small.body.size(); ++i) {
        sum += double(small.body.volume[i]);
        EXPECT_NEAR(double(large.body.volume[i]) / double(small.body.volume[i]), 1e9, 1e9 * 1e-4);
    }
    EXPECT_NEAR(sum, 0.0625, 1e-6);
    EXPECT_NEAR(mass_of(small.body), 62.5, 1e-3);
}

TEST(PointVolumes, equation_three_does_not_see_plastic_flow_that_keeps_volume) {
    PointRun run(bar_input({}));
    const Mat3 flow = Vec3(1.25, 0.8, 1).asDiagonal();
    for (Member& u : run.body.rest)
        for (int k = 0; k < 3; ++k) u.vector[k] *= Real(flow(k, k));
    run.work.invalidate();
    refresh(run.body, run.work, run.report);
    EXPECT_NEAR(estimated_volume(run.body, run.work.scratch) / 0.0625, 1, 0.05);
}

}  // namespace
}  // namespace pliant
