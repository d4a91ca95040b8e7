// Bodies and poses without volume: they must stay finite, keep momentum, and come back to shape.
#include "bodies.hpp"

#include <gtest/gtest.h>

namespace pliant::reference {
namespace {

void expect_momentum_kept(Body body) {
    set_alpha(body, 0.1);
    set_in_motion(body, {0.3, 0.15, -0.1}, {2, -1, 3});
    for (const int sweeps : {0, 5}) {
        for (const double k_d : {0.0, 0.05}) {
            Body copy = body;
            copy.settings.strain_sweeps = sweeps;
            set_k_d(copy, k_d);
            const Drift drift = drift_over(copy, 500);
            EXPECT_TRUE(sound(copy));
            EXPECT_LT(drift.linear, 1e-11);
            EXPECT_LT(drift.angular, 1e-11);
        }
    }
}

/// Cluster of the given particles, each with the given weight.
Cluster cluster_of(const std::vector<std::pair<int, double>>& members) {
    Cluster cluster;
    for (const auto& [particle, weight] : members) {
        cluster.members.push_back({.particle = particle, .weight = weight, .p = Vector3d::Zero()});
    }
    return cluster;
}

TEST(ThinBody, sheet_keeps_momentum) {
    Body body = body_of(grid_points(8, 8, 1, 0.1), true);
    add_level(body, 5, 0.25);
    deform(body, (Matrix3d() << 1.3, 0.1, 0, 0, 0.9, 0, 0.1, 0, 1).finished());
    expect_momentum_kept(body);
}

TEST(ThinBody, straight_strand_keeps_momentum) {
    Body body = body_of(grid_points(20, 1, 1, 0.05), true);
    add_level(body, 3, 0.2);
    deform(body, Vector3d(1.3, 1, 1).asDiagonal());
    expect_momentum_kept(body);
}

TEST(ThinBody, clusters_of_one_and_two_members_keep_momentum) {
    Body body = body_of(random_points(12, Vector3d::Zero(), Vector3d::Ones(), 7), true);
    const int last = static_cast<int>(body.particles.size()) - 2;  // the final particle stands alone
    for (int i = 0; i < last; ++i) {
        body.clusters.push_back(cluster_of({{i, i == 0 ? 1 : 0.5}, {i + 1, i + 1 == last ? 1 : 0.5}}));
    }
    body.clusters.push_back(cluster_of({{last + 1, 1}}));
    prepare(body);
    deform(body, Vector3d(1.3, 0.9, 1.1).asDiagonal());
    expect_momentum_kept(body);
}

TEST(ThinBody, particle_alone_in_its_cluster_flies_freely) {
    Body body = body_of({{0.1, 0.2, 0.3}}, false);
    body.clusters.push_back(cluster_of({{0, 1}}));
    prepare(body);
    set_k_d(body, 0.3);
    body.settings.strain_sweeps = 2;
    const Vector3d velocity(1, -2, 0.5);
    body.particles[0].velocity = velocity;
    for (int k = 0; k < 100; ++k) step(body);
    const Vector3d expected = body.particles[0].rest + 100 * body.settings.dt * velocity;
    EXPECT_LT((body.particles[0].position - expected).norm(), 1e-12);
}

TEST(ThinBody, bent_strand_straightens_when_its_clusters_overlap) {
    Body body = body_of(grid_points(9, 1, 1, 0.1), false);
    add_level(body, 2, 0.35);
    add_whole(body);
    set_alpha(body, 0.2);
    set_k_d(body, 0.2);
    for (Particle& particle : body.particles) particle.position.y() = particle.position.x() * particle.position.x();
    for (int k = 0; k < 2000; ++k) step(body);
    EXPECT_TRUE(sound(body));
    EXPECT_LT(shape_error(body), 1e-6);
}

struct Pose {
    const char* name;
    Matrix3d map;
};

std::ostream& operator<<(std::ostream& out, const Pose& pose) { return out << pose.name; }

class BadPose : public testing::TestWithParam<Pose> {
  protected:
    static Body posed(int levels) {
        Body body = body_of(l_shape(120, 3), true);
        if (levels > 1) add_level(body, 12, 0.4);
        if (levels > 1) add_level(body, 40, 0.9);
        add_whole(body);
        set_alpha(body, 0.2);
        set_k_d(body, 0.1);
        deform(body, GetParam().map);
        return body;
    }

    static void expect_recovery(Body body) {
        EXPECT_GT(shape_error(body), 0.1);
        for (int k = 0; k < 1000; ++k) {
            step(body);
            ASSERT_TRUE(sound(body)) << "step " << k;
        }
        EXPECT_LT(shape_error(body), 1e-9);
    }
};

TEST_P(BadPose, of_one_cluster_recovers) { expect_recovery(posed(1)); }

TEST_P(BadPose, of_three_levels_recovers) { expect_recovery(posed(3)); }

TEST_P(BadPose, recovers_with_strain_limiting) {
    Body body = posed(3);
    body.settings.strain_sweeps = 5;
    expect_recovery(body);
}

TEST_P(BadPose, stays_sound_with_the_rotation_of_the_deformation) {
    Body body = posed(3);
    body.settings.rotation = Rotation::deformation;
    for (int k = 0; k < 200; ++k) {
        step(body);
        ASSERT_TRUE(sound(body)) << "step " << k;
    }
}

INSTANTIATE_TEST_SUITE_P(All, BadPose,
                         testing::Values(Pose{"Mirrored", Vector3d(1, 1, -1).asDiagonal()},
                                         Pose{"TurnedInsideOut", -Matrix3d::Identity()},
                                         Pose{"Flattened", Vector3d(1, 1, 0).asDiagonal()},
                                         Pose{"FlattenedAndMirrored", Vector3d(1, -1, 0).asDiagonal()},
                                         Pose{"SquashedToALine", Vector3d(1, 0, 0).asDiagonal()},
                                         Pose{"SquashedToAPoint", Matrix3d::Zero()}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace pliant::reference
