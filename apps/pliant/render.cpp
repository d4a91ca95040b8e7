// pliant render: pictures and films of a run or a scene.
#include "commands.hpp"
#include "interrupt.hpp"
#include "option_values.hpp"
#include "own_file.hpp"
#include "progress.hpp"
#include "run_pictures.hpp"
#include "run_source.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>

namespace pliant::cli {
namespace {

struct RenderOptions {
    SceneOptions source;
    std::optional<int> frame;
    std::string frames;
    int sheet = 0;
    std::string movie;
    std::string output;
    std::string color = "look";
    double color_max = 0;
    int level = PictureSettings{}.level;
    int antialias = PictureSettings{}.antialias;
    PictureSize size;
    std::string show = "skin";
    double motion_blur = 0;
    bool quiet = false;
};

/// First and last frame of "A:B"; each may be left out.
struct FrameRange {
    std::optional<int> first;
    std::optional<int> last;
};

FrameRange parse_range(const std::string& text) {
    const auto refuse = [&]() -> InputError {
        return InputError({.what = "this is not a range of frames",
                           .path = "--frames",
                           .value = text,
                           .allowed = "A:B, with A not above B; A: and :B go to the run's ends",
                           .hint = "for example --frames 10:20"});
    };
    const auto number = [&](std::string_view part) -> std::optional<int> {
        if (part.empty()) return std::nullopt;
        int value = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
        if (error != std::errc() || end != part.data() + part.size() || value < 0) throw refuse();
        return value;
    };
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) throw refuse();
    const FrameRange range{number(std::string_view(text).substr(0, colon)),
                           number(std::string_view(text).substr(colon + 1))};
    if (range.first && range.last && *range.first > *range.last) throw refuse();
    return range;
}

std::string frames_text(const std::vector<int>& numbers) {
    return fmt::format("{} to {}{}", numbers.front(), numbers.back(),
                       static_cast<int>(numbers.size()) == numbers.back() - numbers.front() + 1
                           ? ""
                           : fmt::format(", {} frames that were written", numbers.size()));
}

[[noreturn]] void no_such_frame(const std::string& option, const std::string& value, const std::vector<int>& numbers) {
    throw InputError(
        {.what = "the run has no such frame", .path = option, .value = value, .allowed = frames_text(numbers)});
}

std::vector<int> frames_between(const std::vector<int>& numbers, const std::string& text) {
    const FrameRange range = parse_range(text);
    for (const std::optional<int>& end : {range.first, range.last})
        if (end && (*end < numbers.front() || *end > numbers.back())) no_such_frame("--frames", text, numbers);
    std::vector<int> chosen;
    for (const int n : numbers)
        if (n >= range.first.value_or(n) && n <= range.last.value_or(n)) chosen.push_back(n);
    if (chosen.empty()) no_such_frame("--frames", text, numbers);
    return chosen;
}

/// The numbers of the frames to show.
std::vector<int> chosen_frames(const RenderOptions& options, const std::vector<int>& numbers) {
    std::vector<int> chosen = options.frames.empty() ? numbers : frames_between(numbers, options.frames);
    if (options.sheet > 0) return spread(chosen, options.sheet);
    if (!options.movie.empty() || !options.frames.empty()) return chosen;
    const int frame = options.frame.value_or(numbers.back());
    if (!std::binary_search(numbers.begin(), numbers.end(), frame))
        no_such_frame("--frame", std::to_string(frame), numbers);
    return {frame};
}

/// "shots/ball.png" and 12: "shots/ball_00012.png".
std::filesystem::path numbered(const std::filesystem::path& file, int frame) {
    std::filesystem::path name = file;
    name.replace_filename(fmt::format("{}_{:05}{}", file.stem().string(), frame, file.extension().string()));
    return name;
}

/// Every file is looked at before the first is written.
void write_series(RunPictures& pictures, const std::filesystem::path& file, bool quiet) {
    const std::vector<int>& shown = pictures.shown();
    for (const int frame : shown) check_output(numbered(file, frame), picture_file, "--output");
    {
        Progress progress("drawing", static_cast<int>(shown.size()), quiet);
        for (std::size_t i = 0; i < shown.size(); ++i) {
            save_png(pictures.take(shown[i]), numbered(file, shown[i]));
            progress.update(static_cast<int>(i) + 1);
            if (i + 1 < shown.size())
                stop_if_asked("drawing", fmt::format("{} to {} are written", numbered(file, shown.front()).string(),
                                                     numbered(file, shown[i]).string()));
        }
    }
    fmt::print("wrote {} to {}\n", numbered(file, shown.front()).string(), numbered(file, shown.back()).string());
}

/// In real time, at 60 pictures a second at most: of faster runs each n-th frame is shown.
void write_movie(RunPictures& pictures, const Scene& scene, int every, const std::string& file, bool quiet) {
    constexpr double fastest = 60;
    const double rate = scene.time.fps / every;
    const auto stride = static_cast<std::size_t>(std::max(1.0, std::ceil(rate / fastest - 1e-9)));
    const std::vector<int>& shown = pictures.shown();
    Movie movie(file, pictures.settings().width, pictures.settings().height, rate / static_cast<double>(stride));
    try {
        Progress progress("filming", static_cast<int>(shown.size()), quiet);
        for (std::size_t i = 0; i < shown.size(); i += stride) {
            movie.add(pictures.take(shown[i]));
            progress.update(static_cast<int>(std::min(i + stride, shown.size())));
            stop_if_asked("filming");
        }
        movie.finish();
    } catch (const InputError&) {
        stop_if_asked("filming");  // Ctrl-C ends ffmpeg too, which is no error of its own then
        throw;
    }
    fmt::print("wrote {}\n", file);
}

int render(const RenderOptions& options) {
    PictureSettings settings;
    settings.color = color_by(options.color);
    settings.show = show_of(options.show);
    settings.color_max = options.color_max;
    settings.level = options.level;
    settings.antialias = options.antialias;
    settings.motion_blur = options.motion_blur;
    if (!options.frames.empty()) parse_range(options.frames);
    // A mistake in the output's name is found before anything is simulated.
    if (!options.movie.empty()) check_output(options.movie, film_file(options.movie, "--movie"), "--movie");
    if (!options.output.empty()) check_output(options.output, picture_file, "--output");
    const RunSource source(options.source, options.quiet);
    const RunReader& run = source.run();
    RunPictures pictures(run, source.scene(), chosen_frames(options, run.frame_numbers()), settings, options.size,
                         options.sheet > 0, options.quiet);
    if (options.show == "proxies") pictures.show_proxies(source.scene());
    if (!options.movie.empty()) {
        write_movie(pictures, source.scene(), run.info().every, options.movie, options.quiet);
        return 0;
    }
    const std::string file = options.output.empty() ? source.scene().name + ".png" : options.output;
    if (options.sheet == 0 && !options.frames.empty()) {
        write_series(pictures, file, options.quiet);
        return 0;
    }
    check_output(file, picture_file, "--output");
    const Picture picture = options.sheet > 0 ? pictures.sheet() : pictures.take(pictures.shown().front());
    stop_if_asked("drawing");
    save_png(picture, file);
    fmt::print("wrote {}\n", file);
    return 0;
}

void add_frame_options(CLI::App& command, RenderOptions& options) {
    CLI::Option* frame =
        command.add_option("--frame", options.frame, "which frame (default: the last)")->type_name("N");
    takes_whole(frame, 0, std::numeric_limits<int>::max(), 40);
    command
        .add_option("--frames", options.frames,
                    "frames A to B, each in a file with its number, or for --sheet and --movie")
        ->type_name("A:B")
        ->excludes(frame);
    CLI::Option* sheet = command.add_option("--sheet", options.sheet, "N frames of the run in one picture")
                             ->type_name("N")
                             ->excludes(frame);
    takes_whole(sheet, 1, 64, 8);
    CLI::Option* movie =
        command.add_option("--movie", options.movie, "a film: .webp, or .mp4 when ffmpeg is installed")
            ->type_name("FILE")
            ->excludes(frame)
            ->excludes(sheet);
    command.add_option("-o,--output", options.output, "the PNG file (default: <scene>.png)")
        ->type_name("FILE")
        ->excludes(movie);
}

}  // namespace

