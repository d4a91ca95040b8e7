// Particles that glue holds or hangs on are moved, replaced or removed by something else.
#include "glue/follow.hpp"

#include "glue/ends.hpp"
#include "glue/parents.hpp"
#include "glue/solver.hpp"

#include <gtest/gtest.h>

namespace pliant::testing {
namespace {

/// Eight corners of a cube hold one particle beside it; all have moved a little since.
struct Held {
    GlueState state;
    std::vector<Vec3> now;
    std::vector<ParticleChange> changes;

    Held() {
        std::vector<GlueCandidate> corners;
        for (std::uint32_t k = 0; k < 8; ++k)
            corners.push_back({k, Vec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1), 1.0});
        const Vec3 point(2, 0.5, 0);
        const ChosenParents chosen = choose_parents(corners, point, {8, 0, 0, 0});
        state.parents = chosen.parents;
        for (std::uint32_t i = 0; i < 8; ++i) {
            state.particles.push_back({0, 100 + chosen.numbers[i]});
            state.parent_particles.push_back(i);
            const Vec3& corner = corners[chosen.numbers[i]].place;
            now.push_back(Vec3(3, 0, 0) + Vec3(-corner.y(), corner.x(), corner.z()));  // a quarter turn about z
        }
        state.particles.push_back({1, 7});
        now.push_back(Vec3(3, 0, 0) + Vec3(-point.y(), point.x(), point.z()));
        GlueMotion motion;
        motion.a.point = chosen.point;
        state.links.push_back({0, GlueStatus::holds, {GlueEndKind::frame, 0, 8}, {GlueEndKind::particle, 8, 1}});
        state.motions.push_back(motion);
        changes.resize(9);
    }

    Vec3 gap() {
        GlueWork work;
        work.prepare(state, 0, 0);
        for (std::size_t p = 0; p < now.size(); ++p) work.particles[p] = {now[p], Vec3::Zero(), 1};
        GlueMotion motion = state.motions[0];
        GlueFrame frame;
        return end_position(state, work, state.links[0].a, motion.a, 0, frame) - now[state.links[0].b.first];
    }
};

TEST(GlueFollows, nothing_when_nothing_changed) {
    Held held;
    const GlueState before = held.state;
    const FollowReport report = follow_particles(held.state, held.changes, {held.now, {}, {}});
    EXPECT_EQ(report.changed, 0U);
    EXPECT_EQ(held.state.motions[0].a.point, before.motions[0].a.point);
    EXPECT_LT(held.gap().norm(), 1e-12);
}

TEST(GlueFollows, a_parent_that_was_split_and_so_moved_without_a_jump) {
    Held held;
    held.now[3] += Vec3(0.2, -0.1, 0.3);
    EXPECT_GT(held.gap().norm(), 1e-3) << "without following, the frame would jump";
    held.changes[3] = {ParticleFate::moved, 0};
    const FollowReport report = follow_particles(held.state, held.changes, {held.now, {}, {}});
    EXPECT_EQ(report.changed, 1U);
    EXPECT_EQ(report.lost, 0U);
    EXPECT_LT(held.gap().norm(), 1e-12);
    EXPECT_EQ(held.state.links[0].a.count, 8U);
}

TEST(GlueFollows, a_parent_that_was_merged_into_a_new_particle) {
    Held held;
    held.now[2] += Vec3(0.1, 0.1, 0);
    held.changes[2] = {ParticleFate::replaced, 555};
    follow_particles(held.state, held.changes, {held.now, {}, {}});
    EXPECT_EQ(held.state.particles[2].particle, 555U);
    EXPECT_LT(held.gap().norm(), 1e-12);
}

TEST(GlueFollows, a_parent_that_was_merged_into_another_parent) {
    Held held;
    const std::uint32_t other = held.state.particles[5].particle;
    held.now[2] = held.now[5];
    held.changes[2] = {ParticleFate::replaced, other};
    follow_particles(held.state, held.changes, {held.now, {}, {}});
    EXPECT_EQ(held.state.links[0].a.count, 7U) << "it counts once";
    double weight = 0;
    Vec3 center = Vec3::Zero();
    for (std::uint32_t i = 0; i < 7; ++i) {
        weight += held.state.parents[i].weight;
        center += held.state.parents[i].weight * held.state.parents[i].rest;
    }
    EXPECT_NEAR(weight, 1, 1e-12);
    EXPECT_LT(center.norm(), 1e-12);
    EXPECT_LT(held.gap().norm(), 1e-12);
}

TEST(GlueFollows, parents_that_are_gone_until_too_few_are_left) {
    Held held;
    for (const std::size_t gone : {0, 1, 4}) held.changes[gone] = {ParticleFate::gone, 0};
    follow_particles(held.state, held.changes, {held.now, {}, {}});
    EXPECT_EQ(held.state.links[0].a.count, 5U);
    EXPECT_LT(held.gap().norm(), 1e-12);
    for (std::size_t k = 0; k < 8; ++k) held.changes[k] = {ParticleFate::gone, 0};
    const FollowReport report = follow_particles(held.state, held.changes, {held.now, {}, {}});
    EXPECT_EQ(report.lost, 1U);
    EXPECT_EQ(held.state.links[0].status, GlueStatus::lost);
}

TEST(GlueFollows, a_held_particle_that_was_replaced_is_held_where_its_successor_is) {
    Held held;
    held.now[8] += Vec3(0.05, 0, 0.02);
    held.changes[8] = {ParticleFate::replaced, 9};
    const FollowReport report = follow_particles(held.state, held.changes, {held.now, {}, {}});
    EXPECT_EQ(report.lost, 0U);
    EXPECT_EQ(held.state.particles[8].particle, 9U);
    EXPECT_LT(held.gap().norm(), 1e-12);
}

TEST(GlueFollows, a_particle_held_by_something_rigid_that_was_replaced) {
    Held held;
    held.state.links[0].a = {GlueEndKind::rigid, 0, 0};
    const std::vector<RigidPose> rigid = {{Mat3::Identity(), Vec3(1, 0, 0)}};
    held.changes[8] = {ParticleFate::replaced, 9};
    follow_particles(held.state, held.changes, {held.now, rigid, {}});
    EXPECT_LT((rigid[0](held.state.motions[0].a.point) - held.now[8]).norm(), 1e-12);
}

TEST(GlueFollows, a_held_particle_that_is_gone) {
    Held held;
    held.changes[8] = {ParticleFate::gone, 0};
    EXPECT_EQ(follow_particles(held.state, held.changes, {held.now, {}, {}}).lost, 1U);
    EXPECT_EQ(held.state.links[0].status, GlueStatus::lost);
}

}  // namespace
}  // namespace pliant::testing
