#include "option_values.hpp"

#include <pliant/error.hpp>
#include <pliant/pictures.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace pliant::cli {
namespace {

template <class Number>
bool is_number_in(const std::string& text, Number lowest, Number highest) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && rest == end && value >= lowest && value <= highest;
}

/// `fits` decides; all else is for the message.
template <class Fits>
CLI::Option* takes(CLI::Option* option, const std::string& allowed, const std::string& example, Fits fits) {
    return option->check([=](const std::string& text) {
        if (fits(text)) return std::string();
        throw InputError({.what = "this option cannot have this value",
                          .path = option->get_name(),
                          .value = text.empty() ? "nothing" : text,
                          .allowed = allowed,
                          .hint = fmt::format("for example {} {}", option->get_name(), example)});
    });
}

}  // namespace

CLI::Option* takes_whole(CLI::Option* option, int lowest, int highest, int example) {
    const bool bounded = highest < std::numeric_limits<int>::max();
    if (bounded) option->description(fmt::format("{} ({} to {})", option->get_description(), lowest, highest));
    return takes(option, fmt::format("a whole number from {} to {}", lowest, highest), std::to_string(example),
                 [=](const std::string& text) { return is_number_in(text, lowest, highest); });
}

CLI::Option* takes_positive(CLI::Option* option, double example) {
    // Not a number is in no range.
    return takes(option, "a number above 0", fmt::format("{}", example), [](const std::string& text) {
        return is_number_in(text, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max());
    });
}

CLI::Option* takes_one_of(CLI::Option* option, const std::vector<std::string>& words) {
    return takes(option, fmt::format("{}", fmt::join(words, ", ")), words.front(), [words](const std::string& text) {
        return std::find(words.begin(), words.end(), text) != words.end();
    });
}

void takes_color(CLI::App& command, std::string& color) {
    auto* option =
        command.add_option("--color", color, fmt::format("what colours mean: {}", fmt::join(color_names(), ", ")));
    takes_one_of(option->type_name("WHAT")->capture_default_str(), color_names());
}

}  // namespace pliant::cli
