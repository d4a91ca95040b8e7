// A split keeps mass and both momenta, every particle's weights sum to 1, and the two sides share nothing.
#include "fracture/split.hpp"
#include "core/random.hpp"
#include "fracture/helpers.hpp"
#include "fracture/stretch.hpp"
#include "particles/vectors.hpp"
#include "shape_matching/edit.hpp"

#include <rapidcheck/gtest.h>
#include <Eigen/SVD>

#include <algorithm>
#include <map>
#include <set>

namespace pliant::testing {
namespace {

/// A bar in its arrays, its particles shaken and moving.
SoftBodies shaken_bar(Random& random) {
    static const Simulation simulation(pulled_bar());
    SoftBodies soft = soft_of(simulation);
    for (Particle& particle : soft.particles)
        for (int k = 0; k < 3; ++k) {
            particle.position[k] += static_cast<Real>(0.01 * (random.uniform() - 0.5));
            particle.velocity[k] = static_cast<Real>(random.uniform() - 0.5);
        }
    return soft;
}

/// The plain form of a split (docs/methods.md section 7): which clusters each particle, and its twin, is in.
struct PlainSplit {
    std::map<std::uint32_t, std::set<std::uint32_t>> kept, twin;  ///< by particle: other clusters
    std::set<std::uint32_t> near, far;                            ///< members of the two parts
};

PlainSplit plain_split(const SoftBodies& soft, std::uint32_t c, const Vec3& normal, const Vec3& center) {
    PlainSplit plain;
    const auto side = [&](std::uint32_t cluster) {
        Vec3 mean = Vec3::Zero();
        double total = 0;
        for (std::uint32_t k = soft.by_cluster.rows[cluster]; k < soft.by_cluster.rows[cluster + 1]; ++k) {
            const double share = static_cast<double>(soft.by_cluster.members[k].weight);
            mean += share * vec(soft.particles[soft.by_cluster.index[k]].position);
            total += share;
        }
        return normal.dot(mean / total - center) > 0;
    };
    for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) {
        const std::uint32_t i = soft.by_cluster.index[k];
        const bool far = normal.dot(vec(soft.particles[i].position) - center) > 0;
        (far ? plain.far : plain.near).insert(i);
        for (std::uint32_t f = soft.finest.rows[i]; f < soft.finest.rows[i + 1]; ++f) {
            const std::uint32_t other = soft.finest.cluster[f];
            if (other != c) (side(other) == far ? plain.kept : plain.twin)[i].insert(other);
        }
    }
    return plain;
}

Split split_of(const SoftBodies& soft, std::uint32_t c, const Vec3& normal, const Vec3& center) {
    Split split;
    split.cluster = c;
    split.duplicates = true;
    split.normal = normal;
    split.center = center;
    for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k)
        split.far.push_back(normal.dot(vec(soft.particles[soft.by_cluster.index[k]].position) - center) > 0);
    return split;
}

std::set<std::uint32_t> clusters_of(const SoftBodies& soft, std::uint32_t i) {
    return {soft.finest.cluster.begin() + soft.finest.rows[i], soft.finest.cluster.begin() + soft.finest.rows[i + 1]};
}

