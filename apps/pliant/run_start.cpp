#include "interrupt.hpp"
#include "progress.hpp"
#include "run_options.hpp"

#include <pliant/error.hpp>
#include <pliant/pictures.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace pliant::cli {
namespace {

namespace fs = std::filesystem;

/// --set and --frames.
SceneOptions scene_options(const RunOptions& options) {
    SceneOptions scene = options.scene;
    if (options.frames) scene.settings.push_back(fmt::format("time.frames={}", *options.frames));
    return scene;
}

BuildOptions build_options(const RunOptions& options) {
    BuildOptions build;
    build.threads = options.threads;
    build.instruction_set = options.instruction_set;
    if (!options.quiet)
        build.progress = [](std::string_view stage, std::string_view body) {
            fmt::print(stderr, "{} {}\n", stage, body);
        };
    return build;
}

bool names_run(const RunOptions& options) { return RunWriter::holds_run(options.scene.scene); }

std::string folder_of(const RunOptions& options, const Scene& scene) {
    return options.folder.empty() ? (fs::path("out") / scene.name).string() : options.folder;
}

void describe(const Scene& scene, const Simulation& simulation) {
    for (const std::string& note : scene_notes(scene)) fmt::print(stderr, "note: {}\n", note);
    for (const BodySummary& body : simulation.bodies()) {
        const std::string groups =
            !body.clusters.empty() ? fmt::format("{} clusters of radius {:.3g} m", body.clusters.front(), body.radius)
            : body.memberships > 0 ? fmt::format("neighbors within {:.3g} m", body.radius)
                                   : std::string("rigid");
        fmt::print(stderr, "{}: {} particles {:.3g} m apart, {}, {:.4g} kg\n", body.name, body.particles, body.spacing,
                   groups, body.mass);
        for (const std::string& note : body.notes) fmt::print(stderr, "  note: {}\n", note);
    }
    fmt::print(stderr, "{} frames at {:g} fps, {} steps a frame of {:.4g} ms, {} on {} thread{}\n", scene.time.frames,
               scene.time.fps, simulation.substeps(), 1000 * simulation.dt(), simulation.instruction_set(),
               simulation.threads(), simulation.threads() == 1 ? "" : "s");
}

/// The run's own instruction set, unless the user says otherwise (and is told that it does not fit).
RunOptions with_instruction_set_of(const RunReader& run, RunOptions options) {
    if (options.instruction_set.empty()) options.instruction_set = run.info().instruction_set;
    return options;
}

void refuse_without_frames(const Scene& scene) {
    if (scene.output.frames) return;
    throw InputError({.what = "a run without frames leaves nothing to go on from",
                      .path = "output.frames",
                      .value = "false",
                      .hint = "leave out --set output.frames=false"});
}

constexpr const char* kept_inputs = "inputs.jsonl";

/// A checkpoint knows nothing of grabs and moved obstacles.
void refuse_replayed(const std::string& folder) {
    const fs::path inputs = fs::path(folder) / kept_inputs;
    if (!fs::exists(inputs)) return;
    throw InputError({.what = "this run repeats inputs, and cannot be gone on with from one of its frames",
                      .file = folder,
                      .allowed = "runs without --replay",
                      .hint = fmt::format("start it again: pliant run SCENE --replay {} -o DIR", inputs.string())});
}

StartedRun begin(const RunOptions& options) {
    if (names_run(options))
        throw InputError({.what = "this is the folder of a run, not a scene",
                          .file = options.scene.scene,
                          .hint = "go on with it by --resume, or branch from a frame of it by --from FRAME -o DIR"});
    const Scene scene = scene_options(options).load();
    const std::string folder = folder_of(options, scene);
    if (scene.output.frames) RunWriter::check_free(folder, options.force);
    check_skins(scene);
    StartedRun run{scene, Simulation(scene, build_options(options)), nullptr, folder, {}};
    if (!options.quiet) describe(scene, run.simulation);
    heed_interrupts();
    if (scene.output.frames)
        run.writer = std::make_unique<RunWriter>(
            RunWriter::begin(folder, describe_run(scene), run.simulation, options.settings, options.force));
    return run;
}

StartedRun resume(const RunOptions& options) {
    const SceneOptions asked = scene_options(options);
    const bool by_folder = names_run(options);
    if (by_folder && !options.folder.empty() && options.folder != options.scene.scene)
        throw InputError({.what = "a run goes on in its own folder",
                          .path = "-o",
                          .value = options.folder,
                          .hint = "leave out -o; or branch into another folder by --from FRAME -o DIR"});
    const Scene scene = by_folder ? RunReader(asked.scene).scene(asked.overrides()) : asked.load();
    refuse_without_frames(scene);
    const std::string folder = by_folder ? asked.scene : folder_of(options, scene);
    // A run that was killed before it wrote anything.
    if (!RunWriter::holds_run(folder)) return begin(options);
    const RunOptions same = with_instruction_set_of(RunReader(folder), options);
    refuse_replayed(folder);
    StartedRun run{scene, Simulation(scene, build_options(same)), nullptr, folder, {}};
    heed_interrupts();
    run.writer =
        std::make_unique<RunWriter>(RunWriter::resume(folder, describe_run(scene), run.simulation, options.settings));
    if (options.quiet) return run;
    describe(scene, run.simulation);
    for (const std::string& note : run.writer->notes()) fmt::print(stderr, "note: {}\n", note);
    fmt::print(stderr, "going on after frame {} of {}\n", run.simulation.frame(), run.simulation.frame_count());
    return run;
}

StartedRun branch(const RunOptions& options) {
    const SceneOptions asked = scene_options(options);
    const std::string source = names_run(options) ? asked.scene : (fs::path("out") / asked.load().name).string();
    refuse_replayed(source);
    const RunReader reader(source);
    const Scene scene = reader.scene(asked.overrides());
    refuse_without_frames(scene);
    std::error_code error;
    if (options.folder.empty() || fs::equivalent(options.folder, source, error))
        throw InputError({.what = "a branch needs a folder of its own",
                          .path = "-o",
                          .value = options.folder,
                          .hint = fmt::format("for example -o {}-branch", source)});
    RunWriter::check_free(options.folder, options.force);
    const RunOptions same = with_instruction_set_of(reader, options);
    Simulation past(reader.scene(), build_options(same));
    {
        Progress progress("replaying", *options.from, options.quiet);
        reader.replay(past, *options.from, [&](int frame) { progress.update(frame); });
    }
    StartedRun run{scene, Simulation(scene, build_options(same)), nullptr, options.folder, {}};
    continue_from(past, run.simulation);
    if (!options.quiet) describe(scene, run.simulation);
    heed_interrupts();
    run.writer = std::make_unique<RunWriter>(
        RunWriter::begin(options.folder, describe_run(scene), run.simulation, options.settings, options.force));
    return run;
}

}  // namespace

StartedRun start_run(const RunOptions& options) {
    if (options.from) return branch(options);
    if (options.resume) return resume(options);
    if (options.replay.empty()) return begin(options);
    InputLog inputs = read_inputs(options.replay);
    RunOptions as_long = options;
    if (!options.frames && inputs.end_frame > 0) as_long.frames = inputs.end_frame;
    StartedRun run = begin(as_long);
    // Beside the frames, so that nobody goes on without them.
    if (run.writer) write_inputs(fs::path(run.folder) / kept_inputs, inputs);
    run.inputs = std::move(inputs);
    return run;
}

}  // namespace pliant::cli
