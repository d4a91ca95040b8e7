// A file written piece by piece that is either complete or not there.
//
//     FileWriter file("run.csv");
//     for (…) file.write(line);
//     file.commit();
//
// The bytes go to "run.csv.part", which commit() renames. Without a commit (an exception on the way, a reader that gave
// up) the part is removed and an older file of that name stays as it was.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string_view>

namespace pliant {

class FileWriter {
  public:
    /// Opens the temporary file. Throws InputError, as all members do, with the system's reason and a hint.
    explicit FileWriter(std::filesystem::path path);
    ~FileWriter();
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;

    void write(const void* data, std::size_t bytes);
    void write(std::string_view text) { write(text.data(), text.size()); }

    /// Gives the file its name. Nothing may be written afterwards.
    void commit();

    const std::filesystem::path& path() const { return path_; }

  private:
    [[noreturn]] void fail(int code);
    void discard() noexcept;

    std::filesystem::path path_;
    std::filesystem::path temporary_;
    std::FILE* file_ = nullptr;
    bool pending_ = false;  ///< the temporary file is there and ours to remove
};

}  // namespace pliant
