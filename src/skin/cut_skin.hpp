// The skin of a body that broke: cut along its cracks, each piece bound to its own particles.
//
// It follows from what a frame says of its particles alone, so that any frame can be shown without the ones before.
#pragma once

#include "skin/body_skin.hpp"

#include <span>

namespace pliant {

/// The fragments of a body's particles, from which each fragment broke (Frame::fragment_parents), and which particles
/// were torn from each other (Frame::torn, by their places among the body's).
struct Breaks {
    std::span<const std::uint32_t> fragments;
    std::span<const std::uint32_t> parents;
    std::span<const std::array<std::uint32_t, 2>> torn;
};

/// `skin` is of a body that is whole; of a kind that follows particles.
BodySkin cut_skin(const BodySkin& skin, const Breaks& breaks);

}  // namespace pliant
