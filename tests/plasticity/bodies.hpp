// A plastic body in the fast arrays and in the reference, stepped side by side.
#pragma once

#include "plasticity/flow.hpp"
#include "plasticity/recluster.hpp"
#include "reference/recluster.hpp"
#include "shape_matching/bodies.hpp"
#include "support/reference_bridge.hpp"

namespace pliant {

inline constexpr double plastic_dt = 1.0 / 240;

/// A bar of shaken lattice points along x that flows.
inline BodyInput plastic_bar(int nx, int ny, int nz, int clusters, double yield, double flow) {
    BodyInput input = body_of(lattice(nx, ny, nz, 0.1, 0.2, 7), 0.1, clusters, 3);
    const std::size_t n = input.rest.size();
    input.alpha.assign(n, 0.1);
    input.k_d.assign(n, 0.05);
    input.strain_limit.assign(n, 0.5);
    input.yield.assign(n, yield);
    input.flow.assign(n, flow);
    input.hardening.assign(n, 0.02);
    return input;
}

inline Vec3 position_of(const SoftBodies& soft, std::size_t i) {
    const Real* x = soft.particles[i].position;
    return {x[0], x[1], x[2]};
}

/// The fast side.
struct PlasticRun {
    PlasticRun(const BodyInput& input, const Reclustering& settings, const Kernels& chosen) : kernels(&chosen) {
        append_body(soft, input, 0, plastic_dt);
        rules.bodies.push_back(
            recluster_rule(settings, input.levels.front().radius, input.kernel, soft, particles_of(soft, 0), 11));
        rules.built_clusters = static_cast<std::uint32_t>(soft.cluster_count());
        rules.any = settings.mode != ReclusterMode::off;
        match.resize(soft);
        scratch.prepare(soft, rules);
        step_input = input_for(plastic_dt, DampingWork::rigid, 0);
        step_input.flows = true;
    }

    /// One step; `push` is the acceleration of a particle at a place.
    template <class Push>
    ReclusterReport step(const Push& push) {
        for (Particle& particle : soft.particles) {
            const Vec3 change =
                plastic_dt * push(Vec3(particle.position[0], particle.position[1], particle.position[2]));
            for (int k = 0; k < 3; ++k) particle.velocity[k] += static_cast<Real>(change[k]);
        }
        kernels->match(soft, match, step_input, 0, soft.cluster_count());
        flow_clusters(soft, match, plastic_dt, false, 0, soft.cluster_count());
        kernels->advance(soft, match, step_input, 0, soft.particle_count());
        if (!rules.any) return {};
        const ReclusterReport report = recluster(soft, rules, *kernels, plastic_dt, scratch);
        if (scratch.edited) match.resize(soft);
        return report;
    }

    const Kernels* kernels;
    SoftBodies soft;
    ReclusterRules rules;
    MatchScratch match;
    ReclusterScratch scratch;
    StepInput step_input;
};

/// The reference's copy of a fast run at its start.
inline reference::Body reference_of(const PlasticRun& run, const BodyInput& input) {
    reference::Body body = to_reference(run.soft, run.step_input, 0);
    for (std::size_t c = 0; c < body.clusters.size(); ++c) {
        reference::Cluster& cluster = body.clusters[c];
        cluster.strain_limit = static_cast<double>(run.soft.full_response.at(c, 2));
        cluster.flow = {static_cast<double>(run.soft.flow.at(c, 0)), input.flow[0],
                        static_cast<double>(run.soft.flow.at(c, 2)), input.plastic_limit, input.recovery};
    }
    std::vector<std::size_t> next(body.clusters.size(), 0);
    for (std::size_t i = 0; i < run.soft.particle_count(); ++i)
        for (std::uint32_t f = run.soft.finest.rows[i]; f < run.soft.finest.rows[i + 1]; ++f) {
            const std::uint32_t c = run.soft.finest.cluster[f];
            body.clusters[c].members[next[c]++].kernel = static_cast<double>(run.soft.finest.born[f].weight);
        }
    return body;
}

inline reference::ReclusterSettings reference_of(const ReclusterRule& rule, const std::vector<std::uint32_t>& order) {
    reference::ReclusterSettings settings;
    settings.embedded = rule.mode == ReclusterMode::embedded;
    settings.max_condition = rule.max_condition;
    settings.fade_out = rule.fade_out;
    settings.fade_in = rule.fade_in;
    settings.sweeps = rule.sweeps;
    settings.radius = rule.radius;
    settings.kernel = [kernel = rule.kernel](double q) { return kernel.lasting(q); };
    settings.order.assign(order.begin(), order.end());
    return settings;
}

}  // namespace pliant
