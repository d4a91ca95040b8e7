// Bodies at rest sleep, and wake when something disturbs them.
#include "live/scenes.hpp"
#include "support/files.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <gtest/gtest.h>

namespace pliant {
namespace {

/// Two blocks on each other, a third apart from them, and a rigid brick; nothing falls far.
Scene resting_scene(const std::string& more = "") {
    return parse_scene(R"({"time": {"fps": 60, "frames": 600}, "sleeping": {"enabled": true}, )" + more + R"(
        "bodies": [
            {"name": "low", "shape": {"type": "box", "size": [0.4, 0.4, 0.4]}, "sampling": {"spacing": 0.1},
             "material": "rubber", "translate": [0, 0.201, 0]},
            {"name": "high", "shape": {"type": "box", "size": [0.4, 0.4, 0.4]}, "sampling": {"spacing": 0.1},
             "material": "rubber", "translate": [0, 0.602, 0]},
            {"name": "apart", "shape": {"type": "box", "size": [0.4, 0.4, 0.4]}, "sampling": {"spacing": 0.1},
             "material": "rubber", "translate": [3, 0.201, 0]},
            {"name": "brick", "solver": "rigid", "shape": {"type": "box", "size": [0.4, 0.4, 0.4]},
             "sampling": {"particles": 60}, "translate": [6, 0.201, 0]}],
        "obstacles": [{"name": "ground", "type": "plane"},
                      {"name": "plate", "type": "box", "size": [0.4, 0.1, 0.4], "translate": [-3, 1, 0]}]})",
                       "resting");
}

constexpr std::uint32_t low = 0, high = 1, apart = 2, brick = 3;

bool all_asleep(const Simulation& simulation) {
    bool all = true;
    for (std::uint32_t b = 0; b < simulation.bodies().size(); ++b) all &= simulation.is_asleep(b);
    return all;
}

/// Until everything sleeps; fails when that takes longer than ten seconds.
void settle(Touched& touched) {
    for (int k = 0; k < 600 && !all_asleep(touched.simulation); ++k) touched.live.advance_frame();
    ASSERT_TRUE(all_asleep(touched.simulation));
}

TEST(Sleeping, bodies_at_rest_fall_asleep_and_stay_where_they_are) {
    Touched touched(resting_scene());
    settle(touched);
    const Frame before = touched.simulation.snapshot();
    touched.frames(30);
    const Frame after = touched.simulation.snapshot();
    EXPECT_EQ(before.positions, after.positions);
    for (const Vec3& v : after.velocities) EXPECT_EQ(v, Vec3(Vec3::Zero()));
    EXPECT_NEAR(touched.center(low).y(), 0.2, 0.02);
    EXPECT_NEAR(touched.center(high).y(), 0.6, 0.04);
}

TEST(Sleeping, nothing_sleeps_unless_the_scene_says_so) {
    Scene scene = resting_scene();
    scene.sleeping.enabled = false;
    Touched touched(scene);
    touched.frames(200);
    for (std::uint32_t b = 0; b < 4; ++b) EXPECT_FALSE(touched.simulation.is_asleep(b));
}

TEST(Sleeping, a_group_wakes_together_when_a_hand_touches_one_of_it) {
    Touched touched(resting_scene());
    settle(touched);
    touched.live.apply_impulse("low", {0, 0.2, 0.2}, {0, 0, -5});
    touched.live.step();
    EXPECT_FALSE(touched.simulation.is_asleep(low));
    EXPECT_FALSE(touched.simulation.is_asleep(high));
    EXPECT_TRUE(touched.simulation.is_asleep(apart));
    EXPECT_TRUE(touched.simulation.is_asleep(brick));
    touched.frames(3);
    EXPECT_LT(touched.center(low).z(), -1e-3);
}

TEST(Sleeping, a_body_wakes_when_another_one_hits_it) {
    for (const char* thrown : {"apart", "brick"}) {
        Touched touched(resting_scene());
        settle(touched);
        const std::uint32_t number = thrown == std::string("apart") ? apart : brick;
        const Vec3 start = touched.center(low);
        touched.live.apply_impulse(thrown, touched.center(number), Vec3(-12, 0.6, 0) * 64);
        bool slept_at_first = true;
        for (int k = 0; k < 90; ++k) {
            touched.live.advance_frame();
            if (k == 1) slept_at_first = touched.simulation.is_asleep(low);
        }
        EXPECT_TRUE(slept_at_first) << thrown;
        EXPECT_GT((touched.center(low) - start).norm(), 0.01) << thrown;
    }
}

TEST(Sleeping, gravity_obstacles_pins_and_parameters_wake) {
    Touched touched(resting_scene());
    settle(touched);
    const SavedMoment asleep = touched.live.save();
    const auto again = [&] { touched.live.restore(asleep); };
    touched.live.set("gravity", "[0, 3, 0]");
    touched.frames(10);
    EXPECT_GT(touched.center(apart).y(), 0.21);
    EXPECT_GT(touched.center(brick).y(), 0.21);
    again();
    ASSERT_TRUE(all_asleep(touched.simulation));
    touched.live.move_obstacle("plate", {6, -0.4, 0}, 1);  // comes down on "apart"
    touched.frames(10);
    EXPECT_TRUE(touched.simulation.is_asleep(apart));
    touched.frames(60);
    EXPECT_FALSE(touched.simulation.is_asleep(apart));
    again();
    touched.live.remove_obstacle("ground");
    touched.frames(10);
    EXPECT_LT(touched.center(apart).y(), 0.15);
    again();
    const int pin = touched.live.pin("apart", touched.center(apart));
    touched.live.move_pin(pin, {0, 1, 0}, 1);
    touched.frames(60);
    EXPECT_GT(touched.center(apart).y(), 0.8);
    EXPECT_TRUE(touched.simulation.is_asleep(low));
    again();
    touched.live.set("bodies.2.material.young", "100000");
    EXPECT_FALSE(touched.simulation.is_asleep(apart));
}