void add_render(CLI::App& app, Action& action) {
    auto options = std::make_shared<RenderOptions>();
    CLI::App* command = app.add_subcommand("render", "pictures and films of a run, or of a scene that is simulated");
    options->source.add_to(*command, "the folder of a run, a scene file, or the name of a bundled scene");
    add_frame_options(*command, *options);
    takes_color(*command, options->color);
    auto* show = command->add_option("--show", options->show,
                                     "what is drawn: skins, particles, both, collision proxies, particles by clusters, "
                                     "or the shape of least stress");
    takes_one_of(show->type_name("WHAT")->capture_default_str(), show_names());
    auto* level = command->add_option("--level", options->level, "whose clusters --color level shows; 0 is the finest");
    takes_whole(level->type_name("N")->capture_default_str(), 0, 15, 1);
    auto* color_max = command->add_option("--color-max", options->color_max,
                                          "what the top of the colour bar stands for (default: the largest)");
    takes_positive(color_max->type_name("X"), 0.5);
    auto* width =
        command->add_option("--width", options->size.width, "pixels (default: 960; of a sheet's picture: what fits)");
    takes_whole(width->type_name("N"), 16, 8192, 960);
    auto* height =
        command->add_option("--height", options->size.height, "pixels (default: 540; of a sheet's picture: what fits)");
    takes_whole(height->type_name("N"), 16, 8192, 540);
    auto* antialias = command->add_option("--antialias", options->antialias,
                                          "rays per pixel along each side; more is smoother and slower");
    takes_whole(antialias->type_name("N")->capture_default_str(), 1, 8, 3);
    auto* blur = command->add_option("--motion-blur", options->motion_blur,
                                     "how long the shutter is open, of the time between two frames; takes longer");
    takes_positive(blur->type_name("X"), 0.5);
    command->add_flag("-q,--quiet", options->quiet, "no progress");
    command->callback([options, &action] { action = [options] { return render(*options); }; });
}

}  // namespace pliant::cli
