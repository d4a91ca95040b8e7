// pliant run: simulate a scene and write its frames.
#include "commands.hpp"
#include "interrupt.hpp"
#include "option_values.hpp"
#include "progress.hpp"
#include "run_options.hpp"
#include "stats_file.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <memory>

namespace pliant::cli {
namespace {

void say_warnings(const StepReport& total, const Scene& scene) {
    for (std::size_t k = 0; k < warning_count; ++k)
        if (total.warnings[k] > 0)
            fmt::print(stderr, "warning: {} × {} (first: {}): {}\n", total.warnings[k],
                       warning_name(static_cast<Warning>(k)), culprit_text(total.culprits[k], scene),
                       warning_meaning(static_cast<Warning>(k)));
}

void say_glue(const StepReport& total) {
    const auto say = [](std::uint64_t count, const char* what) {
        if (count > 0) fmt::print("glue: {} {} {}\n", count, count == 1 ? "binding" : "bindings", what);
    };
    say(total.glue_released, "released");
    say(total.glue_broken, "broken");
}

void say_broken(const StepReport& total, const Simulation& simulation) {
    if (total.cluster_splits == 0) return;
    const Stats stats = simulation.stats();
    fmt::print("broken: {} pieces, {} of them crumbs; {} clusters split, {} particles became two\n", stats.fragments,
               stats.crumbs, total.cluster_splits, total.duplicated_particles);
}

void summarise(const RunOptions& options, const StartedRun& run, const StepReport& total, int first, double seconds) {
    say_warnings(total, run.scene);
    say_glue(total);
    say_broken(total, run.simulation);
    const Simulation& simulation = run.simulation;
    const int frames = simulation.frame() - first;
    const double simulated = frames * simulation.dt() * simulation.substeps();
    fmt::print("{}: {} frames ({:.3g} s) simulated in {}{}\n", run.scene.name, frames, simulated,
               duration_text(seconds),
               seconds > 0 ? fmt::format(", {:.2g} × real time with writing", simulated / seconds) : "");
    if (run.writer && run.writer->frames_written() > 0)
        fmt::print("wrote {} frames to {}\n", run.writer->frames_written(), run.folder);
    if (options.quiet || options.brief) return;
    if (run.writer)
        fmt::print(
            "next: pliant report {0}   (a page with pictures and plots)\n"
            "      pliant render {0} --sheet 8   (a picture; --movie film.webp for a film)\n"
            "      pliant info {0}\n",
            run.folder);
    if (!RunWriter::holds_run(options.scene.scene))
        fmt::print("      pliant run {} --set bodies.0.material=rubber -o DIR\n", options.scene.scene);
    fmt::print("      pliant scenes   (what else there is)\n");
}

/// Writes frame, statistics and hash as asked.
class Outputs {
  public:
    Outputs(StartedRun& run, StatsFile* stats, bool hash) : run_(run), stats_(stats), hash_(hash) {
        for (const GlueSummary& glue : run.simulation.glue()) glue_names_.push_back(glue.name);
    }
    void write(const StepReport& report) {
        const Simulation& simulation = run_.simulation;
        if (run_.writer) run_.writer->write(simulation, report);
        if (stats_) stats_->write(stats_json(simulation.stats(), report, glue_names_));
        if (hash_) fmt::print("frame {} hash {:016x}\n", simulation.frame(), simulation.hash());
    }

  private:
    StartedRun& run_;
    StatsFile* stats_;
    std::vector<std::string> glue_names_;
    bool hash_;
};

/// A run that goes on has its first frame already, unless it was killed before that was written.
bool writes_first_frame(const StartedRun& run) {
    return !run.writer || run.writer->next_frame() == run.simulation.frame();
}

/// Frame after frame, with inputs where there are some to repeat.
class Frames {
  public:
    explicit Frames(StartedRun& run) : run_(run) {
        if (!run.inputs) return;
        live_ = std::make_unique<Live>(run.scene, run.simulation);
        replay_ = std::make_unique<Replay>(*run.inputs, *live_);
    }
    StepReport advance() { return replay_ ? replay_->advance_frame() : run_.simulation.advance_frame(); }
    void say_replayed() const {
        if (!replay_) return;
        const std::optional<bool> agrees = replay_->agrees();
        fmt::print("replayed {} inputs{}\n", run_.inputs->inputs.size(),
                   !agrees ? (replay_->finished() ? "" : "; more of them come later: raise --frames")
                   : *agrees
                       ? fmt::format(": the same bits as the live run at its end (step {})", run_.inputs->end_step)
                       : "");
        if (agrees && !*agrees)
            fmt::print(stderr, "warning: at its end (step {}) the live run had other bits\n", run_.inputs->end_step);
    }

