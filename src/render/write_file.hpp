// Files that are either complete or not there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace pliant::render {

/// Writes the bytes beside `path` under a temporary name and renames it. Throws InputError and leaves nothing behind.
void write_file(const std::filesystem::path& path, const std::uint8_t* data, std::size_t bytes);

}  // namespace pliant::render
