// Skins, breaks and glue of a simulation that runs.
#include "live/scenes.hpp"

#include <pliant/error.hpp>

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <set>

namespace pliant {
namespace {

TEST(LiveSkins, are_where_the_body_is) {
    Touched touched(floating_scene());
    touched.live.apply_impulse("ball", Vec3::Zero(), {300, 0, 0});
    touched.frames(20);
    const LiveSkin skin = touched.live.skin(0);
    ASSERT_FALSE(skin.empty());
    ASSERT_EQ(skin.normals.size(), skin.positions.size());
    const Vec3 center = touched.center(0);
    EXPECT_GT(center.x(), 0.05);
    double volume = 0;
    for (const auto& [a, b, c] : skin.triangles)
        volume += (skin.positions[a] - center).dot((skin.positions[b] - center).cross(skin.positions[c] - center)) / 6;
    EXPECT_NEAR(volume, 4.0 / 3 * std::numbers::pi * 0.125, 0.04);
    for (std::size_t v = 0; v < skin.positions.size(); ++v) {
        EXPECT_NEAR((skin.positions[v] - center).norm(), 0.5, 0.08);
        EXPECT_GT(skin.normals[v].dot(skin.positions[v] - center), 0);
    }
    EXPECT_FALSE(touched.live.skin(1).empty());  // a rigid one
    EXPECT_THROW(touched.live.skin(2), InputError);
}

TEST(LiveSkins, are_met_by_rays_and_nearest_points) {
    Touched touched(floating_scene());
    const auto hit = touched.live.cast_ray({-3, 0.1, 0.05}, {2, 0, 0}, 100, Against::skins);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->kind, Hit::Kind::body);
    EXPECT_EQ(hit->index, 0u);
    // The ball's mesh lies within its sphere, by less than its triangles' sagitta.
    EXPECT_NEAR(hit->point.norm(), 0.5, 0.01);
    EXPECT_NEAR(hit->distance, 3 - std::sqrt(0.25 - 0.01 - 0.0025), 0.01);
    EXPECT_LT(hit->normal.x(), -0.9);
    EXPECT_NEAR((touched.live.positions(0)[hit->particle] - hit->point).norm(), 0, 0.25);
    const auto near = touched.live.nearest({0, 2, 0}, 10, Against::skins);
    ASSERT_TRUE(near);
    EXPECT_NEAR(near->distance, 1.5, 0.01);
    EXPECT_NEAR((near->point - Vec3(0, 0.5, 0)).norm(), 0, 0.05);
    const auto inside = touched.live.nearest({0, 0.4, 0}, 10, Against::skins);
    ASSERT_TRUE(inside);
    EXPECT_NEAR(inside->distance, -0.1, 0.01);
    EXPECT_FALSE(touched.live.cast_ray({-3, 0.52, 0}, {1, 0, 0}, 5, Against::skins));
    EXPECT_FALSE(touched.live.cast_ray({-3, 0, 0}, {1, 0, 0}, 2, Against::skins));
}

/// A brittle bar held at one end, hit by a fast rigid ball.
Scene brittle_scene() {
    return parse_scene(R"({"gravity": [0, 0, 0], "time": {"fps": 60, "frames": 60},
        "bodies": [{"name": "bar", "shape": {"type": "box", "size": [2, 0.2, 0.2]}, "sampling": {"spacing": 0.08},
                    "material": {"preset": "rubber", "toughness": 0.02}}]})",
                       "brittle");
}

TEST(LiveEvents, say_which_fragments_broke_off) {
    Touched touched(brittle_scene());
    touched.live.watch(true);
    touched.live.pin("bar", {-0.95, 0, 0}, 0.2);
    touched.live.apply_impulse("bar", {0.9, 0, 0}, {0, 1500, 0}, 0.3);
    std::set<std::uint32_t> broken;
    for (int k = 0; k < 30; ++k) {
        touched.live.advance_frame();
        for (const Event& event : touched.live.take_events()) {
            if (event.kind != Event::Kind::broke) continue;
            EXPECT_EQ(event.body, 0u);
            EXPECT_NE(event.fragment, event.from);
            EXPECT_TRUE(broken.insert(event.fragment).second) << "said twice";
        }
    }
    ASSERT_FALSE(broken.empty());
    const Frame frame = touched.simulation.snapshot();
    const std::set<std::uint32_t> seen(frame.fragments.begin(), frame.fragments.end());
    for (const std::uint32_t fragment : seen)
        if (frame.fragment_parents[fragment] != fragment) {
            EXPECT_TRUE(broken.contains(fragment)) << fragment;
        }
    const LiveSkin skin = touched.live.skin(0);
    EXPECT_FALSE(skin.empty());
}

