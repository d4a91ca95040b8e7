// Glued bodies in empty space keep linear and angular momentum, also when something strikes what glue holds.
#include "behaviour/helpers.hpp"

#include "sim/parts.hpp"

namespace pliant::testing {
namespace {

/// Two turning boxes, glued end to end; a ball flies against the end of the second that is held.
const std::string struck = R"({
    "time": {"fps": 60, "frames": 250, "substeps": 4}, "gravity": [0, 0, 0],
    "bodies": [
        {"name": "one", "shape": {"type": "box", "size": [0.6, 0.3, 0.3]}, "sampling": {"particles": 300},
         "material": {"stiffness": 12, "damping": 2}, "velocity": [0.2, 0, 0], "spin": [0, 30, 20]},
        {"name": "two", "shape": {"type": "box", "size": [0.5, 0.25, 0.25]}, "sampling": {"particles": 250},
         "material": {"stiffness": 12, "damping": 2}, "translate": [0.6, 0, 0], "velocity": [0.2, 0, 0]},
        {"name": "ball", "shape": {"type": "sphere", "radius": 0.1}, "sampling": {"particles": 120},
         "material": {"stiffness": 12, "density": 2000}, "translate": [0.4, 0.3, 0], "velocity": [0.2, -1.5, 0]}
    ],
    "glue": [{"name": "seam", "mode": "hard", "a": "one", "b": "two",
              "where": {"type": "half_space", "point": [0.45, 0, 0], "normal": [1, 0, 0]}}]
})";

struct Struck {
    const char* name;
    std::vector<Override> overrides;
};

std::vector<Struck> cases() {
    const std::vector<Struck> modes = {{"hard", {}},
                                       {"soft", {{"glue.0.mode", "soft"}}},
                                       {"ball_joint", {{"glue.0.mode", "joint"}}},
                                       {"welded", {{"glue.0.mode", "joint"}, {"glue.0.kind", "welded"}}}};
    std::vector<Struck> all = modes;
    const auto add = [&](const char* name, std::vector<Override> overrides) {
        all.push_back({name, std::move(overrides)});
    };
    add("hard_by_a_rigid_ball", {{"bodies.2.solver", "rigid"}});
    add("hard_on_a_rigid_holder", {{"bodies.0.solver", "rigid"}});
    add("hard_rigid_held", {{"bodies.1.solver", "rigid"}});
    add("hard_on_a_rigid_holder_by_a_rigid_ball", {{"bodies.0.solver", "rigid"}, {"bodies.2.solver", "rigid"}});
    add("hard_while_the_two_collide", {{"glue.0.collides", "true"}, {"bodies.1.velocity", "[0, 0, 0]"}});
    return all;
}

class StruckGlue : public ::testing::TestWithParam<Struck> {};
INSTANTIATE_TEST_SUITE_P(Glue, StruckGlue, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(StruckGlue, keeps_momentum_over_a_thousand_steps) {
    Simulation simulation = serial(scene_of(struck, GetParam().overrides));
    const std::size_t held = simulation.stats().glue[0].holding;
    expect_momentum_kept(simulation, 20);
    EXPECT_EQ(simulation.stats().glue[0].holding, held);
}

}  // namespace
}  // namespace pliant::testing
