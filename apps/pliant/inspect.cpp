// pliant check, info, scenes, presets, schema: look without simulating.
#include "commands.hpp"
#include "info_run.hpp"
#include "scene_options.hpp"

#include <pliant/parameters.hpp>
#include <pliant/pictures.hpp>
#include <pliant/simulation.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace pliant::cli {
namespace {

void print_clusters(const BodySummary& body) {
    fmt::print("  clusters     {}  (radius {:.4g} m, {:.1f} particles in a cluster)\n", fmt::join(body.clusters, " / "),
               body.radius, static_cast<double>(body.memberships) / static_cast<double>(body.clusters.front()));
    fmt::print("  memberships  {}  ({:.2f} for each particle)\n", body.memberships,
               static_cast<double>(body.memberships) / static_cast<double>(body.particles));
}

std::string neighbors_text(const BodySummary& body) {
    return fmt::format("neighbors   {:.1f} for each particle, within {:.4g} m",
                       static_cast<double>(body.memberships) / static_cast<double>(body.particles), body.radius);
}

void print_bodies(const Simulation& simulation) {
    for (const BodySummary& body : simulation.bodies()) {
        fmt::print("body {}\n", body.name);
        fmt::print("  particles    {}  ({:.4g} m apart)\n", body.particles, body.spacing);
        if (body.clusters.empty())
            fmt::print("  {}\n", body.memberships == 0 ? "rigid" : neighbors_text(body));
        else
            print_clusters(body);
        fmt::print("  mass         {:.6g} kg in {:.6g} m³\n", body.mass, body.volume);
        if (body.pinned > 0) fmt::print("  pinned       {} particles\n", body.pinned);
        for (const std::string& note : body.notes) fmt::print("  note: {}\n", note);
    }
}

void print_glue(const Simulation& simulation) {
    for (const GlueSummary& glue : simulation.glue()) {
        fmt::print("glue {}: {} to {}\n", glue.name, glue.b, glue.a);
        if (glue.bindings == glue.points)
            fmt::print("  bindings     {}\n", glue.bindings);
        else
            fmt::print("  bindings     {}, which hold {} points: both are rigid\n", glue.bindings, glue.points);
        if (glue.most_parents == 0)
            fmt::print("  held by something rigid\n");
        else
            fmt::print(
                "  parents      {} to {} for each  (conditioning {:.3g} or more, of 0 to 2; reach {:.3g} or less)\n",
                glue.fewest_parents, glue.most_parents, glue.conditioning, glue.reach);
        for (const std::string& note : glue.notes) fmt::print("  note: {}\n", note);
    }
}

int info_of_scene(const SceneOptions& options) {
    const Scene scene = options.load();
    const Simulation simulation{scene};
    fmt::print("scene {}{}\n", scene.name, scene.title.empty() ? "" : ": " + scene.title);
    print_bodies(simulation);
    print_glue(simulation);
    fmt::print("obstacles {}, force fields {}\n", scene.obstacles.size(), scene.forces.size());
    fmt::print("time: {} frames at {:g} fps, {} steps a frame of {:.4g} ms\n", scene.time.frames, scene.time.fps,
               simulation.substeps(), 1000 * simulation.dt());
    for (const std::string& note : scene_notes(scene)) fmt::print("note: {}\n", note);
    return 0;
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
    auto options = std::make_shared<SceneOptions>();
    CLI::App* command = app.add_subcommand("check", "check a scene: every field, files, sampling and clusters");
    options->add_to(*command, "a scene file, or the name of a bundled scene");
    command->callback([options, &action] {
        action = [options] {
            const Scene scene = options->load();
            const Simulation simulation{scene};
            check_skins(scene);
            std::size_t particles = 0;
            for (const BodySummary& body : simulation.bodies()) {
                particles += body.particles;
                for (const std::string& note : body.notes) fmt::print("note: {}: {}\n", body.name, note);
            }
            for (const GlueSummary& glue : simulation.glue())
                for (const std::string& note : glue.notes) fmt::print("note: {}: {}\n", glue.name, note);
            for (const std::string& note : scene_notes(scene)) fmt::print("note: {}\n", note);
            fmt::print("{}: fine ({} {}, {} particles, {} frames)\n", scene.name, scene.bodies.size(),
                       scene.bodies.size() == 1 ? "body" : "bodies", particles, scene.time.frames);
            return 0;
        };
    });
}

void add_info(CLI::App& app, Action& action) {
    auto options = std::make_shared<SceneOptions>();
    CLI::App* command = app.add_subcommand("info", "what a scene builds, or what a run's folder holds");
    options->add_to(*command, "a scene file, the name of a bundled scene, or the folder of a run");
    command->callback([options, &action] {
        action = [options] {
            return std::filesystem::is_directory(options->scene) ? info_of_run(options->scene)
                                                                 : info_of_scene(*options);
        };
    });
}

void add_scenes(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("scenes", "list the bundled scenes");
    command->callback([&action] {
        action = [] {
            for (const std::string& name : bundled_scenes()) fmt::print("{:<22} {}\n", name, load_scene(name).title);
            fmt::print("\nrun one: pliant run NAME\n");
            return 0;
        };
    });
}

void add_presets(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("presets", "list the material presets");
    command->callback([&action] {
        action = [] {
            fmt::print("{:<14} {:>9} {:>10} {:>8} {:>8} {:>8} {:>7}\n", "", "density", "stiffness", "damping", "strain",
                       "friction", "bounce");
            fmt::print("{:<14} {:>9} {:>10} {:>8} {:>8} {:>8} {:>7}\n", "preset", "kg/m³", "Hz", "1/s", "limit", "",
                       "");
            for (const std::string& name : material_presets()) {
                const Material m = material_preset(name);
                fmt::print("{:<14} {:>9g} {:>10g} {:>8g} {:>8g} {:>8g} {:>7g}   {}\n", name, m.density.value,
                           m.stiffness.value, m.damping.value, m.strain_limit.value, m.friction.value,
                           m.restitution.value, material_preset_summary(name));
            }
            fmt::print(
                "\nuse one: \"material\": \"NAME\", or with changes: \"material\": {{\"preset\": \"NAME\", "
                "\"stiffness\": 9}}\n");
            return 0;
        };
    });
}

void add_schema(CLI::App& app, Action& action) {
    auto markdown = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand("schema", "print the JSON Schema of scene files");
    command->add_flag("--markdown", *markdown, "print the table of parameters as Markdown instead");
    command->callback([markdown, &action] {
        action = [markdown] {
            fmt::print("{}", *markdown ? parameters_markdown() : scene_schema() + "\n");
            return 0;
        };
    });
}

}  // namespace pliant::cli
