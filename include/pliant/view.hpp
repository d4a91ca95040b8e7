// A live simulation, or the folder of a run, on a page in the browser.
//
//     pliant::ViewServer server(pliant::load_scene("falling-ball"));
//     std::cout << server.address() << "\n";  // open it in a browser
//     server.run();                           // until stop()
//
// The server listens on the loopback address and serves one page and one stream of frames to it. The address holds a
// token: without it nothing is served. Pages of other origins are refused; every message is checked, and what is
// malformed or too large ends its connection and nothing else. A page that is slow skips frames; the simulation never
// waits for one. docs/viewer.md describes page and protocol.
#pragma once

#include <pliant/scene.hpp>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace pliant {

struct ViewOptions {
    std::string host = "127.0.0.1";                   ///< what to listen on; anything but loopback lets others in
    int port = 0;                                     ///< 0: a free one
    std::string token;                                ///< empty: a random one
    int threads = 0;                                  ///< of the simulation; 0: as many as the machine has
    std::string instruction_set;                      ///< as in BuildOptions
    std::size_t kept_bytes = std::size_t{256} << 20;  ///< frames to scrub through, and moments to go back to: each
    bool playing = true;                              ///< from when the first page is there
    std::filesystem::path folder = ".";               ///< where what a page saves (inputs, scenes) is put
};

class ViewServer {
  public:
    /// Builds the scene and listens. Throws InputError: also when the port is taken.
    explicit ViewServer(const Scene& scene, const ViewOptions& options = {});
    /// Plays a run that is finished, or still being written. Throws InputError.
    explicit ViewServer(const std::filesystem::path& run_folder, const ViewOptions& options = {});
    ~ViewServer();
    ViewServer(const ViewServer&) = delete;
    ViewServer& operator=(const ViewServer&) = delete;

    /// What to open in a browser: host, port and token.
    std::string address() const;
    /// Serves until stop() is called.
    void run();
    /// From any thread.
    void stop();

    /// Is the page in this program? It is when npm was there when it was built.
    static bool has_page();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace pliant
