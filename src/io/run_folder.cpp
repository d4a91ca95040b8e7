#include "core/write_file.hpp"
#include "io/frame_ply.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <regex>
#include <sstream>
#include <system_error>

namespace pliant {
namespace {

namespace fs = std::filesystem;

constexpr const char* manifest_name = "run.json";
constexpr int manifest_format = 1;

std::string frame_name(int number) { return fmt::format("frame_{:05}.ply", number); }

std::vector<fs::path> frame_files(const fs::path& folder) {
    static const std::regex pattern("frame_[0-9]{5,}\\.ply(\\.part)?");
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (std::regex_match(entry.path().filename().string(), pattern)) files.push_back(entry.path());
    return files;
}

[[noreturn]] void cannot_use(const fs::path& folder, const std::string& why, const std::string& hint) {
    throw InputError({.what = "the output folder cannot be used: " + why,
                      .file = folder.string(),
                      .allowed = "a folder that may be created and written to",
                      .hint = hint});
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) cannot_use(folder, error.message(), "choose another one with -o DIR");
    if (!fs::is_directory(folder)) cannot_use(folder, "it is a file", "choose another one with -o DIR");
}

}  // namespace

std::string_view version() { return PLIANT_VERSION; }

RunFolder::RunFolder(fs::path folder, std::string name, std::string scene_json)
    : folder_(std::move(folder)), name_(std::move(name)), scene_json_(std::move(scene_json)) {
    make_folder(folder_);
    const std::vector<fs::path> old = frame_files(folder_);
    if (!old.empty() && !fs::exists(folder_ / manifest_name))
        cannot_use(folder_,
                   fmt::format("it holds {} that no run of Pliant left there", old.front().filename().string()),
                   "choose another one with -o DIR, or move those files away");
    // The manifest goes first: if the folder turns out to be read-only, nothing of the old run is lost.
    write_manifest();
    for (const fs::path& file : old) fs::remove(file);
}

void RunFolder::write_manifest() const {
    nlohmann::ordered_json manifest;
    manifest["format"] = manifest_format;
    manifest["name"] = name_;
    manifest["version"] = version();
    manifest["units"] = "SI: m, s, kg; y is up";
    manifest["scene"] = nlohmann::ordered_json::parse(scene_json_);
    manifest["frames"] = nlohmann::ordered_json::array();
    for (const auto& [number, hash] : frames_)
        manifest["frames"].push_back(
            {{"frame", number}, {"file", frame_name(number)}, {"hash", fmt::format("{:016x}", hash)}});
    const std::string text = manifest.dump(1, ' ') + "\n";
    write_file(folder_ / manifest_name, text.data(), text.size());
}

void RunFolder::write(const Frame& frame, std::uint64_t hash) {
    write_frame_ply(folder_ / frame_name(frame.number), frame);
    frames_.emplace_back(frame.number, hash);
    write_manifest();
}

RunInfo read_run(const fs::path& folder) {
    const fs::path file = folder / manifest_name;
    std::ifstream in(file, std::ios::binary);
    if (!in)
        throw InputError({.what = "this folder is not the output of a run",
                          .file = folder.string(),
                          .allowed = fmt::format("a folder with {}", manifest_name),
                          .hint = "make one with pliant run SCENE -o DIR"});
    std::stringstream text;
    text << in.rdbuf();
    try {
        const nlohmann::ordered_json manifest = nlohmann::ordered_json::parse(text.str());
        RunInfo info;
        info.name = manifest.at("name");
        info.version = manifest.at("version");
        info.scene_json = manifest.at("scene").dump(4);
        for (const auto& entry : manifest.at("frames")) {
            const std::string name = entry.at("file");
            info.frames.emplace_back(entry.at("frame").get<int>(),
                                     std::stoull(entry.at("hash").get<std::string>(), nullptr, 16));
            std::error_code missing;
            const std::uintmax_t size = fs::file_size(folder / name, missing);
            if (missing)
                throw InputError({.what = "a frame that the manifest names is not there",
                                  .file = (folder / name).string(),
                                  .hint = "run the scene again"});
            info.bytes += size;
        }
        return info;
    } catch (const InputError&) {
        throw;
    } catch (const std::exception&) {
        throw InputError({.what = "the manifest is damaged", .file = file.string(), .hint = "run the scene again"});
    }
}

}  // namespace pliant
