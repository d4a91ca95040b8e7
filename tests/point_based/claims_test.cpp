// What DE14 and mechanics say of a bar that nothing touches, with numbers.
#include "bodies.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <cstdio>
#include <numbers>

namespace pliant {
namespace {

double kinetic_energy(const PointBody& body) {
    double sum = 0;
    for (std::size_t i = 0; i < body.size(); ++i)
        sum += 0.5 * double(body.mass[i]) * velocity_of(body, i).squaredNorm();
    return sum;
}

double energy_of(const PointBody& body) { return kinetic_energy(body) + reference::elastic_energy(reference_of(body)); }

TEST(FreeElasticBar, TotalEnergyDoesNotGrow) {
    PointRun run(bar_input({}));
    deform(run.body, [](const Vec3& x) {
        return Vec3(Eigen::AngleAxisd(0.8 * x.x(), Vec3::UnitX()) * Vec3(1.15 * x.x(), x.y(), x.z()));
    });
    const double dt = stable_step(run.body, run.settings, run.work);
    // Velocities belong to the middle of the step: the sum wavers by a few percent, but its bounds must not rise.
    double early = 0, late = 0;
    for (int k = 0; k < 4000; ++k) {
        run.step(dt);
        if (k % 25 != 0) continue;
        if (k < 1000) early = std::max(early, energy_of(run.body));
        if (k >= 3000) late = std::max(late, energy_of(run.body));
    }
    std::printf("[ measured ] greatest energy of the last 1000 steps over that of the first: %.4f\n", late / early);
    EXPECT_LT(late, 1.01 * early);
    EXPECT_EQ(run.report.rejoined, 0u);
}

/// The first bending frequency of a free bar of 2 × 0.25 × 0.25 m, over Euler and Bernoulli's.
double bending_ratio(int across) {
    TestBar bar;
    bar.size = Vec3(2, 0.25, 0.25);
    bar.spacing = 0.25 / across;
    bar.jitter = 0;
    bar.young = 1e6;
    bar.poisson = 0;
    PointRun run(bar_input(bar));
    constexpr double k = 4.730041 / 2;
    const double slope = (std::cosh(2 * k) - std::cos(2 * k)) / (std::sinh(2 * k) - std::sin(2 * k));
    std::vector<std::size_t> middle;
    for (std::size_t i = 0; i < run.body.size(); ++i) {
        const double x = position_of(run.body, i).x() + 1;
        const double shape = std::cosh(k * x) + std::cos(k * x) - slope * (std::sinh(k * x) + std::sin(k * x));
        run.body.particles[i].velocity[1] = Real(0.05 * shape);
        if (std::abs(x - 1) < 0.13) middle.push_back(i);
    }
    const auto height = [&] {
        double sum = 0;
        for (const std::size_t i : middle) sum += position_of(run.body, i).y() / double(middle.size());
        return sum;
    };
    const double expected = k * k * std::sqrt(1e6 * 0.25 * 0.25 / 12 / 1000) / (2 * std::numbers::pi);
    const double dt = stable_step(run.body, run.settings, run.work), base = height();
    std::vector<double> crossings;
    double last = 0;
    for (double t = dt; crossings.size() < 3 && t < 6 / expected; t += dt) {
        run.step(dt);
        const double y = height() - base;
        if (last * y < 0) crossings.push_back(t - dt * y / (y - last));
        last = y;
    }
    if (crossings.size() < 3) return 0;
    const double ratio = 1 / (crossings[2] - crossings[0]) / expected;
    std::printf("[ measured ] %d particles across: %.3f of the beam's frequency\n", across, ratio);
    return ratio;
}

TEST(FreeElasticBar, BendsAtTheBeamsFrequencyAsParticlesAreAdded) {
    const double coarse = bending_ratio(4), middle = bending_ratio(6), fine = bending_ratio(10);
    EXPECT_NEAR(fine, 1, 0.15);
    EXPECT_LT(std::abs(fine - 1), std::abs(middle - 1));
    EXPECT_LT(std::abs(middle - 1), std::abs(coarse - 1));
}

}  // namespace
}  // namespace pliant
