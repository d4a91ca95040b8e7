// Rays, nearest points, contacts and events.
#include "live/scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace pliant {
namespace {

TEST(Rays, meet_bodies_and_obstacles_in_the_order_of_their_distance) {
    Touched t(jelly_scene());
    const auto above = t.live.cast_ray({0, 5, 0}, {0, -2, 0});
    ASSERT_TRUE(above);
    EXPECT_EQ(above->kind, Hit::Kind::body);
    EXPECT_EQ(above->index, 0U);
    EXPECT_NEAR(above->point.y(), 1.5, 0.12);
    EXPECT_NEAR(above->distance, 5 - above->point.y(), 1e-9);
    EXPECT_GT(above->normal.y(), 0.5);

    const auto brick = t.live.cast_ray({3, 5, 0.05}, {0, -1, 0});
    ASSERT_TRUE(brick);
    EXPECT_EQ(brick->index, 1U);
    EXPECT_NEAR(brick->point.y(), 1.2, 1e-4);
    EXPECT_NEAR(brick->normal.y(), 1, 1e-3);

    const auto ground = t.live.cast_ray({7, 5, 0}, {0.5, -1, 0});
    ASSERT_TRUE(ground);
    EXPECT_EQ(ground->kind, Hit::Kind::obstacle);
    EXPECT_NEAR(ground->point.x(), 9.5, 1e-4);
    EXPECT_FALSE(t.live.cast_ray({0, 5, 0}, {0, 1, 0}));
    EXPECT_FALSE(t.live.cast_ray({0, 5, 0}, {0, -1, 0}, 2.0));
}

TEST(Rays, agree_with_small_steps_along_them) {
    Touched t(jelly_scene());
    t.frames(20);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1, 1);
    int hits = 0;
    for (int k = 0; k < 60; ++k) {
        const Vec3 from(4 * number(random), 2 + number(random), 3), to(4 * number(random), number(random), 0);
        const Vec3 direction = (to - from).normalized();
        const auto hit = t.live.cast_ray(from, direction, 12);
        double walked = 0;
        std::optional<Hit> near;
        for (; walked < 12; walked += 2e-3) {
            near = t.live.nearest(from + walked * direction);
            if (near && near->distance <= 0) break;
        }
        ASSERT_EQ(hit.has_value(), walked < 12) << k;
        if (!hit) continue;
        ++hits;
        EXPECT_NEAR(hit->distance, walked, 5e-3) << k;
        EXPECT_EQ(hit->kind, near->kind) << k;
    }
    EXPECT_GT(hits, 20);
}

TEST(Nearest, finds_the_surface_and_says_when_it_is_inside) {
    Touched t(jelly_scene());
    const auto above = t.live.nearest({3, 2, 0});
    ASSERT_TRUE(above);
    EXPECT_EQ(above->index, 1U);
    EXPECT_NEAR(above->distance, 0.8, 1e-6);
    EXPECT_NEAR(above->point.y(), 1.2, 1e-6);
    EXPECT_LT(t.live.nearest({3, 1, 0})->distance, -0.1);
    EXPECT_EQ(t.live.nearest({8, 0.1, 0})->kind, Hit::Kind::obstacle);
    EXPECT_FALSE(t.live.nearest({8, 3, 0}, 1.0));
}

TEST(Contacts, of_bodies_at_rest_bear_their_weight) {
    Touched t(jelly_scene());
    t.live.watch(true);
    t.frames(150);
    ASSERT_EQ(t.live.contacts().size(), 2U);
    for (const Contact& contact : t.live.contacts()) {
        EXPECT_EQ(contact.other_kind, Hit::Kind::obstacle);
        const double weight = 9.81 * t.simulation.bodies()[contact.body].mass;
        EXPECT_NEAR(contact.impulse.y() / t.simulation.dt() / weight, 1, 0.1) << contact.body;
        EXPECT_NEAR(contact.normal.y(), 1, 0.05);
        EXPECT_NEAR(contact.point.x(), contact.body == 0 ? 0 : 3, 0.2);
        EXPECT_LT(contact.point.y(), 0.2);
        EXPECT_GT(contact.points, 0U);
    }
    EXPECT_EQ(t.live.contacts()[0].body, 0U);
    EXPECT_EQ(t.live.contacts()[1].body, 1U);
}

TEST(Contacts, between_bodies_are_seen_from_the_first) {
    Scene scene = jelly_scene();
    scene.bodies[1].place.translate = Vec3(0, 1.9, 0);
    Touched t(scene);
    t.live.watch(true);
    t.frames(90);
    const auto& contacts = t.live.contacts();
    const auto pair = std::find_if(contacts.begin(), contacts.end(),
                                   [](const Contact& c) { return c.other_kind == Hit::Kind::body; });
    ASSERT_NE(pair, contacts.end());
    EXPECT_EQ(pair->body, 0U);
    EXPECT_EQ(pair->other, 1U);
    EXPECT_LT(pair->impulse.y(), 0);  // the brick presses the ball down
}

TEST(Events, tell_when_bodies_touch_part_and_come_to_rest) {
    Touched t(jelly_scene());
    t.live.watch(true);
    const auto count = [](const std::vector<Event>& events, Event::Kind kind, std::uint32_t body) {
        return std::count_if(events.begin(), events.end(),
                             [&](const Event& e) { return e.kind == kind && e.body == body; });
    };
    t.frames(10);
    EXPECT_TRUE(t.live.take_events().empty()) << "both still fall";
    t.frames(290);
    std::vector<Event> events = t.live.take_events();
    EXPECT_TRUE(std::is_sorted(events.begin(), events.end(), [](auto& a, auto& b) { return a.step < b.step; }));
    for (const std::uint32_t body : {0U, 1U}) {
        EXPECT_GE(count(events, Event::Kind::touch_began, body), 1) << body;
        EXPECT_EQ(count(events, Event::Kind::touch_began, body), count(events, Event::Kind::touch_ended, body) + 1);
        EXPECT_EQ(count(events, Event::Kind::came_to_rest, body), 1 + count(events, Event::Kind::began_to_move, body));
    }
    t.live.apply_impulse("brick", t.center(1), {0, 100, 0});
    t.frames(5);
    events = t.live.take_events();
    EXPECT_EQ(count(events, Event::Kind::touch_ended, 1), 1);
    EXPECT_EQ(count(events, Event::Kind::began_to_move, 1), 1);
}

TEST(Watching, changes_no_bit) {
    Touched watched(jelly_scene()), not_watched(jelly_scene());
    watched.live.watch(true);
    watched.frames(30), not_watched.frames(30);
    EXPECT_EQ(watched.simulation.hash(), not_watched.simulation.hash());
    Simulation plain(jelly_scene(), BuildOptions{.threads = 1, .instruction_set = {}, .progress = {}});
    for (int k = 0; k < 30; ++k) plain.advance_frame();
    EXPECT_EQ(plain.hash(), watched.simulation.hash());
}

}  // namespace
}  // namespace pliant
