// Reclustering against the reference, and what must hold at every step of every fade.
#include "plasticity/bodies.hpp"

#include "clustering/union_find.hpp"
#include "plasticity/embedding.hpp"
#include "plasticity/fades.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/LU>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pliant {
namespace {

constexpr bool in_double = sizeof(Real) == 8;

/// Squeezes along x about the middle of the bar.
auto squeeze(double strength, double middle) {
    return [=](const Vec3& x) { return Vec3(-strength * (x.x() - middle), 0, 0); };
}

/// What must hold after every step.
void check_invariants(const SoftBodies& soft) {
    ASSERT_EQ(soft.by_cluster.index.size(), soft.by_particle.index.size());
    std::vector<double> mass(soft.cluster_count(), 0);
    std::vector<Vec3> moment(soft.cluster_count(), Vec3::Zero());
    std::vector<double> width(soft.cluster_count(), 0);
    for (std::uint32_t i = 0; i < soft.particle_count(); ++i) {
        double sum = 0;
        ASSERT_LT(soft.finest.rows[i], soft.finest.rows[i + 1]) << "particle " << i << " has no cluster";
        for (std::uint32_t k = soft.by_particle.rows[i]; k < soft.by_particle.rows[i + 1]; ++k) {
            const std::uint32_t c = soft.by_particle.index[k], f = soft.finest.rows[i] + k - soft.by_particle.rows[i];
            ASSERT_EQ(soft.finest.cluster[f], c);
            ASSERT_EQ(soft.by_cluster.index[soft.finest.twin[f]], i);
            const Member& member = soft.by_particle.members[k];
            const double wm = static_cast<double>(member.weight) * static_cast<double>(soft.mass[i]);
            const Vec3 p(member.vector[0], member.vector[1], member.vector[2]);
            sum += static_cast<double>(member.weight);
            mass[c] += wm;
            moment[c] += wm * p;
            width[c] = std::max(width[c], p.norm());
            const Member& twin = soft.by_cluster.members[soft.finest.twin[f]];
            ASSERT_NEAR(static_cast<double>(twin.weight), wm / soft.cluster_mass[c], 1e-6);
        }
        ASSERT_NEAR(sum, 1, in_double ? 1e-14 : 1e-6);
    }
    for (std::size_t c = 0; c < soft.cluster_count(); ++c) {
        ASSERT_NEAR(mass[c], soft.cluster_mass[c], 1e-5 * mass[c]);
        ASSERT_LT(moment[c].norm(), (in_double ? 1e-12 : 1e-5) * mass[c] * width[c]);
    }
}

std::size_t pieces(const SoftBodies& soft) {
    UnionFind sets(soft.cluster_count());
    for (std::size_t i = 0; i < soft.particle_count(); ++i)
        for (std::uint32_t f = soft.finest.rows[i]; f < soft.finest.rows[i + 1]; ++f)
            sets.unite(soft.finest.cluster[f], soft.finest.cluster[soft.finest.rows[i]]);
    std::size_t count = 0;
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) count += sets.find(c) == c ? 1 : 0;
    return count;
}

TEST(Condition, is_measured_without_false_alarms) {
    rc::check("σ₁/σ₃ of matrices with determinant 1", [] {
        const auto log_of = [] { return std::log(4.0) * (*rc::gen::inRange(-1000, 1001)) / 1000.0; };
        Vec3 logs(log_of(), log_of(), log_of());
        logs.array() -= logs.mean();
        const Mat3 turn = Eigen::AngleAxisd(log_of(), Vec3(1, 2, 3).normalized()).toRotationMatrix();
        const Mat3 m = turn * Vec3(logs.array().exp()).asDiagonal() * turn.transpose();
        const double condition = std::exp(logs.maxCoeff() - logs.minCoeff());
        RC_ASSERT(exceeds_condition(m, 0.999 * condition) || condition < 1.1);
        RC_ASSERT(!exceeds_condition(m, 1.001 * condition + 1e-6));
    });
}

