#include "own_file.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <fmt/format.h>

#include <fstream>
#include <string>

namespace pliant::cli {

void check_replaceable(const std::filesystem::path& file, std::string_view beginning, std::string_view kind,
                       std::string_view option) {
    check_outside_runs(file, option);
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return;
    std::ifstream in(file, std::ios::binary);
    std::string start(beginning.size(), '\0');
    in.read(start.data(), static_cast<std::streamsize>(start.size()));
    start.resize(static_cast<std::size_t>(in.gcount()));
    if (start.empty() || start == beginning) return;
    throw InputError({.what = fmt::format("this file exists and is not {}: it would be lost", kind),
                      .file = file.string(),
                      .path = std::string(option),
                      .value = file.string(),
                      .allowed = fmt::format("a new file, or one that holds {}", kind),
                      .hint = "name another file, or remove this one first"});
}

void check_output(const std::filesystem::path& file, std::string_view beginning, std::string_view kind,
                  std::string_view option) {
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored))
        throw InputError({.what = "the file's folder does not exist",
                          .file = file.string(),
                          .path = std::string(option),
                          .allowed = "a file in a folder that exists",
                          .hint = fmt::format("mkdir -p {}", folder.string())});
    if (std::filesystem::is_directory(file, ignored))
        throw InputError({.what = "this is a folder, not a file",
                          .file = file.string(),
                          .path = std::string(option),
                          .hint = "name a file in it"});
    check_replaceable(file, beginning, kind, option);
}

}  // namespace pliant::cli