RC_GTEST_PROP(Splits, keep_mass_momenta_and_weights_and_agree_with_the_plain_form, (std::uint64_t seed)) {
    Random random(seed);
    SoftBodies soft = shaken_bar(random);
    const SoftBodies before = soft;
    const auto c = std::min(static_cast<std::uint32_t>(random.uniform() * static_cast<double>(soft.cluster_count())),
                            static_cast<std::uint32_t>(soft.cluster_count() - 1));
    const Vec3 normal = Vec3(random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5).normalized();
    const Vec3 center = elastic_stretch(soft, c).center;
    const std::vector<Split> splits = {split_of(soft, c, normal, center)};
    const SoftEdit changes = edit_of(
        soft, splits, [](std::uint32_t) { return 1U; }, next_cluster_id(soft, 1000));
    const SoftMoves moves = edit(soft, changes);
    RC_ASSERT(is_consistent(soft));
    RC_ASSERT(mass_of(soft) == mass_of(before));
    Vec3 momentum = Vec3::Zero(), angular = Vec3::Zero();
    for (const SoftBodies* s : {&before, &std::as_const(soft)}) {
        momentum *= -1;
        angular *= -1;
        for (std::size_t i = 0; i < s->particle_count(); ++i) {
            const Vec3 p = static_cast<double>(s->mass[i]) * vec(s->particles[i].velocity);
            momentum += p;
            angular += vec(s->particles[i].position).cross(p);
        }
    }
    RC_ASSERT(momentum.norm() < 1e-12 && angular.norm() < 1e-12);

    const PlainSplit plain = plain_split(before, c, normal, center);
    RC_ASSERT(changes.new_particles.size() == plain.twin.size());
    std::map<std::uint32_t, std::uint32_t> twin_slot;
    for (std::uint32_t k = 0; k < changes.new_particles.size(); ++k)
        twin_slot[changes.new_particles[k].parent] = moves.particle[before.particle_count() + k];
    const auto moved = [&](const std::set<std::uint32_t>& clusters) {
        std::set<std::uint32_t> slots;
        for (const std::uint32_t other : clusters) slots.insert(moves.cluster[other]);
        return slots;
    };
    for (const auto* part : {&plain.near, &plain.far})
        for (const std::uint32_t i : *part) {
            std::set<std::uint32_t> expected =
                plain.kept.contains(i) ? moved(plain.kept.at(i)) : std::set<std::uint32_t>{};
            expected.insert(moves.cluster[before.cluster_count() + (part == &plain.far ? 1 : 0)]);
            RC_ASSERT(clusters_of(soft, moves.particle[i]) == expected);
            if (!plain.twin.contains(i)) continue;
            RC_ASSERT(clusters_of(soft, twin_slot.at(i)) == moved(plain.twin.at(i)));
            RC_ASSERT(soft.hidden[twin_slot.at(i)] == 1 && soft.hidden[moves.particle[i]] == 0);
        }
}

TEST(Splits, leave_every_other_cluster_its_mass) {
    Random random(5);
    SoftBodies soft = shaken_bar(random);
    const SoftBodies before = soft;
    const Vec3 center = elastic_stretch(soft, 9).center;
    const std::vector<Split> splits = {split_of(soft, 9, Vec3::UnitX(), center)};
    const SoftEdit changes = edit_of(
        soft, splits, [](std::uint32_t) { return 1U; }, next_cluster_id(soft, 1000));
    const SoftMoves moves = edit(soft, changes);
    ASSERT_FALSE(changes.new_particles.empty());
    for (std::uint32_t c = 0; c < before.cluster_count(); ++c)
        if (c != 9) {
            EXPECT_NEAR(soft.cluster_mass[moves.cluster[c]], before.cluster_mass[c], 0.02 * before.cluster_mass[c]);
        }
}

RC_GTEST_PROP(ElasticStretch, is_the_largest_singular_value_and_its_direction, (std::uint64_t seed)) {
    Random random(seed);
    SoftBodies soft = shaken_bar(random);
    // A linear map of the whole bar.
    Mat3 map = Mat3::Identity();
    for (int k = 0; k < 9; ++k) map(k) += 0.6 * (random.uniform() - 0.5);
    for (std::size_t i = 0; i < soft.particle_count(); ++i) set_vector(soft.particles[i].position, map * soft.built[i]);
    const Eigen::JacobiSVD<Mat3> svd(map, Eigen::ComputeFullU);
    const ElasticStretch found = elastic_stretch(soft, 3);
    RC_ASSERT(std::abs(found.strain + 1 - svd.singularValues()[0]) < 1e-4);
    if (svd.singularValues()[0] - svd.singularValues()[1] > 0.05)
        RC_ASSERT(std::abs(std::abs(found.normal.dot(svd.matrixU().col(0))) - 1) < 1e-2);
}

}  // namespace
}  // namespace pliant::testing
