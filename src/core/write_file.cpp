#include "core/write_file.hpp"

#include <pliant/error.hpp>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace pliant {

void write_file(const std::filesystem::path& path, const void* data, std::size_t bytes) {
    std::filesystem::path temporary = path;
    temporary += ".part";
    const auto fail = [&](int code) {
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        throw InputError({.what = "the file cannot be written: " + std::generic_category().message(code),
                          .file = path.string(),
                          .hint = "give a path in a folder that exists, that you may write to and that has room"});
    };
    std::FILE* file = std::fopen(temporary.c_str(), "wb");
    if (file == nullptr) fail(errno);
    const bool written = std::fwrite(data, 1, bytes, file) == bytes;
    const int write_error = written ? 0 : errno;
    const bool closed = std::fclose(file) == 0;
    if (!written) fail(write_error);
    if (!closed) fail(errno);
    std::error_code renamed;
    std::filesystem::rename(temporary, path, renamed);
    if (renamed) fail(renamed.value());
}

}  // namespace pliant
