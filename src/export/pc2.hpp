// The head of a Point Cache 2 file (pc2.cpp).
#pragma once

#include "core/file_writer.hpp"

#include <cstddef>
#include <vector>

namespace pliant {

/// For frames with these numbers, each of so many points. Throws InputError when they are not evenly spaced.
void write_pc2_head(FileWriter& out, const std::vector<int>& numbers, std::size_t points);

}  // namespace pliant
