// How overlaps come apart: slowly enough that nothing is thrown.
#pragma once

#include <algorithm>

namespace pliant {

/// Overlaps shrink by this share of what is to be undone of them, 1/s.
inline constexpr double recovery_rate = 10;

/// What is to be undone of an overlap, m: nothing of the first `slop`, so that what rests does not tremble, and at most
/// three tenths of the contact's size, so that what lies deep leaves no faster.
inline double to_undo(double penetration, double slop, double size) {
    constexpr double deep = 0.3;
    return std::clamp(penetration - slop * size, 0.0, deep * size);
}

}  // namespace pliant
