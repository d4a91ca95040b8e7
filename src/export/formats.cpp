#include "export/formats.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include "scene/near.hpp"

namespace pliant {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void does_not_fit(const FormatRow& row, const fs::path& output, const std::string& allowed,
                               const std::string& hint) {
    throw InputError({.what = fmt::format("the output does not fit the format {}", row.format.name),
                      .path = "-o",
                      .value = output.string(),
                      .allowed = allowed,
                      .hint = hint});
}

/// The path without its extension: what a folder could be called.
std::string stem_hint(const fs::path& output) {
    return fmt::format("try -o {}", fs::path(output).replace_extension().string());
}

std::vector<fs::path> planned_file(const FormatRow& row, const fs::path& output) {
    const std::string extension = "." + (row.extension.empty() ? row.format.name : row.extension);
    // USD reads .usd by content, so that text in it is legal.
    const bool usd = row.format.name == "usda" && output.extension() == ".usd";
    if (output.extension() != extension && !usd)
        does_not_fit(row, output, fmt::format("a file that ends in {}", extension),
                     fmt::format("try -o {}", fs::path(output).replace_extension(extension).string()));
    return {output};
}

}  // namespace

std::span<const FormatRow> format_rows() {
    using enum ExportLayout;
    using enum Holds;
    static const std::vector<FormatRow> rows = {
        {{"csv", file, "a table of all particles, for pandas, R and spreadsheets"}, particles, {}, write_csv},
        {{"glb", file_per_frame, "glTF of each frame with its materials, for the web and game engines"},
         surfaces,
         {},
         write_glb},
        {{"mdd", file, "a point cache of surfaces, for Blender, LightWave, Houdini"}, surfaces, {}, write_mdd},
        {{"morph", file, "one .glb with all frames as morph targets, up to 250"}, surfaces, {}, write_morph, "glb"},
        {{"npy", folder, "positions, velocities, times and frames of particles as arrays, for numpy"},
         particles,
         {"positions.npy", "velocities.npy", "times.npy", "frames.npy"},
         write_npy},
        {{"obj", file_per_frame, "text with UVs and normals, for anything"}, both, {}, write_obj},
        {{"pc2", file, "a point cache, for Blender's and 3ds Max's mesh cache"}, both, {}, write_pc2},
        {{"ply", file_per_frame, "binary with all attributes, for Blender, Houdini, MeshLab"}, both, {}, write_ply},
        {{"usda", file, "animated Universal Scene Description, for Houdini, Blender, usdview"}, both, {}, write_usda},
        {{"vat", folder, "vertex-animation textures (16-bit PNG), for game engines"},
         surfaces,
         {"{}_positions.png", "{}_normals.png", "{}.glb", "{}.json"},
         write_vat},
        {{"vtp", file_per_frame, "compressed, with all attributes and a .pvd of the times, for ParaView"},
         both,
         {"{}.pvd"},
         write_vtp},
    };
    return rows;
}

const FormatRow& format_row(const std::string& name) {
    std::vector<std::string> known;
    for (const FormatRow& row : format_rows()) {
        if (row.format.name == name) return row;
        known.push_back(row.format.name);
    }
    const bool near = !near_words(name, known).empty();
    throw InputError({.what = "there is no such export format",
                      .path = "--format",
                      .value = name,
                      .allowed = fmt::format("{}", fmt::join(known, ", ")),
                      .hint = near ? did_you_mean(name, known) : ""});
}

std::vector<ExportFormat> export_formats() {
    std::vector<ExportFormat> formats;
    for (const FormatRow& row : format_rows()) {
        formats.push_back(row.format);
        formats.back().holds_particles = row.holds != Holds::surfaces;
        formats.back().holds_skins = row.holds != Holds::particles;
    }
    return formats;
}

std::vector<fs::path> planned_files(const FormatRow& row, const FrameSequence& frames, const fs::path& output) {
    if (row.format.layout == ExportLayout::file) return planned_file(row, output);
    const bool per_frame = row.format.layout == ExportLayout::file_per_frame;
    const std::string extension = "." + row.format.name;
    if (output.extension() == extension || output.extension() == ".pvd") {
        if (per_frame && output.extension() == extension && frames.numbers.size() == 1) return {output};
        does_not_fit(row, output,
                     per_frame ? fmt::format("a folder for {} frames, or a file that ends in {} for a single frame",
                                             frames.numbers.size(), extension)
                               : "a folder",
                     stem_hint(output));
    }
    std::vector<fs::path> files;
    if (per_frame)
        for (const int number : frames.numbers)
            files.push_back(output / fmt::format("{}_{:05}{}", frames.name, number, extension));
    for (const std::string& part : row.parts) files.push_back(output / fmt::format(fmt::runtime(part), frames.name));
    return files;
}

}  // namespace pliant
