#include "core/write_file.hpp"

#include "core/file_writer.hpp"

namespace pliant {

void write_file(const std::filesystem::path& path, const void* data, std::size_t bytes) {
    FileWriter file(path);
    file.write(data, bytes);
    file.commit();
}

}  // namespace pliant
