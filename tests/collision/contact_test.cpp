// One particle against one obstacle: never through, never inside, and a response that physics allows.
#include "collision/contact.hpp"

#include "collision/obstacles.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

namespace pliant::testing {
namespace {

constexpr double dt = 1.0 / 240;

struct Contact {
    ContactSettings settings{dt, 0.5, 0.2, 0.08};
    MovingPoint point;
    double depth = 0;
    bool touched = false;
};

Contact resolve(const ObstacleBody& obstacle, const RigidPose& before, const RigidPose& after, const Vec3& from,
                const Vec3& to, double radius, ContactSettings settings = {dt, 0.5, 0.2, 0.08}) {
    Contact c;
    c.settings = settings;
    c.point = {from, to, (to - from) / dt, radius, (to - from) / dt};
    c.touched = resolve_contact({&obstacle, before, after}, c.settings, c.point, c.depth);
    return c;
}
Contact resolve(const ObstacleBody& obstacle, const Vec3& from, const Vec3& to, double radius,
                ContactSettings settings = {dt, 0.5, 0.2, 0.08}) {
    return resolve(obstacle, {}, {}, from, to, radius, settings);
}

/// The place in [0, 1] along the segment where it is nearest to the obstacle, or deepest inside. Exact: the distance to
/// a convex set is convex along a line.
double nearest_along(const ObstacleBody& obstacle, const Vec3& a, const Vec3& b) {
    double low = 0, high = 1;
    for (int i = 0; i < 200; ++i) {
        const double left = low + (high - low) / 3, right = high - (high - low) / 3;
        if (obstacle.distance(a + left * (b - a)) < obstacle.distance(a + right * (b - a)))
            high = right;
        else
            low = left;
    }
    return 0.5 * (low + high);
}

/// A random start outside and an end anywhere, near and far, so that fast ones cross the thin obstacles.
struct Path {
    Vec3 from, to;
    double radius;
};
Path random_path(Random& random, const ObstacleBody& obstacle) {
    Path path;
    path.radius = std::pow(10, random.uniform(-3, -1));
    do path.from = random_vec(random, 2);
    while (obstacle.distance(path.from) <= path.radius);
    const double speed = std::pow(10, random.uniform(-2, 1));
    // Many go near the middle, some graze.
    const Vec3 aim = random_vec(random, 0.5) - path.from;
    path.to = path.from + (random.below(2) == 0 ? speed * random_vec(random, 1) : Vec3(random.uniform(0, 3) * aim));
    return path;
}

TEST(Contact, nothing_passes_through_however_fast_or_thin) {
    Random random(7);
    for (const double thin : {0.2, 0.02, 1e-4}) {
        int crossings = 0;
        for (const Obstacle& description : obstacles_of_every_kind(thin)) {
            const ObstacleBody obstacle(description);
            for (int k = 0; k < 2000; ++k) {
                const Path path = random_path(random, obstacle);
                const double nearest = nearest_along(obstacle, path.from, path.to);
                const double gap = obstacle.distance(path.from + nearest * (path.to - path.from)) - path.radius;
                if (std::abs(gap) < 2e-3 * path.radius + 1e-5 * (path.to - path.from).norm())
                    continue;  // a graze: either answer is right
                const Contact c = resolve(obstacle, path.from, path.to, path.radius);
                EXPECT_EQ(c.touched, gap < 0) << description.name << " from " << path.from.transpose() << " to "
                                              << path.to.transpose() << " radius " << path.radius << " gap " << gap;
                crossings += c.touched && obstacle.distance(path.to) > path.radius;
            }
        }
        EXPECT_GT(crossings, 1000);  // the test did try
    }
}

TEST(Contact, nobody_ends_inside) {
    Random random(8);
    for (const Obstacle& description : obstacles_of_every_kind()) {
        const ObstacleBody obstacle(description);
        for (int k = 0; k < 2000; ++k) {
            Path path = random_path(random, obstacle);
            if (k % 4 == 0) path.from = random_vec(random, 0.5);  // some start inside
            const Contact c = resolve(obstacle, path.from, path.to, path.radius);
            const double gap = obstacle.distance(c.point.position) - path.radius;
            // What starts inside eases out, and gets no deeper.
            const double before = obstacle.distance(path.from) - path.radius;
            EXPECT_GE(gap, (before < -0.1 * path.radius ? before : 0) - 1e-3 * path.radius)
                << description.name << " from " << path.from.transpose() << " to " << path.to.transpose() << " radius "
                << path.radius;
            if (!c.touched) {
                EXPECT_EQ(c.point.position, path.to);
            }
        }
    }
}

TEST(Contact, leaves_the_surface_on_the_side_it_came_from) {
    Obstacle wall;
    wall.kind = ObstacleKind::box;
    wall.size = Vec3(4, 4, 0.02);
    const ObstacleBody obstacle(wall);
    Random random(9);
    for (int k = 0; k < 1000; ++k) {
        const Vec3 from(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1));
        const Vec3 to(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-20, -0.1));
        const Contact c = resolve(obstacle, from, to, 0.03);
        ASSERT_TRUE(c.touched);
        EXPECT_GE(c.point.position.z(), 0.0399);
        EXPECT_GE(c.point.velocity.z(), 0);
    }
}

