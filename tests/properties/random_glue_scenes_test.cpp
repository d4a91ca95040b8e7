// Random scenes with glue of every mode between bodies of every kind: no number that is none, nothing thrown away, or a
// refusal that says why. A few of them in every run of the tests, two hundred in `make test-all`.
#include "properties/choose.hpp"
#include "properties/run_checked.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pliant/output.hpp>

#include <cmath>
#include <cstdlib>

namespace pliant::testing {
namespace {

constexpr int glue_groups = 4;

/// Of points, Pa: waves cross up to two of them in a step. Glue acts on them once a step, and more is refused
/// (docs/glue.md).
double random_young(Choose& choose, const Time& time, const Body& body) {
    const double spacing = std::cbrt(body.shape.size.prod() / body.sampling.particles);
    const double speed = choose.uniform(0.5, 2) * spacing * time.fps * time.substeps, nu = body.material.poisson.value;
    return body.material.density.value * speed * speed * (1 + nu) * (1 - 2 * nu) / (1 - nu);
}

/// About 0.4 m long; soft, of points, a sheet, a strand, rigid, or rigid along keys.
Body random_body(Choose& choose, const Time& time, int number) {
    Body body;
    body.name = fmt::format("body-{}", number);
    body.shape.kind = ShapeKind::box;
    body.shape.size = Vec3(choose.uniform(0.2, 0.4), choose.uniform(0.1, 0.3), choose.uniform(0.1, 0.3));
    body.sampling.particles = choose.from_to(40, 200);
    body.material.damping = choose.uniform(0.5, 5);
    body.material.density = choose.scaled(100, 5000);
    switch (choose.from_to(0, 5)) {
        case 0:
            body.solver = Solver::point_based;
            body.material.young = random_young(choose, time, body);
            break;
        case 1:
            body.shape.kind = ShapeKind::sheet;
            body.sampling.thickness = 0.02;
            break;
        case 2:
            body.shape.kind = ShapeKind::strand;
            body.shape.path = {Vec3(-0.2, 0, 0), choose.one_in(2) ? Vec3::Zero() : choose.vector(0.05),
                               Vec3(0.2, 0, 0)};
            body.sampling.particles = choose.from_to(10, 40);
            body.sampling.thickness = 0.04;
            break;
        case 3:
            body.solver = Solver::rigid;
            break;
        case 4:
            if (!choose.one_in(3)) break;
            body.solver = Solver::rigid;
            body.motion.keys = {{0, Vec3::Zero(), 0}, {0.3, choose.vector(0.1), choose.uniform(-20, 20)}};
            break;
        default:
            break;
    }
    const bool keyed = !body.motion.keys.empty();
    body.place.translate = Vec3(0.55 * number, choose.uniform(-0.1, 0.1), choose.uniform(-0.1, 0.1));
    body.place.axis = choose.direction();
    body.place.angle = choose.uniform(-20, 20);
    if (!keyed) body.velocity = choose.vector(1);
    if (!keyed && choose.one_in(3)) body.spin = choose.vector(180);
    return body;
}

Glue random_glue(Choose& choose, const Scene& scene, int number) {
    Glue glue;
    glue.name = fmt::format("glue-{}", number);
    const int bodies = static_cast<int>(scene.bodies.size()), b = choose.from_to(0, bodies - 1);
    // Neighbors in the row, or an obstacle above it.
    glue.a = choose.one_in(5) ? "hook" : fmt::format("body-{}", b > 0 ? b - 1 : b + 1);
    glue.b = fmt::format("body-{}", b);
    glue.mode = choose.any(GlueMode::joint);
    glue.kind = choose.any(JointKind::welded);
    if (choose.one_in(4)) {
        for (int k = choose.from_to(1, 6); k > 0; --k) glue.particles.push_back(choose.from_to(0, 9));
    } else {
        Shape where;
        where.kind = ShapeKind::sphere;
        where.radius = choose.uniform(0.1, 0.25);
        where.place.translate = scene.bodies[static_cast<std::size_t>(b)].place.translate + choose.vector(0.15);
        glue.where = where;
    }
    if (choose.one_in(2) && glue.mode != GlueMode::hard) glue.stiffness = choose.usual(1, 100, {0.01, 1e4});
    glue.damping = choose.usual(0, 20, {0, 1e3});
    if (choose.one_in(6)) glue.parents = choose.from_to(3, 30);
    if (choose.one_in(6)) glue.release = choose.uniform(0, 0.3);
    if (choose.one_in(6)) glue.break_force = choose.scaled(1, 1e4);
    if (choose.one_in(8) && glue.mode == GlueMode::soft && !glue.stiffness)
        glue.keys = {{0, choose.uniform(0, 5)}, {0.2, choose.uniform(5, 60)}};
    glue.collides = choose.one_in(6);
    return glue;
}

Scene random_glue_scene(std::uint64_t number) {
    Choose choose(number);
    Scene scene;
    scene.time.fps = 60;
    scene.time.frames = 20;
    scene.time.substeps = choose.from_to(3, 8);
    scene.seed = number;
    for (int i = 0, count = choose.from_to(2, 4); i < count; ++i)
        scene.bodies.push_back(random_body(choose, scene.time, i));
    Obstacle hook;
    hook.name = "hook";
    hook.kind = ObstacleKind::sphere;
    hook.radius = 0.1;
    hook.place.translate = Vec3(0.5, 0.6, 0);
    hook.motion.keys = {{0, Vec3::Zero(), 0}, {0.3, choose.vector(0.1), choose.uniform(-20, 20)}};
    scene.obstacles.push_back(hook);
    if (choose.one_in(2)) {
        Obstacle ground;
        ground.place.translate = Vec3(0, -0.5, 0);
        scene.obstacles.push_back(ground);
    }
    for (int i = 0, count = choose.from_to(1, 4); i < count; ++i) scene.glue.push_back(random_glue(choose, scene, i));
    return scene;
}

class RandomGlueScenes : public ::testing::TestWithParam<int> {};

TEST_P(RandomGlueScenes, throw_nothing_away_and_have_no_number_that_is_none) {
    const int count = std::getenv("PLIANT_ALL_TESTS") ? 200 / glue_groups : 8;
    const char* others = std::getenv("PLIANT_GLUE_SCENES");  // the number of the first one, to try others
    const int first = others ? std::atoi(others) : 9000;
    int ran = 0;
    double fastest = 0;
    for (int i = 0; i < count; ++i) {
        const auto number = static_cast<std::uint64_t>(first + 200 / glue_groups * GetParam() + i);
        const Scene scene = random_glue_scene(number);
        const Outcome outcome = run_checked(scene, scene.time.frames);
        EXPECT_EQ(outcome.complaint, "") << "scene " << number << ":\n" << scene_to_json(scene);
        EXPECT_EQ(outcome.repaired, 0U) << "scene " << number;
        // A third of a second of falling gives 3.3 m/s, keys carry at less than 2 m/s, bodies start with up to 2 m/s.
        EXPECT_LT(outcome.fastest, 20) << "scene " << number << ":\n" << scene_to_json(scene);
        ran += outcome.ran;
        fastest = std::max(fastest, outcome.fastest);
        if (!outcome.ran) fmt::print("scene {} is refused: {}\n", number, outcome.refusal);
    }
    EXPECT_GT(ran, count / 3);
    fmt::print("{} of {} scenes ran, the fastest particle at {:.3g} m/s\n", ran, count, fastest);
}

INSTANTIATE_TEST_SUITE_P(Group, RandomGlueScenes, ::testing::Range(0, glue_groups));

}  // namespace
}  // namespace pliant::testing
