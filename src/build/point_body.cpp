#include "build/point_body.hpp"

#include "build/field.hpp"
#include "sim/point_solver.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace pliant {
namespace {

std::vector<double>& property(PointBodyInput& input, PointProperty p) {
    return input.material[static_cast<std::size_t>(p)];
}

/// λ and μ, from Young's modulus and Poisson's ratio where they are not given.
void set_moduli(const FieldValues& young, const FieldValues& poisson, const FieldValues& lambda, const FieldValues& mu,
                PointBodyInput& input) {
    for (std::size_t i = 0; i < young.size(); ++i) {
        const double nu = poisson[i];
        const bool direct = mu[i] > 0;
        property(input, PointProperty::lambda)
            .push_back(direct ? lambda[i] : young[i] * nu / ((1 + nu) * (1 - 2 * nu)));
        property(input, PointProperty::mu).push_back(direct ? mu[i] : young[i] / (2 * (1 + nu)));
    }
}

void refuse_if_thin(const PointScratch& scratch, double spacing, const std::string& path) {
    const auto flat = std::count(scratch.raw_volume.begin(), scratch.raw_volume.end(), Real(0));
    if (2 * static_cast<std::size_t>(flat) <= scratch.raw_volume.size()) return;
    throw InputError(
        {.what = "this body is too thin for the point-based solver: most of its particles have no "
                 "neighbors on all sides",
         .path = path + ".solver",
         .value = fmt::format("{} of {} particles lie in a plane or on a line with their neighbors, {:.3g} "
                              "m apart",
                              flat, scratch.raw_volume.size(), spacing),
         .allowed = "bodies at least three particles thick",
         .hint = "more sampling.particles, or solver: shape_matching"});
}

[[noreturn]] void refuse_as_too_stiff(double dt, double stable, const std::string& path) {
    throw InputError({.what = "the point-based solver would need too many steps for this stiffness and spacing",
                      .path = path + ".material.young",
                      .value = fmt::format("steps of {:.3g} s, {:.0f} in each step of the scene", stable, dt / stable),
                      .allowed = fmt::format("fewer than {} in each step of the scene", most_point_steps),
                      .hint = "lower young or sampling.particles, or raise density, time.substeps or "
                              "point_based.max_step"});
}

}  // namespace

PointBodyInput point_body_input(ShapeBuilder& shapes, const Body& body, const BodySamples& samples,
                                const BuiltBody& built, const std::string& path) {
    const auto values = [&](const Varying& varying, const char* name) {
        return evaluate(shapes, varying, samples, name, fmt::format("{}.material.{}", path, name));
    };
    const Material& material = body.material;
    PointBodyInput input;
    input.rest = built.input.rest;
    input.position = built.input.position;
    input.velocity = built.input.velocity;
    input.volume = samples.volume;
    input.spacing = samples.spacing;
    set_moduli(values(material.young, "young"), values(material.poisson, "poisson"),
               values(material.lame_lambda, "lame_lambda"), values(material.lame_mu, "lame_mu"), input);
    property(input, PointProperty::density) = values(material.density, "density");
    property(input, PointProperty::yield) = values(material.yield_stress, "yield_stress");
    property(input, PointProperty::flow) = values(material.flow, "flow");
    property(input, PointProperty::hardening) = values(material.hardening, "hardening");
    property(input, PointProperty::viscosity) = values(material.viscosity, "viscosity");
    property(input, PointProperty::friction) = built.input.friction;
    property(input, PointProperty::restitution) = built.input.restitution;
    return input;
}

PointBody make_checked_points(const BuiltBody& built, const PointBased& settings, const std::string& path, double dt,
                              const PointKernels& kernels, BodySummary& summary) {
    PointWork work;
    PointBody made = make_point_body(built.points, kernels, work);
    refuse_if_thin(work.scratch, built.summary.spacing, path);
    const double count = static_cast<double>(made.size());
    for (const Real h : made.radius) summary.radius += static_cast<double>(h) / count;
    for (const std::uint32_t n : made.count) summary.memberships += n;
    summary.mass = std::accumulate(made.mass.begin(), made.mass.end(), 0.0);
    const double stable = stable_step(made, settings, work.scratch);
    const std::uint64_t pieces = point_steps_needed(settings, made, dt, work);
    if (pieces == most_point_steps) refuse_as_too_stiff(dt, stable, path);
    if (settings.max_step > stable)
        summary.notes.push_back(fmt::format(
            "max_step of {:.3g} s would be unstable; steps of at most {:.3g} s are taken", settings.max_step, stable));
    summary.notes.push_back(fmt::format("each step of {:.4g} s is cut into {} of {:.4g} s at the start", dt, pieces,
                                        dt / static_cast<double>(pieces)));
    if (settings.resampling && settings.neighborhoods != Neighborhoods::embedded)
        summary.notes.emplace_back("particles are resampled only with embedded neighborhoods");
    return made;
}

}  // namespace pliant
