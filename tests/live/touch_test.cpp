// What hands do to bodies.
#include "live/scenes.hpp"

#include <pliant/error.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace pliant {
namespace {

TEST(Views, show_what_a_snapshot_shows) {
    Touched t(jelly_scene());
    t.frames(5);
    const Frame frame = t.simulation.snapshot();
    for (std::uint32_t body = 0; body < 2; ++body) {
        Vec3 x = Vec3::Zero(), v = Vec3::Zero(), viewed_x = Vec3::Zero(), viewed_v = Vec3::Zero();
        std::size_t count = 0;
        for (std::size_t i = 0; i < frame.positions.size(); ++i)
            if (frame.bodies[i] == body) x += frame.positions[i], v += frame.velocities[i], ++count;
        const VectorView positions = t.live.positions(body), velocities = t.live.velocities(body);
        ASSERT_EQ(positions.size(), count);
        for (std::size_t k = 0; k < count; ++k) viewed_x += positions[k], viewed_v += velocities[k];
        EXPECT_LT((x - viewed_x).norm() / static_cast<double>(count), 1e-6);
        EXPECT_LT((v - viewed_v).norm() / static_cast<double>(count), 1e-5);
    }
    EXPECT_LT((t.live.transform(1).to - frame.rigid.front().to).norm(), 1e-12);
}

TEST(Views, of_a_soft_body_are_the_state_itself) {
    Touched t(floating_scene());
    const VectorView before = t.live.positions(0);
    ASSERT_NE(before.data(), nullptr);
    t.live.apply_impulse("ball", t.center(0), {100, 0, 0});
    t.live.step();
    EXPECT_EQ(before.data(), t.live.positions(0).data());
}

TEST(Grabs, carry_a_soft_and_a_rigid_body_to_their_target) {
    for (const char* name : {"ball", "brick"}) {
        Touched t(jelly_scene());
        const std::uint32_t body = std::string(name) == "ball" ? 0 : 1;
        const Vec3 target = t.center(body) + Vec3(0.5, 1.5, 0.3);
        const int hand = t.live.grab(name, t.center(body));
        t.live.drag(hand, target);
        t.frames(240);
        EXPECT_LT((t.center(body) - target).norm(), 0.35) << name;
        ASSERT_EQ(t.live.grabs().size(), 1U);
        // At rest the hand bears the weight.
        const double weight = 9.81 * t.simulation.bodies()[body].mass;
        EXPECT_NEAR(t.live.grabs().front().force.y() / weight, 1, 0.1) << name;
        t.live.release(hand);
        EXPECT_TRUE(t.live.grabs().empty());
        const double held = t.center(body).y();
        t.frames(20);
        EXPECT_LT(t.center(body).y(), held - 0.3) << name;
    }
}

TEST(Grabs, never_pull_harder_than_they_may) {
    Touched t(floating_scene());
    const int hand = t.live.grab("ball", t.center(0), 4, 7);
    t.live.drag(hand, {100, 0, 0});
    for (int k = 0; k < 20; ++k) {
        t.live.step();
        EXPECT_LE(t.live.grabs().front().force.norm(), 7 * (1 + 1e-12));
    }
    EXPECT_NEAR(t.live.grabs().front().force.norm(), 7, 1e-9);
}

TEST(Grabs, do_not_shake_however_stiff_they_are) {
    Touched t(floating_scene());
    const Vec3 target = t.center(0) + Vec3(0, 0.2, 0);
    const int hand = t.live.grab("ball", t.center(0), 1000, 1e12);
    t.live.drag(hand, target);
    double fastest = 0;
    for (int k = 0; k < 60; ++k) {
        t.frames(1);
        fastest = std::max(fastest, t.simulation.stats().max_speed);
    }
    EXPECT_LT(fastest, 20);  // 0.2 m in a step would be far faster
    t.frames(240);
    EXPECT_LT((t.live.grabs().front().point - target).norm(), 1e-3);
    EXPECT_LT(t.simulation.stats().max_speed, 0.02);
}

TEST(Impulses, give_a_body_exactly_their_momentum) {
    Touched t(floating_scene());
    const Vec3 soft(30, -20, 10), rigid(-5, 1, 2);
    const Vec3 before = t.simulation.stats().momentum;
    t.live.apply_impulse("ball", t.center(0) + Vec3(0, 0.3, 0), soft);
    EXPECT_LT((t.simulation.stats().momentum - before - soft).norm(), 1e-3 * soft.norm());
    t.live.apply_impulse("brick", t.center(1) + Vec3(0.1, 0.1, 0), rigid);
    EXPECT_LT((t.simulation.stats().momentum - before - soft - rigid).norm(), 1e-3 * soft.norm());
    // Beside its center it turns the rigid body, too.
    EXPECT_GT(t.live.velocities(1)[0].norm(), 0);
    EXPECT_GT((t.live.velocities(1)[0] - t.live.velocities(1)[59]).norm(), 1e-3);
}

TEST(Forces, act_as_long_as_they_are_asked_to) {
    Touched t(floating_scene());
    const Vec3 force(0, 40, 0);
    t.live.apply_force("ball", t.center(0), force, 0.25);
    t.frames(30);
    EXPECT_NEAR(t.simulation.stats().momentum.y(), 40 * 0.25, 0.05);
    t.live.apply_force("ball", t.center(0), force);  // one step
    t.frames(5);
    EXPECT_NEAR(t.simulation.stats().momentum.y(), 40 * (0.25 + t.simulation.dt()), 0.05);
}

TEST(Pins, hold_move_and_let_go) {
    Touched t(jelly_scene());
    const Vec3 top = t.center(0) + Vec3(0, 0.45, 0);
    const int pin = t.live.pin("ball", top);
    t.frames(60);
    ASSERT_EQ(t.live.pins().size(), 1U);
    const Vec3 held = t.live.pins().front().second;
    EXPECT_GT(t.center(0).y(), 0.6);
    t.live.move_pin(pin, {0.5, 0.5, 0}, 0.5);
    t.frames(15);
    const Vec3 halfway = t.live.pins().front().second - held;
    EXPECT_NEAR(halfway.x(), 0.25, 0.01);
    t.frames(30);
    EXPECT_LT((t.live.pins().front().second - held - Vec3(0.5, 0.5, 0)).norm(), 1e-6);
    t.live.unpin(pin);
    EXPECT_TRUE(t.live.pins().empty());
    const double before = t.center(0).y();
    t.frames(20);
    EXPECT_LT(t.center(0).y(), before - 0.2);
    EXPECT_THROW(t.live.move_pin(pin, {1, 0, 0}), InputError);
}

TEST(Obstacles, that_are_added_hold_bodies_and_let_them_fall_when_removed) {
    Touched t(jelly_scene());
    t.live.remove_obstacle("ground");
    Obstacle table;
    table.kind = ObstacleKind::box;
    table.name = "table";
    table.size = Vec3(3, 0.2, 3);
    t.live.add_obstacle(table);
    t.frames(60);
    EXPECT_GT(t.center(0).y(), 0.3);   // on the table
    EXPECT_LT(t.center(1).y(), -1.0);  // beside it there is no ground any more
    t.live.remove_obstacle("table");
    t.frames(40);
    EXPECT_LT(t.center(0).y(), -0.5);
}

TEST(Obstacles, that_cut_part_a_body_also_when_they_come_late) {
    Touched t(jelly_scene());
    t.frames(40);
    ASSERT_EQ(t.simulation.stats().fragments, 2U);
    Obstacle blade;
    blade.kind = ObstacleKind::box;
    blade.name = "blade";
    blade.cuts = true;
    blade.size = Vec3(0.01, 2, 3);
    blade.place.translate = Vec3(t.center(0).x(), 2.5, 0);
    t.live.add_obstacle(blade);
    t.live.move_obstacle("blade", {0, -2, 0}, 0.4);
    t.frames(30);
    EXPECT_GE(t.simulation.stats().fragments, 3U);
    t.live.remove_obstacle("blade");
    t.frames(5);
    // And a replay of it has the same bits.
    Touched again(jelly_scene());
    Replay replay(t.live.log(), again.live);
    while (again.live.steps() < t.live.steps()) replay.step();
    EXPECT_EQ(again.simulation.hash(), t.simulation.hash());
}

TEST(Obstacles, that_are_moved_push_what_they_meet) {
    Touched t(jelly_scene());
    Obstacle wall;
    wall.kind = ObstacleKind::box;
    wall.name = "wall";
    wall.size = Vec3(0.2, 2, 3);
    wall.place.translate = Vec3(-0.8, 1, 0);
    t.live.add_obstacle(wall);
    t.frames(30);
    const double before = t.center(0).x();
    t.live.move_obstacle("wall", {0.6, 0, 0}, 0.5);
    t.frames(15);
    EXPECT_NEAR(t.live.obstacle_transform(1).to.x(), -0.5, 0.01);
    t.frames(20);
    EXPECT_GT(t.center(0).x(), before + 0.2);
    EXPECT_NEAR(t.live.scene().obstacles[1].place.translate.x(), -0.8, 1e-9);
}

Body small_ball(const std::string& name, const Vec3& where) {
    Body body;
    body.name = name;
    body.shape.kind = ShapeKind::sphere;
    body.shape.radius = 0.3;
    body.sampling.particles = 120;
    body.place.translate = where;
    body.material = material_preset("jelly");
    return body;
}

TEST(Bodies, that_are_added_fall_with_the_others_which_go_on_as_they_were) {
    Scene scene = jelly_scene();
    scene.time.substeps = 12;
    Touched t(scene), alone(scene);
    t.frames(8), alone.frames(8);
    const int hand = t.live.grab("brick", t.center(1));
    alone.live.grab("brick", alone.center(1));
    EXPECT_EQ(t.live.add_body(small_ball("late", {-3, 1, 0})), 2);
    EXPECT_LT((t.center(0) - alone.center(0)).norm(), 1e-9) << "nothing may jump";
    t.frames(20), alone.frames(20);
    EXPECT_LT((t.center(0) - alone.center(0)).norm(), 1e-6);
    EXPECT_LT((t.center(1) - alone.center(1)).norm(), 1e-6);
    EXPECT_LT(t.center(2).y(), 0.6);
    EXPECT_GT(t.center(2).y(), 0.2);
    t.live.release(hand);
    const double before = t.simulation.stats().momentum.y();
    t.live.apply_impulse("late", t.center(2), {0, 50, 0});
    EXPECT_NEAR(t.simulation.stats().momentum.y(), before + 50, 0.1);
}

TEST(Bodies, that_are_removed_are_gone_and_the_others_go_on_as_they_were) {
    Scene scene = jelly_scene();
    scene.time.substeps = 12;
    Touched alone(scene);
    scene.bodies.insert(scene.bodies.begin(), small_ball("first", {-3, 1, 0}));
    Touched t(scene);
    t.frames(8), alone.frames(8);
    const int pin = t.live.pin("ball", t.center(1) + Vec3(0, 0.4, 0));
    alone.live.pin("ball", alone.center(0) + Vec3(0, 0.4, 0));
    t.live.grab("first", t.center(0));
    t.live.remove_body("first");
    EXPECT_TRUE(t.live.grabs().empty());
    EXPECT_EQ(t.simulation.bodies().size(), 2U);
    t.frames(30), alone.frames(30);
    EXPECT_LT((t.center(0) - alone.center(0)).norm(), 1e-5);
    EXPECT_LT((t.center(1) - alone.center(1)).norm(), 1e-5);
    EXPECT_EQ(t.live.pins().front().first, pin);
    EXPECT_THROW(t.live.remove_body("first"), InputError);
    t.live.remove_body("brick");
    EXPECT_THROW(t.live.remove_body("ball"), InputError) << "a scene has at least one body";
}

TEST(Parameters, of_gravity_and_material_change_what_happens_next) {
    Touched t(floating_scene());
    t.live.set("gravity", "[0, 1, 0]");
    t.frames(30);
    EXPECT_NEAR(t.simulation.stats().momentum.y() / t.simulation.stats().mass, 0.5, 0.01);
    EXPECT_DOUBLE_EQ(t.live.scene().gravity.y(), 1);

    // A softer ball rests lower.
    Touched soft(jelly_scene()), hard(jelly_scene());
    soft.frames(10), hard.frames(10);
    const double now = soft.center(0).y();
    soft.live.set("bodies.0.material.young", "3000");
    EXPECT_NEAR(soft.center(0).y(), now, 1e-6) << "nothing may jump";
    EXPECT_EQ(soft.live.steps(), hard.live.steps());
    soft.frames(110), hard.frames(110);
    EXPECT_LT(soft.center(0).y(), hard.center(0).y() - 0.01);
}

TEST(Parameters, keep_pins_and_obstacles_that_hands_made) {
    Touched t(jelly_scene());
    t.live.pin("ball", t.center(0) + Vec3(0, 0.45, 0));
    t.live.remove_obstacle("ground");
    t.frames(10);
    t.live.set("bodies.0.material.damping", "10");
    t.frames(60);
    EXPECT_EQ(t.live.pins().size(), 1U);
    EXPECT_GT(t.center(0).y(), 0);     // it hangs
    EXPECT_LT(t.center(1).y(), -1.0);  // and there is no ground
}

TEST(Parameters, that_are_live_are_listed_with_their_ranges) {
    const Scene scene = jelly_scene();
    bool gravity = false, young = false;
    for (const LiveParameter& p : live_parameters(scene)) {
        EXPECT_FALSE(p.meaning.empty()) << p.path;
        EXPECT_EQ(p.path.find("sampling"), std::string::npos) << p.path;
        gravity |= p.path == "gravity" && p.value == "[0, -9.81, 0]";
        young |= p.path == "bodies.0.material.young" && p.group == "ball" && p.unit == "Pa" && p.max > 1e6;
        Touched t(scene);
        EXPECT_NO_THROW(t.live.set(p.path, p.value)) << p.path;
    }
    EXPECT_TRUE(gravity);
    EXPECT_TRUE(young);
}

}  // namespace
}  // namespace pliant
