#include "sampling/sample.hpp"

#include <gtest/gtest.h>
#include <pliant/error.hpp>

#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "geometry/hash_grid.hpp"
#include "geometry/triangle_mesh.hpp"
#include "sampling/measure.hpp"
#include "test_solids.hpp"

namespace pliant {
namespace {

using test::NamedSolid;
using test::solids;

Sampling by_count(SamplingMethod method, int particles, std::uint64_t seed = 1) {
    Sampling settings;
    settings.method = method;
    settings.particles = particles;
    settings.seed = seed;
    return settings;
}

Sampling by_spacing(SamplingMethod method, double spacing) {
    Sampling settings;
    settings.method = method;
    settings.spacing = spacing;
    return settings;
}

/// The spacing that a lattice of about `count` points would have.
double spacing_for(const NamedSolid& s, double count) { return std::cbrt(s.volume / count); }

double least_distance(const std::vector<Vec3>& points, double guess) {
    const PointGrid grid(points, guess);
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        grid.for_each_within(points[i], 1.01 * guess, [&](std::uint32_t j, double squared) {
            if (j != i) least = std::min(least, squared);
        });
    }
    return std::sqrt(least);
}

bool is_within(std::size_t count, int wanted, double fraction) {
    return std::abs(static_cast<double>(count) - wanted) <= fraction * wanted;
}

TEST(Measure, volume_is_within_one_percent_of_the_formula) {
    for (const NamedSolid& s : solids()) EXPECT_NEAR(measure(*s.solid).volume / s.volume, 1, 0.01) << s.name;
}

TEST(Measure, area_of_a_sphere) { EXPECT_NEAR(measure(*solid::sphere(0.5)).area, std::numbers::pi, 0.1); }

TEST(BlueNoise, points_keep_their_distance_and_stay_inside) {
    for (const NamedSolid& s : solids()) {
        const double spacing = spacing_for(s, 1500);
        const Samples samples = sample_solid(*s.solid, by_spacing(SamplingMethod::blue_noise, spacing));
        EXPECT_GE(least_distance(samples.points, spacing), spacing * (1 - 1e-12)) << s.name;
        EXPECT_EQ(samples.spacing, spacing);
        EXPECT_NEAR(samples.volume / s.volume, 1, 0.01) << s.name;
        for (const Vec3& p : samples.points) ASSERT_TRUE(s.solid->contains(p)) << s.name;
    }
}

TEST(BlueNoise, no_point_fits_in_between) {
    for (const NamedSolid& s : solids()) {
        const double spacing = spacing_for(s, 1500);
        const Samples samples = sample_solid(*s.solid, by_spacing(SamplingMethod::blue_noise, spacing));
        const PointGrid grid(samples.points, spacing);
        const Box box = s.solid->bounds();
        Random random(9);
        int probes = 0;
        int holes = 0;
        double widest = 0;
        while (probes < 20000) {
            const double x = random.uniform(box.lower.x(), box.upper.x());
            const double y = random.uniform(box.lower.y(), box.upper.y());
            const Vec3 q(x, y, random.uniform(box.lower.z(), box.upper.z()));
            if (!s.solid->contains(q)) continue;
            ++probes;
            const double nearest = std::sqrt(grid.nearest(q).squared_distance);
            holes += nearest > spacing;
            widest = std::max(widest, nearest);
        }
        EXPECT_LE(widest, 1.04 * spacing) << s.name;
        EXPECT_LE(holes, 4) << s.name;
    }
}

TEST(BlueNoise, count_is_met_within_two_percent_for_every_shape) {
    for (const NamedSolid& s : solids()) {
        for (const int count : {1, 7, 50, 333, 2000, 10000}) {
            const Samples samples = sample_solid(*s.solid, by_count(SamplingMethod::blue_noise, count));
            EXPECT_TRUE(is_within(samples.points.size(), count, 0.02))
                << s.name << ": " << samples.points.size() << " for " << count;
            if (count > 1) {
                EXPECT_GE(least_distance(samples.points, samples.spacing), samples.spacing * (1 - 1e-12));
            }
        }
    }
}

TEST(BlueNoise, same_seed_same_points_other_seed_other_points) {
    const SolidPtr ball = solid::sphere(1);
    const Samples a = sample_solid(*ball, by_count(SamplingMethod::blue_noise, 500, 3));
    const Samples b = sample_solid(*ball, by_count(SamplingMethod::blue_noise, 500, 3));
    const Samples c = sample_solid(*ball, by_count(SamplingMethod::blue_noise, 500, 4));
    EXPECT_EQ(a.points, b.points);
    EXPECT_NE(a.points, c.points);
}

TEST(BlueNoise, every_part_of_the_body_gets_its_share) {
    const SolidPtr two = solids()[12].solid;
    const Samples samples = sample_solid(*two, by_count(SamplingMethod::blue_noise, 4000));
    const auto left =
        std::count_if(samples.points.begin(), samples.points.end(), [](const Vec3& p) { return p.x() < 0; });
    EXPECT_NEAR(static_cast<double>(left) / static_cast<double>(samples.points.size()), 0.5, 0.02);
}

TEST(Lattice, a_cube_of_a_cubic_number_is_exactly_that_lattice) {
    const SolidPtr cube = solid::box(Vec3(2, 2, 2));
    for (const int n : {1, 2, 5, 11, 20}) {
        Samples samples = sample_solid(*cube, by_count(SamplingMethod::grid, n * n * n));
        ASSERT_EQ(samples.points.size(), static_cast<std::size_t>(n * n * n));
        EXPECT_NEAR(samples.spacing, 2.0 / n, 1e-12);
        std::sort(samples.points.begin(), samples.points.end(), [](const Vec3& a, const Vec3& b) {
            return std::tuple(a.z(), a.y(), a.x()) < std::tuple(b.z(), b.y(), b.x());
        });
        for (int i = 0; i < n * n * n; ++i) {
            const Vec3 expected = Vec3(i % n + 0.5, i / n % n + 0.5, i / n / n + 0.5) * 2 / n - Vec3::Ones();
            EXPECT_LT((samples.points[static_cast<std::size_t>(i)] - expected).norm(), 1e-12);
        }
    }
}

TEST(Lattice, points_are_a_lattice_inside_the_solid) {
    for (const NamedSolid& s : solids()) {
        const double spacing = spacing_for(s, 1500);
        const Samples samples = sample_solid(*s.solid, by_spacing(SamplingMethod::grid, spacing));
        for (const Vec3& p : samples.points) {
            ASSERT_TRUE(s.solid->contains(p)) << s.name;
            const Vec3 steps = (p - samples.points.front()) / spacing;
            ASSERT_LT((steps - Vec3(steps.array().round())).norm(), 1e-6) << s.name;
        }
        EXPECT_NEAR(least_distance(samples.points, spacing), spacing, 1e-6 * spacing) << s.name;
    }
}

TEST(Lattice, count_is_met_within_two_percent_for_every_shape) {
    for (const NamedSolid& s : solids()) {
        for (const int count : {300, 1000, 3000, 20000}) {
            const Samples samples = sample_solid(*s.solid, by_count(SamplingMethod::grid, count));
            EXPECT_TRUE(is_within(samples.points.size(), count, 0.02))
                << s.name << ": " << samples.points.size() << " for " << count;
        }
    }
}

TEST(Sheet, has_one_layer_inside_the_rectangle) {
    for (const SamplingMethod method : {SamplingMethod::blue_noise, SamplingMethod::grid}) {
        for (const int count : {1, 30, 1000, 5000}) {
            const Samples samples = sample_sheet(1, 0.7, by_count(method, count));
            const double allowed = method == SamplingMethod::grid && count < 100 ? 0.2 : 0.02;
            EXPECT_TRUE(is_within(samples.points.size(), count, allowed)) << samples.points.size() << " for " << count;
            EXPECT_DOUBLE_EQ(samples.volume, 0.7 * samples.spacing);
            for (const Vec3& p : samples.points) {
                EXPECT_EQ(p.y(), 0);
                EXPECT_LE(std::abs(p.x()), 0.5);
                EXPECT_LE(std::abs(p.z()), 0.35);
            }
            if (count > 1) {
                EXPECT_GE(least_distance(samples.points, samples.spacing), samples.spacing * (1 - 1e-9));
            }
        }
    }
}

TEST(Sheet, no_point_fits_in_between) {
    const Samples samples = sample_sheet(1, 0.7, by_spacing(SamplingMethod::blue_noise, 0.03));
    const PointGrid grid(samples.points, 0.03);
    Random random(2);
    for (int k = 0; k < 20000; ++k) {
        const double x = random.uniform(-0.5, 0.5);
        const Vec3 q(x, 0, random.uniform(-0.35, 0.35));
        EXPECT_LE(std::sqrt(grid.nearest(q).squared_distance), 0.03 * 1.04);
    }
}

TEST(Sheet, volume_is_area_times_thickness) {
    Sampling settings = by_count(SamplingMethod::grid, 400);
    settings.thickness = 0.01;
    EXPECT_DOUBLE_EQ(sample_sheet(2, 3, settings).volume, 0.06);
    const Samples square = sample_sheet(1, 1, settings);
    EXPECT_EQ(square.points.size(), 400u);
}

TEST(Strand, follows_the_polyline_evenly) {
    const std::vector<Vec3> path = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 0, 0), Vec3(1, 2, 0)};
    const Samples samples = sample_strand(path, by_count(SamplingMethod::grid, 31));
    ASSERT_EQ(samples.points.size(), 31u);
    EXPECT_DOUBLE_EQ(samples.spacing, 0.1);
    EXPECT_DOUBLE_EQ(samples.volume, 3 * 0.1 * 0.1);
    EXPECT_EQ(samples.points.front(), path.front());
    EXPECT_LT((samples.points.back() - path.back()).norm(), 1e-12);
    EXPECT_LT((samples.points[10] - Vec3(1, 0, 0)).norm(), 1e-9);
    EXPECT_LT((samples.points[15] - Vec3(1, 0.5, 0)).norm(), 1e-9);
}