  private:
    StartedRun& run_;
    std::unique_ptr<Live> live_;
    std::unique_ptr<Replay> replay_;
};

/// Runs to the end, or until a signal asks to stop. Returns what happened.
StepReport simulate(StartedRun& run, StatsFile* stats, const RunOptions& options) {
    Simulation& simulation = run.simulation;
    Outputs outputs(run, stats, options.hash);
    const int first = simulation.frame();
    Progress progress("simulating", simulation.frame_count() - first, options.quiet);
    StepReport total;
    Frames frames(run);
    if (writes_first_frame(run)) outputs.write({});
    while (simulation.frame() < simulation.frame_count() && !stop_asked()) {
        const StepReport report = frames.advance();
        total.add(report);
        outputs.write(report);
        progress.update(simulation.frame() - first);
    }
    if (run.writer) run.writer->finish(simulation);
    frames.say_replayed();
    return total;
}

/// A run that does not come to its end leaves the one that it was to replace.
void say_replaced(const StartedRun& run) {
    const auto kept = run.writer ? RunWriter::replaced_run(run.folder) : std::nullopt;
    if (!kept) return;
    fmt::print(stderr,
               "the run that this one replaces is kept in {0} until this one is complete\n"
               "to have room without it: rm -r {0}\n",
               kept->string());
}

int run(const RunOptions& options) {
    const auto stats = options.stats_file.empty() ? nullptr : std::make_unique<StatsFile>(options.stats_file);
    StartedRun run = start_run(options);
    const Simulation& simulation = run.simulation;
    const int first = simulation.frame();
    if (stats) stats->begin(options.resume ? first + (writes_first_frame(run) ? 0 : 1) : 0);
    const auto start = std::chrono::steady_clock::now();
    StepReport total;
    try {
        total = simulate(run, stats.get(), options);
    } catch (const InputError&) {
        say_replaced(run);
        throw;
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    summarise(options, run, total, first, seconds);
    if (simulation.frame() == simulation.frame_count()) return 0;
    fmt::print("stopped after frame {} of {}; the frames up to it are complete.\n", simulation.frame(),
               simulation.frame_count());
    if (run.writer && !run.inputs) fmt::print("to go on: pliant run {} --resume\n", run.folder);
    say_replaced(run);
    return 130;
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "simulate a scene and write its frames");
    options->scene.add_to(*command, "a scene file, the name of a bundled scene, or the folder of a run to go on with");
    command->add_option("-o,--output", options->folder, "folder for the frames (default: out/<scene>)")
        ->type_name("DIR");
    auto* resume = command->add_flag("--resume", options->resume, "go on with a run that was stopped or killed");
    command->add_flag("--force", options->force, "replace the run that the folder holds")->excludes(resume);
    constexpr int most = std::numeric_limits<int>::max();
    CLI::Option* from =
        command
            ->add_option("--from", options->from,
                         "branch from this frame of a run (its folder or its scene) with changes by --set, into -o DIR")
            ->type_name("FRAME")
            ->excludes(resume);
    takes_whole(from, 0, most, 40);
    command
        ->add_option("--replay", options->replay,
                     "do again what was done to a live run: inputs.jsonl of `pliant view` or pliant::write_inputs")
        ->type_name("FILE")
        ->excludes(resume)
        ->excludes(from);
    auto* checkpoints =
        command->add_option("--checkpoint-every", options->settings.checkpoint_every,
                            "keep a checkpoint each N frames (default: so that at most 10 s of work can be lost)");
    takes_whole(checkpoints->type_name("N"), 1, most, 10);
    auto* frames = command->add_option("--frames", options->frames, "number of frames, in place of the scene's");
    takes_whole(frames->type_name("N"), 1, 1'000'000, 120);
    auto* threads = command->add_option("--threads", options->threads,
                                        "threads to use (default, and 0: all); never changes the result");
    takes_whole(threads->type_name("N"), 0, 1024, 2);
    auto* isa = command->add_option("--isa", options->instruction_set,
                                    fmt::format("instruction set: {}", fmt::join(instruction_sets(), ", ")));
    takes_one_of(isa->type_name("WHAT"), instruction_sets());
    command->add_option("--stats", options->stats_file, "write one JSON object a frame to this file")
        ->type_name("FILE");
    command->add_flag("--hash", options->hash, "print the hash of the state after each frame");
    command->add_flag("--brief", options->brief, "leave out what to do next");
    command->add_flag("-q,--quiet", options->quiet, "say only what was made, warnings and errors");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace pliant::cli
