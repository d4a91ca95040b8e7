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
    const double dt = stable_step(run.body, run.settings, run.work.scratch);
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
    const double dt = stable_step(run.body, run.settings, run.work.scratch), straight = bent();
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
TEST(FreeElasticBar, bends_at_the_beams_frequency_with_few_particles_across) {
    const double coarse = bending_ratio(4), middle = bending_ratio(6), fine = bending_ratio(10);
    EXPECT_NEAR(coarse, 0.953, 0.1);
    EXPECT_NEAR(middle, 0.953, 0.02);
    EXPECT_NEAR(fine, 0.953, 0.02);
}

/// The sag at the end of a bar of 1 × 0.2 × 0.2 m that is held at one end, over Timoshenko's.
double sag_ratio(int across, double poisson) {
    constexpr double length = 1, height = 0.2, held_length = 0.1;
    TestBar bar;
    bar.size = Vec3(length + held_length, height, height);
    bar.spacing = height / across;
    bar.young = 1e6;
    bar.poisson = poisson;
    PointRun run(bar_input(bar));
    const double border = held_length - 0.5 * bar.size.x(), tip = 0.5 * bar.size.x() - bar.spacing;
    std::vector<std::size_t> held, end;
    for (std::size_t i = 0; i < run.body.size(); ++i) {
        if (position_of(run.body, i).x() < border) held.push_back(i);
        if (position_of(run.body, i).x() > tip) end.push_back(i);
    }
    double free_length = 0;  // of the particles at the end, from the border
    for (const std::size_t i : end) free_length += (position_of(run.body, i).x() - border) / double(end.size());
    const auto height_of_end = [&] {
        double sum = 0;
        for (const std::size_t i : end) sum += position_of(run.body, i).y() / double(end.size());
        return sum;
    };
    const double start = height_of_end(), area = height * height, inertia = height * height * height * height / 12;
    const double shear = bar.young / (2 * (1 + poisson)), cowper = 10 * (1 + poisson) / (12 + 11 * poisson);
    constexpr double gravity = 1;
    const double load = gravity * bar.density * area, x = free_length;
    const double expected = load * x * x * (6 * length * length - 4 * length * x + x * x) / (24 * bar.young * inertia) +
                            load * (length * x - 0.5 * x * x) / (cowper * shear * area);
    // Settles by stopping whenever it is fastest; that takes as many quarters of a swing as there are modes that
    // matter.
    const double dt = stable_step(run.body, run.settings, run.work.scratch);
    double last = 0;
    for (int stops = 0; stops < 12;) {
        run.step(dt, Vec3(0, -gravity, 0));
        double kinetic = 0;
        for (const std::size_t i : held)
            for (int k = 0; k < 3; ++k) {
                run.body.particles[i].position[k] -= Real(dt) * run.body.particles[i].velocity[k];
                run.body.particles[i].velocity[k] = 0;
            }
        for (std::size_t i = 0; i < run.body.size(); ++i) kinetic += velocity_of(run.body, i).squaredNorm();
        if (kinetic < last) {
            for (Particle& p : run.body.particles) std::fill(std::begin(p.velocity), std::end(p.velocity), Real(0));
            ++stops;
            kinetic = 0;
        }
        last = kinetic;
    }
    const double ratio = (start - height_of_end()) / expected;
    std::printf("[ measured ] %zu particles, Poisson's ratio %.2f: %.3f of the beam's sag\n", run.body.size(), poisson,
                ratio);
    return ratio;
}

TEST(HeldBar, sags_as_beams_do_at_any_poissons_ratio) {
    EXPECT_NEAR(sag_ratio(6, 0.3), 1, 0.15);
    for (const double poisson : {0.0, 0.3, 0.45}) EXPECT_NEAR(sag_ratio(8, poisson), 1, 0.1);
}

}  // namespace
}  // namespace pliant