TEST(Sleeping, has_the_same_bits_at_any_number_of_threads_and_when_replayed) {
    std::vector<std::uint64_t> hashes;
    InputLog log;
    for (const int threads : {1, 2, 3}) {
        Touched touched(resting_scene(), threads);
        touched.frames(120);
        touched.live.apply_impulse("high", touched.center(high), {300, 100, 0});
        touched.frames(120);
        hashes.push_back(touched.simulation.hash());
        log = touched.live.log();
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
    Touched repeated(resting_scene());
    Replay replay(log, repeated.live);
    for (int k = 0; k < 240; ++k) replay.advance_frame();
    EXPECT_EQ(replay.agrees(), std::optional(true));
}

/// Enough particles for several threads to take part; at rest from the start.
Scene large_scene() {
    return parse_scene(R"({"gravity": [0, 0, 0], "time": {"fps": 60, "frames": 600, "substeps": 8},
        "sleeping": {"enabled": true, "seconds": 0.05},
        "bodies": [
            {"name": "a", "shape": {"type": "box", "size": [1, 1, 1]}, "sampling": {"particles": 9000},
             "clusters": {"count": 100}, "material": "jelly"},
            {"name": "b", "shape": {"type": "box", "size": [1, 1, 1]}, "sampling": {"particles": 7001},
             "clusters": {"count": 77}, "material": "jelly", "translate": [1.3, 0, 0]},
            {"name": "c", "shape": {"type": "box", "size": [1, 1, 1]}, "sampling": {"particles": 9000},
             "clusters": {"count": 100}, "material": "jelly", "translate": [3, 0, 0]}]})",
                       "large");
}

TEST(Sleeping, has_the_same_bits_on_one_and_on_three_threads_where_those_take_part) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 3}) {
        Touched touched(large_scene(), threads);
        touched.frames(4);
        ASSERT_TRUE(all_asleep(touched.simulation));
        touched.live.apply_impulse("a", touched.center(0), {8000, 0, 0});
        touched.frames(3);
        EXPECT_TRUE(touched.simulation.is_asleep(2));
        touched.frames(3);
        EXPECT_FALSE(touched.simulation.is_asleep(1));
        hashes.push_back(touched.simulation.hash());
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(Sleeping, a_run_that_was_stopped_in_sleep_goes_on_with_the_same_bits) {
    // A plate comes down on what sleeps, after the stop.
    Scene scene = resting_scene();
    scene.time.frames = 150;
    scene.obstacles[1].motion.keys = {{1.8, Vec3::Zero()}, {2.2, Vec3(6, -0.45, 0)}};
    testing::TemporaryFolder folder;
    const auto run_to = [](Simulation& simulation, RunWriter& writer, int last) {
        if (writer.next_frame() == 0) writer.write(simulation, {});
        while (simulation.frame() < last) {
            const StepReport report = simulation.advance_frame();
            writer.write(simulation, report);
        }
    };
    Simulation whole(scene);
    while (whole.frame() < 150) whole.advance_frame();
    {
        Simulation first(scene);
        RunWriter writer = RunWriter::begin(folder / "run", describe_run(scene), first, {.checkpoint_every = 10});
        run_to(first, writer, 95);
        EXPECT_TRUE(first.is_asleep(apart));
    }
    Simulation second(scene);
    RunWriter writer = RunWriter::resume(folder / "run", describe_run(scene), second, {.checkpoint_every = 10});
    EXPECT_EQ(second.frame(), 90);
    EXPECT_TRUE(second.is_asleep(apart));
    run_to(second, writer, 150);
    EXPECT_FALSE(second.is_asleep(apart));
    EXPECT_EQ(second.hash(), whole.hash());
}

TEST(Sleeping, a_moment_in_sleep_goes_on_with_the_same_bits) {
    Touched touched(resting_scene());
    settle(touched);
    const SavedMoment moment = touched.live.save();
    const auto go_on = [&] {
        touched.live.apply_impulse("apart", touched.center(apart), {-300, 50, 0});
        touched.frames(60);
        return touched.simulation.hash();
    };
    const std::uint64_t first = go_on();
    touched.live.restore(moment);
    EXPECT_TRUE(all_asleep(touched.simulation));
    EXPECT_EQ(go_on(), first);
}

TEST(Sleeping, an_obstacle_that_keeps_moving_keeps_what_lies_on_it_awake) {
    Scene scene = resting_scene();
    scene.obstacles[0].motion.keys = {{0, Vec3::Zero()}, {100, Vec3(0, 0, 1e-3)}};
    Touched touched(scene);
    touched.frames(120);
    EXPECT_FALSE(touched.simulation.is_asleep(low));
}

}  // namespace
}  // namespace pliant
