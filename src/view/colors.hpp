// What the numbers of particles may stand for.
#pragma once

#include <pliant/error.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace pliant {

inline constexpr std::array<std::string_view, 6> view_colors = {"none",    "speed",   "strain",
                                                                "plastic", "cluster", "fragment"};

/// Throws InputError when it is none of them.
inline void check_view_color(const std::string& color) {
    if (std::find(view_colors.begin(), view_colors.end(), color) != view_colors.end()) return;
    throw InputError({.what = "there is no such colouring",
                      .path = "color",
                      .value = color,
                      .allowed = "none, speed, strain, plastic, cluster, fragment",
                      .hint = "bodies and looks are coloured by the page itself"});
}

}  // namespace pliant
