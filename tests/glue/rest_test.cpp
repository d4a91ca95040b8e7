// What is glued and left alone stays at rest: no binding may feed on its own last impulse.
#include "glue/scenes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace pliant::testing {
namespace {

struct Resting {
    const char* name;
    const char* bodies;
    const char* glue;
};

const char* const box = R"({"name": "box", "translate": [0.45, 0, 0], "shape": {"type": "box", "size": [0.3, 0.3, 0.3]},
                            "sampling": {"particles": 90}})";
const char* const sheet = R"({"name": "sheet", "shape": {"type": "sheet", "size": [0.3, 0, 0.3]},
                              "sampling": {"particles": 120, "thickness": 0.02}})";
const char* const strand =
    R"({"name": "strand", "shape": {"type": "strand", "path": [[-0.2, 0, 0], [0, 0, 0.01], [0.2, 0, 0]]},
                               "sampling": {"particles": 30, "thickness": 0.06}})";
const char* const block =
    R"({"name": "block", "translate": [0.9, 0, 0], "shape": {"type": "box", "size": [0.3, 0.3, 0.3]},
                              "sampling": {"particles": 80}})";

class GlueAtRest : public ::testing::TestWithParam<Resting> {};

TEST_P(GlueAtRest, does_not_begin_to_move_by_itself) {
    for (const int substeps : {8, 32}) {
        Simulation simulation =
            simulate(fmt::format(R"({{"time": {{"frames": 60, "substeps": {}}}, "gravity": [0, 0, 0], "bodies": [{}],
                                      "glue": [{}]}})",
                                 substeps, GetParam().bodies, GetParam().glue));
        run(simulation, 60);
        EXPECT_LT(simulation.stats().max_speed, 0.01) << substeps << " substeps";
    }
}

const std::string on_sheet = fmt::format("{}, {}", sheet, box), on_strand = fmt::format("{}, {}", strand, box);
const std::string between = fmt::format("{}, {}, {}", sheet, box, block);

INSTANTIATE_TEST_SUITE_P(
    All, GlueAtRest,
    ::testing::Values(
        Resting{
            "box_hard_on_a_sheet", on_sheet.c_str(),
            R"({"mode": "hard", "a": "sheet", "b": "box", "where": {"type": "box", "size": [0.06, 1, 1], "translate": [0.32, 0, 0]}})"},
        Resting{
            "box_hard_on_a_strand", on_strand.c_str(),
            R"({"mode": "hard", "a": "strand", "b": "box", "where": {"type": "box", "size": [0.1, 1, 1], "translate": [0.32, 0, 0]}})"},
        Resting{
            "box_on_a_sheet_by_stiff_springs", on_sheet.c_str(),
            R"({"mode": "soft", "a": "sheet", "b": "box", "stiffness": 1000, "where": {"type": "box", "size": [0.06, 1, 1], "translate": [0.32, 0, 0]}})"},
        Resting{
            "box_on_a_strand_by_stiff_springs", on_strand.c_str(),
            R"({"mode": "soft", "a": "strand", "b": "box", "stiffness": 1e6, "where": {"type": "box", "size": [0.1, 1, 1], "translate": [0.32, 0, 0]}})"},
        Resting{
            "box_held_twice", between.c_str(),
            R"({"mode": "hard", "a": "block", "b": "box", "where": {"type": "box", "size": [0.4, 1, 1], "translate": [0.45, 0, 0]}},
                   {"mode": "hard", "a": "sheet", "b": "box", "where": {"type": "box", "size": [0.4, 1, 1], "translate": [0.45, 0, 0]}})"},
        Resting{
            "box_welded_between_two", between.c_str(),
            R"({"mode": "joint", "kind": "welded", "a": "sheet", "b": "box", "where": {"type": "box", "size": [0.06, 1, 1], "translate": [0.32, 0, 0]}},
                   {"mode": "joint", "kind": "welded", "a": "block", "b": "box", "where": {"type": "box", "size": [0.06, 1, 1], "translate": [0.58, 0, 0]}})"}),
    [](const auto& info) { return info.param.name; });

TEST(GlueOnAWheel, carries_a_body_round_faster_than_its_springs_swing_and_does_not_throw_it_out) {
    // Ten turns a second; the springs alone would swing the body twenty times, but its far end more slowly.
    for (const char* mode : {"soft", "hard"}) {
        Simulation simulation = simulate(R"({
          "time": {"frames": 60, "substeps": 8}, "gravity": [0, 0, 0],
          "bodies": [{"name": "body", "translate": [0.35, 0, 0], "shape": {"type": "box", "size": [0.3, 0.3, 0.3]},
                      "sampling": {"particles": 100}, "material": {"stiffness": 30}}],
          "obstacles": [{"type": "box", "name": "wheel", "size": [0.3, 0.3, 0.3],
                         "motion": {"axis": [0, 0, 1], "interpolation": "linear", "keys": [{"time": 0}, {"time": 2, "angle": 7200}]}}],
          "glue": [{"mode": "soft", "a": "wheel", "b": "body", "where": {"type": "box", "size": [0.09, 0.5, 0.5], "translate": [0.235, 0, 0]}}]
        })",
                                         {{"glue.0.mode", mode}});
        run(simulation, 60);
        EXPECT_LT(simulation.stats().max_speed, 70) << mode << ": its far end is carried at 33 m/s";
        EXPECT_GT(simulation.stats().max_speed, 25) << mode;
    }
}

TEST(GlueAtRestOff, lets_two_bodies_collide_while_its_stiffness_is_zero) {
    const std::string scene = R"({
      "time": {"frames": 30}, "gravity": [0, 0, 0],
      "bodies": [{"name": "left", "shape": {"type": "box", "size": [0.3, 0.3, 0.3]}, "sampling": {"particles": 150}},
                 {"name": "right", "translate": [0.35, 0, 0], "velocity": [-2, 0, 0],
                  "shape": {"type": "box", "size": [0.3, 0.3, 0.3]}, "sampling": {"particles": 150}}],
      "glue": [{"mode": "soft", "a": "left", "b": "right", "stiffness": 0, "where": {"type": "box", "size": [0.1, 1, 1], "translate": [0.22, 0, 0]}}]
    })";
    Simulation off = simulate(scene),
               keyed = simulate(scene, {{"glue.0.stiffness", "null"}, {"glue.0.keys", R"([{"time": 0, "stiffness": 0},
                                                                 {"time": 0.3, "stiffness": 0}, {"time": 0.4, "stiffness": 5}])"}});
    EXPECT_GT(run(off, 30).contacts, 0U);
    EXPECT_EQ(off.stats().glue[0].holding, 0U);
    EXPECT_GT(run(keyed, 15).contacts, 0U);
    EXPECT_EQ(keyed.stats().glue[0].holding, 0U);
    run(keyed, 15);
    EXPECT_GT(keyed.stats().glue[0].holding, 0U);
}

}  // namespace
}  // namespace pliant::testing
