// The bound α < 4 − 2 k_d against the recurrence it comes from.
#include "scene/stability.hpp"

#include <fmt/format.h>
#include <rapidcheck.h>
#include <cmath>

#include "scene/helpers.hpp"

namespace pliant::testing {
namespace {

/// Whether v += (α/h)(0 − x) − k_d v, x += h v stays bounded from x = 1.
bool stays_bounded(double alpha, double k_d) {
    double x = 1, v = 0;  // v in units of 1/h
    for (int i = 0; i < 20000; ++i) {
        v += -alpha * x - k_d * v;
        x += v;
        if (!(std::abs(x) < 1e6)) return false;
    }
    return true;
}

TEST(Stability, the_bound_is_where_the_recurrence_starts_to_grow) {
    for (const double k_d : {0.0, 0.1, 0.5, 0.9, 1.0}) {
        const double bound = 4 - 2 * k_d;
        EXPECT_TRUE(stays_bounded(bound * 0.99, k_d)) << k_d;
        EXPECT_FALSE(stays_bounded(bound * 1.01, k_d)) << k_d;
        Time time;
        EXPECT_NO_THROW(check_stability(time, {.alpha = bound * 0.99, .k_d = k_d}));
        EXPECT_THROW(check_stability(time, {.alpha = bound * 1.01, .k_d = k_d}), InputError);
    }
}

TEST(Stability, the_named_number_of_substeps_is_the_smallest_that_works) {
    EXPECT_TRUE(rc::check([] {
        const auto up_to = [](int top) { return static_cast<double>(*rc::gen::inRange(0, top)); };
        const StepRates rates{
            .stiffness = up_to(2000), .damping = up_to(500), .compress = up_to(10000), .wind = up_to(1000)};
        Time time{.fps = 1 + up_to(240)};
        time.substeps = stable_substeps(rates, time.fps);
        RC_ASSERT(time.substeps >= 1);
        check_stability(time, rates);
        if (time.substeps > 1) {
            --time.substeps;
            RC_ASSERT_THROWS_AS(check_stability(time, rates), InputError);
        }
    }));
}

TEST(Stability, regions_and_fields_count) {
    const auto text = [](const std::string& material, const std::string& forces) {
        return R"({"time": {"substeps": 4}, "bodies": [{"shape": {"type": "box"}, "material": )" + material +
               R"(}], "forces": [)" + forces + "]}";
    };
    const std::string fine = R"({"value": 5, "regions": [{"shape": {"type": "box"}, "value": 50}]})";
    const std::string stiff = R"({"value": 5, "regions": [{"shape": {"type": "box"}, "value": 65}]})";
    EXPECT_NO_THROW(parse_scene(text("{\"stiffness\": " + fine + "}", ""), "s"));
    const InputProblem problem = problem_of(text("{\"stiffness\": " + stiff + "}", ""));
    EXPECT_EQ(problem.path, "bodies[0].material.stiffness");
    EXPECT_NE(problem.hint.find("time.substeps = 5"), std::string::npos) << problem.hint;
    const std::string squeeze = R"({"type": "compress", "strength": 10000})";
    EXPECT_NO_THROW(parse_scene(text("{\"stiffness\": 1}", squeeze), "s"));
    problem_of(text("{\"stiffness\": " + std::string("53.5") + "}", squeeze));
}

TEST(Stability, raw_alpha_is_not_helped_by_substeps) {
    const InputProblem problem =
        problem_of(R"({"bodies": [{"shape": {"type": "box"}, "material": {"alpha": 3.5, "k_d": 0.5}}]})");
    EXPECT_EQ(problem.path, "bodies[0].material.alpha");
    EXPECT_NE(problem.hint.find("no number of substeps"), std::string::npos);
}

TEST(Stability, a_largest_step_of_a_240th_is_four_substeps_at_60_frames) {
    EXPECT_EQ(substeps_per_frame({.fps = 60, .max_step = 1.0 / 240}), 4);
    EXPECT_EQ(substeps_per_frame({.fps = 60, .max_step = 0.00416}), 5);
    EXPECT_EQ(substeps_per_frame({.fps = 60, .max_step = 1}), 1);
    EXPECT_DOUBLE_EQ(step_length({.fps = 60, .substeps = 4}), 1.0 / 240);
}

TEST(Stability, values_above_the_papers_bound_are_noted) {
    const auto scene = [](const std::string& alpha) {
        return parse_scene(R"({"time": {"substeps": 4}, "bodies": [{"shape": {"type": "box"},
            "material": {"damping_mode": "rigid", "alpha": )" +
                               alpha + "}}]}",
                           "s");
    };
    EXPECT_TRUE(scene_notes(scene("1.9")).empty());
    ASSERT_EQ(scene_notes(scene("2.1")).size(), 1U);
    EXPECT_NE(scene_notes(scene("2.1"))[0].find("body-0"), std::string::npos);
    EXPECT_NE(scene_notes(scene("2.1"))[0].find("lower its raw alpha"), std::string::npos);
}

TEST(Stability, the_substeps_that_the_note_asks_for_are_the_fewest_that_silence_it) {
    const auto notes = [](int substeps, const std::string& solver) {
        return scene_notes(
            parse_scene(fmt::format(R"({{"time": {{"substeps": {}}}, "bodies": [{{"shape": {{"type": "box"}},
            "solver": "{}", "material": {{"damping_mode": "rigid", "stiffness": 50}}}}]}})",
                                    substeps, solver),
                        "s"));
    };
    const std::vector<std::string> first = notes(3, "shape_matching");
    ASSERT_EQ(first.size(), 1U);
    const std::string before = "from 3 to ";
    const int asked = std::stoi(first[0].substr(first[0].find(before) + before.size()));
    EXPECT_TRUE(notes(asked, "shape_matching").empty());
    EXPECT_EQ(notes(asked - 1, "shape_matching").size(), 1U);
    for (const std::string& note : notes(3, "point_based"))  // it has no stiffness of this kind
        EXPECT_EQ(note.find("rattle"), std::string::npos) << note;
}

}  // namespace
}  // namespace pliant::testing
