#include "build/rates.hpp"

#include "math/decompose.hpp"
#include "shape_matching/cluster_size.hpp"
#include "shape_matching/refresh.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant {
namespace {

/// α and k_d of levels that have their own.
void set_level_rates(const Body& body, double dt, BodyInput& input) {
    input.level_alpha.assign(input.levels.size(), std::nullopt);
    input.level_k_d.assign(input.levels.size(), std::nullopt);
    for (const LevelOverride& level : body.clusters.level_overrides) {
        const auto l = static_cast<std::size_t>(level.level);
        if (l >= input.levels.size()) continue;
        if (level.stiffness) input.level_alpha[l] = alpha_of_step({.stiffness = *level.stiffness}, dt);
        if (level.damping) input.level_k_d[l] = damping_of_step({.damping = *level.damping}, dt);
    }
}

}  // namespace

double modulus_over_density(double young, double density, double volume) {
    return 2 * young * (2 * volume + 1) / (6 * volume + 2) / density;
}

double stiffest_cluster(const BodyInput& input, const FieldValues& stiffness) {
    double stiffest = 0, ratio = 0;  // 1/s², λ/2μ
    for (const double f : stiffness) stiffest = std::max(stiffest, std::pow(2 * std::numbers::pi * f, 2));
    for (const double r : input.volume) ratio = std::max(ratio, r);
    for (std::size_t level = 0; !input.modulus.empty() && level < input.levels.size(); ++level)
        for (std::size_t c = 0; c < input.levels[level].centers.size(); ++c)
            stiffest = std::max(stiffest, springs_of(input, input.levels[level], c));
    return std::sqrt(stiffest * (1 + 3 * ratio)) / (2 * std::numbers::pi);
}

namespace {

/// 2ζ with which a swing comes back with the share e of its speed: e = exp(−π ζ / √(1 − ζ²)).
double loss_of(double restitution) {
    constexpr double least = 0.01;
    const double log = std::log(std::max(restitution, least));
    constexpr double slower = 2.5;  // an impact swings a body that is held at its foot, not all of it at once
    return slower * 2 * -log / std::hypot(std::numbers::pi, log);
}

/// s along the thinnest side that the body has.
double thinnest(const BodyInput& input) {
    double mass = 0;
    Vec3 center = Vec3::Zero();
    for (std::size_t i = 0; i < input.rest.size(); ++i) {
        mass += input.mass[i];
        center += input.mass[i] * input.rest[i];
    }
    center /= mass;
    Mat3 second = Mat3::Zero();
    for (std::size_t i = 0; i < input.rest.size(); ++i)
        second += input.mass[i] / mass * (input.rest[i] - center) * (input.rest[i] - center).transpose();
    const double inverse = pseudo_inverse(second, flat_cutoff).inverse.norm();
    return inverse > 0 ? 1 / std::sqrt(inverse) : 0;
}

}  // namespace

void set_step_rates(const Body& body, const BodyRates& rates, double dt, BodyInput& input) {
    const Material& material = body.material;
    const bool whole_body = material.damping_mode == DampingMode::body;
    for (std::size_t i = 0; i < rates.damping.size(); ++i) {
        const double f = rates.stiffness.empty() ? 0 : rates.stiffness[i];
        const StepRates step{.stiffness = f, .damping = rates.damping[i], .alpha = material.alpha, .k_d = material.k_d};
        input.alpha.push_back(alpha_of_step(step, dt));
        input.k_d.push_back(whole_body ? 0 : damping_of_step(step, dt));
        if (whole_body) input.drag.push_back(damping_of_step(step, dt));
    }
    set_level_rates(body, dt, input);
    if (!whole_body) return;
    // A soft body bounces by its own springs: what it loses on the way is lost inside it, not in its contacts.
    input.impact_size = thinnest(input);
    for (double& e : input.restitution) {
        input.loss.push_back(loss_of(e));
        e = 0;
    }
}

}  // namespace pliant
