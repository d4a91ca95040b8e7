// What breaks, and how, is what the readable version says, on random bodies.
#include "core/random.hpp"
#include "fracture/find_splits.hpp"
#include "fracture/helpers.hpp"
#include "fracture/stretch.hpp"
#include "particles/vectors.hpp"
#include "point_based/build.hpp"
#include "reference/fracture.hpp"
#include "shape_matching/edit.hpp"
#include "support/point_bridge.hpp"

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace pliant::testing {
namespace {

Mat3 random_map(Random& random, double size) {
    Mat3 map = Mat3::Identity();
    for (int k = 0; k < 9; ++k) map(k) += size * (random.uniform() - 0.5);
    return map;
}

/// The bar's arrays with its particles mapped, bent and shaken.
SoftBodies strained_bar(Random& random) {
    static const Simulation simulation(pulled_bar());
    SoftBodies soft = soft_of(simulation);
    const Mat3 map = random_map(random, 0.3);
    const double bend = 0.4 * (random.uniform() - 0.5), spacing = simulation.bodies()[0].spacing;
    for (std::size_t i = 0; i < soft.particle_count(); ++i) {
        Vec3 x = soft.built[i];
        x.y() += bend * x.x() * x.x();
        x = map * x;
        for (int k = 0; k < 3; ++k) x[k] += 0.2 * spacing * (random.uniform() - 0.5);
        set_vector(soft.particles[i].position, x);
    }
    return soft;
}

reference::BreakingBody breaking_of(const SoftBodies& soft) {
    reference::BreakingBody body;
    for (const Particle& particle : soft.particles) body.x.push_back(vec(particle.position));
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) {
        reference::BreakingCluster& cluster = body.clusters.emplace_back();
        cluster.toughness = soft.brittle[c] > 0 ? 1 / static_cast<double>(soft.brittle[c]) : 0;
        for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) {
            cluster.members.push_back(soft.by_cluster.index[k]);
            cluster.p.push_back(rest_of(soft, k));
            cluster.share.push_back(static_cast<double>(soft.by_cluster.members[k].weight));
        }
    }
    return body;
}

/// The splits of a step that begins and ends with these positions.
std::vector<Split> splits_of(SoftBodies& soft, std::uint32_t smallest) {
    FractureRules rules;
    rules.bodies.resize(1);
    rules.bodies[0].stress = rules.any = rules.any_stress = true;
    rules.bodies[0].smallest = smallest;
    rules.built_clusters = static_cast<std::uint32_t>(soft.cluster_count());
    MatchScratch match;
    match.resize(soft);
    StepInput step;
    step.dt = Real(0.001);
    step.flows = true;
    find_kernels("")->match(soft, match, step, 0, soft.cluster_count());
    const std::vector<BodyInfo> bodies(1);
    FractureScratch scratch;
    scratch.prepare(soft, rules);
    FractureReport report;
    const FractureInput input{0, 0.001, bodies, scratch, match, false};
    return find_splits(soft, rules, input, report);
}

