// Small stages that several render tests share.
#pragma once

#include "render/draw.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace pliant::render {

constexpr Color red = {0.85f, 0.2f, 0.15f};

inline Spheres one_sphere(const Vec3& center, double radius, Color color = red) {
    return {{center}, {static_cast<float>(radius)}, {color}};
}

/// Few pixels and rays: enough to see what is where.
inline DrawSettings small(int width = 96, int height = 54) {
    DrawSettings settings;
    settings.width = width;
    settings.height = height;
    settings.antialias = 2;
    return settings;
}

/// The pixel a point lands on.
inline std::array<int, 2> pixel_of(const View& view, const Picture& picture, const Vec3& point) {
    const Vec3 p = make_camera(view, static_cast<double>(picture.width) / picture.height).project(point);
    return {static_cast<int>(std::floor(0.5 * (1 + p.x()) * picture.width)),
            static_cast<int>(std::floor(0.5 * (1 - p.y()) * picture.height))};
}

inline double brightness(const Picture& picture, const std::array<int, 2>& at) {
    const std::uint8_t* p = picture.pixel(at[0], at[1]);
    return (p[0] + p[1] + p[2]) / (3 * 255.0);
}

/// The share of bytes of two pictures of one size that differ by more than `levels` of 255.
inline double share_different(const Picture& a, const Picture& b, int levels) {
    std::size_t different = 0;
    for (std::size_t i = 0; i < a.rgb.size(); ++i)
        different += std::abs(int{a.rgb[i]} - int{b.rgb[i]}) > levels ? 1u : 0u;
    return static_cast<double>(different) / static_cast<double>(a.rgb.size());
}

}  // namespace pliant::render
