// Scene → Model + State: the constructor of Simulation.
#include "geometry/morton.hpp"
#include "build/body.hpp"
#include "build/glue.hpp"
#include "build/obstacle.hpp"
#include "build/point_body.hpp"
#include "build/rigid.hpp"
#include "scene/stability.hpp"
#include "shape_matching/columns_as_eigen.hpp"
#include "sim/parts.hpp"

#include <pliant/error.hpp>
#include <pliant/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace pliant {
namespace {

/// Faster than anything a scene may ask for (limits of the parameter table); slow enough that no square overflows.
constexpr double speed_limit = 1e6;

void add_body_colliders(const BuiltBody& built, const Body& body, std::uint32_t first_particle,
                        std::uint32_t first_cluster, Model& model, const SoftBodies& soft) {
    const Clustering& finest = built.input.levels.front();
    ColliderInput input;
    for (std::size_t s = first_particle; s < soft.particle_count(); ++s)
        input.rest.push_back(built.input.rest[soft.id[s] - first_particle]);
    for (const std::uint32_t c : morton_order(finest.centers)) input.centers.push_back(finest.centers[c]);
    input.cluster_radius = finest.radius;
    input.radius = 0.5 * built.summary.spacing;
    input.collides = body.collides;
    input.self = body.self_collides;
    add_colliders(model.colliders, soft, input, first_particle, first_cluster);
    BuiltColliders& kept = model.built_colliders;
    kept.rest.insert(kept.rest.end(), input.rest.begin(), input.rest.end());
    kept.first.push_back(first_cluster);
    kept.count.push_back(model.colliders.bodies.back().cluster_count);
}

void add_body(const BuiltBody& built, const Body& body, Model& model, State& state) {
    SoftBodies& soft = state.soft;
    const auto first = static_cast<std::uint32_t>(soft.particle_count());
    const auto first_cluster = static_cast<std::uint32_t>(soft.cluster_count());
    const auto index = static_cast<std::uint32_t>(model.ranges.size());
    append_body(soft, built.input, index, model.dt);
    const auto count = static_cast<std::uint32_t>(soft.particle_count() - first);
    model.ranges.push_back({built.origin, first, count, static_cast<Real>(0.5 * built.summary.spacing)});
    model.summaries.push_back(built.summary);
    std::vector<std::uint32_t> slot(count);
    for (std::uint32_t s = first; s < first + count; ++s) slot[soft.id[s] - first] = s;
    for (std::uint32_t s = first; s < first + count; ++s) {
        model.friction.push_back(static_cast<Real>(built.friction[soft.id[s] - first]));
        model.restitution.push_back(static_cast<Real>(built.restitution[soft.id[s] - first]));
    }
    for (PinnedSet pin : built.pins) {
        for (std::uint32_t& particle : pin.particles) particle = slot[particle];
        model.pins.push_back(std::move(pin));
    }
    add_body_colliders(built, body, first, first_cluster, model, soft);
    const BodyInput& input = built.input;
    const LevelSchedule schedule(body.clusters, input.levels.size());
    if (!schedule.is_constant()) model.keyed_levels.push_back({index, schedule});
    const auto acts = [](double k) { return k > 0; };
    const auto level_acts = [](const std::optional<double>& k) { return k && *k > 0; };
    if (std::any_of(input.k_d.begin(), input.k_d.end(), acts) ||
        std::any_of(input.level_k_d.begin(), input.level_k_d.end(), level_acts))
        model.damping =
            std::max(model.damping, input.damping == DampingMode::rigid ? DampingWork::rigid : DampingWork::mean);
    model.any_plastic |= !input.flow.empty();
    if (!input.flow.empty() && input.levels.size() > 1)
        model.layered.push_back(add_layered_body(soft, index, first, input.rest, input.levels.size()));
    Reclustering reclustering = body.reclustering;
    if (input.flow.empty()) reclustering.mode = ReclusterMode::off;
    model.reclustering.any |= reclustering.mode != ReclusterMode::off;
    model.reclustering.bodies.push_back(
        recluster_rule(reclustering, input.levels.front().radius, input.kernel, first, count, built.seed));
    model.any_deformation_rotation |= input.rotation == RotationMode::deformation;
    model.max_strain_sweeps = std::max(model.max_strain_sweeps, input.strain_sweeps);
}

/// A rigid body has a place among the others, but no soft particles and no proxies there.
void add_rigid(BuiltRigid built, Model& model, State& state) {
    built.body.body = static_cast<std::uint32_t>(model.ranges.size());
    const auto first = static_cast<std::uint32_t>(state.soft.particle_count());
    const auto radius = static_cast<Real>(built.body.particle_radius);
    model.ranges.push_back({built.body.start.translation, first, 0, radius});
    model.summaries.push_back(std::move(built.summary));
    model.colliders.bodies.emplace_back();
    model.built_colliders.first.push_back(static_cast<std::uint32_t>(state.soft.cluster_count()));
    model.built_colliders.count.push_back(0);
    model.reclustering.bodies.emplace_back();
    state.rigid.shapes.push_back(hash_of(built.body));
    model.rigid.push_back(std::move(built.body));
    state.rigid.motions.push_back(built.motion);
}

ForceField field_of(const Force& force, const Scene& scene) {
    ForceField field{force, {}};
    for (const Body& body : scene.bodies)
        field.on_body.push_back(force.bodies.empty() ||
                                std::find(force.bodies.begin(), force.bodies.end(), body.name) != force.bodies.end());
    return field;
}

const Kernels* choose_kernels(const std::string& name) {
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
        for (std::size_t b = 0; b < model.ranges.size(); ++b) {
            const BodyRange& range = model.ranges[b];
            std::size_t inside = 0;
            double deepest = 0;
            for (std::uint32_t i = range.first_particle; i < range.first_particle + range.particle_count; ++i) {
                const Vec3 x = range.origin + vec(soft.particles[i].position);
                const double depth = -model.obstacles[k].distance(pose.rotation.transpose() * (x - pose.translation));
                if (!(depth > 0)) continue;
                ++inside;
                deepest = std::max(deepest, depth);
            }
            if (inside > 0)
                model.summaries[b].notes.push_back(fmt::format(
                    "{} of its {} particles start inside {}, up to {:.3g} m deep: the first step puts them onto its "
                    "surface, and a body that is squashed so suddenly jumps. Move it out.",
                    inside, range.particle_count, scene.obstacles[k].name, deepest));
        }
    }
}

}  // namespace

