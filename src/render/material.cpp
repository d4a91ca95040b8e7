#include "render/material.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace pliant::render {
namespace {

float smooth(float t) { return t * t * (3 - 2 * t); }
float smooth_step(float low, float high, float x) { return smooth(std::clamp((x - low) / (high - low), 0.0f, 1.0f)); }

/// A number in [0, 1) for each cell.
float cell_noise(int x, int y, int z) {
    std::uint32_t h = static_cast<std::uint32_t>(x) * 0x8da6b343u ^ static_cast<std::uint32_t>(y) * 0xd8163841u ^
                      static_cast<std::uint32_t>(z) * 0xcb1ab31fu;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    h = (h ^ (h >> 12)) * 0x297a2d39u;
    return static_cast<float>((h ^ (h >> 15)) >> 8) * 0x1p-24f;
}

/// The same between cells, smoothly.
float noise(const Vec3f& p) {
    const Vec3f floor(std::floor(p.x()), std::floor(p.y()), std::floor(p.z()));
    const int x = static_cast<int>(floor.x()), y = static_cast<int>(floor.y()), z = static_cast<int>(floor.z());
    const float u = smooth(p.x() - floor.x()), v = smooth(p.y() - floor.y()), w = smooth(p.z() - floor.z());
    float sum = 0;
    for (int k = 0; k < 8; ++k) {
        const int i = k & 1, j = k >> 1 & 1, l = k >> 2;
        sum += (i != 0 ? u : 1 - u) * (j != 0 ? v : 1 - v) * (l != 0 ? w : 1 - w) * cell_noise(x + i, y + j, z + l);
    }
    return sum;
}

float turbulence(const Vec3f& p) { return 0.55f * noise(p) + 0.3f * noise(2.1f * p) + 0.15f * noise(4.3f * p); }

float checker(const Vec3f& p) {
    const auto cell = [](float x) { return static_cast<int>(std::floor(x)); };
    return static_cast<float>((cell(p.x()) + cell(p.y()) + cell(p.z())) & 1);
}

/// Year rings around an axis along x, and fibers along it.
float grain(const Vec3f& p) {
    const Vec3f bent = p + 0.35f * Vec3f(0, noise(0.7f * p), noise(0.7f * p + Vec3f(9, 4, 7)));
    const float radius = std::hypot(bent.y() - 0.4f, bent.z() + 2.3f);
    const float ring = radius - std::floor(radius);
    const float fiber = noise(Vec3f(0.6f * p.x(), 14 * p.y(), 14 * p.z()));
    return std::clamp(0.75f * smooth_step(0.25f, 1, ring) * (1 - smooth_step(0.93f, 1, ring)) + 0.35f * fiber, 0.0f,
                      1.0f);
}

/// Threads along x over and under threads along z.
float weave(const Vec3f& p) {
    const float pi = std::numbers::pi_v<float>;
    const float across = std::abs(std::sin(pi * p.x())), along = std::abs(std::sin(pi * p.z()));
    const bool over = ((static_cast<int>(std::floor(p.x())) + static_cast<int>(std::floor(p.z()))) & 1) != 0;
    return 1 - (over ? across * (0.55f + 0.45f * along) : along * (0.55f + 0.45f * across));
}

/// Dots of several sizes at random places.
float speckle(const Vec3f& p) {
    const int x = static_cast<int>(std::floor(p.x())), y = static_cast<int>(std::floor(p.y())),
              z = static_cast<int>(std::floor(p.z()));
    float nearest = 1;
    for (int k = 0; k < 27; ++k) {
        const int i = x + k % 3 - 1, j = y + k / 3 % 3 - 1, l = z + k / 9 - 1;
        const Vec3f center(static_cast<float>(i) + cell_noise(i, j, l), static_cast<float>(j) + cell_noise(j, l, i + 7),
                           static_cast<float>(l) + cell_noise(l + 3, i, j));
        nearest = std::min(nearest, (p - center).norm() / (0.25f + 0.4f * cell_noise(j, i, l + 5)));
    }
    return 1 - smooth_step(0.55f, 0.9f, nearest);
}

float marble(const Vec3f& p) {
    const float wave = std::sin(2.2f * p.x() + 1.3f * p.y() + 6 * turbulence(p));
    return std::pow(std::abs(wave), 0.5f) > 0.45f ? 0 : 1 - std::abs(wave) / 0.2025f;
}

/// How much of the second colour there is, and its mean over all.
struct Share {
    float here, mean;
};
Share second_share(Pattern pattern, const Vec3f& p) {
    switch (pattern) {
        case Pattern::none:
            return {0, 0};
        case Pattern::checker:
            return {checker(p), 0.5f};
        case Pattern::grain:
            return {grain(p), 0.4f};
        case Pattern::weave:
            return {weave(p), 0.45f};
        case Pattern::speckle:
            return {speckle(p), 0.3f};
        case Pattern::marble:
            return {marble(p), 0.1f};
    }
    return {0, 0};
}

}  // namespace

Vec3f patterned(const Material& material, const Vec3f& albedo, const Vec3f& place, float blur) {
    if (material.pattern == Pattern::none) return albedo;
    const float width = blur / material.pattern_size;
    if (!(width < 4)) return albedo;
    const Share share = second_share(material.pattern, place / material.pattern_size);
    const float sharp = 1 - smooth_step(0.3f, 1.2f, width);
    const float second = share.mean + sharp * (share.here - share.mean);
    return (1 - second) * albedo + second * to_linear(material.second);
}

Vec3f texel(const Picture& texture, float u, float v) {
    const float x = (u - std::floor(u)) * static_cast<float>(texture.width) - 0.5f;
    const float y = (1 - (v - std::floor(v))) * static_cast<float>(texture.height) - 0.5f;
    const int i = static_cast<int>(std::floor(x)), j = static_cast<int>(std::floor(y));
    const float s = x - static_cast<float>(i), t = y - static_cast<float>(j);
    Vec3f sum = Vec3f::Zero();
    for (int k = 0; k < 4; ++k) {
        const int column = (i + (k & 1) + texture.width) % texture.width,
                  row = (j + (k >> 1) + texture.height) % texture.height;
        const std::uint8_t* p = texture.pixel(column, row);
        const Color color{static_cast<float>(p[0]) / 255, static_cast<float>(p[1]) / 255,
                          static_cast<float>(p[2]) / 255};
        sum += ((k & 1) != 0 ? s : 1 - s) * ((k >> 1) != 0 ? t : 1 - t) * to_linear(color);
    }
    return sum;
}

}  // namespace pliant::render
