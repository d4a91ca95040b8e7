// Files that a command replaces: its own kind only.
#pragma once

#include <filesystem>
#include <string_view>

namespace pliant::cli {

/// Throws InputError when the file exists, holds something and does not begin as files of this kind do: a slip of the
/// hand must not cost a scene. Devices and pipes pass. The own files of a run are refused in any case.
void check_replaceable(const std::filesystem::path& file, std::string_view beginning, std::string_view kind,
                       std::string_view option);

/// The same, and the file's folder must exist.
void check_output(const std::filesystem::path& file, std::string_view beginning, std::string_view kind,
                  std::string_view option);

}  // namespace pliant::cli
