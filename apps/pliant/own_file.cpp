#include "own_file.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>

namespace pliant::cli {
namespace {

const OutputKind webp_file{"a film", "RIFF", 0, {".webp"}};
const OutputKind mp4_file{"a film", "ftyp", 4, {".mp4"}};

/// Bytes of the file from `at` on; fewer when it ends before.
std::string bytes_at(const std::filesystem::path& file, std::size_t at, std::size_t count) {
    std::ifstream in(file, std::ios::binary);
    std::string bytes(count, '\0');
    in.seekg(static_cast<std::streamoff>(at));
    in.read(bytes.data(), static_cast<std::streamsize>(count));
    bytes.resize(static_cast<std::size_t>(in.gcount()));
    return bytes;
}

std::string lower_extension(const std::filesystem::path& file) {
    std::string text = file.extension().string();
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

bool has_extension(const std::filesystem::path& file, const OutputKind& kind) {
    const std::string extension = lower_extension(file);
    return std::find(kind.extensions.begin(), kind.extensions.end(), extension) != kind.extensions.end();
}

[[noreturn]] void refuse_extension(const std::filesystem::path& file, std::string_view kind,
                                   const std::vector<std::string_view>& allowed, std::string_view option) {
    std::filesystem::path better = file;
    better.replace_extension(allowed.front());
    throw InputError({.what = fmt::format("{} cannot be written under this name", kind),
                      .file = file.string(),
                      .path = std::string(option),
                      .value = file.has_extension() ? file.extension().string() : "no extension",
                      .allowed = fmt::format("a name that ends in {}", fmt::join(allowed, " or ")),
                      .hint = fmt::format("{} {}", option, better.string())});
}

}  // namespace

const OutputKind picture_file{"a picture", "\x89PNG", 0, {".png"}};
const OutputKind page_file{"a page", "<!DOCTYPE html>", 0, {}};
const OutputKind statistics_file{"statistics", "{\"frame\":", 0, {}};

const OutputKind& film_file(const std::filesystem::path& file, std::string_view option) {
    for (const OutputKind* kind : {&webp_file, &mp4_file})
        if (has_extension(file, *kind)) return *kind;
    refuse_extension(file, "a film", {".webp", ".mp4"}, option);
}

void check_replaceable(const std::filesystem::path& file, const OutputKind& kind, std::string_view option) {
    check_outside_runs(file, option);
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored) || std::filesystem::file_size(file, ignored) == 0) return;
    if (bytes_at(file, kind.mark_at, kind.mark.size()) == kind.mark) return;
    throw InputError({.what = fmt::format("this file exists and is not {}: it would be lost", kind.name),
                      .file = file.string(),
                      .path = std::string(option),
                      .value = file.string(),
                      .allowed = fmt::format("a new file, or one that holds {}", kind.name),
                      .hint = "name another file, or remove this one first"});
}

void check_output(const std::filesystem::path& file, const OutputKind& kind, std::string_view option) {
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
    if (!kind.extensions.empty() && !has_extension(file, kind))
        refuse_extension(file, kind.name, kind.extensions, option);
    check_replaceable(file, kind, option);
}

}  // namespace pliant::cli