TEST(Contact, one_that_rests_on_a_thin_plate_is_not_pushed_through_it) {
    Obstacle plate;
    plate.kind = ObstacleKind::box;
    plate.size = Vec3(2, 0.01, 2);
    const ObstacleBody obstacle(plate);
    const double radius = 0.02, rest = 0.005 + radius;
    for (const double overlap : {-1e-12, 0.0, 1e-12, 1e-4, 0.0015})
        for (const double way : {1e-3, 0.02, 0.05, 1.0}) {
            const Contact c =
                resolve(obstacle, Vec3(0, rest - overlap, 0), Vec3(0.01, rest - overlap - way, 0), radius);
            ASSERT_TRUE(c.touched);
            EXPECT_GE(c.point.position.y(), rest * (1 - 1e-3)) << overlap << " " << way;
            EXPECT_GE(c.point.velocity.y(), 0);
        }
}

TEST(Contact, a_body_at_20_metres_a_second_does_not_pass_a_box_of_20_centimetres_at_60_frames) {
    Obstacle wall;
    wall.kind = ObstacleKind::box;
    wall.size = Vec3(2, 2, 0.2);
    const ObstacleBody obstacle(wall);
    for (double z = 0.11; z < 0.5; z += 0.001) {
        Contact c;
        c.settings = {1.0 / 60, 0.5, 0.2, 0.3};
        c.point = {Vec3(0, 0, z), Vec3(0, 0, z - 20.0 / 60), Vec3(0, 0, -20), 0.01, Vec3(0, 0, -20)};
        c.touched = resolve_contact({&obstacle, {}, {}}, c.settings, c.point, c.depth);
        EXPECT_GE(c.point.position.z(), 0.1099) << z;
    }
}

/// Where the path first meets the obstacle grown by the radius; the path must do so.
Vec3 exact_touch(const ObstacleBody& obstacle, const Path& path) {
    // Halving towards the nearest point of the path, which is inside.
    double outside = 0, inside = nearest_along(obstacle, path.from, path.to);
    for (int i = 0; i < 100; ++i) {
        const double middle = 0.5 * (outside + inside);
        const double gap = obstacle.distance(path.from + middle * (path.to - path.from)) - path.radius;
        (gap > 0 ? outside : inside) = middle;
    }
    return path.from + inside * (path.to - path.from);
}

TEST(Contact, impulses_are_outwards_in_the_friction_cone_and_take_energy) {
    Random random(10);
    int contacts = 0;
    for (const Obstacle& description : obstacles_of_every_kind()) {
        const ObstacleBody obstacle(description);
        for (int k = 0; k < 2000; ++k) {
            const Path path = random_path(random, obstacle);
            const ContactSettings settings{dt, random.uniform(0, 1.5), random.uniform(0, 1), random.uniform(0, 1)};
            const Contact c = resolve(obstacle, path.from, path.to, path.radius, settings);
            if (!c.touched) continue;
            const Vec3 before = (path.to - path.from) / dt, impulse = c.point.velocity - before;
            EXPECT_LE(c.point.velocity.norm(), before.norm() * (1 + 1e-9));
            const Vec3 normal = obstacle.normal(exact_touch(obstacle, path));
            if (-before.dot(normal) < 0.3 * before.norm()) continue;  // a graze: its normal is not well defined
            ++contacts;
            const double outwards = impulse.dot(normal), sideways = (impulse - outwards * normal).norm();
            EXPECT_GE(outwards, -before.dot(normal) * (1 - 0.02));
            EXPECT_LE(sideways, settings.friction * outwards + 0.02 * before.norm()) << description.name;
            EXPECT_GE(c.point.velocity.dot(normal), -0.02 * before.norm());
        }
    }
    EXPECT_GT(contacts, 2000);
}

