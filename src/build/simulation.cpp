// Scene → Model + State: the constructor of Simulation.
#include "build/simulation.hpp"
#include "geometry/morton.hpp"

#include "build/body.hpp"
#include "build/glue.hpp"
#include "build/obstacle.hpp"
#include "build/point_body.hpp"
#include "build/rigid.hpp"
#include "particles/vectors.hpp"
#include "scene/stability.hpp"
#include "sim/parts.hpp"

#include <pliant/error.hpp>
#include <pliant/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace pliant {
namespace {

/// Faster than anything a scene may ask for (limits of the parameter table); slow enough that no square overflows.
constexpr double speed_limit = 1e6;

void add_body_colliders(const BuiltBody& built, const Body& body, const SlotRange& range, std::uint32_t first_cluster,
                        std::uint32_t first_id, const BodyInfo& info, const SoftBodies& soft, ColliderRules& rules) {
    const Clustering& finest = built.input.levels.front();
    ColliderInput input;
    for (std::size_t s = range.first; s < range.last; ++s)
        input.rest.push_back(built.input.rest[soft.id[s] - first_id]);
    for (const std::uint32_t c : morton_order(finest.centers)) input.centers.push_back(finest.centers[c]);
    input.cluster_radius = finest.radius;
    input.radius = info.contact_radius;
    for (std::size_t s = range.first; s < range.last; ++s)
        input.reach.push_back(info.thickness * static_cast<double>(soft.reach[s]));
    if (!built.normal.empty())
        for (std::size_t s = range.first; s < range.last; ++s)
            input.normal.push_back(built.normal[soft.id[s] - first_id]);
    input.collides = body.collides;
    input.self = body.self_collides;
    input.may_break = built.fracture.any();
    add_colliders(rules, soft, input, range.first, first_cluster);
}

/// What the model has of every body, whichever solver it is for. Returns its number.
std::uint32_t add_info(const Vec3& origin, double radius, const Body& body, BodySummary summary, Model& model) {
    BodyInfo info;
    info.origin = origin;
    info.radius = static_cast<Real>(radius);
    info.thickness = model.soft.colliders.settings.thickness;
    info.contact_radius = info.thickness * radius;
    info.collides = body.collides;
    info.self_collides = body.self_collides;
    if (body.solver == Solver::shape_matching) info.collides &= model.soft.colliders.settings.enabled;
    model.bodies.push_back(info);
    model.summaries.push_back(std::move(summary));
    return static_cast<std::uint32_t>(model.bodies.size() - 1);
}

/// A body of another solver takes no part in what shape matching knows of bodies.
void add_no_clusters(SoftModel& soft) {
    soft.colliders.bodies.emplace_back();
    soft.reclustering.bodies.emplace_back();
    soft.fracture.bodies.emplace_back();
}

/// Pins, whose particles are numbered in the order of sampling.
void add_pins(const std::vector<BuiltPin>& pins, std::uint32_t body, std::uint32_t first_id, Model& model,
              State& state) {
    for (const BuiltPin& pin : pins) {
        const auto rule = static_cast<std::uint32_t>(model.pins.size());
        model.pins.push_back({body, pin.motion, pin.release});
        for (std::size_t k = 0; k < pin.particles.size(); ++k)
            state.pins.add(rule, first_id + pin.particles[k], pin.start[k]);
    }
}

void add_body(BuiltBody& built, const Body& body, Model& model, State& state) {
    set_step_rates(body, built.rates, model.dt, built.input);
    SoftBodies& soft = state.soft;
    const std::uint32_t first_id = soft.counts[0];
    const auto first_cluster = static_cast<std::uint32_t>(soft.cluster_count());
    const std::uint32_t index = add_info(built.origin, 0.5 * built.summary.spacing, body, built.summary, model);
    append_body(soft, built.input, index, model.dt);
    const SlotRange range = particles_of(soft, index);
    BodyInfo& info = model.bodies[index];
    const double widest = *std::max_element(soft.reach.begin() + range.first, soft.reach.begin() + range.last);
    info.contact_radius = info.thickness * widest;
    info.is_cut = built.fracture.blades;
    add_pins(built.pins, index, first_id, model, state);
    add_body_colliders(built, body, range, first_cluster, first_id, model.bodies.back(), soft, model.soft.colliders);
    const BodyInput& input = built.input;
    SoftModel& rules = model.soft;
    const LevelSchedule schedule(body.clusters, input.levels.size());
    if (!schedule.is_constant()) rules.keyed_levels.push_back({index, schedule});
    const auto acts = [](double k) { return k > 0; };
    const auto level_acts = [](const std::optional<double>& k) { return k && *k > 0; };
    if (std::any_of(input.k_d.begin(), input.k_d.end(), acts) ||
        std::any_of(input.loss.begin(), input.loss.end(), acts) ||
        std::any_of(input.level_k_d.begin(), input.level_k_d.end(), level_acts))
        rules.damping =
            std::max(rules.damping, input.damping == DampingMode::mean ? DampingWork::mean : DampingWork::rigid);
    rules.any_plastic |= !input.flow.empty();
    if (!input.flow.empty() && input.levels.size() > 1)
        rules.layered.push_back(add_layered_body(soft, index, first_id, input.rest, input.levels.size()));
    Reclustering reclustering = body.reclustering;
    if (input.flow.empty()) reclustering.mode = ReclusterMode::off;
    rules.reclustering.any |= reclustering.mode != ReclusterMode::off;
    rules.reclustering.bodies.push_back(
        recluster_rule(reclustering, input.levels.front().radius, input.kernel, soft, range, built.seed));
    rules.fracture.bodies.push_back(built.fracture);
    rules.any_deformation_rotation |= input.rotation == RotationMode::deformation;
}

void add_rigid_body(BuiltRigid built, const Body& body, Model& model, State& state) {
    add_no_clusters(model.soft);
    built.body.body =
        add_info(built.body.start.translation, built.body.particle_radius, body, std::move(built.summary), model);
    state.rigid.shapes.push_back(hash_of(built.body));
    model.rigid.push_back(std::move(built.body));
    state.rigid.motions.push_back(built.motion);
}

void add_point_body(const BuiltBody& built, const Body& body, const std::string& path, Model& model, State& state) {
    add_no_clusters(model.soft);
    const PointModel points{static_cast<std::uint32_t>(model.bodies.size()), body.point_based, built.fracture.any(),
                            built.breaking};
    BodySummary summary = built.summary;
    state.points.push_back(make_checked_points(built, body.point_based, path, model.dt, *model.point_kernels, summary));
    add_info(built.origin, 0.5 * built.summary.spacing, body, std::move(summary), model);
    model.bodies.back().is_cut = built.fracture.blades;
    add_pins(built.pins, points.body, 0, model, state);
    model.points.push_back(points);
}

ForceField field_of(const Force& force, const Scene& scene) {
    ForceField field{force, {}};
    for (const Body& body : scene.bodies)
        field.on_body.push_back(force.bodies.empty() ||
                                std::find(force.bodies.begin(), force.bodies.end(), body.name) != force.bodies.end());
    return field;
}

const Kernels* kernels_named(const std::string& name) {
    const Kernels* kernels = find_kernels(name);
    if (!kernels)
        throw InputError({.what = "this machine cannot run that instruction set",
                          .value = name,
                          .allowed = fmt::format("{}", fmt::join(instruction_sets(), ", ")),
                          .hint = "leave it out to get the best one"});
    return kernels;
}

/// Particles that start inside an obstacle are put on its surface by the first step: people want to know.
void note_overlaps(const Scene& scene, const SoftBodies& soft, Model& model) {
    for (std::size_t k = 0; k < model.obstacles.size(); ++k) {
        const RigidPose pose = model.obstacles[k].pose(0);
        for (std::uint32_t b = 0; b < model.bodies.size(); ++b) {
            const SlotRange range = particles_of(soft, b);
            std::size_t inside = 0;
            double deepest = 0;
            for (std::uint32_t i = range.first; i < range.last; ++i) {
                const Vec3 x = model.bodies[b].origin + vec(soft.particles[i].position);
                const double depth = -model.obstacles[k].distance(pose.rotation.transpose() * (x - pose.translation));
                if (!(depth > 0)) continue;
                ++inside;
                deepest = std::max(deepest, depth);
            }
            if (inside > 0)
                model.summaries[b].notes.push_back(fmt::format(
                    "{} of its {} particles start inside {}, up to {:.3g} m deep: the first step puts them onto its "
                    "surface, and a body that is squashed so suddenly jumps. Move it out.",
                    inside, range.size(), scene.obstacles[k].name, deepest));
        }
    }
}

/// The settings of a scene that are those of no body.
Model settings_of(const Scene& scene, const Time& time, const BuildOptions& options) {
    Model model;
    model.fps = time.fps;
    model.frames = time.frames;
    model.substeps = substeps_per_frame(time);
    model.dt = step_length(time);
    model.gravity = scene.gravity;
    model.speed_limit = speed_limit;
    model.energy_account = scene.output.energy;
    model.soft.colliders.settings = scene.collisions;
    model.soft.kernels = kernels_named(options.instruction_set);
    model.point_kernels = find_point_kernels(options.instruction_set);
    for (const Force& force : scene.forces) model.fields.push_back(field_of(force, scene));
    return model;
}

/// Calls f(body, its path, b) for all bodies; an error in it says where it is.
template <class F>
void for_bodies(const ShapeBuilder& shapes, const Scene& scene, const F& f) {
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
        const std::string path = fmt::format("bodies[{}]", b);
        try {
            f(scene.bodies[b], path, b);
        } catch (const InputError& error) {
            throw shapes.located(error, path);
        }
    }
}

