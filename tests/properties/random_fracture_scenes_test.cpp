// Random scenes that break, with pins, glue, levels, reclustering, contacts with themselves, cells, cuts and blades: no
// number that is none, nothing thrown away, no dust, and nothing faster than the energy that was in them.
#include "properties/choose.hpp"
#include "properties/run_checked.hpp"

#include <pliant/simulation.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace pliant::testing {
namespace {

constexpr int fracture_groups = 4, all_fracture_scenes = 500;

struct RandomFracture {
    std::string json;
    double allowed = 0;  ///< m/s
};

std::string list(const Vec3& v) { return fmt::format("[{:.4f}, {:.4f}, {:.4f}]", v.x(), v.y(), v.z()); }

std::string shape_of(Choose& choose, bool points) {
    switch (choose.from_to(0, points ? 1 : 3)) {
        case 0:
            return fmt::format(R"({{"type": "box", "size": [0.6, {:.3f}, 0.2]}})", choose.uniform(0.15, 0.25));
        case 1:
            return R"({"type": "sphere", "radius": 0.2})";
        case 2:
            return R"({"type": "box", "size": [0.6, 0.05, 0.4]})";
        default:
            return R"({"type": "difference", "parts": [{"type": "sphere", "radius": 0.25}, {"type": "sphere", "radius": 0.2}]})";
    }
}

std::string fracture_of(Choose& choose) {
    std::string fields = fmt::format(R"("smallest": {})", choose.from_to(1, 12));
    if (choose.one_in(3))
        fields += fmt::format(R"(, "cells": {}, "only_scores": {}, "score_toughness": {:.2f})", choose.from_to(2, 20),
                              choose.one_in(2), choose.uniform(0.2, 1));
    if (choose.one_in(4))
        fields += fmt::format(R"(, "cuts": [{{"time": {:.3f}, "shape": {{"type": "half_space", "normal": {}}}}}])",
                              choose.uniform(0, 0.3), list(choose.direction()));
    if (choose.one_in(5)) fields += fmt::format(R"(, "most_fragments": {})", choose.from_to(2, 10));
    if (choose.one_in(4))
        fields += fmt::format(R"(, "delay": {:.3f}, "boost": {:.2f}, "boost_time": 0.05)", choose.uniform(0, 0.05),
                              choose.uniform(0, 2));
    return "{" + fields + "}";
}

std::string body_of(Choose& choose, int number, double& speed, double& wave) {
    const bool points = choose.one_in(5);
    const double young = choose.scaled(2e4, points ? 1e5 : 1e6), density = choose.uniform(500, 2000);
    const double toughness = choose.scaled(0.01, 0.2);
    std::string material =
        fmt::format(R"("young": {:.0f}, "density": {:.0f}, "toughness": {:.4f})", young, density, toughness);
    std::string rest;
    if (!points && choose.one_in(2)) material += fmt::format(R"(, "damping": {:.1f})", choose.uniform(0, 20));
    if (choose.one_in(4)) {
        material += fmt::format(R"(, "flow": {:.1f}, "{}": {:.4f})", choose.uniform(1, 20),
                                points ? "yield_stress" : "yield", points ? 0.5 * toughness * young : 0.5 * toughness);
        if (!points && choose.one_in(2)) rest += R"(, "reclustering": {"mode": "embedded"})";
    }
    if (!points && choose.one_in(3)) rest += R"(, "clusters": {"levels": 2})";
    if (choose.one_in(3)) {
        const double way = choose.uniform(-0.3, 0.3);
        rest +=
            fmt::format(R"(, "pins": [{{"region": {{"type": "half_space", "point": [-0.15, 0, 0], "normal": [1, 0, 0]}},
            "motion": {{"keys": [{{"time": 0}}, {{"time": 0.3, "translate": [{:.3f}, 0, 0]}}]}}}}])",
                        way);
        speed += 2 * std::abs(way) / 0.3;
    }
    const Vec3 velocity = choose.vector(4), spin = choose.vector(200);
    speed = std::max(speed, velocity.norm() + 0.4 * 0.0175 * spin.norm());
    wave = std::max(wave, std::sqrt(young / density));
    return fmt::format(
        R"({{"name": "body-{}", "shape": {}, "sampling": {{"particles": {}}}, "material": {{{}}}, "fracture": {},
            "self_collides": {}, "translate": {}, "axis": {}, "angle": {:.1f}, "velocity": {}, "spin": {}{}{}}})",
        number, shape_of(choose, points), choose.from_to(200, 600), material, fracture_of(choose), choose.one_in(2),
        list(Vec3(0.5 * number, 0.45, 0)), list(choose.direction()), choose.uniform(-40, 40), list(velocity),
        list(spin), points ? R"(, "solver": "point_based")" : "", rest);
}

