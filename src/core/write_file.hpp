// Files that are either complete or not there.
#pragma once

#include <cstddef>
#include <filesystem>

namespace pliant {

/// Writes the bytes beside `path` under a temporary name and renames it. Throws InputError and leaves nothing behind.
void write_file(const std::filesystem::path& path, const void* data, std::size_t bytes);

}  // namespace pliant
