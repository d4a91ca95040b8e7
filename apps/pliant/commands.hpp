// The commands of the program. Each adds itself to the parser; its work runs when it was chosen and returns the exit
// code: 0 done, 1 a benchmark or a comparison failed, 2 a user's mistake, 130 stopped by Ctrl-C.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace pliant::cli {

/// The work of the command the user chose.
using Action = std::function<int()>;

void add_run(CLI::App& app, Action& action);
void add_view(CLI::App& app, Action& action);
void add_render(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_export(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_info(CLI::App& app, Action& action);
void add_diff(CLI::App& app, Action& action);
void add_schema(CLI::App& app, Action& action);
void add_scenes(CLI::App& app, Action& action);
void add_presets(CLI::App& app, Action& action);
void add_bench(CLI::App& app, Action& action);

}  // namespace pliant::cli
