// Text written in a stream: numbers with the fewest digits that read back to the same value, complete or not there.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "core/file_writer.hpp"

namespace pliant {

class TextFile {
  public:
    explicit TextFile(const std::filesystem::path& path) : file_(path) {}

    template <class... Values>
    void print(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(fmt::appender(buffer_), format, std::forward<Values>(values)...);
        if (buffer_.size() >= flush_bytes) flush();
    }
    void commit() {
        flush();
        file_.commit();
    }

  private:
    void flush() {
        file_.write(buffer_.data(), buffer_.size());
        buffer_.clear();
    }

    static constexpr std::size_t flush_bytes = 1 << 16;
    FileWriter file_;
    fmt::memory_buffer buffer_;
};

}  // namespace pliant