TEST(Strand, blue_noise_keeps_its_distance_along_the_line) {
    const std::vector<Vec3> path = {Vec3(0, 0, 0), Vec3(0, -3, 0)};
    const Samples samples = sample_strand(path, by_spacing(SamplingMethod::blue_noise, 0.1));
    for (std::size_t i = 1; i < samples.points.size(); ++i) {
        const double gap = samples.points[i - 1].y() - samples.points[i].y();
        EXPECT_GE(gap, 0.1 * (1 - 1e-12));
        EXPECT_LT(gap, 0.2);
    }
    EXPECT_NE(samples.points, sample_strand(path, by_spacing(SamplingMethod::grid, 0.125)).points);
    EXPECT_EQ(sample_strand(path, by_count(SamplingMethod::blue_noise, 40)).points.size(), 40u);
    EXPECT_EQ(sample_strand(path, by_count(SamplingMethod::blue_noise, 1)).points.size(), 1u);
}

/// The message names what is wrong, what was found and what to do.
void expect_refused(const std::string& what, const Solid& solid, const Sampling& settings) {
    try {
        sample_solid(solid, settings);
        FAIL() << "was accepted: " << what;
    } catch (const InputError& error) {
        EXPECT_NE(error.problem().what.find(what), std::string::npos) << error.what();
        EXPECT_FALSE(error.problem().value.empty());
        EXPECT_FALSE(error.problem().allowed.empty());
        EXPECT_FALSE(error.problem().hint.empty());
    }
}

