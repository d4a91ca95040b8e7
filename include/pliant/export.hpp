// Frames as files that other programs open: Blender, Houdini, ParaView, anything with USD, and scripts.
//
//     const pliant::FrameSequence frames = pliant::run_sequence("out/falling-ball");
//     pliant::export_frames(frames, "usda", "ball.usda");
//
// Which format holds what, and how to open it: docs/export.md. Lengths are metres, times seconds, y is up. Positions
// and the like are written as 32-bit floats, in text with the fewest digits that read back to the same float; times are
// 64-bit and exact. One frame is in memory at a time (USD: two), however long the run is.
#pragma once

#include <pliant/simulation.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

/// Frames that are read when they are needed. A simulation kept in memory can be exported too: only `read` matters.
struct FrameSequence {
    std::string name = "particles";  ///< what files and prims are named after
    double fps = 60;                 ///< frame n is at n / fps seconds
    std::vector<int> numbers;        ///< ascending, at least one
    /// The frame with this number. Asked for in order, by formats that need several passes more than once.
    std::function<Frame(int number)> read;
    /// What was run: gives the bodies' skins. None: only particles can be exported.
    std::shared_ptr<const Scene> scene;
};

/// The frames of a run's folder. `range` is "" for all of them, one number, "A:B" (both included), "A:" or ":B".
/// Throws InputError when the folder is no run, is damaged, or has no such frames. Damage inside a frame is found, and
/// thrown, when the frame is read.
FrameSequence run_sequence(const std::filesystem::path& folder, const std::string& range = "");

/// Where a format's data goes.
enum class ExportLayout {
    file,           ///< one file for all frames; the path given is that file
    folder,         ///< a few files for all frames; the path given is a folder
    file_per_frame  ///< NAME_00012.ext; the path given is a folder, or the file when there is one frame
};

/// A format that export_frames knows.
struct ExportFormat {
    std::string name;  ///< "ply"; also the extension, but for morph (.glb)
    ExportLayout layout = ExportLayout::file;
    std::string summary;          ///< one line
    bool holds_particles = true;  ///< may be exported with ExportContent::particles
    bool holds_skins = true;      ///< and with ExportContent::skins
};

/// All formats, sorted by name.
std::vector<ExportFormat> export_formats();

/// What is exported.
enum class ExportContent {
    automatic,  ///< skins, where the sequence has a scene and the format holds surfaces; else particles
    particles,
    skins  ///< of bodies, and obstacles other than planes
};

/// What an export holds, and how it behaves.
struct ExportOptions {
    ExportContent content = ExportContent::automatic;
    bool overwrite = false;  ///< replace files that are there; others in the folder are left alone
    /// Called after each frame with what is written ("velocities"; formats of several passes have several), and how
    /// many frames of it are. Returning false stops the export.
    std::function<bool(std::string_view what, int done, int total)> progress;
};

/// What an export left behind.
struct ExportResult {
    std::vector<std::filesystem::path> files;  ///< what was asked for, in order
    bool complete = true;  ///< false when progress() stopped it: files of single frames may be there, no other
};

/// Writes the frames. `output` is a file or a folder, by the format's layout; folders are made. Every file is written
/// under a temporary name and renamed. Throws InputError, before anything is written, for an unknown format (with near
/// names), a path that does not fit the format and files that are in the way; later, for a full disk and the like, and
/// for what the format cannot hold (npy and pc2: a number of particles that changes; pc2, mdd, morph, vat: triangles
/// that do).
ExportResult export_frames(const FrameSequence& frames, const std::string& format, const std::filesystem::path& output,
                           const ExportOptions& options = {});

}  // namespace pliant
