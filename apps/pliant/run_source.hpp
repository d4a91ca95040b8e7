// The frames that a picture is taken of: those of a run's folder, or of a scene that is simulated for the purpose.
#pragma once

#include "scene_options.hpp"

#include <pliant/output.hpp>

#include <filesystem>
#include <optional>

namespace pliant::cli {

/// A folder under the system's place for temporary files, removed at the end of its life.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

class RunSource {
  public:
    /// `what.scene` is the folder of a run, or a scene: it is simulated, with a progress bar unless `quiet`, into a
    /// temporary folder, so that memory stays flat however long the run is. Interrupts are heeded from then on. Throws
    /// InputError, also for a run without frames, and Stopped.
    RunSource(const SceneOptions& what, bool quiet);

    const RunReader& run() const { return *run_; }
    /// The scene as it was run, with the settings of the command line.
    const Scene& scene() const { return scene_; }

  private:
    void simulate(bool quiet);

    std::optional<TemporaryFolder> folder_;
    std::optional<RunReader> run_;
    Scene scene_;
};

}  // namespace pliant::cli
