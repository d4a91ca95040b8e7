// Glue that cannot be: the message names the field, and says what would do.
#include "glue/scenes.hpp"

#include <pliant/error.hpp>

#include <gtest/gtest.h>

namespace pliant::testing {
namespace {

struct Mistake {
    const char* name;
    std::vector<Override> overrides;
    const char* path;
    const char* what;
};

class GlueMistake : public ::testing::TestWithParam<Mistake> {};

TEST_P(GlueMistake, is_named) {
    const Mistake& mistake = GetParam();
    try {
        simulate(bar_and_ball, mistake.overrides);
        FAIL() << "it was built";
    } catch (const InputError& error) {
        const InputProblem& problem = error.problem();
        EXPECT_EQ(problem.path, mistake.path);
        EXPECT_NE(problem.what.find(mistake.what), std::string::npos) << problem.what;
        EXPECT_FALSE(problem.allowed.empty());
        EXPECT_FALSE(problem.hint.empty());
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, GlueMistake,
    ::testing::Values(
        Mistake{"unknown_holder", {{"glue.0.a", "bra"}}, "glue[0].a", "no body and no obstacle"},
        Mistake{"unknown_body", {{"glue.0.b", "bal"}}, "glue[0].b", "no body has this name"},
        Mistake{"obstacle_held",
                {{"obstacles", R"([{"type": "plane", "name": "floor"}])"}, {"glue.0.b", "floor"}},
                "glue[0].b",
                "an obstacle cannot be held"},
        Mistake{"itself", {{"glue.0.a", "ball"}}, "glue[0].b", "glued to itself"},
        Mistake{"two_selections", {{"glue.0.particles", "[1, 2]"}}, "glue[0].particles", "exclude each other"},
        Mistake{"no_selection", {{"glue.0.where", "null"}}, "glue[0].where", "does not say which"},
        Mistake{"holds_nothing",
                {{"glue.0.where", R"({"type": "sphere", "translate": [0, 9, 0]})"}},
                "glue[0].where",
                "holds no particle"},
        Mistake{"no_such_particle",
                {{"glue.0.where", "null"}, {"glue.0.particles", "[3, 99999]"}},
                "glue[0].particles[1]",
                "no particle with this number"},
        Mistake{"half_a_particle",
                {{"glue.0.where", "null"}, {"glue.0.particles", "[3.5]"}},
                "glue[0].particles[0]",
                "whole number"},
        Mistake{"waves_too_fast_for_the_step",
                {{"bodies.1.solver", "point_based"}, {"bodies.1.material", R"({"young": 1e7})"}},
                "glue[0]",
                "too long to glue ball"},
        Mistake{"nobody_near", {{"glue.0.radius", "1e-4"}}, "glue[0].radius", "at least two particles"},
        Mistake{"parents_too_close_together",
                {{"glue.0.parents", "2"},
                 {"glue.0.where", "null"},
                 {"glue.0.particles", "[0]"},
                 {"bodies.1.translate", "[1.2, 0, 0]"}},
                "glue[0].parents",
                "too close together"},
        Mistake{"one_parent", {{"glue.0.parents", "1"}}, "glue[0].parents", "at least two particles"},
        Mistake{"hard_with_stiffness", {{"glue.0.stiffness", "3"}}, "glue[0].stiffness", ""},
        Mistake{
            "keys_and_stiffness",
            {{"glue.0.mode", "soft"}, {"glue.0.stiffness", "3"}, {"glue.0.keys", R"([{"time": 0, "stiffness": 1}])"}},
            "glue[0].keys",
            "exclude each other"},
        Mistake{
            "keys_out_of_order",
            {{"glue.0.mode", "soft"}, {"glue.0.keys", R"([{"time": 1, "stiffness": 1}, {"time": 0, "stiffness": 2}])"}},
            "glue[0].keys[1].time",
            "in order of time"}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace pliant::testing
