#include "scene/stability.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene/limits.hpp"

namespace pliant {
namespace {

bool is_stable(const StepRates& rates, double step) {
    return alpha_of_step(rates, step) < 4 - 2 * damping_of_step(rates, step);
}

/// The fewest with which `fits(substeps)` holds, which must hold for all above; 0 when there are none.
template <class F>
int fewest_substeps(const F& fits) {
    int low = 0, high = 1;  // α and k_d fall as substeps rise: double until it fits, then bisect
    while (!fits(high)) {
        if (high > (1 << 29)) return 0;
        low = high;
        high *= 2;
    }
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        (fits(middle) ? high : low) = middle;
    }
    return high;
}

double largest(const Varying& varying) {
    double value = varying.attribute.empty() ? varying.value : 0;
    for (const RegionValue& region : varying.regions) value = std::max(value, region.value);
    return value;
}

}  // namespace

double alpha_of_step(const StepRates& rates, double step) {
    const double turn = 2 * std::numbers::pi * rates.stiffness * step;
    const double level_turn = 2 * std::numbers::pi * rates.level_stiffness * step;
    return std::max(rates.alpha > 0 ? rates.alpha : turn * turn, level_turn * level_turn) +
           rates.compress * step * step;
}

double damping_of_step(const StepRates& rates, double step) {
    const double springs = std::max(rates.k_d > 0 ? rates.k_d : -std::expm1(-step * rates.damping),
                                    -std::expm1(-step * rates.level_damping));
    return (rates.viscous ? 1 : springs) - std::expm1(-step * rates.wind);
}

int substeps_per_frame(const Time& time) {
    if (time.max_step <= 0) return is_automatic(time) ? least_substeps : time.substeps;
    // A max_step of 1/240 s at 60 fps means 4, although the division may round to a hair above.
    const double exact = 1 / (time.fps * time.max_step);
    return static_cast<int>(std::min(std::ceil(exact * (1 - 1e-9)), 1e9));
}

double step_length(const Time& time) { return 1 / (time.fps * substeps_per_frame(time)); }

int stable_substeps(const StepRates& rates, double fps) {
    return fewest_substeps([&](int substeps) { return is_stable(rates, 1 / (fps * substeps)); });
}

int quiet_substeps(const StepRates& rates, double fps) {
    constexpr double quiet = 1;
    return fewest_substeps([&](int substeps) {
        const double step = 1 / (fps * substeps);
        return is_stable(rates, step) && (alpha_of_step(rates, step) <= quiet || rates.alpha > quiet);
    });
}

void check_stability(const Time& time, const StepRates& rates) {
    const double step = step_length(time);
    if (is_stable(rates, step)) return;
    const int needed = stable_substeps(rates, time.fps);
    const bool reachable = needed > 0 && needed <= limits::substeps;
    throw InputError({.what = "the step is too long for this stiffness: the body would explode",
                      .value = fmt::format("{}: α = {:.4g} and k_d = {:.4g} in steps of {:.4g} s",
                                           rates.alpha > 0 && rates.level_stiffness == 0
                                               ? "raw alpha"
                                               : fmt::format("{} Hz", std::max(rates.stiffness, rates.level_stiffness)),
                                           alpha_of_step(rates, step), damping_of_step(rates, step), step),
                      .allowed = fmt::format("α below 4 − 2 k_d = {:.4g}, where α = (2π · stiffness · step)²",
                                             4 - 2 * damping_of_step(rates, step)),
                      .hint = reachable ? fmt::format("time.substeps = {} would do (now {}), or lower the stiffness",
                                                      needed, substeps_per_frame(time))
                                        : "lower alpha or the stiffness: no number of substeps helps"});
}

StepRates largest_rates(const Scene& scene, const Body& body) {
    const Material& material = body.material;
    const bool elastic = material.restitution.attribute.empty() && material.restitution.regions.empty() &&
                         material.restitution.value == 1;
    StepRates rates{.stiffness = largest(material.stiffness),
                    .damping = largest(material.damping),
                    .alpha = material.alpha,
                    .k_d = material.k_d,
                    .viscous = material.damping_mode == DampingMode::body && !elastic};
    for (const LevelOverride& level : body.clusters.level_overrides) {
        rates.level_stiffness = std::max(rates.level_stiffness, level.stiffness.value_or(0));
        rates.level_damping = std::max(rates.level_damping, level.damping.value_or(0));
    }
    for (const Force& force : scene.forces) {
        const bool acts = force.bodies.empty() || std::count(force.bodies.begin(), force.bodies.end(), body.name) > 0;
        if (acts && force.kind == ForceKind::compress) rates.compress += force.strength;
        if (acts && force.kind == ForceKind::wind) rates.wind += force.strength;
    }
    return rates;
}

}  // namespace pliant
