// A small text file read whole, with a clear message when that fails.
#pragma once

#include <filesystem>
#include <string>

namespace pliant {

/// Throws InputError (file and hint filled in) when the file is missing, a folder, unreadable or not of a sensible
/// size.
std::string read_text_file(const std::filesystem::path& file);

}  // namespace pliant
