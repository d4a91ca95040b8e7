#include "build/body.hpp"

#include "build/field.hpp"
#include "build/point_body.hpp"
#include "build/samples.hpp"
#include "clustering/levels.hpp"
#include "math/decompose.hpp"
#include "scene/stability.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant {
namespace {

constexpr double radians = std::numbers::pi / 180;

/// The initial deformation of the body about its centre, along its own axes: stretch, then twist.
Vec3 deform(const Body& body, const Vec3& p) {
    const Vec3 stretched = body.stretch.cwiseProduct(p);
    if (body.twist.angle == 0) return stretched;
    const Vec3 axis = body.twist.axis.normalized();
    return axis_angle(axis, body.twist.angle * radians * axis.dot(stretched)) * stretched;
}

double total(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values) sum += v;
    return sum;
}

/// Rest and start positions, about the mass centre of the body; returns that centre in world coordinates.
Vec3 place_particles(const Body& body, const std::vector<Vec3>& points, BodyInput& input) {
    const double mass = total(input.mass);
    Vec3 center = Vec3::Zero();
    for (std::size_t i = 0; i < points.size(); ++i) center += input.mass[i] / mass * points[i];
    const Similarity place = similarity_of(body.place);
    for (const Vec3& p : points) {
        // Rest is not turned with the body: its clusters and the order of its sums do not depend on how it is placed.
        input.rest.push_back(place.scale * (p - center));
        input.position.push_back(place.scale * (place.rotation * deform(body, p - center)));
    }
    // It turns about its center of mass, which a twist moves.
    Vec3 pivot = Vec3::Zero();
    for (std::size_t i = 0; body.twist.angle != 0 && i < points.size(); ++i)
        pivot += input.mass[i] / mass * input.position[i];
    for (const Vec3& x : input.position) input.velocity.push_back(body.velocity + radians * body.spin.cross(x - pivot));
    return place(center);
}

/// α and k_d per particle from frequency and rate, or the raw numbers.
void set_rates(ShapeBuilder& shapes, const Body& body, const Scene& scene, const FieldValues& stiffness,
               const FieldValues& damping, const std::string& path, BodyInput& input) {
    StepRates rates = largest_rates(scene, body);
    rates.stiffness = std::max(rates.stiffness, *std::max_element(stiffness.begin(), stiffness.end()));
    rates.damping = std::max(rates.damping, *std::max_element(damping.begin(), damping.end()));
    try {
        check_stability(scene.time, rates);
    } catch (const InputError& error) {
        throw shapes.located(error, path + ".material.stiffness");
    }
    const double dt = step_length(scene.time);
    for (std::size_t i = 0; i < stiffness.size(); ++i) {
        const StepRates step_rates{
            .stiffness = stiffness[i], .damping = damping[i], .alpha = body.material.alpha, .k_d = body.material.k_d};
        input.alpha.push_back(alpha_of_step(step_rates, dt));
        input.k_d.push_back(damping_of_step(step_rates, dt));
    }
}

/// Plastic flow, where there is any.
template <class Values>
void set_flow(const Material& material, const Values& values, BodyInput& input) {
    const FieldValues flow = values(material.flow, "flow");
    if (std::none_of(flow.begin(), flow.end(), [](double rate) { return rate > 0; })) return;
    input.flow = flow;
    input.yield = values(material.yield, "yield");
    input.hardening = values(material.hardening, "hardening");
    input.plastic_limit = material.plastic_limit;
    input.recovery = material.recovery;
}

/// α and k_d of levels that have their own.
void set_level_rates(const Body& body, double dt, BodyInput& input) {
    input.level_alpha.resize(input.levels.size());
    input.level_k_d.resize(input.levels.size());
    for (const LevelOverride& level : body.clusters.level_overrides) {
        const auto l = static_cast<std::size_t>(level.level);
        if (l >= input.levels.size()) continue;
        if (level.stiffness) input.level_alpha[l] = alpha_of_step({.stiffness = *level.stiffness}, dt);
        if (level.damping) input.level_k_d[l] = damping_of_step({.damping = *level.damping}, dt);
    }
}

