// pliant run: simulate a scene and write its frames.
#include "commands.hpp"
#include "progress.hpp"
#include "scene_options.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>
#include <pliant/simulation.hpp>

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>

namespace pliant::cli {
namespace {

std::atomic<bool> stop_asked = false;

void ask_to_stop(int) { stop_asked = true; }

struct RunOptions {
    SceneOptions scene;
    std::string folder;
    std::optional<int> frames;
    int threads = 0;
    std::string instruction_set;
    std::string stats_file;
    bool hash = false;
    bool quiet = false;
};

/// Lines of statistics, written as they come so that they can be followed.
class StatsFile {
  public:
    explicit StatsFile(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "w")) {
        if (!file_) fail("the statistics file cannot be written");
    }
    ~StatsFile() { std::fclose(file_); }
    StatsFile(const StatsFile&) = delete;
    StatsFile& operator=(const StatsFile&) = delete;

    void write(const std::string& line) {
        if (std::fputs((line + "\n").c_str(), file_) < 0 || std::fflush(file_) != 0)
            fail("the statistics file could not be written to its end");
    }

  private:
    [[noreturn]] void fail(const char* what) const {
        throw InputError({.what = what,
                          .file = path_,
                          .path = "--stats",
                          .value = path_,
                          .allowed = "a file in a folder that exists and is writable, on a disk with room",
                          .hint = "try --stats stats.jsonl"});
    }
    std::string path_;
    std::FILE* file_;
};

Scene load(const RunOptions& options) {
    SceneOptions scene = options.scene;
    if (options.frames) scene.settings.push_back(fmt::format("time.frames={}", *options.frames));
    return scene.load();
}

Simulation build(const Scene& scene, const RunOptions& options) {
    BuildOptions build_options;
    build_options.threads = options.threads;
    build_options.instruction_set = options.instruction_set;
    if (!options.quiet)
        build_options.progress = [](std::string_view stage, std::string_view body) {
            fmt::print(stderr, "{} {}\n", stage, body);
        };
    return Simulation(scene, build_options);
}

void describe(const Scene& scene, const Simulation& simulation) {
    for (const std::string& note : scene_notes(scene)) fmt::print(stderr, "note: {}\n", note);
    for (const BodySummary& body : simulation.bodies()) {
        fmt::print(stderr, "{}: {} particles {:.3g} m apart, {} clusters of radius {:.3g} m, {:.4g} kg\n", body.name,
                   body.particles, body.spacing, body.clusters.front(), body.radius, body.mass);
        for (const std::string& note : body.notes) fmt::print(stderr, "  note: {}\n", note);
    }
    fmt::print(stderr, "{} frames at {:g} fps, {} steps a frame of {:.4g} ms, {} on {} thread{}\n", scene.time.frames,
               scene.time.fps, simulation.substeps(), 1000 * simulation.dt(), simulation.instruction_set(),
               simulation.threads(), simulation.threads() == 1 ? "" : "s");
}

void say_warnings(const StepReport& total) {
    for (std::size_t k = 0; k < warning_count; ++k)
        if (total.warnings[k] > 0)
            fmt::print(stderr, "warning: {} × {}\n", total.warnings[k], warning_name(static_cast<Warning>(k)));
}

void summarise(const RunOptions& options, const Scene& scene, const Simulation& simulation, const StepReport& total,
               double seconds, const std::filesystem::path& folder, std::size_t written) {
    say_warnings(total);
    const double simulated = simulation.time();
    fmt::print("{}: {} frames ({:.3g} s) simulated in {}{}\n", scene.name, simulation.frame(), simulated,
               duration_text(seconds),
               seconds > 0 ? fmt::format(", {:.2g} × real time with writing", simulated / seconds) : "");
    if (written > 0)
        fmt::print("wrote {} frames to {} (binary PLY: opens in Blender, Houdini, MeshLab and ParaView)\n", written,
                   folder.string());
    if (options.quiet) return;
    fmt::print("next: pliant info {}\n", folder.string());
    fmt::print("      pliant run {} --set bodies.0.material=rubber\n", options.scene.scene);
    fmt::print("      pliant scenes   (what else there is)\n");
}

/// Writes frame, statistics and hash as asked.
class Outputs {
  public:
    Outputs(const Scene& scene, const RunOptions& options) : scene_(scene), options_(options) {
        if (scene.output.frames)
            folder_ = std::make_unique<RunFolder>(options.folder, scene.name, scene_to_json(scene));
        if (!options.stats_file.empty()) stats_ = std::make_unique<StatsFile>(options.stats_file);
    }
    void write(const Simulation& simulation, const StepReport& report) {
        const int frame = simulation.frame();
        if (folder_ && frame % scene_.output.every == 0) {
            folder_->write(simulation.snapshot(), simulation.hash());
            ++written_;
        }
        if (stats_) stats_->write(stats_json(simulation.stats(), report));
        if (options_.hash) fmt::print("frame {} hash {:016x}\n", frame, simulation.hash());
    }
    std::size_t written() const { return written_; }

  private:
    const Scene& scene_;
    const RunOptions& options_;
    std::unique_ptr<RunFolder> folder_;
    std::unique_ptr<StatsFile> stats_;
    std::size_t written_ = 0;
};

int run(RunOptions options) {
    const Scene scene = load(options);
    if (options.folder.empty()) options.folder = (std::filesystem::path("out") / scene.name).string();
    Simulation simulation = build(scene, options);
    if (!options.quiet) describe(scene, simulation);
    Outputs outputs(scene, options);
    std::signal(SIGINT, ask_to_stop);
    std::signal(SIGTERM, ask_to_stop);
    const auto start = std::chrono::steady_clock::now();
    StepReport total;
    {
        Progress progress("simulating", simulation.frame_count(), options.quiet);
        outputs.write(simulation, {});
        while (simulation.frame() < simulation.frame_count() && !stop_asked) {
            const StepReport report = simulation.advance_frame();
            total.add(report);
            outputs.write(simulation, report);
            progress.update(simulation.frame());
        }
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    summarise(options, scene, simulation, total, seconds, options.folder, outputs.written());
    if (simulation.frame() == simulation.frame_count()) return 0;
    fmt::print(
        "stopped after frame {} of {}; the frames up to it are complete.\n"
        "to have all of them, start again: pliant run {} -o {}\n",
        simulation.frame(), simulation.frame_count(), options.scene.scene, options.folder);
    return 130;
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "simulate a scene and write its frames");
    options->scene.add_to(*command, "a scene file, or the name of a bundled scene");
    command->add_option("-o,--output", options->folder, "folder for the frames (default: out/<scene>)")
        ->type_name("DIR");
    command->add_option("--frames", options->frames, "number of frames, in place of the scene's")->type_name("N");
    command->add_option("--threads", options->threads, "threads to use (default: all); never changes the result")
        ->type_name("N")
        ->check(CLI::Range(0, 1024));
    command->add_option("--isa", options->instruction_set, "instruction set")->check(CLI::IsMember(instruction_sets()));
    command->add_option("--stats", options->stats_file, "write one JSON object a frame to this file")
        ->type_name("FILE");
    command->add_flag("--hash", options->hash, "print the hash of the state after each frame");
    command->add_flag("-q,--quiet", options->quiet, "say only what was made, warnings and errors");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace pliant::cli
