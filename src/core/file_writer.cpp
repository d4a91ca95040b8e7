#include "core/file_writer.hpp"

#include "core/assert.hpp"

#include <pliant/error.hpp>

#include <cerrno>
#include <system_error>
#include <utility>

namespace pliant {

FileWriter::FileWriter(std::filesystem::path path) : path_(std::move(path)), temporary_(path_) {
    temporary_ += ".part";
    // Known before anything is computed for it; rename() would only say so at the end.
    if (std::error_code ignored; std::filesystem::is_directory(path_, ignored)) fail(EISDIR);
    file_ = std::fopen(temporary_.c_str(), "wb");
    if (file_ == nullptr) fail(errno);
    pending_ = true;
}

FileWriter::~FileWriter() { discard(); }

void FileWriter::write(const void* data, std::size_t bytes) {
    PLIANT_ASSERT(file_ != nullptr);
    if (bytes > 0 && std::fwrite(data, 1, bytes, file_) != bytes) fail(errno);
}

void FileWriter::commit() {
    PLIANT_ASSERT(file_ != nullptr);
    const bool flushed = std::fflush(file_) == 0;
    const int flush_error = errno;
    const bool closed = std::fclose(std::exchange(file_, nullptr)) == 0;
    if (!flushed) fail(flush_error);
    if (!closed) fail(errno);
    std::error_code renamed;
    std::filesystem::rename(temporary_, path_, renamed);
    if (renamed) fail(renamed.value());
    pending_ = false;
}

void FileWriter::discard() noexcept {
    if (file_ != nullptr) std::fclose(std::exchange(file_, nullptr));
    std::error_code ignored;
    if (std::exchange(pending_, false)) std::filesystem::remove(temporary_, ignored);
}

void FileWriter::fail(int code) {
    discard();
    throw InputError({.what = "the file cannot be written: " + std::generic_category().message(code),
                      .file = path_.string(),
                      .hint = "give a path in a folder that exists, that you may write to and that has room"});
}

}  // namespace pliant
