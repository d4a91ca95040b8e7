#include "scene/check.hpp"

#include <fmt/format.h>

#include <map>

#include "scene/check_glue.hpp"
#include "scene/check_shapes.hpp"
#include "scene/limits.hpp"
#include "scene/near.hpp"
#include "scene/path.hpp"
#include "scene/stability.hpp"

namespace pliant {
namespace {

template <class T>
void fill_in(std::vector<T>& things, std::string_view kind) {
    for (std::size_t i = 0; i < things.size(); ++i)
        if (things[i].name.empty()) things[i].name = fmt::format("{}-{}", kind, i);
}

template <class T>
void check_names(const Checked& checked, const std::vector<T>& things, std::string_view list) {
    std::map<std::string, std::size_t> first;
    for (std::size_t i = 0; i < things.size(); ++i) {
        const auto [it, is_new] = first.emplace(things[i].name, i);
        if (is_new) continue;
        checked.fail(fmt::format("{}[{}].name", list, i),
                     {.what = fmt::format("{}[{}] has the same name", list, it->second),
                      .value = quoted_text(things[i].name),
                      .allowed = "a name that nothing else in the list has",
                      .hint = "rename one of the two"});
    }
}

void check_motion(const Checked& checked, const Motion& motion, const std::string& path) {
    for (std::size_t i = 1; i < motion.keys.size(); ++i) {
        const double last = motion.keys[i - 1].time;
        if (motion.keys[i].time - last < limits::key_gap)
            checked.fail(fmt::format("{}.keys[{}].time", path, i),
                         {.what = "the keys of a motion stand in order of time",
                          .allowed = fmt::format("a number from {} s, which is {} s after the key before",
                                                 last + limits::key_gap, limits::key_gap),
                          .hint = "sort the keys by time"});
    }
}

void check_levels(const Checked& checked, const Clusters& clusters, const std::string& path) {
    for (std::size_t i = 1; i < clusters.weight_keys.size(); ++i)
        if (clusters.weight_keys[i].time - clusters.weight_keys[i - 1].time < limits::key_gap)
            checked.fail(
                fmt::format("{}.weight_keys[{}].time", path, i),
                {.what = "the keys of level weights stand in order of time",
                 .allowed = fmt::format("a number from {} s", clusters.weight_keys[i - 1].time + limits::key_gap),
                 .hint = "sort the keys by time"});
    for (std::size_t i = 0; i < clusters.level_overrides.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (clusters.level_overrides[i].level == clusters.level_overrides[j].level)
                checked.fail(fmt::format("{}.level_overrides[{}].level", path, i),
                             {.what = "the list names this level twice",
                              .allowed = "each level once",
                              .hint = fmt::format("join it with level_overrides[{}]", j)});
}

void check_fades(const Checked& checked, const Reclustering& reclustering, const std::string& path) {
    if (reclustering.fade_in < reclustering.fade_out) return;
    checked.fail(path + ".fade_in", {.what = "new clusters must come sooner than the old ones go",
                                     .value = fmt::format("{} s", reclustering.fade_in),
                                     .allowed = fmt::format("a number below fade_out, {} s", reclustering.fade_out),
                                     .hint = "half of fade_out does well"});
}

void check_time(const Checked& checked) {
    const int substeps = substeps_per_frame(checked.scene.time);
    if (substeps > limits::substeps)
        checked.fail("time.max_step",
                     {.what = fmt::format("the step is too short: it takes {} substeps a frame", substeps),
                      .allowed = fmt::format("at least {:.3g} s at {} frames a second",
                                             1 / (checked.scene.time.fps * limits::substeps), checked.scene.time.fps),
                      .hint = "raise max_step or time.fps"});
}

void check_fracture(const Checked& checked, ShapeChecker& shapes, const Fracture& fracture, const std::string& path) {
    for (std::size_t i = 0; i < fracture.scores.size(); ++i)
        shapes.check_selector(fracture.scores[i].shape, fmt::format("{}.scores[{}].shape", path, i));
    for (std::size_t i = 0; i < fracture.cuts.size(); ++i)
        shapes.check_selector(fracture.cuts[i].shape, fmt::format("{}.cuts[{}].shape", path, i));
    for (std::size_t i = 0; i < fracture.weakenings.size(); ++i)
        shapes.check_selector(fracture.weakenings[i].region, fmt::format("{}.weakenings[{}].region", path, i));
    constexpr std::size_t most = 16;
    if (fracture.scores.size() + fracture.cuts.size() > most)
        checked.fail(path + (fracture.cuts.empty() ? ".scores" : ".cuts"),
                     {.what = "there are too many surfaces in one body",
                      .value = fmt::format("{} scores and {} cuts", fracture.scores.size(), fracture.cuts.size()),
                      .allowed = fmt::format("at most {} together", most),
                      .hint = "join surfaces of one time by a union, or use cells"});
}

void check_camera(const Checked& checked) {
    const std::optional<Camera>& camera = checked.scene.camera;
    if (camera && camera->eye == camera->target)
        checked.fail("camera.target", {.what = "the camera looks at where it stands",
                                       .allowed = "a point other than the eye",
                                       .hint = "try the middle of the scene"});
}

void check_force(const Checked& checked, const Force& force, const std::string& path) {
    if (force.end && !(*force.end > force.start))
        checked.fail(path + ".end", {.what = "a force must end after it starts",
                                     .allowed = fmt::format("null, or a number above {} s, its start", force.start),
                                     .hint = "leave it out for a force without an end"});
    std::vector<std::string> names;
    for (const Body& body : checked.scene.bodies) names.push_back(body.name);
    for (std::size_t i = 0; i < force.bodies.size(); ++i)
        if (std::find(names.begin(), names.end(), force.bodies[i]) == names.end())
            checked.fail(fmt::format("{}.bodies[{}]", path, i), {.what = "no body has this name",
                                                                 .allowed = "names of bodies",
                                                                 .hint = did_you_mean(force.bodies[i], names)});
}

/// Which field to blame for a step that is too long: one that a --set changed, or else the material's own.
std::string stability_path(const Checked& checked, const Material& material, const std::string& body) {
    const std::string own = body + ".material." + (material.alpha > 0 ? "alpha" : "stiffness");
    for (const std::string& path : {own, body + ".material.damping", std::string("time.substeps"),
                                    std::string("time.max_step"), std::string("time.fps")})
        if (checked.is_override(path)) return path;
    return own;
}

void check_obstacle(const Checked& checked, const Obstacle& obstacle, const std::string& path) {
    check_motion(checked, obstacle.motion, path + ".motion");
    if (obstacle.kind == ObstacleKind::mesh && obstacle.file.empty())
        checked.fail(path + ".file", {.what = "the file's name is empty",
                                      .allowed = "a file, looked up beside the scene",
                                      .hint = "name a file"});
}

/// What only soft bodies, or only rigid ones, can have.
void check_solver(const Checked& checked, const Body& body, const std::string& path) {
    const auto refuse = [&](bool wrong, const char* field, const char* what, const char* hint) {
        const std::string allowed =
            body.solver == Solver::rigid ? "left out for a rigid body" : "left out for a soft body";
        if (wrong) checked.fail(path + "." + field, {.what = what, .allowed = allowed, .hint = hint});
    };
    if (body.solver != Solver::rigid) {
        refuse(body.mass.has_value(), "mass", "only a rigid body is given its mass",
               "use material.density, or \"solver\": \"rigid\"");
        refuse(!body.motion.keys.empty(), "motion", "only a rigid body moves along keys",
               "use pins with a motion, or \"solver\": \"rigid\"");
        return;
    }
    refuse(!body.pins.empty(), "pins", "a rigid body has no pins", "use motion to hold it or to move it along keys");
    refuse(body.stretch != Vec3::Ones(), "stretch", "a rigid body cannot be stretched", "use scale, or another shape");
    refuse(body.twist.angle != 0, "twist", "a rigid body cannot be twisted", "use another shape");
    const bool keyed = !body.motion.keys.empty();
    refuse(keyed && body.velocity != Vec3::Zero(), "velocity", "the keys of the motion say how fast it is",
           "leave out velocity or motion");
    refuse(keyed && body.spin != Vec3::Zero(), "spin", "the keys of the motion say how fast it turns",
           "leave out spin or motion");
    check_motion(checked, body.motion, path + ".motion");
}

void check_body(const Checked& checked, ShapeChecker& shapes, const Body& body, const std::string& path) {
    shapes.check_body(body, path);
    check_solver(checked, body, path);
    if (body.solver == Solver::rigid) return;
    for (std::size_t i = 0; i < body.pins.size(); ++i) {
        const std::string pin = fmt::format("{}.pins[{}]", path, i);
        shapes.check_selector(body.pins[i].region, pin + ".region");
        check_motion(checked, body.pins[i].motion, pin + ".motion");
    }
    for (std::size_t i = 0; i < body.sampling.regions.size(); ++i)
        shapes.check_selector(body.sampling.regions[i].shape, fmt::format("{}.sampling.regions[{}].shape", path, i));
    if (!body.sampling.regions.empty() && body.solver != Solver::point_based)
        checked.fail(path + ".sampling.regions",
                     {.what = "shape matching gives every particle the same share of the body",
                      .allowed = "regions only with solver: point_based",
                      .hint = "leave them out, or change the solver"});
    check_levels(checked, body.clusters, path + ".clusters");
    check_fades(checked, body.reclustering, path + ".reclustering");
    check_fracture(checked, shapes, body.fracture, path + ".fracture");
    const Sampling& sampling = body.sampling;
    const bool counted = sampling.spacing == 0 && !shapes.is_points(body.shape);
    if (counted && body.clusters.count > sampling.particles)
        checked.fail(path + ".clusters.count",
                     {.what = "there are more clusters than particles",
                      .allowed = fmt::format("a whole number from 0 to {}, the body's particles", sampling.particles),
                      .hint = "fewer clusters, or more sampling.particles"});
    const StepRates rates = largest_rates(checked.scene, body);
    const bool found = is_automatic(checked.scene.time) && stable_substeps(rates, checked.scene.time.fps) > 0;
    if (body.solver == Solver::point_based || found) return;
    try {
        check_stability(checked.scene.time, rates);
    } catch (const InputError& error) {
        checked.fail(stability_path(checked, body.material, path), error.problem());
    }
}

void check_total_particles(const Checked& checked) {
    double total = 0;
    for (const Body& body : checked.scene.bodies) total += body.sampling.spacing == 0 ? body.sampling.particles : 0;
    if (total > limits::particles)
        checked.fail("bodies", {.what = "the scene has too many particles",
                                .value = fmt::format("{:.0f} particles in all bodies", total),
                                .allowed = fmt::format("at most {:.0f}", limits::particles),
                                .hint = "lower sampling.particles"});
}

}  // namespace

void fill_in_names(Scene& scene) {
    fill_in(scene.bodies, "body");
    fill_in(scene.obstacles, "obstacle");
    fill_in(scene.forces, "force");
    fill_in(scene.glue, "glue");
}

void check_whole_scene(const Checked& checked) {
    const Scene& scene = checked.scene;
    check_names(checked, scene.bodies, "bodies");
    check_names(checked, scene.obstacles, "obstacles");
    check_names(checked, scene.forces, "forces");
    check_names(checked, scene.glue, "glue");
    check_time(checked);
    check_total_particles(checked);
    check_camera(checked);
    ShapeChecker shapes(checked);
    for (const auto& named : scene.shapes) shapes.check_named(named.first);
    for (std::size_t i = 0; i < scene.forces.size(); ++i)
        check_force(checked, scene.forces[i], fmt::format("forces[{}]", i));
    for (std::size_t i = 0; i < scene.obstacles.size(); ++i)
        check_obstacle(checked, scene.obstacles[i], fmt::format("obstacles[{}]", i));
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
        check_body(checked, shapes, scene.bodies[i], fmt::format("bodies[{}]", i));
    for (std::size_t i = 0; i < scene.glue.size(); ++i)
        check_glue(checked, shapes, scene.glue[i], fmt::format("glue[{}]", i));
}

}  // namespace pliant