/// The soft bodies, in the order of the scene; nothing in the places of rigid ones.
std::vector<BuiltBody> build_soft_bodies(ShapeBuilder& shapes, const Scene& scene, const BuildOptions& options) {
    std::vector<BuiltBody> soft(scene.bodies.size());
    for_bodies(shapes, scene, [&](const Body& body, const std::string& path, std::size_t b) {
        if (body.solver != Solver::rigid) soft[b] = build_body(shapes, scene, body, path, options);
    });
    return soft;
}

/// So that a slip of the pen in a modulus does not become a run that never ends.
void refuse_too_many(const ShapeBuilder& shapes, const Scene& scene, const std::vector<BuiltBody>& soft, int needed) {
    if (needed <= most_automatic_substeps) return;
    for_bodies(shapes, scene, [&](const Body&, const std::string& path, std::size_t b) {
        if (quiet_substeps(soft[b].rates.largest, scene.time.fps) < needed) return;
        throw InputError(
            {.what = fmt::format("so stiff a body needs {} steps a frame", needed),
             .path = path + (soft[b].rates.stiffness.empty() ? ".material.young" : ".material.stiffness"),
             .value = fmt::format("its stiffest cluster swings at {:.4g} Hz", soft[b].rates.largest.stiffness),
             .allowed = fmt::format("at most {} steps a frame with time.substeps: \"auto\"", most_automatic_substeps),
             .hint = fmt::format("lower young, sample it more coarsely, or set time.substeps to {}", needed)});
    });
}