template <class Values>
void set_material(ShapeBuilder& shapes, const Body& body, const Scene& scene, const Values& values,
                  const std::string& path, BodyInput& input) {
    input.strain_limit = values(body.material.strain_limit, "strain_limit");
    set_rates(shapes, body, scene, values(body.material.stiffness, "stiffness"),
              values(body.material.damping, "damping"), path, input);
    set_flow(body.material, values, input);
    input.kernel = WeightKernel(body.clusters);
    input.rotation = body.material.rotation;
    input.damping = body.material.damping_mode;
    input.strain_sweeps = body.material.strain_sweeps;
    input.strain_relaxation = body.material.strain_relaxation;
}

void cluster(const Scene& scene, const Body& body, const BodySamples& samples, BuiltBody& built) {
    BodyInput& input = built.input;
    input.levels = cluster_levels(input.rest, input.mass, samples.spacing, body.clusters, scene.seed);
    const LevelSchedule schedule(body.clusters, input.levels.size());
    for (std::size_t l = 0; l < input.levels.size(); ++l) input.level_weight.push_back(schedule.weight(l, 0));
    set_level_rates(body, step_length(scene.time), input);
    built.summary.radius = input.levels.front().radius;
    for (const Clustering& level : input.levels) {
        built.summary.clusters.push_back(level.centers.size());
        built.summary.memberships += level.particles.size();
        built.summary.notes.insert(built.summary.notes.end(), level.notes.begin(), level.notes.end());
    }
}

BuiltPin build_pin(ShapeBuilder& shapes, const Pin& pin, const std::vector<Vec3>& points, const BuiltBody& built,
                   const std::string& path) {
    const SolidPtr region = shapes.solid(pin.region, path + ".region");
    BuiltPin set;
    Vec3 center = Vec3::Zero();
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const Vec3 world = built.origin + built.input.position[i];
        if (region->distance(pin.space == Space::body ? points[i] : world) > 0) continue;
        set.particles.push_back(i);
        set.start.push_back(world);
        center += world;
    }
    if (set.particles.empty())
        throw InputError(
            {.what = "this pin holds no particle",
             .path = path + ".region",
             .allowed = "a region that contains at least one particle of the body",
             .hint = fmt::format("the particles are {:.3g} m apart; the region is in {} coordinates",
                                 built.summary.spacing, pin.space == Space::body ? "the body's own" : "world")});
    set.motion = KeyedMotion(pin.motion, center / static_cast<double>(set.particles.size()));
    set.release = pin.release;
    return set;
}

void say(const BuildOptions& options, std::string_view stage, const Body& body) {
    if (options.progress) options.progress(stage, body.name);
}

}  // namespace

BuiltBody build_body(ShapeBuilder& shapes, const Scene& scene, const Body& body, const std::string& path,
                     const BuildOptions& options) {
    say(options, "sampling", body);
    const BodySamples samples = sample_body(shapes, body, path, mixed_seed(scene.seed, body.sampling.seed));
    const std::size_t count = samples.points.size();
    const auto values = [&](const Varying& varying, const char* name) {
        return evaluate(shapes, varying, samples, name, fmt::format("{}.material.{}", path, name));
    };
    BuiltBody built;
    BodyInput& input = built.input;
    const FieldValues density = values(body.material.density, "density");
    for (const double d : density) input.mass.push_back(d * samples.volume / static_cast<double>(count));
    built.origin = place_particles(body, samples.points, input);
    built.seed = mixed_seed(mixed_seed(scene.seed, body.sampling.seed), body.clusters.seed);
    input.friction = values(body.material.friction, "friction");
    input.restitution = values(body.material.restitution, "restitution");
    built.summary.name = body.name;
    built.summary.particles = count;
    built.summary.mass = total(input.mass);
    built.summary.volume = samples.volume;
    built.summary.spacing = samples.spacing;
    built.summary.notes = samples.notes;
    if (body.solver == Solver::point_based) {
        built.points = point_body_input(shapes, body, samples, built, path);
    } else {
        set_material(shapes, body, scene, values, path, input);
        say(options, "clustering", body);
        cluster(scene, body, samples, built);
    }
    for (std::size_t k = 0; k < body.pins.size(); ++k) {
        try {
            built.pins.push_back(
                build_pin(shapes, body.pins[k], samples.points, built, fmt::format("{}.pins[{}]", path, k)));
        } catch (const InputError& error) {
            throw shapes.located(error, path);
        }
        built.summary.pinned += built.pins.back().particles.size();
    }
    return built;
}

}  // namespace pliant
