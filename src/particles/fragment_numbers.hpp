// Numbers of the pieces that bodies come apart into. They never change while a piece lives, and are never used twice.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// Pieces that broke off with fewer particles than this are crumbs.
inline constexpr std::uint32_t crumb_size = 8;

/// `piece`: per particle, any number below `pieces` that those which hang together share. `fragment` (per particle) and
/// `parents` (per fragment, empty until anything broke; of those that were built, itself) are brought up to date: a
/// piece that came apart keeps its number for the part with most particles (the first of equal ones); the others get
/// new numbers, after all there ever were, and parents say from which they broke.
void number_fragments(std::span<const std::uint32_t> piece, std::size_t pieces, std::vector<std::uint32_t>& fragment,
                      std::vector<std::uint32_t>& parents);

}  // namespace pliant
