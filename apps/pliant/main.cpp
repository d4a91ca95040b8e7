// The command line: parses, runs one command, turns errors into a message and an exit code.
#include "commands.hpp"
#include "interrupt.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string>
#include <system_error>
#include <vector>

namespace pliant::cli {
namespace {

/// A word in the place of the command that is none.
void check_command(const CLI::App& app, int argc, char** argv) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word.starts_with("-")) continue;
        if (std::find(names.begin(), names.end(), word) != names.end()) return;
        throw InputError({.what = "there is no such command",
                          .value = word,
                          .allowed = fmt::format("{}", fmt::join(names, ", ")),
                          .hint = "pliant --help says what they do"});
    }
}

/// Output is buffered: a full disk behind it may show only here.
int after_output(int code) {
    if (std::fflush(stdout) == 0) return code;
    throw std::system_error(errno, std::generic_category(), "the output cannot be written");
}

/// Says why, as far as stderr takes it, and returns the code.
int refuse(const std::string& why, int code) {
    std::fputs(fmt::format("pliant: {}\n", why).c_str(), stderr);
    return code;
}

/// Where the options of the command that was typed are explained.
std::string help_hint(const CLI::App& app) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    return fmt::format("\n  hint:    pliant {}--help says what there is",
                       chosen.empty() ? "" : chosen.front()->get_name() + " ");
}

}  // namespace
}  // namespace pliant::cli

int main(int argc, char** argv) {
    using namespace pliant;
    CLI::App app{
        "Pliant simulates soft things without a mesh.\n"
        "Start with 'pliant run default', or 'pliant scenes' for what else there is.",
        "pliant"};
    app.set_version_flag("--version", fmt::format("pliant {}", version()));
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    cli::Action action;
    cli::add_run(app, action);
    cli::add_view(app, action);
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
    // A file that may not grow further is an error of its write, not the end of the program.
    std::signal(SIGXFSZ, SIG_IGN);
    cli::end_on_interrupts();
    try {
        cli::check_command(app, argc, argv);
        app.parse(argc, argv);
        return cli::after_output(action());
    } catch (const CLI::Success& help) {
        return app.exit(help);
    } catch (const CLI::ParseError& error) {
        return cli::refuse(error.what() + cli::help_hint(app), 2);
    } catch (const cli::Stopped& stopped) {
        return cli::refuse(stopped.said, 130);
    } catch (const InputError& error) {
        return cli::refuse(error.what(), 2);
    } catch (const std::system_error& error) {
        return cli::refuse(error.what(), 2);
    } catch (const std::bad_alloc&) {
        return cli::refuse("not enough memory for this scene\n  hint:    ask for fewer particles (sampling.particles)",
                           2);
    } catch (const std::exception& error) {
        return cli::refuse(fmt::format("this should not have happened, please report it: {}", error.what()), 70);
    }
}