/// On a plane everything is known: each component against Coulomb's law and Newton's law of restitution.
TEST(Contact, on_a_plane_it_is_coulomb_and_newton_to_the_letter) {
    const ObstacleBody plane{Obstacle{}};
    Random random(11);
    for (int k = 0; k < 5000; ++k) {
        const double friction = random.uniform(0, 1.5), restitution = random.uniform(0, 1);
        const double resting = random.uniform(0, 2), radius = 0.05;
        const Vec3 v(random.uniform(-5, 5), -random.uniform(0.1, 10), random.uniform(-5, 5));
        const Vec3 to(0, radius + 0.5 * dt * v.y(), 0), from = to - dt * v;
        const Contact c = resolve(plane, from, to, radius, {dt, friction, restitution, resting});
        ASSERT_TRUE(c.touched);
        EXPECT_NEAR(c.depth, radius - to.y(), 1e-12);
        const double bounce = -v.y() > resting ? restitution : 0;
        EXPECT_NEAR(c.point.velocity.y(), -bounce * v.y(), 1e-9);
        const Vec3 slip(v.x(), 0, v.z());
        const double grip = std::min(friction * (1 + bounce) * -v.y(), slip.norm());
        const Vec3 expected = slip * (1 - grip / slip.norm());
        EXPECT_LT((Vec3(c.point.velocity.x(), 0, c.point.velocity.z()) - expected).norm(), 1e-9);
        // What friction took from the velocity it took from the way, too.
        EXPECT_NEAR(c.point.position.y(), radius, 2e-3 * radius);
        EXPECT_LT(
            (Vec3(c.point.position.x() - to.x(), 0, c.point.position.z() - to.z()) - dt * (expected - slip)).norm(),
            1e-9);
    }
}

TEST(Contact, only_the_speed_brought_into_the_step_bounces) {
    const ObstacleBody plane{Obstacle{}};
    const double radius = 0.05;
    // It rested, and the step's forces pressed it down at 3 m/s: no bounce, whatever the restitution.
    MovingPoint pressed{Vec3(0, radius, 0), Vec3(0, radius - 3 * dt, 0), Vec3(0, -3, 0), radius, Vec3::Zero()};
    // It came at 2 m/s and the step added 1 m/s: the 2 bounce.
    MovingPoint arriving{Vec3(0, radius, 0), Vec3(0, radius - 3 * dt, 0), Vec3(0, -3, 0), radius, Vec3(0, -2, 0)};
    double depth = 0;
    ASSERT_TRUE(resolve_contact({&plane, {}, {}}, {dt, 0, 1, 0.1}, pressed, depth));
    ASSERT_TRUE(resolve_contact({&plane, {}, {}}, {dt, 0, 1, 0.1}, arriving, depth));
    EXPECT_NEAR(pressed.velocity.y(), 0, 1e-9);
    EXPECT_NEAR(arriving.velocity.y(), 2, 1e-9);
}

TEST(Contact, without_friction_the_tangential_speed_is_untouched) {
    const ObstacleBody plane{Obstacle{}};
    const Contact c = resolve(plane, Vec3(0, 0.1, 0), Vec3(0.3, -0.1, 0.2), 0.05, {dt, 0, 0, 0});
    ASSERT_TRUE(c.touched);
    EXPECT_LT((c.point.velocity - Vec3(0.3, 0, 0.2) / dt).norm(), 1e-9);
}

TEST(Contact, one_that_starts_deep_inside_eases_out_at_the_same_rate_at_any_step) {
    const ObstacleBody plane{Obstacle{}};
    for (const double step : {1.0 / 60, 1.0 / 960}) {
        MovingPoint point{Vec3(0, -0.5, 0), Vec3(0, -0.5, 0), Vec3::Zero(), 0.05, Vec3::Zero()};
        double penetration = 0, time = 0;
        const ObstacleStep here{&plane, plane.pose(0), plane.pose(0)};
        for (; time < 0.1 - 1e-9; time += step) {
            ASSERT_TRUE(resolve_contact(here, {step, 0.5, 0, 0}, point, penetration));
            EXPECT_EQ(point.velocity, Vec3::Zero()) << "no velocity is left behind";
            point.before = point.position;
        }
        EXPECT_NEAR(point.position.y(), 0.05 - 0.55 * std::exp(-10 * 0.1), 0.03) << step;
    }
}

