// pliant export: the frames of a run as files for other programs.
#include "commands.hpp"
#include "interrupt.hpp"
#include "option_values.hpp"
#include "progress.hpp"

#include <pliant/export.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

namespace pliant::cli {
namespace {

struct ExportCommand {
    std::string folder;
    std::string format;
    std::string output;
    std::string frames;
    std::string content = "auto";
    bool force = false;
    bool quiet = false;
};

/// One bar for each pass over the frames.
class PassProgress {
  public:
    explicit PassProgress(bool quiet) : quiet_(quiet) {}
    void update(std::string_view what, int done, int total) {
        if (what != what_) {
            bar_.reset();
            bar_.emplace(fmt::format("exporting {}", what), total, quiet_);
            what_ = what;
        }
        bar_->update(done);
    }

  private:
    bool quiet_;
    std::string what_;
    std::optional<Progress> bar_;
};

ExportResult write(const FrameSequence& frames, const ExportCommand& command) {
    PassProgress progress(command.quiet);
    ExportOptions options;
    options.overwrite = command.force;
    if (command.content == "particles") options.content = ExportContent::particles;
    if (command.content == "skins") options.content = ExportContent::skins;
    options.progress = [&](std::string_view what, int done, int total) {
        progress.update(what, done, total);
        return !stop_asked();
    };
    return export_frames(frames, command.format, command.output, options);
}

int run_export(const ExportCommand& command) {
    const FrameSequence frames = run_sequence(command.folder, command.frames);
    heed_interrupts();
    const ExportResult result = write(frames, command);
    if (!result.complete) {
        fmt::print("stopped; what is there is whole, start again with --force to have all of it\n");
        return 130;
    }
    double bytes = 0;
    for (const std::filesystem::path& file : result.files)
        bytes += static_cast<double>(std::filesystem::file_size(file));
    const std::size_t count = frames.numbers.size(), files = result.files.size();
    fmt::print("wrote {} frame{} as {} to {} ({}{})\n", count, count == 1 ? "" : "s", command.format, command.output,
               files == 1 ? "" : fmt::format("{} files, ", files), bytes_text(bytes));
    return 0;
}

std::string format_list() {
    std::string text = "Formats:\n";
    for (const ExportFormat& format : export_formats())
        text += fmt::format(
            "  {:<6}{} {}\n", format.name,
            format.layout == ExportLayout::file ? "PATH is a file:  " : "PATH is a folder:", format.summary);
    return text + "How to open each: docs/export.md";
}

}  // namespace

void add_export(CLI::App& app, Action& action) {
    auto options = std::make_shared<ExportCommand>();
    CLI::App* command = app.add_subcommand("export", "write the frames of a run for other programs");
    command->add_option("run", options->folder, "the folder of a run (pliant run -o DIR)")
        ->required()
        ->type_name("DIR");
    command->add_option("--format", options->format, "the format, see below")->required()->type_name("F");
    command->add_option("-o,--output", options->output, "the file or folder to write, see below")
        ->required()
        ->type_name("PATH");
    command->add_option("--frames", options->frames, "which frames: N, A:B, A: or :B (default: all)")->type_name("A:B");
    auto* content = command->add_option("--content", options->content,
                                        "what is written: skins, particles, or auto: skins where the format can");
    takes_one_of(content->type_name("WHAT")->capture_default_str(), {"auto", "skins", "particles"});
    command->add_flag("--force", options->force, "replace files that are there");
    command->add_flag("-q,--quiet", options->quiet, "no progress");
    command->footer(format_list());
    command->callback([options, &action] { action = [options] { return run_export(*options); }; });
}

}  // namespace pliant::cli
