// A frame's attributes as the flat 32-bit arrays that files hold.
#pragma once

#include <pliant/simulation.hpp>

#include <vector>

#include "render/palette.hpp"

namespace pliant {

/// x y z x y z …
inline std::vector<float> interleaved(const std::vector<Vec3>& vectors) {
    std::vector<float> values;
    values.reserve(3 * vectors.size());
    for (const Vec3& v : vectors)
        for (int k = 0; k < 3; ++k) values.push_back(static_cast<float>(v[k]));
    return values;
}

/// The colour of a particle in sRGB: by its body, the same as in pictures.
inline render::Color body_color(std::uint32_t body) { return render::categorical(static_cast<int>(body)); }

}  // namespace pliant
