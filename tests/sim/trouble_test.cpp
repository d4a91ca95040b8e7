// Trouble while running is handled, counted and named, and the body recovers.
#include "sim/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pliant::testing {
namespace {

constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
constexpr Real infinity = std::numeric_limits<Real>::infinity();

bool is_finite(const Simulation& simulation) {
    const Frame frame = simulation.snapshot();
    for (std::size_t i = 0; i < frame.positions.size(); ++i)
        if (!frame.positions[i].allFinite() || !frame.velocities[i].allFinite() || !std::isfinite(frame.strains[i]))
            return false;
    const Stats stats = simulation.stats();
    return stats.momentum.allFinite() && std::isfinite(stats.elastic_energy) && std::isfinite(stats.max_stretch);
}

StepReport advance(Simulation& simulation, int frames) {
    StepReport total;
    for (int i = 0; i < frames; ++i) total.add(simulation.advance_frame());
    return total;
}

/// A damped ball that has recovered has its shape back: size and stretch as at rest.
void expect_recovered(Simulation& simulation, const Vec3& size) {
    EXPECT_TRUE(is_finite(simulation));
    EXPECT_LT(simulation.stats().max_stretch, 1.05);
    EXPECT_LT((simulation.stats().bbox.size() - size).norm(), 0.1 * size.norm());
}

const std::vector<Override> damped = {{"bodies.0.material.damping", "20"}};

TEST(Trouble, a_position_that_is_no_number_is_counted_and_put_back_where_its_clusters_want_it) {
    for (const Real bad : {nan, infinity, -infinity})
        for (const std::size_t i : {0, 150, 399}) {
            Simulation simulation = simulate(free_ball, damped);
            const Vec3 size = simulation.stats().bbox.size();
            Particle& particle = simulation.parts().state.soft.particles[i];
            const Vec3 before(particle.position[0], particle.position[1], particle.position[2]);
            particle.position[1] = bad;
            const StepReport report = simulation.advance_frame();
            EXPECT_EQ(report.warning(Warning::non_finite_particle), 1u) << bad;
            EXPECT_TRUE(is_finite(simulation));
            // The ball rests, so its clusters want it where it was.
            const Vec3 after(particle.position[0], particle.position[1], particle.position[2]);
            EXPECT_LT((after - before).norm(), 1e-3);
            const StepReport later = advance(simulation, 60);
            EXPECT_EQ(later.warning(Warning::non_finite_particle), 0u);
            expect_recovered(simulation, size);
        }
}

TEST(Trouble, names_its_first_culprit) {
    Simulation simulation = simulate(free_ball);
    simulation.advance_frame();
    SoftBodies& soft = simulation.parts().state.soft;
    soft.particles[150].position[1] = nan;
    soft.particles[20].velocity[0] = infinity;
    const StepReport report = simulation.advance_frame();
    const Culprit lost = report.culprit(Warning::non_finite_particle), fast = report.culprit(Warning::speed_limited);
    EXPECT_EQ(lost, (Culprit{Culprit::Kind::particle, 0, soft.id[150], 2}));
    EXPECT_EQ(fast.kind, Culprit::Kind::particle);
    EXPECT_EQ(fast.frame, 2);
    EXPECT_EQ(report.culprit(Warning::inverted_cluster).kind, Culprit::Kind::none);
    // The first one stays when reports are added up.
    StepReport total = report;
    total.add(report);
    EXPECT_EQ(total.culprit(Warning::non_finite_particle), lost);
    Scene scene;
    scene.bodies.emplace_back().name = "ball";
    EXPECT_EQ(culprit_text(lost, scene), "particle " + std::to_string(soft.id[150]) + " of ball, frame 2");
    EXPECT_EQ(culprit_text({}, scene), "unknown");
    for (std::size_t k = 0; k < warning_count; ++k) EXPECT_FALSE(warning_meaning(static_cast<Warning>(k)).empty());
}

TEST(Trouble, a_velocity_that_is_no_number_does_not_freeze_the_body) {
    for (const Real bad : {nan, infinity}) {
        Simulation simulation = simulate(free_ball, {{"gravity", "[0, -10, 0]"}});
        simulation.parts().state.soft.particles[7].velocity[0] = bad;
        const StepReport first = simulation.advance_frame();
        EXPECT_GT(first.warning(Warning::speed_limited) + first.warning(Warning::non_finite_particle), 0u);
        const double start = simulation.stats().momentum.y() / simulation.stats().mass;
        const StepReport later = advance(simulation, 60);
        EXPECT_EQ(later.warning(Warning::speed_limited), 0u);
        EXPECT_TRUE(is_finite(simulation));
        EXPECT_NEAR(simulation.stats().momentum.y() / simulation.stats().mass - start, -10, 0.1);
    }
}

TEST(Trouble, a_body_that_lost_half_of_its_particles_gets_its_shape_back) {
    Simulation simulation = simulate(free_ball, damped);
    const Vec3 size = simulation.stats().bbox.size();
    SoftBodies& soft = simulation.parts().state.soft;
    for (std::size_t i = 0; i < soft.particle_count(); i += 2) soft.particles[i].position[2] = nan;
    const StepReport report = simulation.advance_frame();
    EXPECT_EQ(report.warning(Warning::non_finite_particle), (soft.particle_count() + 1) / 2);
    advance(simulation, 120);
    expect_recovered(simulation, size);
}

TEST(Trouble, a_body_that_lost_everything_is_finite_again) {
    for (const Real bad : {nan, infinity, Real(1e30)}) {
        Simulation simulation = simulate(free_ball, damped);
        for (Particle& particle : simulation.parts().state.soft.particles) particle.position[0] = bad;
        EXPECT_EQ(simulation.advance_frame().warning(Warning::non_finite_particle), simulation.stats().particles);
        EXPECT_EQ(advance(simulation, 30).warning(Warning::non_finite_particle), 0u);
        EXPECT_TRUE(is_finite(simulation));
    }
}

TEST(Trouble, one_bodys_trouble_leaves_the_others_alone) {
    Simulation healthy = simulate(busy_scene), ill = simulate(busy_scene);
    ill.parts().state.soft.particles[3].position[0] = nan;  // of the first body
    for (int i = 0; i < 3; ++i) {
        healthy.advance_frame();
        ill.advance_frame();
    }
    const Frame a = healthy.snapshot(), b = ill.snapshot();
    for (std::size_t i = 0; i < a.positions.size(); ++i) {
        if (a.bodies[i] == 1) {
            EXPECT_EQ(a.positions[i], b.positions[i]);
        }
    }
}

TEST(Trouble, speeds_beyond_the_limit_are_slowed_and_counted) {
    Simulation simulation = simulate(free_ball);
    for (Particle& particle : simulation.parts().state.soft.particles) particle.velocity[0] = Real(1e8);
    const StepReport report = simulation.step();
    EXPECT_EQ(report.warning(Warning::speed_limited), simulation.stats().particles);
    EXPECT_LE(simulation.stats().max_speed, 1e6 * (1 + 1e-6));
    EXPECT_TRUE(is_finite(simulation));
}

TEST(Trouble, an_inverted_body_is_named_and_turns_back) {
    Simulation simulation = simulate(
        free_ball, {{"bodies.0.stretch", "[-1, 1, 1]"}, {"bodies.0.material.strain_sweeps", "0"}, damped.front()});
    EXPECT_GT(simulation.advance_frame().warning(Warning::inverted_cluster), 0u);
    EXPECT_EQ(advance(simulation, 240).warning(Warning::non_finite_particle), 0u);
    EXPECT_EQ(simulation.advance_frame().warning(Warning::inverted_cluster), 0u);
}

TEST(Trouble, a_flattened_body_is_named_and_swells_back) {
    Simulation simulation = simulate(free_ball, {{"bodies.0.stretch", "[1, 0, 1]"},
                                                 {"bodies.0.material.stiffness", "1"},
                                                 {"bodies.0.material.strain_sweeps", "0"},
                                                 damped.front()});
    EXPECT_GT(simulation.advance_frame().warning(Warning::collapsed_cluster), 0u);
    advance(simulation, 600);
    const StepReport end = simulation.advance_frame();
    EXPECT_EQ(end.warning(Warning::collapsed_cluster), 0u);
    EXPECT_GT(simulation.stats().bbox.size().y(), 0.8);
}

TEST(Trouble, the_longest_legal_step_stays_finite) {
    Simulation simulation = simulate(busy_scene, {{"time.fps", "1"},
                                                  {"time.substeps", "1"},
                                                  {"bodies.0.material.stiffness", "0.05"},
                                                  {"bodies.1.material.stiffness", "0.05"},
                                                  {"bodies.0.velocity", "[1e5, -1e5, 1e5]"}});
    advance(simulation, 10);
    EXPECT_TRUE(is_finite(simulation));
}

TEST(Trouble, every_warning_and_stage_has_its_own_name) {
    std::vector<std::string_view> names;
    for (std::size_t k = 0; k < warning_count; ++k) names.push_back(warning_name(static_cast<Warning>(k)));
    for (std::size_t k = 0; k < stage_count; ++k) names.push_back(stage_name(static_cast<Stage>(k)));
    for (std::size_t a = 0; a < names.size(); ++a) {
        EXPECT_FALSE(names[a].empty());
        for (std::size_t b = 0; b < a; ++b) EXPECT_NE(names[a], names[b]);
    }
}

}  // namespace
}  // namespace pliant::testing
