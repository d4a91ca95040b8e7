// pliant render: simulate a scene and show it in pictures.
#include "commands.hpp"
#include "progress.hpp"
#include "scene_options.hpp"

#include <pliant/error.hpp>
#include <pliant/pictures.hpp>
#include <pliant/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

namespace pliant::cli {
namespace {

struct RenderOptions {
    SceneOptions scene;
    std::optional<int> frame;
    int sheet = 0;
    std::string output;
    PictureSettings picture;
    bool quiet = false;
};

/// The numbers of the frames to show: one, or `sheet` of them spread over the run.
std::vector<int> chosen_frames(const RenderOptions& options, int last) {
    if (options.sheet <= 0) {
        const int frame = options.frame.value_or(last);
        if (frame < 0 || frame > last)
            throw InputError({.what = "the run has no such frame",
                              .path = "--frame",
                              .value = std::to_string(frame),
                              .allowed = fmt::format("0 to {}", last)});
        return {frame};
    }
    std::vector<int> frames;
    for (int k = 0; k < options.sheet; ++k)
        frames.push_back(options.sheet == 1 ? last
                                            : static_cast<int>(std::lround(1.0 * k * last / (options.sheet - 1))));
    return frames;
}

int render(const RenderOptions& options) {
    const Scene scene = options.scene.load();
    Simulation simulation(scene);
    const std::vector<int> numbers = chosen_frames(options, simulation.frame_count());
    std::vector<Frame> frames;
    Box motion;
    const auto look = [&] {
        const Stats stats = simulation.stats();
        motion.add(stats.bbox.lower);
        motion.add(stats.bbox.upper);
        for (const int n : numbers)
            if (n == simulation.frame()) frames.push_back(simulation.snapshot());
    };
    {
        Progress progress("simulating", simulation.frame_count(), options.quiet);
        look();
        while (simulation.frame() < simulation.frame_count()) {
            simulation.advance_frame();
            look();
            progress.update(simulation.frame());
        }
    }
    const PictureMaker maker(scene, motion, options.picture);
    std::vector<Picture> pictures;
    std::vector<std::string> labels;
    {
        Progress progress("drawing", static_cast<int>(frames.size()), options.quiet);
        for (const Frame& frame : frames) {
            pictures.push_back(maker.take(frame));
            labels.push_back(fmt::format("{:.2f} s", frame.time));
            progress.update(static_cast<int>(pictures.size()));
        }
    }
    const std::string file = options.output.empty() ? scene.name + ".png" : options.output;
    const int columns = std::min(static_cast<int>(pictures.size()), pictures.size() > 4 ? 4 : 3);
    save_png(options.sheet > 0 ? sheet_of(pictures, columns, labels) : pictures.front(), file);
    fmt::print("wrote {}\n", file);
    return 0;
}

}  // namespace

void add_render(CLI::App& app, Action& action) {
    auto options = std::make_shared<RenderOptions>();
    CLI::App* command = app.add_subcommand("render", "simulate a scene and show it in a picture");
    options->scene.add_to(*command, "a scene file, or the name of a bundled scene");
    command->add_option("--frame", options->frame, "which frame (default: the last)")->type_name("N");
    command->add_option("--sheet", options->sheet, "N frames of the run in one picture")
        ->type_name("N")
        ->check(CLI::Range(1, 64));
    command->add_option("-o,--output", options->output, "the PNG file (default: <scene>.png)")->type_name("FILE");
    const std::map<std::string, ColorBy> colors = {
        {"body", ColorBy::body}, {"cluster", ColorBy::cluster}, {"strain", ColorBy::strain}, {"speed", ColorBy::speed}};
    command->add_option("--color", options->picture.color, "what colours mean: body, cluster, strain, speed")
        ->transform(CLI::CheckedTransformer(colors).description(""))
        ->type_name("WHAT");
    command->add_option("--width", options->picture.width, "pixels")
        ->check(CLI::Range(16, 8192))
        ->capture_default_str();
    command->add_option("--height", options->picture.height, "pixels")
        ->check(CLI::Range(16, 8192))
        ->capture_default_str();
    command->add_flag("-q,--quiet", options->quiet, "no progress");
    command->callback([options, &action] { action = [options] { return render(*options); }; });
}

}  // namespace pliant::cli
