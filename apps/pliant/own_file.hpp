// Files that a command writes: named as what they are, and replacing their own kind only.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pliant::cli {

/// A kind of file that a command writes.
struct OutputKind {
    std::string_view name;                     ///< "a picture"
    std::string_view mark;                     ///< what every such file holds,
    std::size_t mark_at = 0;                   ///< from this byte on
    std::vector<std::string_view> extensions;  ///< any of these; none: any name
};

extern const OutputKind picture_file, page_file, statistics_file;
/// By the file's extension, as there are two kinds of films. Throws InputError for any other.
const OutputKind& film_file(const std::filesystem::path& file, std::string_view option);

/// Throws InputError when the file exists, holds something and is not of this kind: a slip of the hand must not cost a
/// scene. Devices and pipes pass. The own files of a run are refused in any case.
void check_replaceable(const std::filesystem::path& file, const OutputKind& kind, std::string_view option);

/// The same; and the file's folder must exist, and its extension be one of the kind's.
void check_output(const std::filesystem::path& file, const OutputKind& kind, std::string_view option);

}  // namespace pliant::cli
