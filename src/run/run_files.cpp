#include "run/run_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace pliant {
namespace {

namespace fs = std::filesystem;

/// A folder of files named by a number: frames/frame_00012.pcf.
struct Series {
    const char* folder;
    std::string_view prefix;
    std::string_view extension;
};
constexpr Series frames{"frames", "frame_", ".pcf"};
constexpr Series checkpoints{"checkpoints", "state_", ".pcs"};
constexpr std::string_view partial = ".part";

fs::path path_of(const fs::path& folder, const Series& series, int number) {
    return folder / series.folder / fmt::format("{}{:05}{}", series.prefix, number, series.extension);
}

/// The number in the file's name, or -1 when it is not of the series as we write it.
int number_of(const fs::path& file, const Series& series) {
    const std::string name = file.filename().string();
    if (!name.starts_with(series.prefix) || !name.ends_with(series.extension)) return -1;
    const char* const begin = name.data() + series.prefix.size();
    int number = -1;
    std::from_chars(begin, name.data() + name.size(), number);
    return number >= 0 && path_of({}, series, number).filename() == name ? number : -1;
}

template <class F>
void for_each_file(const fs::path& folder, const F& f) {
    std::error_code none;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) f(entry.path());
}

std::vector<int> list(const fs::path& folder, const Series& series) {
    std::vector<int> numbers;
    for_each_file(folder / series.folder, [&](const fs::path& file) {
        if (const int number = number_of(file, series); number >= 0) numbers.push_back(number);
    });
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

bool is_partial(fs::path file, const Series& series) {
    return file.extension() == partial && number_of(file.replace_extension(), series) >= 0;
}

void remove_files(const std::vector<fs::path>& files) {
    std::error_code gone;
    for (const fs::path& file : files) fs::remove(file, gone);
}

}  // namespace

fs::path manifest_path(const fs::path& folder) { return folder / "run.json"; }
fs::path next_manifest_path(const fs::path& folder) { return folder / "run.json.next"; }
fs::path timings_path(const fs::path& folder) { return folder / "timings.jsonl"; }
fs::path frame_file(const fs::path& folder, int number) { return path_of(folder, frames, number); }
fs::path checkpoint_file(const fs::path& folder, int frame) { return path_of(folder, checkpoints, frame); }
std::vector<int> list_frames(const fs::path& folder) { return list(folder, frames); }
std::vector<int> list_checkpoints(const fs::path& folder) { return list(folder, checkpoints); }

void remove_partial_files(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const Series& series : {frames, checkpoints})
        for_each_file(folder / series.folder, [&](const fs::path& file) {
            if (is_partial(file, series)) files.push_back(file);
        });
    for (fs::path manifest : {manifest_path(folder), next_manifest_path(folder)}) files.push_back(manifest += partial);
    remove_files(files);
}

std::vector<fs::path> list_run_files(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const int number : list_checkpoints(folder)) files.push_back(checkpoint_file({}, number));
    for (const int number : list_frames(folder)) files.push_back(frame_file({}, number));
    std::error_code none;
    if (fs::exists(timings_path(folder), none)) files.push_back(timings_path({}));
    return files;
}

void remove_run_files(const fs::path& folder) {
    remove_partial_files(folder);
    std::vector<fs::path> files = list_run_files(folder);
    for (fs::path& file : files) file = folder / file;
    remove_files(files);
}

}  // namespace pliant
