// The broad phase finds the pairs that comparing all with all finds.
#include "collision/box_tree.hpp"
#include "core/random.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <set>
#include <utility>

namespace pliant::testing {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// Balls of very different sizes, some of them none, anywhere within `size` of `at`.
std::vector<Ball> random_balls(Random& random, std::size_t count, double size, const Vec3& at) {
    std::vector<Ball> balls;
    for (std::size_t i = 0; i < count; ++i) {
        Ball ball;
        for (int k = 0; k < 3; ++k) ball.center[k] = at[k] + size * random.uniform();
        ball.radius = size * std::pow(10, -2.5 + 2 * random.uniform());
        ball.core = random.uniform() * ball.radius;
        if (random.uniform() < 0.05) ball = {};
        balls.push_back(ball);
    }
    return balls;
}

RC_GTEST_PROP(BoxTree, finds_the_pairs_that_brute_force_finds, (std::uint64_t seed, bool far)) {
    Random random(seed);
    const Vec3 at = far ? Vec3(1e6, -1e6, 3e5) : Vec3::Zero();
    const std::size_t count = 1 + static_cast<std::size_t>(150 * random.uniform());
    const std::vector<Ball> balls = random_balls(random, count, 1, at);
    const std::vector<Ball> rest = random_balls(random, count, 1, Vec3::Zero());
    BoxTree plain(count), within{std::span<const Ball>(rest)};
    plain.refit(balls);
    within.refit(balls);
    Pairs all, far_ones, found, found_far;
    for (std::uint32_t i = 0; i < count; ++i)
        for (std::uint32_t j = i + 1; j < count; ++j)
            if (overlap(balls[i], balls[j])) {
                all.emplace(i, j);
                if (!overlap(rest[i], rest[j])) far_ones.emplace(i, j);
            }
    std::size_t calls = 0;
    plain.pairs_within(balls, [&](std::uint32_t i, std::uint32_t j) { found.emplace(i, j), ++calls; });
    within.pairs_within(balls, [&](std::uint32_t i, std::uint32_t j) { found_far.emplace(i, j); });
    RC_ASSERT(found == all);
    RC_ASSERT(calls == all.size());
    RC_ASSERT(found_far == far_ones);
}

RC_GTEST_PROP(BoxTree, finds_the_pairs_of_two_lists, (std::uint64_t seed)) {
    Random random(seed);
    const auto some = [&] { return 1 + static_cast<std::size_t>(120 * random.uniform()); };
    const std::vector<Ball> a = random_balls(random, some(), 1, Vec3::Zero());
    const std::vector<Ball> b = random_balls(random, some(), 0.3, Vec3(0.7, 0.6, 0.5));
    BoxTree one(a.size()), other(b.size());
    one.refit(a);
    other.refit(b);
    Pairs all, found;
    for (std::uint32_t i = 0; i < a.size(); ++i)
        for (std::uint32_t j = 0; j < b.size(); ++j)
            if (overlap(a[i], b[j])) all.emplace(i, j);
    one.pairs_with(a, other, b, [&](std::uint32_t i, std::uint32_t j) { found.emplace(i, j); });
    RC_ASSERT(found == all);
}

TEST(BoxTree, bounds_hold_all_balls) {
    Random random(5);
    const std::vector<Ball> balls = random_balls(random, 60, 2, Vec3(1, 2, 3));
    BoxTree tree(balls.size());
    tree.refit(balls);
    for (const Ball& ball : balls) {
        if (ball.radius < 0) continue;
        EXPECT_TRUE(((ball.center.array() - ball.radius) >= tree.bounds().lower.array()).all());
        EXPECT_TRUE(((ball.center.array() + ball.radius) <= tree.bounds().upper.array()).all());
    }
}

TEST(BoxTree, of_nothing_but_missing_balls_is_empty) {
    const std::vector<Ball> none(20);
    BoxTree tree(none.size());
    tree.refit(none);
    EXPECT_TRUE(tree.bounds().empty());
    tree.pairs_within(none, [](std::uint32_t, std::uint32_t) { FAIL(); });
}

TEST(Ball, strikes_with_its_core_only) {
    const Ball a{Vec3::Zero(), 1, 0.2}, b{Vec3(1.4, 0, 0), 0.5, 0.5};
    EXPECT_FALSE(can_strike(a, b)) << "0.2 + 0.5 < 1.4";
    EXPECT_TRUE(can_strike(b, a)) << "0.5 + 1 > 1.4";
    EXPECT_TRUE(overlap(a, b));
}

}  // namespace
}  // namespace pliant::testing
