// Text that is written now and needed later: kept in a file without a name, so that memory stays flat.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <new>
#include <utility>

#include "export/text_file.hpp"

namespace pliant {

class Spool {
  public:
    Spool() : file_(std::tmpfile(), &std::fclose) {
        if (!file_) throw std::bad_alloc();
    }
    template <class... Values>
    void print(fmt::format_string<Values...> format, Values&&... values) {
        fmt::print(file_.get(), format, std::forward<Values>(values)...);
    }
    /// All of it, to the end of another file.
    void copy_to(TextFile& out) {
        std::rewind(file_.get());
        char bytes[1 << 14];
        for (std::size_t read = 0; (read = std::fread(bytes, 1, sizeof(bytes), file_.get())) > 0;)
            out.print("{}", std::string_view(bytes, read));
    }

  private:
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

}  // namespace pliant