TEST(SamplingErrors, every_impossible_request_is_named) {
    const SolidPtr ball = solid::sphere(0.5);
    const SolidPtr far = solid::placed(ball, Mat3::Identity(), 1, Vec3(5, 0, 0));
    for (const SamplingMethod method : {SamplingMethod::blue_noise, SamplingMethod::grid}) {
        expect_refused("no end", *solid::half_space(Vec3::Zero(), Vec3::UnitY()), by_count(method, 100));
        expect_refused("empty", *solid::intersection({ball, far}), by_count(method, 100));
        expect_refused("no inside", *solid::difference({ball, solid::sphere(0.6)}), by_count(method, 100));
        expect_refused("larger than the body", *ball, by_spacing(method, 1.5));
        expect_refused("too many particles", *ball, by_spacing(method, 1e-4));
        expect_refused("number of particles", *ball, by_count(method, 0));
        expect_refused("number of particles", *ball, by_count(method, 30'000'000));
        expect_refused("spacing is not a length", *ball, by_spacing(method, -1));
    }
    const SolidPtr shell = solid::difference({solid::sphere(0.5), solid::sphere(0.499)});
    expect_refused("too thin", *shell, by_spacing(SamplingMethod::grid, 0.4));
    EXPECT_THROW(sample_strand(std::vector<Vec3>{Vec3::Zero()}, by_count(SamplingMethod::grid, 10)), InputError);
    EXPECT_THROW(sample_sheet(0, 1, by_count(SamplingMethod::grid, 10)), InputError);
}

}  // namespace
}  // namespace pliant
