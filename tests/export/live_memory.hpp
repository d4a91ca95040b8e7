// How much memory from operator new is in use, and the most that ever was.
#pragma once

#include <cstddef>

namespace pliant::testing {

/// Bytes in use now.
std::size_t live_bytes();

/// Forgets the peak: it starts again from what is in use.
void reset_peak();
std::size_t peak_bytes();

}  // namespace pliant::testing
