#include "run_source.hpp"

#include "interrupt.hpp"
#include "progress.hpp"

#include <pliant/error.hpp>
#include <pliant/simulation.hpp>

#include <cstdlib>

namespace pliant::cli {

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "pliant-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
        throw InputError({.what = "no temporary folder could be made",
                          .file = std::filesystem::temp_directory_path().string(),
                          .hint = "set TMPDIR to a folder that you may write to"});
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

RunSource::RunSource(const SceneOptions& what, bool quiet) {
    std::error_code ignored;
    if (std::filesystem::is_directory(what.scene, ignored)) {
        run_.emplace(what.scene);
        scene_ = run_->scene(what.overrides());
    } else {
        scene_ = what.load();
        simulate(quiet);
    }
    heed_interrupts();
    if (run_->frame_numbers().empty())
        throw InputError({.what = "the run has no frames yet", .file = what.scene, .hint = "let it run for a while"});
}

void RunSource::simulate(bool quiet) {
    scene_.output = {};  // every frame can be asked for, whatever the scene would write
    Simulation simulation(scene_);
    heed_interrupts();
    folder_.emplace();
    RunWriter writer = RunWriter::begin(folder_->path(), describe_run(scene_), simulation);
    Progress progress("simulating", simulation.frame_count(), quiet);
    writer.write(simulation, {});
    while (simulation.frame() < simulation.frame_count()) {
        const StepReport report = simulation.advance_frame();
        writer.write(simulation, report);
        progress.update(simulation.frame());
        stop_if_asked("simulating");
    }
    writer.finish(simulation);
    run_.emplace(folder_->path());
}

}  // namespace pliant::cli
