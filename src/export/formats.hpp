// The table of export formats: what each is called, where it goes and who writes it.
#pragma once

#include "export/job.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace pliant {

/// What a format can hold.
enum class Holds { both, particles, surfaces };

struct FormatRow {
    ExportFormat format;
    Holds holds = Holds::both;
    /// Files beside those of the frames: all of them for ExportLayout::folder, the list of frames for vtp. "{}" is the
    /// sequence's name.
    std::vector<std::string> parts;
    void (*write)(const ExportJob& job);
    std::string extension = {};  ///< where it is not the format's name
};

/// Sorted by name.
std::span<const FormatRow> format_rows();

/// Throws InputError with the near names, or with all of them.
const FormatRow& format_row(const std::string& name);

/// The files that an export makes, those of the frames first. Throws InputError when `output` does not fit the format.
std::vector<std::filesystem::path> planned_files(const FormatRow& row, const FrameSequence& frames,
                                                 const std::filesystem::path& output);

// The writers. Each takes the files that planned_files() lists.
void write_csv(const ExportJob& job);    ///< a table with a row for each particle of each frame
void write_npy(const ExportJob& job);    ///< arrays for numpy.load: positions, velocities, times, frames
void write_obj(const ExportJob& job);    ///< "v x y z" for each particle
void write_pc2(const ExportJob& job);    ///< Point Cache 2: positions only
void write_ply(const ExportJob& job);    ///< binary, all attributes
void write_usda(const ExportJob& job);   ///< a Points prim with time samples
void write_vtp(const ExportJob& job);    ///< compressed PolyData, and a .pvd with the times
void write_glb(const ExportJob& job);    ///< one glTF file a frame
void write_morph(const ExportJob& job);  ///< one glTF file with all frames as morph targets
void write_mdd(const ExportJob& job);    ///< points of surfaces
void write_vat(const ExportJob& job);    ///< vertex-animation textures

// The same of surfaces.
void write_obj_skins(const ExportJob& job);
void write_pc2_skins(const ExportJob& job);
void write_ply_skins(const ExportJob& job);
void write_usda_skins(const ExportJob& job);

}  // namespace pliant