RandomFracture random_fracture_scene(std::uint64_t number) {
    Choose choose(number);
    RandomFracture scene;
    const int bodies = choose.from_to(1, 2);
    double speed = 0, wave = 0;
    std::string list_of_bodies, obstacles = R"({"type": "plane"})";
    for (int k = 0; k < bodies; ++k) list_of_bodies += (k > 0 ? ", " : "") + body_of(choose, k, speed, wave);
    if (choose.one_in(3)) obstacles += R"(, {"type": "sphere", "radius": 0.12, "translate": [0.1, 0.1, 0]})";
    if (choose.one_in(4)) {
        obstacles += R"(, {"type": "box", "cuts": true, "size": [0.01, 0.8, 0.8], "translate": [0.1, 1.2, 0],
            "motion": {"keys": [{"time": 0}, {"time": 0.3, "translate": [0, -1, 0]}]}})";
        speed += 5;
    }
    std::string glue;
    if (bodies == 2 && choose.one_in(2))
        glue = fmt::format(R"(, "glue": [{{"a": "body-0", "b": "body-1", "mode": "{}",
            "where": {{"type": "sphere", "radius": 0.2, "translate": [0.4, 0.45, 0]}}}}])",
                           choose.of({"hard", "soft", "joint"}));
    scene.json = fmt::format(R"({{"seed": {}, "time": {{"fps": 60, "frames": 20, "substeps": {}}}, "bodies": [{}],
        "obstacles": [{}]{}}})",
                             number, choose.from_to(4, 12), list_of_bodies, obstacles, glue);
    // Falling for a third of a second gives 3.3 m/s; what is strained by a third and lets go, a third of its waves'
    // speed. Twice that for the end of a whip.
    scene.allowed = 2 * (speed + 3.3 + wave / 3);
    // Pieces of points that meet once a step, as glue has it, are pushed out of each other (docs/point-based.md,
    // limits).
    if (list_of_bodies.find("point_based") != std::string::npos) scene.allowed *= 2;
    return scene;
}

class RandomFractureScenes : public ::testing::TestWithParam<int> {};

TEST_P(RandomFractureScenes, have_no_dust_and_nothing_faster_than_energy_allows) {
    const bool all = std::getenv("PLIANT_ALL_TESTS") != nullptr;
    const int count = all ? all_fracture_scenes / fracture_groups : 6;
    const char* others = std::getenv("PLIANT_FRACTURE_SCENES");  // the number of the first one: fresh ones each release
    const int first = others ? std::atoi(others) : 18000;
    int ran = 0, broke = 0;
    double crumbs = 0, particles = 0, fastest = 0, worst = 0;
    for (int i = 0; i < count; ++i) {
        const auto number = static_cast<std::uint64_t>(first + all_fracture_scenes / fracture_groups * GetParam() + i);
        const RandomFracture random = random_fracture_scene(number);
        Outcome outcome;
        ASSERT_NO_THROW(outcome = run_checked(parse_scene(random.json, "random"), 20)) << random.json;
        EXPECT_EQ(outcome.complaint, "") << "scene " << number << ":\n" << random.json;
        EXPECT_EQ(outcome.repaired, 0U) << "scene " << number;
        EXPECT_LT(outcome.fastest, random.allowed) << "scene " << number << ":\n" << random.json;
        // What `smallest` keeps from being crumbs may still be cut off by surfaces, blades and single threads.
        EXPECT_LE(outcome.crumbs, 1 + 0.25 * outcome.particles) << "scene " << number << ":\n" << random.json;
        ran += outcome.ran;
        broke += outcome.fragments > outcome.bodies ? 1 : 0;
        crumbs += outcome.crumbs;
        particles += outcome.particles;
        worst = std::max(worst, outcome.particles > 0 ? outcome.crumbs / outcome.particles : 0);
        fastest = std::max(fastest, outcome.fastest / random.allowed);
        if (!outcome.ran) fmt::print("scene {} is refused: {}\n", number, outcome.refusal);
    }
    EXPECT_GT(ran, count / 2);
    EXPECT_GT(broke, 0);
    fmt::print(
        "{} of {} scenes ran, {} broke; crumbs: {:.2f} per 100 particles, at most {:.2f}; fastest {:.2f} of allowed\n",
        ran, count, broke, 100 * crumbs / particles, 100 * worst, fastest);
}

INSTANTIATE_TEST_SUITE_P(Group, RandomFractureScenes, ::testing::Range(0, fracture_groups));

}  // namespace
}  // namespace pliant::testing
