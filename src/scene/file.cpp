#include "scene/file.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace pliant {
namespace {

constexpr std::size_t largest = std::size_t{16} << 20;

[[noreturn]] void fail(const std::filesystem::path& file, std::string what, std::string hint) {
    throw InputError({.what = std::move(what),
                      .file = file.string(),
                      .allowed = "a readable text file of at most 16 MiB",
                      .hint = std::move(hint)});
}

}  // namespace

std::string read_text_file(const std::filesystem::path& file) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (status.type() == std::filesystem::file_type::not_found) fail(file, "there is no such file", "check the path");
    if (std::filesystem::is_directory(status)) fail(file, "this is a folder, not a file", "name a file in it");
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (!in) fail(file, fmt::format("the file cannot be opened: {}", std::strerror(errno)), "check its permissions");
    std::string text(largest + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (in.bad()) fail(file, fmt::format("the file cannot be read: {}", std::strerror(errno)), "check the disk");
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (text.size() > largest) fail(file, "the file is too large", "keep large data in mesh and point files");
    return text;
}

}  // namespace pliant
