#include "run/replaced_run.hpp"

#include "core/write_file.hpp"
#include "run/run_files.hpp"

#include <pliant/error.hpp>

#include <fstream>
#include <iterator>
#include <system_error>

namespace pliant {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_set_aside(const fs::path& folder, const std::error_code& why) {
    throw InputError({.what = "the run in this folder cannot be set aside: " + why.message(),
                      .file = folder.string(),
                      .allowed = "a folder whose files may be moved within it",
                      .hint = "remove that run yourself, or choose another folder with -o DIR"});
}

void make_folders_aside(const fs::path& folder) {
    std::error_code error;
    for (const fs::path& file : {frame_file(folder, 0), checkpoint_file(folder, 0)}) {
        fs::create_directories(file.parent_path(), error);
        if (error) cannot_set_aside(folder.parent_path(), error);
    }
}

/// Frames, checkpoints and timings. Stops at the first that cannot be moved, and says why.
std::error_code move_run_files(const fs::path& from, const fs::path& to) {
    std::error_code error;
    for (const fs::path& file : list_run_files(from)) {
        fs::rename(from / file, to / file, error);
        if (error) return error;
    }
    return error;
}

void copy_manifest(const fs::path& folder) {
    std::ifstream in(manifest_path(folder), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    write_file(next_manifest_path(replaced_path(folder)), text.data(), text.size());
}

/// Folders that hold something else stay.
void remove_empty_folders(const fs::path& folder) {
    std::error_code ignored;
    for (const fs::path& file : {frame_file(folder, 0), checkpoint_file(folder, 0), manifest_path(folder)})
        fs::remove(file.parent_path(), ignored);
}

}  // namespace

fs::path replaced_path(const fs::path& folder) { return folder / "replaced"; }

bool keeps_replaced(const fs::path& folder) {
    std::error_code ignored;
    return fs::exists(manifest_path(replaced_path(folder)), ignored);
}

void set_run_aside(const fs::path& folder) {
    const fs::path aside = replaced_path(folder);
    try {
        make_folders_aside(aside);
        copy_manifest(folder);
        std::error_code error = move_run_files(folder, aside);
        if (!error) fs::rename(next_manifest_path(aside), manifest_path(aside), error);
        if (error) cannot_set_aside(folder, error);
    } catch (const InputError&) {
        mend_replaced(folder);
        throw;
    }
}

void put_replaced_back(const fs::path& folder) {
    remove_run_files(folder);
    std::error_code error;
    fs::rename(manifest_path(replaced_path(folder)), manifest_path(folder), error);
    if (!error) mend_replaced(folder);
}

void drop_replaced(const fs::path& folder) {
    if (!keeps_replaced(folder)) return;
    const fs::path aside = replaced_path(folder);
    remove_run_files(aside);
    std::error_code ignored;
    fs::remove(manifest_path(aside), ignored);
    remove_empty_folders(aside);
}

void mend_replaced(const fs::path& folder) {
    const fs::path aside = replaced_path(folder);
    std::error_code ignored;
    if (!fs::is_directory(aside, ignored) || keeps_replaced(folder)) return;
    move_run_files(aside, folder);
    remove_partial_files(aside);
    fs::remove(next_manifest_path(aside), ignored);
    remove_empty_folders(aside);
}

}  // namespace pliant