Glue glue_between(const std::string& a, const std::string& b) {
    Glue glue;
    glue.name = "bond";
    glue.a = a;
    glue.b = b;
    glue.mode = GlueMode::joint;
    glue.kind = JointKind::welded;
    glue.particles = {0};
    return glue;
}

TEST(LiveGlue, holds_bodies_where_they_are_and_is_replayed) {
    Touched touched(floating_scene());
    touched.live.apply_impulse("brick", touched.center(1), {0, 30, 0});
    touched.frames(10);
    const double apart = (touched.center(0) - touched.center(1)).norm();
    EXPECT_EQ(touched.live.add_glue(glue_between("brick", "ball")), 0);
    touched.live.apply_impulse("ball", touched.center(0), {0, 0, 400});
    touched.frames(20);
    touched.live.set("bodies.0.material.damping", "1");  // builds the bodies anew; the glue goes on
    touched.frames(20);
    EXPECT_NEAR((touched.center(0) - touched.center(1)).norm(), apart, 0.2 * apart);
    EXPECT_EQ(touched.simulation.stats().glue.front().holding, 1u);
    EXPECT_GT(touched.center(1).z(), 0.01);
    touched.live.unglue("bond");
    touched.frames(2);
    EXPECT_EQ(touched.simulation.stats().glue.front().holding, 0u);
    const InputLog log = touched.live.log();
    Touched repeated(floating_scene());
    Replay replay(log, repeated.live);
    for (int k = 0; k < 52; ++k) replay.advance_frame();
    EXPECT_EQ(replay.agrees(), std::optional(true));
    // From the text of the log too.
    EXPECT_EQ(input_to_json(input_from_json(input_to_json(log.inputs[1]), "log")), input_to_json(log.inputs[1]));
}

TEST(LiveGlue, that_is_wrong_is_refused_and_changes_nothing) {
    Touched touched(floating_scene());
    touched.frames(2);
    const std::uint64_t before = touched.simulation.hash();
    EXPECT_THROW(touched.live.add_glue(glue_between("brick", "nobody")), InputError);
    EXPECT_THROW(touched.live.add_glue(glue_between("ball", "ball")), InputError);
    Glue none = glue_between("brick", "ball");
    none.particles = {999999};
    EXPECT_THROW(touched.live.add_glue(none), InputError);
    EXPECT_EQ(touched.simulation.hash(), before);
    EXPECT_TRUE(touched.live.inputs().empty());
    EXPECT_TRUE(touched.live.scene().glue.empty());
    touched.frames(2);
    Touched untouched(floating_scene());
    untouched.frames(4);
    EXPECT_EQ(touched.simulation.hash(), untouched.simulation.hash());
}

TEST(LiveGlue, stays_when_bodies_come_and_go) {
    Touched touched(floating_scene());
    touched.live.add_glue(glue_between("brick", "ball"));
    Body more = touched.scene.bodies[0];
    more.name = "more";
    more.place.translate = Vec3(-5, 0, 0);
    touched.live.add_body(more);
    touched.live.apply_impulse("ball", touched.center(0), {0, 0, 400});
    touched.frames(10);
    EXPECT_EQ(touched.simulation.stats().glue.front().holding, 1u);
    touched.live.remove_body("more");
    touched.frames(10);
    EXPECT_EQ(touched.simulation.stats().glue.front().holding, 1u);
    EXPECT_GT(touched.center(1).z(), 1e-3);  // drawn along
}

}  // namespace
}  // namespace pliant