class Reclusters : public testing::TestWithParam<ReclusterMode> {};

TEST_P(Reclusters, agrees_with_the_reference_over_five_hundred_steps) {
    const BodyInput input = plastic_bar(14, 5, 5, 12, 0.02, 30);
    const Reclustering settings{.mode = GetParam(), .max_condition = 1.8, .fade_out = 0.12, .fade_in = 0.06};
    for (const Kernels* kernels : available_kernels()) {
        PlasticRun run(input, settings, *kernels);
        reference::Body body = reference_of(run, input);
        const reference::ReclusterSettings by_reference = reference_of(run.rules.bodies[0], run.scratch.order[0]);
        std::uint64_t added = 0, removed = 0;
        double largest = 0;
        for (int step = 0; step < 500; ++step) {
            const auto push = squeeze(step < 300 ? 60 : 0, 0.65);
            for (reference::Particle& particle : body.particles)
                particle.velocity += plastic_dt * push(particle.position);
            const ReclusterReport report = run.step(push);
            reference::step(body);
            const reference::Reclustered expected = reference::recluster(body, by_reference);
            ASSERT_EQ(report.added, static_cast<std::uint64_t>(expected.added)) << kernels->name << " step " << step;
            ASSERT_EQ(report.removed, static_cast<std::uint64_t>(expected.removed))
                << kernels->name << " step " << step;
            ASSERT_EQ(run.soft.cluster_count(), body.clusters.size());
            added += report.added;
            removed += report.removed;
            largest = std::max(largest, largest_distance(run.soft, body));
        }
        EXPECT_GT(added, 10U);
        EXPECT_GT(removed, 10U);
        EXPECT_LT(largest, (in_double ? 1e-8 : 2e-4) * 1.4) << kernels->name;
        printf("%s: added %d, removed %d, largest distance %.3g m\n", kernels->name, static_cast<int>(added),
               static_cast<int>(removed), largest);
    }
}

TEST_P(Reclusters, weights_sum_to_one_and_nothing_is_unsupported_or_comes_apart) {
    const BodyInput input = plastic_bar(14, 5, 5, 12, 0, 80);
    const Reclustering settings{.mode = GetParam(), .max_condition = 1.5, .fade_out = 0.1, .fade_in = 0.05};
    PlasticRun run(input, settings, *available_kernels().front());
    std::uint64_t removed = 0;
    for (int step = 0; step < 400; ++step) {
        removed += run.step(squeeze(step % 200 < 100 ? 150 : -80, 0.65)).removed;
        check_invariants(run.soft);
        if (HasFatalFailure()) FAIL() << "at step " << step;
        ASSERT_EQ(pieces(run.soft), 1U);
    }
    EXPECT_GT(removed, 12U) << "every cluster was replaced at least once, on average";
}

TEST_P(Reclusters, keeps_momentum) {
    BodyInput input = plastic_bar(12, 5, 4, 10, 0, 80);
    disturb(input, 1.6, Vec3(0, 3, 2), 0.1, 5);
    const Reclustering settings{.mode = GetParam(), .max_condition = 1.4, .fade_out = 0.1, .fade_in = 0.05};
    PlasticRun run(input, settings, *available_kernels().front());
    const auto momenta = [&] {
        Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
        for (std::size_t i = 0; i < run.soft.particle_count(); ++i) {
            const Real* v = run.soft.particles[i].velocity;
            const Vec3 mv = static_cast<double>(run.soft.mass[i]) * Vec3(v[0], v[1], v[2]);
            linear += mv;
            angular += position_of(run.soft, i).cross(mv);
        }
        return std::pair(linear, angular);
    };
    const auto before = momenta();
    std::uint64_t removed = 0;
    for (int step = 0; step < 600; ++step) removed += run.step([](const Vec3&) { return Vec3(0, 0, 0); }).removed;
    const auto after = momenta();
    EXPECT_GT(removed, 0U);
    const double scale = before.second.norm();
    EXPECT_LT((after.second - before.second).norm(), (in_double ? 1e-9 : 1e-3) * scale);
    EXPECT_LT((after.first - before.first).norm(), (in_double ? 1e-9 : 1e-3) * scale);
}

