// pliant report: a run on one page.
#include "commands.hpp"
#include "interrupt.hpp"
#include "option_values.hpp"
#include "own_file.hpp"
#include "progress.hpp"
#include "run_pictures.hpp"

#include <pliant/error.hpp>
#include <pliant/report.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace pliant::cli {
namespace {

struct ReportOptions {
    std::string folder;
    std::string output;
    std::string color = "body";
    int sheet = 8;
    bool quiet = false;
};

int report(const ReportOptions& options) {
    const RunReader run(options.folder);
    const std::filesystem::path file = options.output.empty() ? std::filesystem::path(options.folder) / "report.html"
                                                              : std::filesystem::path(options.output);
    check_output(file, page_file, "--output");
    const std::vector<int>& numbers = run.frame_numbers();
    if (numbers.empty())
        throw InputError(
            {.what = "the run has no frames yet", .file = options.folder, .hint = "let it run for a while"});
    Report content{.run = run.info(), .scene = run.scene(), .frames = {}, .timings = run.timings(), .sheet = {}};
    {
        Progress progress("reading", static_cast<int>(numbers.size()), options.quiet);
        for (const int number : numbers) {
            content.frames.push_back(run.read_stats(number));
            progress.update(static_cast<int>(content.frames.size()));
        }
    }
    PictureSettings settings;
    settings.color = color_by(options.color);
    content.sheet =
        RunPictures(run, content.scene, spread(numbers, options.sheet), settings, {}, true, options.quiet).sheet();
    heed_interrupts();
    save_report(content, file);
    fmt::print("wrote {}\n", file.string());
    return 0;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
    auto options = std::make_shared<ReportOptions>();
    CLI::App* command = app.add_subcommand("report", "a run on one page: pictures, plots, parameters, warnings");
    command->add_option("folder", options->folder, "the folder of a run")->required();
    command->add_option("-o,--output", options->output, "the HTML file (default: <folder>/report.html)")
        ->type_name("FILE");
    auto* sheet = command->add_option("--sheet", options->sheet, "number of frames to show");
    takes_whole(sheet->type_name("N")->capture_default_str(), 1, 64, 8);
    takes_color(*command, options->color);
    command->add_flag("-q,--quiet", options->quiet, "no progress");
    command->callback([options, &action] { action = [options] { return report(*options); }; });
}

}  // namespace pliant::cli
