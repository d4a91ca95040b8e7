// The fast kernels against the reference, on every instruction set this machine has.
#include "shape_matching/bodies.hpp"
#include "shape_matching/piece_motion.hpp"
#include "support/reference_bridge.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace pliant {
namespace {

constexpr double dt = 1.0 / 240;
/// Metres on bodies of about one metre, after 100 steps.
constexpr double tolerance = sizeof(Real) == 8 ? 1e-9 : 1e-5;

struct Case {
    const char* name;
    RotationMode rotation;
    DampingMode damping;
    double k_d;
    int sweeps;
    double relaxation;
    int nx, ny, nz, clusters;
    int levels = 1;
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }

class Equivalence : public testing::TestWithParam<Case> {};

TEST_P(Equivalence, fast_agrees_with_reference_over_a_hundred_steps) {
    const Case c = GetParam();
    BodyInput input = body_of(lattice(c.nx, c.ny, c.nz, 0.1, 0.2, 7), 0.1, c.clusters, 3, c.levels);
    disturb(input, 1.4, Vec3(1, 2, 3), 0.2, 5);
    input.rotation = c.rotation;
    input.damping = c.damping;
    input.strain_sweeps = c.sweeps;
    input.strain_relaxation = c.relaxation;
    input.k_d.assign(input.rest.size(), c.k_d);
    for (std::size_t i = 0; i < input.rest.size(); ++i) input.alpha[i] = 0.02 + 0.05 * input.rest[i].x();
    SoftBodies start;
    append_body(start, input, 0, dt);
    const DampingWork work = c.k_d == 0                        ? DampingWork::none
                             : c.damping == DampingMode::rigid ? DampingWork::rigid
                                                               : DampingWork::mean;
    StepInput step_input = input_for(dt, work, c.sweeps, c.rotation == RotationMode::deformation);
    step_input.gravity.value[1] = Real(-9.81);
    for (const Kernels* kernels : available_kernels()) {
        SoftBodies soft = start;
        MatchScratch scratch = scratch_for(soft);
        reference::Body body = to_reference(soft, step_input, c.sweeps);
        for (int step = 0; step < 100; ++step) {
            run_step(*kernels, soft, scratch, step_input, c.sweeps);
            reference::step(body);
        }
        const double size = 0.1 * std::max({c.nx, c.ny, c.nz});
        EXPECT_LT(largest_distance(soft, body), tolerance * size) << kernels->name;
        EXPECT_GT((body.particles[0].position - Vec3(soft.particles[0].position[0], 0, 0)).norm(), 0.01) << "it moved";
    }
}

/// What Pliant has beyond the papers: springs of a modulus, kept volume, a strain limit that is a spring, damping of
/// the whole body.
TEST(ElasticEquivalence, fast_agrees_with_reference_over_a_hundred_steps) {
    for (const double volume : {0.0, 5.0}) {
        BodyInput input = body_of(lattice(8, 6, 5, 0.1, 0.2, 7), 0.1, 9, 3);
        disturb(input, 1.3, Vec3(1, 2, 3), 0.2, 5);
        for (std::size_t i = 0; i < input.rest.size(); ++i) input.modulus.push_back(30 + 20 * input.rest[i].x());
        if (volume > 0) input.volume.assign(input.rest.size(), volume);
        input.drag.assign(input.rest.size(), 0.02);
        input.strain_limit.assign(input.rest.size(), 0.05);
        input.strain_sweeps = 1;
        input.limit_stiffness = 10;
        SoftBodies start;
        append_body(start, input, 0, dt);
        const int sweeps = start.mode[0].strain_sweeps;
        ASSERT_GT(sweeps, 1);
        StepInput step_input = input_for(dt, DampingWork::none, sweeps);
        step_input.elastic = true;
        for (const Kernels* kernels : available_kernels()) {
            SoftBodies soft = start;
            MatchScratch scratch = scratch_for(soft);
            PieceScratch pieces;
            pieces.prepare(soft);
            ASSERT_TRUE(pieces.any);
            reference::Body body = to_reference(soft, step_input, sweeps);
            step_input.pieces = pieces.motions.data();
            for (int step = 0; step < 100; ++step) {
                const WorkPart all{0, static_cast<std::uint32_t>(soft.particle_count())};
                measure_pieces(soft, {}, std::span(&all, 1), false, pieces);
                run_step(*kernels, soft, scratch, step_input, sweeps);
                reference::step(body);
            }
            EXPECT_LT(largest_distance(soft, body), tolerance) << kernels->name << " volume " << volume;
        }
    }
}

constexpr auto ls = RotationMode::least_squares;
constexpr auto deformation = RotationMode::deformation;
constexpr auto rigid = DampingMode::rigid;
constexpr auto mean = DampingMode::mean;

INSTANTIATE_TEST_SUITE_P(Bodies, Equivalence,
                         testing::Values(Case{"block", ls, rigid, 0, 0, 0.3, 8, 6, 5, 9},
                                         Case{"rigid_damping", ls, rigid, 0.05, 0, 0.3, 8, 6, 5, 9},
                                         Case{"mean_damping", ls, mean, 0.05, 0, 0.3, 8, 6, 5, 9},
                                         Case{"strain_limited", ls, rigid, 0.02, 5, 0.3, 8, 6, 5, 9},
                                         Case{"fully_relaxed", ls, rigid, 0, 2, 1.0, 8, 6, 5, 9},
                                         Case{"deformation", deformation, rigid, 0.1, 2, 0.3, 8, 6, 5, 9},
                                         Case{"one_cluster", ls, rigid, 0.02, 3, 0.3, 5, 4, 3, 1},
                                         Case{"sheet", ls, rigid, 0.05, 3, 0.3, 12, 1, 9, 7},
                                         Case{"sheet_deformation", deformation, rigid, 0.1, 0, 0.3, 12, 1, 9, 7},
                                         Case{"strand", ls, rigid, 0.05, 3, 0.3, 20, 1, 1, 5},
                                         Case{"pair", ls, rigid, 0.05, 2, 0.3, 2, 1, 1, 1},
                                         Case{"many_clusters", ls, rigid, 0.02, 5, 0.3, 9, 9, 9, 60},
                                         Case{"three_levels", ls, rigid, 0.02, 2, 0.3, 9, 9, 9, 70, 3}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Assemble, both_membership_lists_hold_the_same_memberships) {
    const BodyInput input = body_of(lattice(6, 6, 6, 0.1, 0.2, 1), 0.1, 8, 2);
    SoftBodies soft;
    append_body(soft, input, 0, dt);
    append_body(soft, input, 1, dt);
    ASSERT_EQ(soft.by_cluster.index.size(), soft.by_particle.index.size());
    ASSERT_EQ(soft.by_cluster.rows.size(), soft.cluster_count() + 1);
    ASSERT_EQ(soft.by_particle.rows.size(), soft.particle_count() + 1);
    std::vector<double> share(soft.cluster_count(), 0);
    for (std::size_t i = 0; i < soft.particle_count(); ++i) {
        double sum = 0;
        for (std::uint32_t k = soft.by_particle.rows[i]; k < soft.by_particle.rows[i + 1]; ++k) {
            const std::uint32_t c = soft.by_particle.index[k];
            EXPECT_EQ(soft.cluster_body[c], soft.body[i]);
            const std::uint32_t f = soft.finest.rows[i] + k - soft.by_particle.rows[i];
            EXPECT_EQ(soft.mode[c].level == 0, f < soft.finest.rows[i + 1]);
            if (soft.mode[c].level == 0) {
                EXPECT_EQ(soft.finest.cluster[f], c);
                EXPECT_EQ(soft.by_cluster.index[soft.finest.twin[f]], i);
                EXPECT_GE(soft.finest.twin[f], soft.by_cluster.rows[c]);
                EXPECT_LT(soft.finest.twin[f], soft.by_cluster.rows[c + 1]);
            }
            const double w = static_cast<double>(soft.by_particle.members[k].weight);
            sum += w;
            share[c] += w * static_cast<double>(soft.mass[i]) / soft.cluster_mass[c];
        }
        EXPECT_NEAR(sum, 1, 1e-6);
    }
    for (const double s : share) EXPECT_NEAR(s, 1, 1e-5);
    std::vector<int> seen(soft.particle_count(), 0);
    for (const std::uint32_t id : soft.id) ++seen[id];
    for (const int n : seen) EXPECT_EQ(n, 1);
}

}  // namespace
}  // namespace pliant