/// The scene's time with its number of substeps: how stiff clusters are is known once they are built. Throws InputError
/// when there are too few.
Time time_for(const ShapeBuilder& shapes, const Scene& scene, const std::vector<BuiltBody>& soft) {
    Time time = scene.time;
    if (is_automatic(time)) {
        time.substeps = least_substeps;
        for (const BuiltBody& body : soft)
            time.substeps = std::max(time.substeps, quiet_substeps(body.rates.largest, time.fps));
        refuse_too_many(shapes, scene, soft, time.substeps);
    }
    for_bodies(shapes, scene, [&](const Body& body, const std::string& path, std::size_t b) {
        if (body.solver != Solver::shape_matching) return;
        try {
            check_stability(time, soft[b].rates.largest);
        } catch (const InputError& error) {
            const bool by_cluster = !soft[b].rates.stiffness.empty();
            throw shapes.located(error, path + (by_cluster ? ".material.stiffness" : ".material.young"));
        }
    });
    return time;
}

void add_bodies(ShapeBuilder& shapes, const Scene& scene, const BuildOptions& options, std::vector<BuiltBody> soft,
                Model& model, State& state) {
    for_bodies(shapes, scene, [&](const Body& body, const std::string& path, std::size_t b) {
        if (body.solver == Solver::rigid)
            add_rigid_body(build_rigid(shapes, scene, body, path, options), body, model, state);
        else if (body.solver == Solver::point_based)
            add_point_body(soft[b], body, path, model, state);
        else
            add_body(soft[b], body, model, state);
        soft[b] = {};
    });
}

/// What only all bodies together determine.
void finish(Model& model, State& state) {
    finish_rules(model.soft.colliders);
    model.soft.colliders.proxies.resize(state.soft.cluster_count());
    // Each rigid and each point-based body counts as one in frames.
    model.soft.reclustering.built_clusters =
        static_cast<std::uint32_t>(state.soft.cluster_count() + model.points.size() + model.rigid.size());
    FractureRules& fracture = model.soft.fracture;
    fracture.built_clusters = model.soft.reclustering.built_clusters;
    for (const FractureRule& rule : fracture.bodies) {
        fracture.any |= rule.any();
        fracture.any_stress |= rule.stress;
    }
    if (!model.soft.reclustering.any && !fracture.any) state.soft.finest.born.clear();
    model.built_bodies = hash_bodies(state);
    model.built_parameters = hash_parameters(state, model.dt);
}

}  // namespace

Built build(const Scene& scene, const BuildOptions& options) {
    ShapeBuilder shapes(scene);
    std::vector<BuiltBody> soft = build_soft_bodies(shapes, scene, options);
    Built built{settings_of(scene, time_for(shapes, scene, soft), options), {}};
    add_bodies(shapes, scene, options, std::move(soft), built.model, built.state);
    for (std::size_t k = 0; k < scene.obstacles.size(); ++k)
        built.model.obstacles.push_back(build_obstacle(shapes, scene.obstacles[k], fmt::format("obstacles[{}]", k)));
    note_overlaps(scene, built.state.soft, built.model);
    build_glue(shapes, scene, built.model, built.state);
    set_sleep_rules(scene.sleeping, built.model, built.state);
    finish(built.model, built.state);
    return built;
}

Simulation::Simulation(const Scene& description, const BuildOptions& options) {
    const Scene scene = check_scene(description);
    auto threads = std::make_unique<Threads>(options.threads);
    Built built = threads->arena.execute([&] { return build(scene, options); });
    parts_ = std::make_unique<Parts>(std::move(built.model), std::move(built.state), std::move(threads));
}

}  // namespace pliant
