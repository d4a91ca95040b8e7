// The log of inputs: refused calls, replays, and moments to come back to.
#include "live/scenes.hpp"
#include "support/files.hpp"

#include <pliant/error.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <limits>

namespace pliant {
namespace {

/// Some frames with every kind of input.
void play(Touched& t) {
    t.frames(3);
    const int hand = t.live.grab("ball", t.center(0) + Vec3(0.3, 0, 0));
    t.live.drag(hand, t.center(0) + Vec3(0.1 / 3, 1.0 / 7, 0.2));
    t.live.step();
    t.live.apply_impulse("brick", t.center(1) + Vec3(0, 0.1, 0), {-3.3, 1, 0.7});
    t.frames(4);
    t.live.apply_force("ball", t.center(0), {10, 0, 5}, 0.1, 0.3);
    Obstacle post;
    post.kind = ObstacleKind::capsule;
    post.name = "post";
    post.radius = 0.2;
    post.height = 1;
    post.place.translate = Vec3(1.2, 0.5, 0);
    t.live.add_obstacle(post);
    t.frames(5);
    const int pin = t.live.pin("ball", t.live.positions(0)[7], 0.15);
    t.live.move_obstacle("post", {-0.4, 0.1, 0}, 0.2);
    t.frames(6);
    t.live.release(hand);
    t.live.move_pin(pin, {0, 0.3, 0.1}, 0.1);
    t.live.set("gravity", "[0.5, -9, 0]");
    t.frames(8);
    t.live.unpin(pin);
    Body late = t.scene.bodies[0];
    late.name = "late";
    late.place.translate = Vec3(-3, 0.8, 0);
    t.live.add_body(late);
    t.frames(2);
    t.live.remove_body("brick");
    t.live.set("bodies.0.material.damping", "7.5");
    t.live.step();
    t.live.remove_obstacle("post");
    t.live.step();
    t.live.step();
}

TEST(Replays, have_the_bits_of_the_live_run_at_any_number_of_threads) {
    Touched live(jelly_scene());
    play(live);
    const InputLog log = live.live.log();
    EXPECT_EQ(log.inputs.size(), 15U);
    for (const int threads : {1, 2}) {
        Touched again(jelly_scene(), threads);
        Replay replay(log, again.live);
        while (again.live.steps() < log.end_step) replay.step();
        EXPECT_TRUE(replay.finished());
        EXPECT_EQ(again.simulation.hash(), live.simulation.hash());
        EXPECT_EQ(replay.agrees(), std::optional(true));
    }
    // Without the inputs it is another run: the comparison means something.
    Touched alone(jelly_scene());
    while (alone.live.steps() < log.end_step) alone.live.step();
    EXPECT_NE(alone.simulation.hash(), live.simulation.hash());
}

TEST(Replays, from_a_file_have_the_same_bits) {
    Touched live(jelly_scene());
    play(live);
    const testing::TemporaryFolder folder;
    write_inputs(folder / "inputs.jsonl", live.live.log());
    const InputLog log = read_inputs(folder / "inputs.jsonl");
    EXPECT_EQ(inputs_to_text(log), inputs_to_text(live.live.log()));
    Touched again(jelly_scene());
    Replay replay(log, again.live);
    while (again.live.steps() < log.end_step) replay.step();
    EXPECT_EQ(again.simulation.hash(), live.simulation.hash());
}

TEST(Replays, of_another_scene_are_refused) {
    Touched live(jelly_scene()), other(floating_scene());
    EXPECT_THROW(Replay(live.live.log(), other.live), InputError);
}

TEST(Moments, lead_to_the_same_future_again) {
    Touched t(jelly_scene());
    t.frames(5);
    const int hand = t.live.grab("ball", t.center(0));
    t.live.drag(hand, {0.3, 1.4, 0});
    t.frames(3);
    const SavedMoment moment = t.live.save();
    EXPECT_GT(moment.bytes(), 10000U);
    const std::uint64_t there = t.simulation.hash();
    t.frames(10);
    const std::uint64_t first = t.simulation.hash();

    t.live.release(hand);
    t.live.set("gravity", "[0, 5, 0]");
    t.live.remove_obstacle("ground");
    t.live.set("bodies.0.material.young", "5e4");
    t.frames(4);
    t.live.restore(moment);
    EXPECT_EQ(t.simulation.hash(), there);
    EXPECT_EQ(t.live.inputs().size(), 2U);
    EXPECT_EQ(t.live.scene().obstacles.size(), 1U);
    EXPECT_EQ(t.live.grabs().size(), 1U);
    t.frames(10);
    EXPECT_EQ(t.simulation.hash(), first);

    Touched other(jelly_scene());
    EXPECT_THROW(other.live.restore(moment), InputError);
    EXPECT_THROW(other.live.restore({}), InputError);
}

struct BadCall {
    const char* what;
    std::function<void(Live&)> call;
    const char* says;
};

class BadCalls : public ::testing::TestWithParam<BadCall> {};

TEST_P(BadCalls, name_what_is_wrong_and_change_nothing) {
    Touched t(jelly_scene());
    t.frames(2);
    const std::uint64_t hash = t.simulation.hash();
    const std::string scene = scene_to_json(t.live.scene());
    try {
        GetParam().call(t.live);
        FAIL() << "it was taken";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(GetParam().says), std::string::npos) << error.what();
        EXPECT_FALSE(error.problem().allowed.empty()) << error.what();
        EXPECT_FALSE(error.problem().hint.empty()) << error.what();
    }
    EXPECT_EQ(t.simulation.hash(), hash);
    EXPECT_EQ(scene_to_json(t.live.scene()), scene);
    EXPECT_TRUE(t.live.inputs().empty());
    Touched untouched(jelly_scene());
    untouched.frames(4), t.frames(2);
    EXPECT_EQ(t.simulation.hash(), untouched.simulation.hash());
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

INSTANTIATE_TEST_SUITE_P(
    All, BadCalls,
    ::testing::Values(BadCall{"body",
                              [](Live& x) {
                                  x.grab("bal", {0, 1, 0});
                              },
                              "did you mean 'ball'"},
                      BadCall{"far",
                              [](Live& x) {
                                  x.grab("ball", {0, 9, 0});
                              },
                              "not on ball"},
                      BadCall{"far_rigid",
                              [](Live& x) {
                                  x.grab("brick", {0, 9, 0});
                              },
                              "not on brick"},
                      BadCall{"nan",
                              [](Live& x) {
                                  x.grab("ball", {0, nan, 0});
                              },
                              "point"},
                      BadCall{"stiff",
                              [](Live& x) {
                                  x.grab("ball", {0, 1, 0}, -1);
                              },
                              "stiffness"},
                      BadCall{"drag",
                              [](Live& x) {
                                  x.drag(3, {0, 0, 0});
                              },
                              "handle"},
                      BadCall{"release", [](Live& x) { x.release(3); }, "handle"},
                      BadCall{"push",
                              [](Live& x) {
                                  x.apply_impulse("ball", {0, 1, 0}, {nan, 0, 0});
                              },
                              "amount"},
                      BadCall{"radius",
                              [](Live& x) {
                                  x.apply_impulse("ball", {0, 1, 0}, {1, 0, 0}, -1);
                              },
                              "radius"},
                      BadCall{"force",
                              [](Live& x) {
                                  x.apply_force("ball", {0, 1, 0}, {1, 0, 0}, -1);
                              },
                              "seconds"},
                      BadCall{"pin_rigid",
                              [](Live& x) {
                                  x.pin("brick", {3, 1, 0});
                              },
                              "rigid"},
                      BadCall{"unpin", [](Live& x) { x.unpin(0); }, "handle"},
                      BadCall{"obstacle",
                              [](Live& x) {
                                  x.move_obstacle("grund", {0, 1, 0});
                              },
                              "did you mean 'ground'"},
                      BadCall{"size",
                              [](Live& x) {
                                  Obstacle o;
                                  o.kind = ObstacleKind::sphere;
                                  o.radius = -1;
                                  x.add_obstacle(o);
                              },
                              "radius"},
                      BadCall{"same_name",
                              [](Live& x) {
                                  Obstacle o;
                                  o.name = "ground";
                                  x.add_obstacle(o);
                              },
                              "ground"},
                      BadCall{"no_body", [](Live& x) { x.remove_body("bal"); }, "did you mean 'ball'"},
                      BadCall{"body_size",
                              [](Live& x) {
                                  Body body;
                                  body.shape.kind = ShapeKind::sphere;
                                  body.shape.radius = -1;
                                  x.add_body(body);
                              },
                              "radius"},
                      BadCall{"glue", [](Live& x) { x.unglue("g"); }, "glue"},
                      BadCall{"parameter", [](Live& x) { x.set("bodies.0.sampling.particles", "10"); },
                              "cannot be changed"},
                      BadCall{"typo", [](Live& x) { x.set("gravty", "[0, 0, 0]"); }, "cannot be changed"},
                      BadCall{"range", [](Live& x) { x.set("bodies.0.material.young", "-3"); }, "young"},
                      BadCall{"type", [](Live& x) { x.set("gravity", "\"down\""); }, "gravity"},
                      BadCall{"index", [](Live& x) { x.set("bodies.7.material.young", "3"); }, "cannot be changed"},
                      BadCall{"too_stiff", [](Live& x) { x.set("bodies.0.material.young", "1e9"); }, "steps"}),
    [](const auto& info) { return std::string(info.param.what); });

TEST(Logs, that_are_broken_are_refused_with_their_line) {
    const testing::TemporaryFolder folder;
    const std::string start = R"({"type": "start", "version": 1, "scene": "x", "hash": "0123456789abcdef"})";
    const auto problem = [&](const std::string& text) {
        std::ofstream(folder / "inputs.jsonl") << text;
        try {
            read_inputs(folder / "inputs.jsonl");
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string("taken");
    };
    EXPECT_EQ(problem(start + "\n\n"), "taken");
    EXPECT_NE(problem("{}\n").find("line 1"), std::string::npos);
    EXPECT_NE(problem(start + "\n{\"type\": \"hug\", \"step\": 1}\n").find("line 2"), std::string::npos);
    EXPECT_NE(problem(start + "\n{\"type\": \"release\", \"step\": 1, \"hand\": 2}\n").find("handle"),
              std::string::npos);
    EXPECT_NE(problem(start + "\n{\"type\": \"release\", \"step\": 4, \"handle\": 2}\n"
                              "{\"type\": \"release\", \"step\": 3, \"handle\": 2}\n")
                  .find("line 3"),
              std::string::npos);
    EXPECT_NE(problem(start + "\nnonsense\n").find("line 2"), std::string::npos);
    EXPECT_NE(problem("").find("empty"), std::string::npos);
}

}  // namespace
}  // namespace pliant
