#include "render/color.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant::render {
namespace {

Eigen::Matrix3f matrix(float a, float b, float c, float d, float e, float f, float g, float h, float i) {
    Eigen::Matrix3f m;
    m << a, b, c, d, e, f, g, h, i;
    return m;
}

// The two matrices that define OKLab: linear sRGB to cone responses, and their cube roots to (L, a, b).
const Eigen::Matrix3f& cones_from_rgb() {
    static const Eigen::Matrix3f m = matrix(0.4122214708f, 0.5363325363f, 0.0514459929f,  //
                                            0.2119034982f, 0.6806995451f, 0.1073969566f,  //
                                            0.0883024619f, 0.2817188376f, 0.6299787005f);
    return m;
}
const Eigen::Matrix3f& lab_from_roots() {
    static const Eigen::Matrix3f m = matrix(0.2104542553f, 0.7936177850f, -0.0040720468f,  //
                                            1.9779984951f, -2.4285922050f, 0.4505937099f,  //
                                            0.0259040371f, 0.7827717662f, -0.8086757660f);
    return m;
}

Vec3f linear_from_oklab(const Vec3f& lab) {
    static const Eigen::Matrix3f roots_from_lab = lab_from_roots().inverse();
    static const Eigen::Matrix3f rgb_from_cones = cones_from_rgb().inverse();
    return rgb_from_cones * (roots_from_lab * lab).array().cube().matrix();
}

bool displayable(const Vec3f& linear) {
    constexpr float slack = 1e-4f;  // a quarter of the smallest 8-bit step of linear light
    return linear.minCoeff() >= -slack && linear.maxCoeff() <= 1 + slack;
}

}  // namespace

float linear_from_srgb(float encoded) {
    return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

float srgb_from_linear(float linear) {
    return linear <= 0.0031308f ? linear * 12.92f : 1.055f * std::pow(linear, 1 / 2.4f) - 0.055f;
}

Vec3f to_linear(Color c) { return {linear_from_srgb(c.r), linear_from_srgb(c.g), linear_from_srgb(c.b)}; }

Color from_linear(const Vec3f& linear) {
    const Vec3f clamped = linear.cwiseMax(0).cwiseMin(1);
    return {srgb_from_linear(clamped.x()), srgb_from_linear(clamped.y()), srgb_from_linear(clamped.z())};
}

Vec3f to_oklab(Color color) {
    const Vec3f cones = cones_from_rgb() * to_linear(color);
    return lab_from_roots() * Vec3f(std::cbrt(cones.x()), std::cbrt(cones.y()), std::cbrt(cones.z()));
}

Color from_oklab(const Vec3f& lab) {
    const Vec3f vivid = linear_from_oklab(lab);
    if (displayable(vivid)) return from_linear(vivid);
    float low = 0;  // grey of a lightness in [0, 1] always fits
    float high = 1;
    for (int i = 0; i < 16; ++i) {
        const float share = 0.5f * (low + high);
        const Vec3f tried(lab.x(), share * lab.y(), share * lab.z());
        (displayable(linear_from_oklab(tried)) ? low : high) = share;
    }
    return from_linear(linear_from_oklab({lab.x(), low * lab.y(), low * lab.z()}));
}

Color from_oklch(float lightness, float chroma, float hue_degrees) {
    const float hue = hue_degrees * std::numbers::pi_v<float> / 180;
    return from_oklab({lightness, chroma * std::cos(hue), chroma * std::sin(hue)});
}

}  // namespace pliant::render
