// What the values of options may be. A bad one is refused like any bad input: option, value, what is allowed, a hint.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace pliant::cli {

/// Whole numbers from `lowest` to `highest`, which the help text then says. `example` is for the hint.
CLI::Option* takes_whole(CLI::Option* option, int lowest, int highest, int example);
/// Numbers above 0 that are finite.
CLI::Option* takes_positive(CLI::Option* option, double example);
/// One of these words.
CLI::Option* takes_one_of(CLI::Option* option, const std::vector<std::string>& words);

/// Adds --color, which takes the name of a colouring.
void takes_color(CLI::App& command, std::string& color);

}  // namespace pliant::cli
