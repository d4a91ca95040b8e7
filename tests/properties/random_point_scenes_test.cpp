// Two hundred random scenes with bodies of the point-based solver, alone and beside those of shape matching: no number
// that is none, or a refusal that says why.
#include "properties/choose.hpp"
#include "properties/random_scene.hpp"
#include "properties/run_checked.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace pliant::testing {
namespace {

constexpr int point_groups = 4;

/// The random scene of this number with some of its bodies changed to points of every kind.
Scene random_point_scene(std::uint64_t number, const std::filesystem::path& files) {
    Scene scene = random_scene(number, files);
    Choose choose(number + 77);
    scene.time.frames = 2;
    scene.time.fps = choose.uniform(120, 480);
    for (Body& body : scene.bodies) {
        // Steps grow in number with stiffness over size; extremes of both are for refusals, not for running.
        body.place.scale = choose.uniform(0.5, 2);
        body.sampling.particles = choose.from_to(20, 250);
        body.sampling.spacing = 0;
        if (&body != &scene.bodies.front() && choose.one_in(4)) continue;
        body.solver = Solver::point_based;
        body.pins.clear();
        PointBased& p = body.point_based;
        p.integrator = choose.any(Integrator::newmark);
        p.neighborhoods = choose.any(Neighborhoods::world);
        p.embedding = choose.any(EmbeddingMode::nonlinear);
        p.resampling = !choose.one_in(3);
        p.split = choose.usual(0.3, 1.2, {0, 100});
        p.merge = choose.usual(0.8, 3, {0.01, 1e6});
        Material& m = body.material;
        m.density = choose.uniform(100, 3000);
        m.young = choose.scaled(1, 1e5);
        m.poisson = choose.usual(0, 0.45, {-0.5, 0.49});
        m.yield_stress = choose.scaled(1, 1e5);
        m.flow = choose.usual(0, 50, {0, 1e4});
        m.hardening = choose.usual(-1, 1, {-100, 100});
        m.viscosity = choose.usual(0, 50, {0, 1e4});
    }
    return scene;
}

class RandomPointScenes : public ::testing::TestWithParam<int> {};

TEST_P(RandomPointScenes, run_without_a_number_that_is_none) {
    const std::filesystem::path files =
        std::filesystem::path(::testing::TempDir()) / fmt::format("pliant-random-point-scenes-{}", GetParam());
    write_random_files(files);
    int ran = 0, tried = 0;
    // Others are too thin for points, or refused as a random scene may be.
    for (; ran < 200 / point_groups && tried < 200; ++tried) {
        const auto number = static_cast<std::uint64_t>(5000 + 1000 * GetParam() + tried);
        const Scene scene = random_point_scene(number, files);
        const Outcome outcome = run_checked(scene, scene.time.frames);
        EXPECT_EQ(outcome.complaint, "") << "scene " << number;
        ran += outcome.ran;
    }
    EXPECT_EQ(ran, 200 / point_groups);
    if (!HasFailure()) std::filesystem::remove_all(files);
}

INSTANTIATE_TEST_SUITE_P(Group, RandomPointScenes, ::testing::Range(0, point_groups));

}  // namespace
}  // namespace pliant::testing
