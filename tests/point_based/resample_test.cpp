#include "bodies.hpp"

#include <gtest/gtest.h>

#include <pliant/error.hpp>

#include <Eigen/Geometry>

#include <numeric>

namespace pliant {
namespace {

Vec3 mass_center(const PointBody& body) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < body.size(); ++i) sum += double(body.mass[i]) * position_of(body, i);
    return sum / mass_of(body);
}

void spin(PointBody& body) {
    for (std::size_t i = 0; i < body.size(); ++i) {
        const Vec3 v = Vec3(0.3, 0, -0.1) + Vec3(0, 2, 1).cross(position_of(body, i));
        for (int k = 0; k < 3; ++k) body.particles[i].velocity[k] = Real(v[k]);
    }
}

struct Resampled {
    PointBody before, after;
    ResampleCount count;
};

/// Resamples a spinning bar; `prepare` may change its settings and rest vectors first.
Resampled resample_bar(const std::function<void(PointRun&)>& prepare, const InsideTest& inside = {}) {
    PointRun run(bar_input({}));
    spin(run.body);
    prepare(run);
    run.work.invalidate();
    refresh(run.body, run.work, run.report);
    run.work.kernels->deform(run.body, run.work.scratch, Real(1e-4), 0, run.body.size());
    Resampled result;
    result.before = run.body;
    result.count = resample(run.body, run.work.scratch, run.settings, nullptr, inside, {}, run.work.resampling, false);
    result.after = run.body;
    return result;
}

void expect_kept(const Resampled& r) {
    EXPECT_NEAR(mass_of(r.after), mass_of(r.before), 100 * real_epsilon * mass_of(r.before));
    EXPECT_LT((momentum_of(r.after) - momentum_of(r.before)).norm(), 1e3 * real_epsilon * momentum_of(r.before).norm());
    const double turning = angular_momentum_of(r.before).norm();
    EXPECT_LT((angular_momentum_of(r.after) - angular_momentum_of(r.before)).norm(), 1e3 * real_epsilon * turning);
    EXPECT_LT((mass_center(r.after) - mass_center(r.before)).norm(), 100 * real_epsilon);
    for (std::size_t i = 0; i < r.after.size(); ++i) {
        ASSERT_LE(r.after.count[i], most_neighbors);
        for (std::size_t s = 0; s < r.after.count[i]; ++s) {
            ASSERT_LT(r.after.neighbor[i * most_neighbors + s], r.after.size());
            if (s > 0) {
                EXPECT_LT(r.after.neighbor[i * most_neighbors + s - 1], r.after.neighbor[i * most_neighbors + s]);
            }
        }
    }
}

int tripped = 0;  // handlers are plain functions

TEST(PointResampling, an_edit_of_a_damaged_body_trips_an_assertion) {
    PointRun run(bar_input({}));
    const AssertHandler before = set_assert_handler([](const char*, const char*, int) { ++tripped; });
    std::vector<std::uint32_t> target(run.body.size(), 0);
    target.back() = no_slot;
    PointBody sound = run.body, damaged = run.body;
    remove_particles(sound, target);
    EXPECT_EQ(tripped, 0);
    EXPECT_TRUE(is_consistent(sound));
    damaged.id.front() = damaged.next_id[0];  // an id that nobody has been given
    target.assign(damaged.size(), 0);
    remove_particles(damaged, target);
    EXPECT_EQ(tripped, 1);
    set_assert_handler(before);
}

TEST(PointResampling, a_body_as_it_was_built_is_left_alone) {
    const Resampled r = resample_bar([](PointRun&) {});
    EXPECT_EQ(r.count.splits + r.count.merges + r.count.cancelled, 0u);
    EXPECT_EQ(r.after.size(), r.before.size());
}

TEST(PointResampling, splitting_keeps_mass_momenta_and_center) {
    const Resampled r = resample_bar([](PointRun& run) { run.settings.split = 1.3, run.settings.surface = 10; });
    EXPECT_GT(r.count.splits, 10u);
    EXPECT_EQ(r.after.size(), r.before.size() + r.count.splits);
    expect_kept(r);
    std::vector<std::uint32_t> ids = r.after.id;
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
}

TEST(PointResampling, merging_keeps_mass_momenta_and_center) {
    const Resampled r = resample_bar([](PointRun& run) { run.settings.merge = 0.6; });
    EXPECT_GT(r.count.merges, 10u);
    EXPECT_EQ(r.after.size(), r.before.size() - r.count.merges);
    expect_kept(r);
}

