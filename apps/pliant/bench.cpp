// pliant bench: time the fast code against the reference.
#include "commands.hpp"

#include "bench/bench.hpp"

#include <memory>

namespace pliant::cli {

void add_bench(CLI::App& app, Action& action) {
    auto options = std::make_shared<bench::Options>();
    CLI::App* command = app.add_subcommand("bench", "time the fast code against the reference, in one process");
    command->add_option("names", options->names, "benchmarks to run (default: all): " + bench::names_text());
    command->add_option("--json", options->json_file, "write the results as JSON to this file")->type_name("FILE");
    command->callback([options, &action] { action = [options] { return bench::run(*options); }; });
}

}  // namespace pliant::cli