TEST(Contact, leaving_is_not_held_back) {
    const ObstacleBody plane{Obstacle{}};
    // Still overlapping but on its way out: helped a little, velocity untouched.
    const Contact c = resolve(plane, Vec3(0, -0.02, 0), Vec3(0, 0.01, 0), 0.05);
    ASSERT_TRUE(c.touched);
    EXPECT_GE(c.point.position.y(), 0.01);
    EXPECT_LT((c.point.velocity - Vec3(0, 0.03, 0) / dt).norm(), 1e-9);
}

TEST(Contact, moving_away_from_far_is_no_contact) {
    for (const Obstacle& description : obstacles_of_every_kind()) {
        const ObstacleBody obstacle(description);
        const Contact c = resolve(obstacle, Vec3(0, 3, 0), Vec3(1, 4, 0), 0.1);
        EXPECT_FALSE(c.touched);
        EXPECT_EQ(c.point.position, Vec3(1, 4, 0));
    }
}

TEST(Contact, a_rising_floor_carries_and_a_sliding_floor_drags) {
    const ObstacleBody plane{Obstacle{}};
    const double radius = 0.05;
    const RigidPose up{Mat3::Identity(), Vec3(0, 2 * dt, 0)}, along{Mat3::Identity(), Vec3(3 * dt, 0, 0)};
    const Contact risen = resolve(plane, {}, up, Vec3(0, radius, 0), Vec3(0, radius, 0), radius, {dt, 0.5, 0, 0});
    ASSERT_TRUE(risen.touched);
    EXPECT_NEAR(risen.point.velocity.y(), 2, 1e-9);
    EXPECT_NEAR(risen.point.position.y(), radius + 2 * dt, 1e-12);
    // Pressed down at 1 m/s with friction 0.5, the floor at 3 m/s gives it half of that impulse.
    const Contact dragged =
        resolve(plane, {}, along, Vec3(0, radius + dt, 0), Vec3(0, radius, 0), radius, {dt, 0.5, 0, 0});
    ASSERT_TRUE(dragged.touched);
    EXPECT_NEAR(dragged.point.velocity.x(), 0.5, 1e-9);
    EXPECT_NEAR(dragged.point.velocity.y(), 0, 1e-9);
}

TEST(Contact, a_fast_thin_obstacle_does_not_jump_over_a_resting_particle) {
    Obstacle bat;
    bat.kind = ObstacleKind::box;
    bat.size = Vec3(2, 2, 0.02);
    const ObstacleBody obstacle(bat);
    for (double speed = 1; speed < 500; speed *= 1.7) {
        const RigidPose before{Mat3::Identity(), Vec3(0, 0, -0.5 * speed * dt - 0.05)};
        const RigidPose after{Mat3::Identity(), Vec3(0, 0, 0.5 * speed * dt + 0.05)};
        const Contact c = resolve(obstacle, before, after, Vec3(0.1, 0.2, 0), Vec3(0.1, 0.2, 0), 0.01);
        ASSERT_TRUE(c.touched) << speed;
        EXPECT_GE(c.point.position.z(), after.translation.z() + 0.0199);
        EXPECT_GT(c.point.velocity.z(), 0.9 * speed);
    }
}

TEST(Contact, the_same_scene_seen_from_elsewhere_gives_the_same_result) {
    Random random(12);
    const std::vector<Obstacle> all = obstacles_of_every_kind();
    for (int k = 0; k < 2000; ++k) {
        const ObstacleBody obstacle(all[static_cast<std::size_t>(k) % all.size()]);
        const Path path = random_path(random, obstacle);
        Motion motion;
        motion.axis = random_vec(random, 1);
        motion.keys = {{0, random_vec(random, 10), random.uniform(-180, 180)}};
        const RigidPose pose = KeyedMotion(motion, Vec3::Zero()).pose(0);
        const Contact here = resolve(obstacle, path.from, path.to, path.radius);
        const Contact there = resolve(obstacle, pose, pose, pose(path.from), pose(path.to), path.radius);
        EXPECT_EQ(here.touched, there.touched);
        EXPECT_LT((pose(here.point.position) - there.point.position).norm(), 1e-6);
        EXPECT_LT((pose.rotation * here.point.velocity - there.point.velocity).norm(),
                  1e-6 * (1 + here.point.velocity.norm()) / dt * 1e-2);
    }
}

}  // namespace
}  // namespace pliant::testing