Simulation::Simulation(const Scene& description, const BuildOptions& options) : parts_(std::make_unique<Parts>()) {
    const Scene scene = check_scene(description);
    Model& model = parts_->model;
    model.fps = scene.time.fps;
    model.frames = scene.time.frames;
    model.substeps = substeps_per_frame(scene.time);
    model.dt = step_length(scene.time);
    model.gravity = scene.gravity;
    model.speed_limit = speed_limit;
    model.colliders.settings = scene.collisions;
    model.kernels = choose_kernels(options.instruction_set);
    model.point_kernels = find_point_kernels(options.instruction_set);
    parts_->use_threads(options.threads);
    parts_->arena.execute([&] {
        ShapeBuilder shapes(scene);
        for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
            const Body& body = scene.bodies[b];
            const std::string path = fmt::format("bodies[{}]", b);
            try {
                if (body.solver == Solver::rigid)
                    add_rigid(build_rigid(shapes, scene, body, path, options), model, parts_->state);
                else if (body.solver == Solver::point_based)
                    add_point_body(build_body(shapes, scene, body, path, options), body, path, model, parts_->state);
                else
                    add_body(build_body(shapes, scene, body, path, options), body, model, parts_->state);
            } catch (const InputError& error) {
                throw shapes.located(error, path);
            }
        }
        for (std::size_t k = 0; k < scene.obstacles.size(); ++k)
            model.obstacles.push_back(build_obstacle(shapes, scene.obstacles[k], fmt::format("obstacles[{}]", k)));
        note_overlaps(scene, parts_->state.soft, model);
        build_glue(shapes, scene, model, parts_->state);
    });
    finish_colliders(model.colliders, parts_->state.soft, model.friction, model.restitution);
    // Each rigid and each point-based body counts as one in frames.
    model.reclustering.built_clusters =
        static_cast<std::uint32_t>(parts_->state.soft.cluster_count() + model.points.size() + model.rigid.size());
    if (model.reclustering.any) {
        model.built_colliders.proxies = model.colliders.proxies;
        for (const BodyColliders& own : model.colliders.bodies) model.built_colliders.trees.push_back(own.tree);
    } else {
        model.built_colliders = {};
        parts_->state.soft.finest.born.clear();
    }
    model.built_bodies = hash_bodies(parts_->state);
    for (const Force& force : scene.forces) model.fields.push_back(field_of(force, scene));
    prepare_scratch(model, parts_->state, parts_->scratch);
}

}  // namespace pliant
