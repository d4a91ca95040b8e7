// The command line: parses, runs one command, turns errors into a message and an exit code.
#include "commands.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <fmt/format.h>

#include <exception>

int main(int argc, char** argv) {
    using namespace pliant;
    CLI::App app{
        "Pliant simulates soft things without a mesh.\n"
        "Start with 'pliant run default', or 'pliant scenes' for what else there is."};
    app.set_version_flag("--version", fmt::format("pliant {}", version()));
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    cli::Action action;
    cli::add_run(app, action);
    cli::add_render(app, action);
    cli::add_report(app, action);
    cli::add_export(app, action);
    cli::add_check(app, action);
    cli::add_info(app, action);
    cli::add_diff(app, action);
    cli::add_scenes(app, action);
    cli::add_presets(app, action);
    cli::add_schema(app, action);
    cli::add_bench(app, action);
    try {
        app.parse(argc, argv);
        return action();
    } catch (const CLI::ParseError& error) {
        const int code = app.exit(error);
        return code == 0 ? 0 : 2;
    } catch (const InputError& error) {
        fmt::print(stderr, "pliant: {}\n", error.what());
        return 2;
    } catch (const std::bad_alloc&) {
        fmt::print(
            stderr,
            "pliant: not enough memory for this scene\n  hint:    ask for fewer particles (sampling.particles)\n");
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "pliant: this should not have happened, please report it: {}\n", error.what());
        return 70;
    }
}
