#include "build/body.hpp"

#include "build/field.hpp"
#include "build/fracture.hpp"
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

/// Springs by frequency, or by Young's modulus.
template <class Values>
void set_stiffness(const Material& material, const Values& values, const FieldValues& density, BuiltBody& built) {
    const bool by_cluster = material.alpha > 0 || material.stiffness.value > 0 || !material.stiffness.regions.empty() ||
                            !material.stiffness.attribute.empty();
    BodyInput& input = built.input;
    const FieldValues volume = values(material.volume, "volume");
    if (std::any_of(volume.begin(), volume.end(), [](double v) { return v > 0; }))
        for (const double v : volume) input.volume.push_back(volume_ratio * v);
    if (by_cluster) {
        built.rates.stiffness = values(material.stiffness, "stiffness");
        return;
    }
    const FieldValues young = values(material.young, "young");
    for (std::size_t i = 0; i < young.size(); ++i)
        input.modulus.push_back(modulus_over_density(young[i], density[i], input.volume.empty() ? 0 : input.volume[i]));
}

template <class Values>
void set_material(const Body& body, const Values& values, const FieldValues& density, BuiltBody& built) {
    BodyInput& input = built.input;
    input.strain_limit = values(body.material.strain_limit, "strain_limit");
    set_stiffness(body.material, values, density, built);
    built.rates.damping = values(body.material.damping, "damping");
    set_flow(body.material, values, input);
    input.kernel = WeightKernel(body.clusters);
    input.rotation = body.material.rotation;
    input.damping = body.material.damping_mode;
    input.strain_sweeps = body.material.strain_sweeps;
    input.strain_relaxation = body.material.strain_relaxation;
    const bool is_spring = body.material.strain_limiter == StrainLimiter::spring;
    input.limit_stiffness = is_spring ? body.material.limit_stiffness : 0;
}

void cluster(const Scene& scene, const Body& body, const BodySamples& samples, BuiltBody& built) {
    BodyInput& input = built.input;
    input.levels = cluster_levels(input.rest, input.mass, samples.spacing, body.clusters, scene.seed);
    const LevelSchedule schedule(body.clusters, input.levels.size());
    for (std::size_t l = 0; l < input.levels.size(); ++l) input.level_weight.push_back(schedule.weight(l, 0));
    StepRates& rates = built.rates.largest = largest_rates(scene, body);
    const FieldValues& damping = built.rates.damping;
    rates.stiffness = stiffest_cluster(input, built.rates.stiffness);
    rates.damping = std::max(rates.damping, *std::max_element(damping.begin(), damping.end()));
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

/// How far from a particle's center its matter reaches: to the surface of the shape, so that flat faces are flat and
/// bodies touch where they are seen to. Nothing above a spacing, so that what lies inside stays inside when the body is
/// pressed; and not nothing.
double reach_of(const BodySamples& samples, std::size_t i) {
    constexpr double least = 0.01;  // of the spacing
    if (samples.depth.empty()) return 0.5 * samples.spacing;
    return std::clamp(samples.depth[i], least * samples.spacing, samples.spacing);
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
    for (std::size_t i = 0; i < count; ++i) input.reach.push_back(reach_of(samples, i));
    built.summary.name = body.name;
    built.summary.particles = count;
    built.summary.mass = total(input.mass);
    built.summary.volume = samples.volume;
    built.summary.spacing = samples.spacing;
    built.summary.notes = samples.notes;
    built.normal = input.facing = samples.normal;
    if (body.solver == Solver::point_based) {
        built.points = point_body_input(shapes, body, samples, built, path);
        built.breaking =
            set_point_fracture(shapes, body, samples, values(body.material.toughness, "toughness"), path, scene, built);
    } else {
        set_material(body, values, density, built);
        set_fracture(shapes, body, samples, values(body.material.toughness, "toughness"), path, scene, built);
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
