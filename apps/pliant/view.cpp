// pliant view: a live simulation, or the folder of a run, on a page in the browser.
#include "commands.hpp"
#include "interrupt.hpp"
#include "option_values.hpp"
#include "scene_options.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>
#include <pliant/view.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>

namespace pliant::cli {
namespace {

struct ViewCommand {
    SceneOptions scene;
    ViewOptions options;
    int memory = 256;  ///< MB
    bool paused = false;
    bool open = false;
};

std::unique_ptr<ViewServer> start_server(const ViewCommand& command) {
    ViewOptions options = command.options;
    options.playing = !command.paused;
    options.kept_bytes = static_cast<std::size_t>(command.memory) << 20;
    if (RunWriter::holds_run(command.scene.scene))
        return std::make_unique<ViewServer>(std::filesystem::path(command.scene.scene), options);
    return std::make_unique<ViewServer>(command.scene.load(), options);
}

/// In the user's browser, if there is a program that knows it.
void open_page(const std::string& address) {
    const std::string command = fmt::format("xdg-open '{}' >/dev/null 2>&1 &", address);
    if (std::system(command.c_str()) != 0) fmt::print(stderr, "no browser was found: open the address by hand\n");
}

void refuse_without_page() {
    if (ViewServer::has_page()) return;
    throw InputError({.what = "this pliant was built without the viewer's page: npm was not there",
                      .path = "view",
                      .allowed = "a build with npm (Debian: nodejs and npm)",
                      .hint = "make view   (installs npm, builds the page, and starts)"});
}

int view(const ViewCommand& command) {
    refuse_without_page();
    const std::unique_ptr<ViewServer> server = start_server(command);
    heed_interrupts();
    fmt::print("{}\n", server->address());
    fmt::print("open this address in a browser on this machine; Ctrl-C ends it\n");
    std::fflush(stdout);
    if (command.open) open_page(server->address());
    std::jthread until_interrupt([&](const std::stop_token& done) {
        while (!done.stop_requested() && !stop_asked()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
        server->stop();
    });
    server->run();
    until_interrupt.request_stop();
    fmt::print("\nthe viewer has ended\n");
    return 0;
}

}  // namespace

void add_view(CLI::App& app, Action& action) {
    auto command = std::make_shared<ViewCommand>();
    CLI::App* view_app = app.add_subcommand("view", "watch and touch a simulation in the browser, or play a run");
    command->scene.add_to(*view_app, "a scene file, the name of a bundled scene, or the folder of a run");
    auto* port =
        view_app->add_option("--port", command->options.port, "port to listen on (default, and 0: a free one)");
    takes_whole(port->type_name("N"), 0, 65535, 8080);
    view_app
        ->add_option("--host", command->options.host,
                     "address to listen on (default: 127.0.0.1, so that nobody else can see it)")
        ->type_name("ADDRESS");
    view_app->add_option("--token", command->options.token, "token in the address (default: a random one)")
        ->type_name("TEXT");
    auto* threads = view_app->add_option("--threads", command->options.threads, "threads to use (default, and 0: all)");
    takes_whole(threads->type_name("N"), 0, 1024, 2);
    auto* memory = view_app->add_option("--memory", command->memory,
                                        "MB for frames to scrub through, and as much for moments to go back to");
    takes_whole(memory->type_name("MB"), 1, 1'000'000, 256);
    view_app->add_option("-o,--output", command->options.folder, "folder for inputs and scenes that the page saves")
        ->type_name("DIR");
    view_app->add_flag("--paused", command->paused, "do not start to play by itself");
    view_app->add_flag("--open", command->open, "open the page in the browser");
    view_app->callback([command, &action] { action = [command] { return view(*command); }; });
}

}  // namespace pliant::cli