RC_GTEST_PROP(FractureEquivalence, clusters_break_as_the_reference_says, (std::uint64_t seed)) {
    Random random(seed);
    SoftBodies soft = strained_bar(random);
    const reference::BreakingBody body = breaking_of(soft);
    const std::vector<Split> splits = splits_of(soft, 8);
    std::vector<reference::ClusterBreak> expected = reference::breaks_of(body, 8);
    std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) { return a.cluster < b.cluster; });
    RC_ASSERT(splits.size() == expected.size());
    RC_CLASSIFY(!splits.empty());
    for (std::size_t k = 0; k < splits.size(); ++k) {
        RC_ASSERT(splits[k].cluster == expected[k].cluster);
        // Which of the sides is called far is a matter of the sign of an eigenvector.
        std::set<std::size_t> far, near;
        const std::uint32_t row = soft.by_cluster.rows[splits[k].cluster];
        for (std::uint32_t m = 0; m < splits[k].far.size(); ++m)
            (splits[k].far[m] ? far : near).insert(soft.by_cluster.index[row + m]);
        RC_ASSERT((far == expected[k].far && near == expected[k].near) ||
                  (far == expected[k].near && near == expected[k].far));
        const SoftEdit changes = edit_of(
            soft, std::span(splits).subspan(k, 1), [](std::uint32_t) { return 8U; }, 100000);
        std::map<std::size_t, std::set<std::size_t>> twins, plain;
        for (const NewParticle& twin : changes.new_particles)
            for (std::size_t m = 0; m < twin.sides.size(); ++m)
                if (twin.sides[m] == MembershipSide::twin)
                    twins[twin.parent].insert(soft.by_particle.index[soft.by_particle.rows[twin.parent] + m]);
        for (const std::size_t i : body.clusters[splits[k].cluster].members)
            if (const auto others = reference::clusters_of_twin(body, expected[k], i); !others.empty())
                plain[i] = others;
        RC_ASSERT(twins == plain);
    }
}

RC_GTEST_PROP(FractureEquivalence, neighborhoods_part_as_the_reference_says, (std::uint64_t seed)) {
    Random random(seed);
    constexpr double toughness = 0.12;
    PointBodyInput input;
    const Mat3 map = random_map(random, 0.35);
    for (int x = 0; x < 9; ++x)
        for (int y = 0; y < 5; ++y)
            for (int z = 0; z < 5; ++z) {
                Vec3 p(x, y, z);
                for (int k = 0; k < 3; ++k) p[k] += 0.4 * (random.uniform() - 0.5);
                input.rest.push_back(0.1 * p);
                input.position.push_back(map * input.rest.back() +
                                         Vec3(0, 0.2 * std::pow(input.rest.back().x(), 2), 0));
                input.velocity.push_back(Vec3::Zero());
            }
    for (std::vector<double>& values : input.material) values.assign(input.rest.size(), 0);
    for (const PointProperty p : {PointProperty::mu, PointProperty::density})
        input.material[static_cast<std::size_t>(p)].assign(input.rest.size(), 1000);
    input.volume = 0.9 * 0.5 * 0.5;
    input.spacing = 0.1;
    input.may_break = true;
    input.brittle.assign(input.rest.size(), 1 / toughness);
    PointWork work;
    PointBody body = make_point_body(input, *find_point_kernels(""), work);
    PointReport unused;
    PointInput step;
    step.dt = 1e-9;
    refresh(body, work, unused);
    move(body, PointBased{}, step, work, unused);
    const reference::PointCloudBody plain = reference_of(body);
    PointBreaking rule;
    rule.stress = true;
    rule.smallest = 8;
    const double mass = std::accumulate(body.mass.begin(), body.mass.end(), 0.0);
    open_cracks(body, work.scratch, rule, {0, 1e-9, Vec3::Zero(), {}}, work.search.cuts);
    std::vector<std::size_t> slot(body.size());
    for (std::size_t i = 0; i < body.size(); ++i) slot[body.id[i]] = i;
    std::set<reference::Link> parted;
    for (std::size_t k = 0; k < body.cuts.size(); k += 2) {
        const std::size_t a = slot[body.cuts[k]], b = slot[body.cuts[k + 1]];
        parted.insert({std::min(a, b), std::max(a, b)});
    }
    RC_CLASSIFY(!parted.empty());
    RC_ASSERT(parted == reference::cracks_of(plain, toughness, 8));
    RC_ASSERT(mass == std::accumulate(body.mass.begin(), body.mass.end(), 0.0));
    for (std::size_t i = 0; i < body.size(); ++i)
        for (std::size_t s = 0; s < body.count[i]; ++s) {
            const std::size_t j = body.neighbor[i * most_neighbors + s];
            RC_ASSERT(!parted.contains({std::min(i, j), std::max(i, j)}));
        }
}

}  // namespace
}  // namespace pliant::testing