/// What plastic flow makes of a body that is pressed flat to a quarter of its height.
void flatten(PointRun& run) {
    for (Member& u : run.body.rest) u.vector[0] *= 2, u.vector[1] *= 2, u.vector[2] *= Real(0.25);
    for (Vector4& e : run.body.embedded) e.value[0] *= 2, e.value[1] *= 2, e.value[2] *= Real(0.25);
}

TEST(PointResampling, a_flattened_body_is_merged_only_by_the_rule_for_crowded_particles) {
    const Resampled printed = resample_bar([](PointRun& run) { flatten(run), run.settings.crowded = 1e6; });
    const Resampled crowded = resample_bar([](PointRun& run) { flatten(run), run.settings.crowded = 2; });
    EXPECT_EQ(printed.count.merges, 0u);
    EXPECT_EQ(printed.count.splits, 0u);
    EXPECT_GT(crowded.count.merges, crowded.before.size() / 20);
    expect_kept(crowded);
}

TEST(PointResampling, a_threshold_that_is_always_met_does_not_fill_the_memory) {
    TestBar bar;
    bar.flow = 50;
    bar.yield = 10;
    PointRun run(bar_input(bar));
    run.settings.split = 100;
    run.settings.surface = 10;
    const std::size_t start = run.body.size();
    deform(run.body, [](const Vec3& x) { return Vec3(1.3 * x.x(), x.y(), 0.8 * x.z()); });
    for (int k = 0; k < 30; ++k) run.step(5e-4);
    EXPECT_GT(run.report.splits, start);
    EXPECT_LT(run.body.size(), 20 * start);
    EXPECT_NEAR(mass_of(run.body), 62.5, 1e-3);
}

TEST(PointResampling, surfaces_guard_their_shape) {
    const auto all = [](PointRun& run) { run.settings.split = 3, run.settings.surface = 10; };
    const auto guarded = [](PointRun& run) { run.settings.split = 3, run.settings.surface = 0.1; };
    const Resampled free = resample_bar(all), kept = resample_bar(guarded);
    EXPECT_EQ(free.count.cancelled, 0u);
    EXPECT_GT(kept.count.cancelled, 0u);
    EXPECT_EQ(kept.count.cancelled + kept.count.splits, free.count.splits);
}

TEST(PointResampling, no_half_is_put_into_an_obstacle) {
    const auto all = [](PointRun& run) { run.settings.split = 3, run.settings.surface = 10; };
    const auto below = [](const Vec3& x) { return x.y() < 0; };
    const Resampled r = resample_bar(all, below);
    EXPECT_GT(r.count.cancelled, 0u);
    EXPECT_GT(r.count.splits, 0u);
    for (std::size_t i = r.before.size(); i < r.after.size(); ++i) EXPECT_GE(position_of(r.after, i).y(), 0);
}

TEST(PointResampling, a_particle_that_flies_away_comes_back_and_both_momenta_stay) {
    PointRun run(bar_input({}));
    std::size_t stray = 0;  // in the middle, where F does not see it
    for (std::size_t i = 0; i < run.body.size(); ++i)
        if (position_of(run.body, i).norm() < position_of(run.body, stray).norm()) stray = i;
    run.body.particles[stray].position[1] += Real(0.3);
    run.body.particles[stray].velocity[1] = 20;
    spin(run.body);
    run.body.particles[stray].velocity[1] = 20;
    const Vec3 before = momentum_of(run.body), turning = angular_momentum_of(run.body), center = mass_center(run.body);
    run.step(1e-5);
    EXPECT_EQ(run.report.rejoined, 1u);
    EXPECT_LT((momentum_of(run.body) - before).norm(), 1e4 * real_epsilon * before.norm());
    EXPECT_LT((angular_momentum_of(run.body) - turning).norm(), 1e4 * real_epsilon * turning.norm());
    EXPECT_LT((mass_center(run.body) - center - 1e-5 / mass_of(run.body) * before).norm(), 100 * real_epsilon);
    for (int k = 0; k < 50; ++k) run.step(5e-4);
    const Real* e = run.body.embedded[stray].value;
    EXPECT_LT((position_of(run.body, stray) - Vec3(e[0], e[1], e[2])).norm(), 0.06);
    EXPECT_EQ(run.report.rejoined, 1u);
}

}  // namespace
}  // namespace pliant
