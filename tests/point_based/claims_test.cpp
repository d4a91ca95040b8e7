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

TEST(FreeElasticBar, total_energy_does_not_grow) {
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

/// A free bar of square cross section; SI units.
struct Beam {
    static constexpr double length = 2, height = 0.25, young = 1e6, density = 1000;
    static constexpr double wave = 4.730041 / length;  // of the first mode

    /// Of its first bending mode by Euler and Bernoulli.
    static double frequency() {
        return wave * wave * std::sqrt(young * height * height / 12 / density) / (2 * std::numbers::pi);
    }
};

/// The first bending frequency of a free bar of 2 × 0.25 × 0.25 m, over Euler and Bernoulli's.
double bending_ratio(int across) {
    TestBar bar;
    bar.size = Vec3(Beam::length, Beam::height, Beam::height);
    bar.spacing = Beam::height / across;
    bar.jitter = 0;
    bar.young = Beam::young;
    bar.density = Beam::density;
    bar.poisson = 0;
    PointRun run(bar_input(bar));
    constexpr double k = Beam::wave;
    const double slope = (std::cosh(2 * k) - std::cos(2 * k)) / (std::sinh(2 * k) - std::sin(2 * k));
    std::vector<double> mode;
    for (std::size_t i = 0; i < run.body.size(); ++i) {
        const double x = position_of(run.body, i).x() + 1;
        mode.push_back(std::cosh(k * x) + std::cos(k * x) - slope * (std::sinh(k * x) + std::sin(k * x)));
        run.body.particles[i].velocity[1] = Real(0.05 * mode[i]);
    }
    // What there is of the first mode alone: the others are no part of it.
    const auto bent = [&] {
        double sum = 0;
        for (std::size_t i = 0; i < mode.size(); ++i)
            sum += double(run.body.mass[i]) * mode[i] * position_of(run.body, i).y();
        return sum;
    };
    const double dt = stable_step(run.body, run.settings, run.work), straight = bent();
    // Straight and fast at the start, it is straight again after half a period.
    double last = 0;
    for (double t = dt; t < 2 / Beam::frequency(); t += dt) {
        run.step(dt);
        const double now = bent() - straight;
        if (last * now < 0) {
            const double ratio = 0.5 / (t - dt * now / (now - last)) / Beam::frequency();
            std::printf("[ measured ] %d particles across: %.3f of the beam's frequency\n", across, ratio);
            return ratio;
        }
        last = now;
    }
    return 0;
}

// The limit is not 1 but 0.953: a bar of this height also yields to shear, and its cross sections turn (Timoshenko).
TEST(FreeElasticBar, bends_at_the_beams_frequency_as_particles_are_added) {
    const double coarse = bending_ratio(4), middle = bending_ratio(6), fine = bending_ratio(10);
    EXPECT_NEAR(fine, 1, 0.15);
    EXPECT_LT(std::abs(fine - 0.953), 0.5 * std::abs(middle - 0.953));
    EXPECT_LT(std::abs(middle - 0.953), 0.5 * std::abs(coarse - 0.953));
}

}  // namespace
}  // namespace pliant
