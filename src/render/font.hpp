// The shapes of the printable ASCII characters, as pen strokes: drawn for Pliant, and smooth at every size.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace pliant::render {

/// A polyline in font units: x to the right from the character's left side, y downwards, 0 at the top of capitals, 8 at
/// the baseline, 10 at the lowest descender. Small letters reach up to 3.
using Stroke = std::vector<Eigen::Vector2f>;

struct Glyph {
    float width = 0;  ///< in font units, without the gap to the next one
    std::vector<Stroke> strokes;
};

inline constexpr float cap_units = 8;  ///< height of a capital
inline constexpr float gap_units = 2;  ///< between two characters

/// The glyph of a character; anything that is not printable ASCII looks like '?'.
const Glyph& glyph_of(char character);

}  // namespace pliant::render
