#include "core/hash.hpp"
#include "run/replaced_run.hpp"
#include "run/run_files.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>

namespace pliant {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view checksum_begin = ",\n \"checksum\": \"";
constexpr std::string_view checksum_end = "\"\n}\n";
constexpr std::size_t hash_digits = 16;

std::string hex(std::uint64_t value) { return fmt::format("{:016x}", value); }
std::uint64_t from_hex(const std::string& text) { return std::stoull(text, nullptr, 16); }

/// As JSON; bytes that are no UTF-8 (a name of a file may have them) are replaced.
std::string quoted(const std::string& text) { return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace); }

std::uint64_t hash_of(std::string_view text) {
    Hash hash;
    hash.add(text.data(), text.size());
    return hash.value();
}

void add_text(Hash& hash, std::string_view text) {
    hash.add_value(text.size());
    hash.add(text.data(), text.size());
}

/// Where the run was begun: a run that another one replaces lies within its old folder meanwhile.
fs::path home_of(const fs::path& run) {
    const fs::path full = fs::absolute(run / "").lexically_normal().parent_path();
    std::error_code ignored;
    const fs::path above = full.parent_path();
    return replaced_path(above) == full && fs::exists(manifest_path(above), ignored) ? run / ".." : run;
}

/// The scene's folder as seen from the run's, so that both can be moved together.
fs::path seen_from(const fs::path& run, const fs::path& scene_folder) {
    return scene_folder.empty() ? fs::path() : fs::proximate(fs::absolute(scene_folder), fs::absolute(home_of(run)));
}

std::string read_text(const fs::path& folder) {
    const fs::path file = manifest_path(folder);
    std::ifstream in(file, std::ios::binary);
    if (!in)
        throw InputError({.what = "this folder is not the output of a run",
                          .file = folder.string(),
                          .allowed = fmt::format("a folder with {}", file.filename().string()),
                          .hint = "make one with pliant run SCENE -o DIR"});
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Is the text one that manifest_text made?
bool is_whole(const std::string& text) {
    const std::size_t tail = checksum_begin.size() + hash_digits + checksum_end.size();
    if (text.size() < tail || !text.ends_with(checksum_end)) return false;
    const std::string_view front(text.data(), text.size() - tail);
    return text.compare(front.size(), checksum_begin.size(), checksum_begin) == 0 &&
           text.compare(front.size() + checksum_begin.size(), hash_digits, hex(hash_of(front))) == 0;
}

void check_format(const Json& manifest, const fs::path& file) {
    const int format = manifest.at("format");
    if (format == manifest_format) return;
    throw InputError({.what = "the run was written in another format",
                      .file = file.string(),
                      .path = "format",
                      .value = std::to_string(format),
                      .allowed = std::to_string(manifest_format),
                      .hint = "read it with the version of Pliant that wrote it, or run the scene again with --force"});
}

RunInfo info_of(const Json& manifest, const fs::path& folder) {
    RunInfo info;
    info.name = manifest.at("name");
    info.version = manifest.at("version");
    info.precision = manifest.at("precision");
    info.instruction_set = manifest.at("instruction_set");
    const std::string scene_folder = manifest.at("scene_folder");
    if (!scene_folder.empty()) info.scene_folder = (home_of(folder) / scene_folder).lexically_normal();
    if (manifest.contains("branch"))
        info.branch = {manifest.at("branch").at("frame"), from_hex(manifest.at("branch").at("hash"))};
    info.scene_json = manifest.at("scene").dump(4);
    for (const Json& entry : manifest.at("frames"))
        info.frames.push_back({entry.at("frame"), entry.at("time"), from_hex(entry.at("hash"))});
    set_key(info);
    return info;
}

}  // namespace

void set_key(RunInfo& info) {
    Json scene = Json::parse(info.scene_json);
    info.frame_count = scene.at("time").at("frames");
    info.every = scene.at("output").at("every");
    scene["time"].erase("frames");
    Hash hash;
    for (const std::string& text : {info.version, info.precision, info.instruction_set, scene.dump()})
        add_text(hash, text);
    if (info.branch) {
        hash.add_value(info.branch->frame);
        hash.add_value(info.branch->hash);
    }
    info.key = hash.value();
}

std::string manifest_text(const RunInfo& info, const fs::path& folder) {
    std::string text = fmt::format(
        "{{\n \"format\": {},\n \"name\": {},\n \"version\": {},\n \"precision\": {},\n \"instruction_set\": {},\n"
        " \"units\": \"SI: m, s, kg; y is up\",\n \"scene_folder\": {}",
        manifest_format, quoted(info.name), quoted(info.version), quoted(info.precision), quoted(info.instruction_set),
        quoted(seen_from(folder, info.scene_folder).generic_string()));
    if (info.branch)
        text += fmt::format(",\n \"branch\": {{\"frame\": {}, \"hash\": \"{}\"}}", info.branch->frame,
                            hex(info.branch->hash));
    text += fmt::format(",\n \"scene\": {},\n \"frames\": [", Json::parse(info.scene_json).dump(1));
    const char* separator = "\n";
    for (const FrameEntry& frame : info.frames) {
        text += fmt::format("{}  {{\"frame\": {}, \"time\": {}, \"file\": {}, \"hash\": \"{}\"}}", separator,
                            frame.number, Json(frame.time).dump(),
                            quoted(frame_file({}, frame.number).generic_string()), hex(frame.hash));
        separator = ",\n";
    }
    text += "\n ]";
    const std::string checksum = hex(hash_of(text));
    return text.append(checksum_begin).append(checksum).append(checksum_end);
}

RunInfo read_manifest(const fs::path& folder) {
    const fs::path file = manifest_path(folder);
    const std::string text = read_text(folder);
    try {
        const Json manifest = Json::parse(text);
        check_format(manifest, file);
        if (is_whole(text)) return info_of(manifest, folder);
    } catch (const Json::exception&) {
    } catch (const std::logic_error&) {
    }
    throw InputError({.what = "the manifest is damaged",
                      .file = file.string(),
                      .hint = "it was changed after it was written; take it from a copy, or run the scene again with "
                              "--force"});
}

}  // namespace pliant