INSTANTIATE_TEST_SUITE_P(Modes, Reclusters, testing::Values(ReclusterMode::world, ReclusterMode::embedded),
                         [](const auto& info) { return info.param == ReclusterMode::world ? "world" : "embedded"; });

TEST(Embedding, undoes_elastic_stretch_and_agrees_with_the_reference) {
    BodyInput input = plastic_bar(10, 5, 4, 8, 0, 10);
    disturb(input, 1.3, Vec3::Zero(), 0, 5);
    const PlasticRun run(input, {.mode = ReclusterMode::embedded}, *available_kernels().front());
    std::vector<std::uint32_t> all(run.soft.cluster_count());
    std::iota(all.begin(), all.end(), 0U);
    const Region region = region_around(run.soft, all);
    ASSERT_EQ(region.particles.size(), run.soft.particle_count());
    const Embedding result = embed(run.soft, region, *run.kernels, 200);
    // The body never flowed: its least-stress shape is its rest shape, wherever it is.
    EXPECT_LT(result.residual, 1e-4);
    double worst = 0;
    for (std::size_t i = 1; i < region.particles.size(); ++i) {
        const double rest = (input.rest[run.soft.id[i]] - input.rest[run.soft.id[0]]).norm();
        worst = std::max(worst, std::abs((result.positions[i] - result.positions[0]).norm() - rest));
    }
    EXPECT_LT(worst, 1e-3);
    reference::Body body = reference_of(run, input);
    std::vector<int> clusters(all.begin(), all.end());
    const reference::EmbeddedPlaces expected = reference::embed(body, clusters, 20);
    const Embedding twenty = embed(run.soft, region, *run.kernels, 20);
    EXPECT_EQ(twenty.sweeps, expected.sweeps);
    for (std::size_t i = 0; i < region.particles.size(); ++i)
        EXPECT_LT((twenty.positions[i] - expected.places[i]).norm(), in_double ? 1e-10 : 1e-5);
    EXPECT_NEAR(twenty.residual, std::sqrt(expected.energy), 1e-5);
}

TEST(Embedding, a_never_deformed_region_stays_where_it_is) {
    const BodyInput input = plastic_bar(8, 4, 4, 6, 0, 10);
    const PlasticRun run(input, {.mode = ReclusterMode::embedded}, *available_kernels().front());
    const std::vector<std::uint32_t> one = {0};
    const Region region = region_around(run.soft, one);
    EXPECT_LT(region.clusters.size(), run.soft.cluster_count() + 1);
    const Embedding result = embed(run.soft, region, *run.kernels, 20);
    for (std::size_t i = 0; i < region.particles.size(); ++i)
        EXPECT_LT((result.positions[i] - position_of(run.soft, region.particles[i])).norm(), 1e-6);
}

TEST(Reclustering, does_nothing_below_the_bound) {
    const BodyInput input = plastic_bar(10, 4, 4, 6, 0.02, 30);
    PlasticRun run(input, {.mode = ReclusterMode::embedded, .max_condition = 100}, *available_kernels().front());
    PlasticRun without(input, {.mode = ReclusterMode::off}, *available_kernels().front());
    for (int step = 0; step < 100; ++step) {
        run.step(squeeze(60, 0.45));
        without.step(squeeze(60, 0.45));
    }
    for (std::size_t i = 0; i < run.soft.particle_count(); ++i)
        EXPECT_EQ(position_of(run.soft, i), position_of(without.soft, i));
}

}  // namespace
}  // namespace pliant
