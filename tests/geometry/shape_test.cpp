#include "geometry/shape.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Geometry>

#include "core/random.hpp"

namespace pliant {
namespace {

Vec3 random_point(Random& random, double reach) {
    const double x = random.uniform(-reach, reach);
    const double y = random.uniform(-reach, reach);
    return {x, y, random.uniform(-reach, reach)};
}

Mat3 random_rotation(Random& random) {
    const Vec3 axis = random_point(random, 1).normalized();
    return Eigen::AngleAxisd(random.uniform(0, 6), axis).toRotationMatrix();
}

/// A primitive somewhere, some size, some way up.
SolidPtr random_part(Random& random) {
    const double a = random.uniform(0.3, 1);
    const double b = random.uniform(0.3, 1);
    SolidPtr part;
    switch (random.below(5)) {
        case 0:
            part = solid::sphere(a);
            break;
        case 1:
            part = solid::box(Vec3(a, b, a + b));
            break;
        case 2:
            part = solid::capsule(a, b);
            break;
        case 3:
            part = solid::cone(a, b, a + b);
            break;
        default:
            part = solid::torus(a + b, b);
            break;
    }
    const Mat3 rotation = random_rotation(random);
    const double scale = random.uniform(0.5, 2);
    return solid::placed(part, rotation, scale, random_point(random, 0.5));
}

RC_GTEST_PROP(Shape, booleans_follow_the_logic_of_inside, (std::uint64_t seed)) {
    Random random(seed);
    const SolidPtr a = random_part(random);
    const SolidPtr b = random_part(random);
    const SolidPtr c = random_part(random);
    const SolidPtr both = solid::union_of({a, b, c});
    const SolidPtr common = solid::intersection({a, b, c});
    const SolidPtr rest = solid::difference({a, b, c});
    const SolidPtr smooth = solid::smooth_union({a, b, c}, 0.2);
    for (int k = 0; k < 50; ++k) {
        const Vec3 p = random_point(random, 2);
        const bool in_a = a->contains(p);
        const bool in_b = b->contains(p);
        const bool in_c = c->contains(p);
        RC_ASSERT(both->contains(p) == (in_a || in_b || in_c));
        RC_ASSERT(common->contains(p) == (in_a && in_b && in_c));
        RC_ASSERT(rest->contains(p) == (in_a && !in_b && !in_c));
        RC_ASSERT(smooth->contains(p) || !both->contains(p));
        for (const SolidPtr& s : {both, common, rest, smooth}) RC_ASSERT(s->contains(p) == (s->distance(p) < 0));
    }
}

RC_GTEST_PROP(Shape, what_is_inside_is_inside_the_bounds, (std::uint64_t seed)) {
    Random random(seed);
    const SolidPtr a = random_part(random);
    const SolidPtr b = random_part(random);
    const SolidPtr plane = solid::half_space(random_point(random, 0.5), random_point(random, 1));
    for (const SolidPtr& s : {solid::union_of({a, b}), solid::smooth_union({a, b}, 0.8), solid::difference({a, b}),
                              solid::intersection({a, b}), solid::intersection({a, plane})}) {
        const Box box = s->bounds();
        for (int k = 0; k < 60; ++k) {
            const Vec3 p = random_point(random, 4);
            const bool in_box = (p.array() >= box.lower.array()).all() && (p.array() <= box.upper.array()).all();
            RC_ASSERT(in_box || !s->contains(p));
        }
    }
}

RC_GTEST_PROP(Shape, stepping_by_the_distance_never_crosses_the_surface, (std::uint64_t seed)) {
    Random random(seed);
    const SolidPtr a = random_part(random);
    const SolidPtr b = random_part(random);
    for (const SolidPtr& s : {solid::union_of({a, b}), solid::smooth_union({a, b}, 0.5), solid::difference({a, b}),
                              solid::intersection({a, b})}) {
        for (int k = 0; k < 60; ++k) {
            const Vec3 p = random_point(random, 2);
            const double d = s->distance(p);
            const Vec3 q = p + 0.999 * std::abs(d) * random_point(random, 1).normalized();
            RC_ASSERT(s->contains(q) == (d < 0));
        }
    }
}

RC_GTEST_PROP(Shape, placed_measures_in_the_world_what_the_part_measures_in_its_own_space, (std::uint64_t seed)) {
    Random random(seed);
    const SolidPtr part = random_part(random);
    const Mat3 rotation = random_rotation(random);
    const double scale = random.uniform(0.1, 10);
    const Vec3 translate = random_point(random, 1000);
    const SolidPtr world = solid::placed(part, rotation, scale, translate);
    for (int k = 0; k < 20; ++k) {
        const Vec3 p = random_point(random, 2);
        RC_ASSERT(std::abs(world->distance(translate + scale * (rotation * p)) - scale * part->distance(p)) < 1e-9);
    }
}

TEST(Shape, smooth_union_fills_the_crease_and_leaves_the_rest_alone) {
    const SolidPtr left = solid::placed(solid::sphere(1), Mat3::Identity(), 1, Vec3(-1.02, 0, 0));
    const SolidPtr right = solid::placed(solid::sphere(1), Mat3::Identity(), 1, Vec3(1.02, 0, 0));
    const SolidPtr smooth = solid::smooth_union({left, right}, 0.2);
    EXPECT_FALSE(left->contains(Vec3::Zero()) || right->contains(Vec3::Zero()));
    EXPECT_TRUE(smooth->contains(Vec3::Zero()));
    EXPECT_EQ(smooth->distance(Vec3(-3, 0, 0)), left->distance(Vec3(-3, 0, 0)));
}

TEST(Shape, half_space_is_unbounded_and_its_intersection_is_not) {
    const SolidPtr below = solid::half_space(Vec3(0, 1, 0), Vec3(0, 5, 0));
    EXPECT_DOUBLE_EQ(below->distance(Vec3(3, 4, 5)), 3);
    EXPECT_FALSE(is_bounded(below->bounds()));
    EXPECT_TRUE(is_bounded(solid::intersection({below, solid::sphere(1)})->bounds()));
    EXPECT_FALSE(is_bounded(solid::placed(below, Mat3::Identity(), 2, Vec3::Ones())->bounds()));
}

TEST(Shape, parts_that_do_not_meet_have_an_empty_intersection) {
    const SolidPtr far = solid::placed(solid::sphere(1), Mat3::Identity(), 1, Vec3(5, 0, 0));
    EXPECT_TRUE(solid::intersection({far, solid::sphere(1)})->bounds().empty());
}

}  // namespace
}  // namespace pliant
