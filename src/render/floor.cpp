#include "render/floor.hpp"

#include "render/sampling.hpp"

#include <cmath>

namespace pliant::render {
namespace {

/// The largest of 1, 2, 5 times a power of ten that is not above `length`.
double round_length(double length) {
    const double power = std::pow(10.0, std::floor(std::log10(length)));
    const double digit = length / power;
    return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

/// The mean over [x − w/2, x + w/2] of the wave that is +1 on even and −1 on odd unit cells: the difference of its
/// integral, a triangle wave.
float mean_wave(float x, float w) {
    const auto integral = [](float t) {
        const float phase = t - 2 * std::floor(0.5f * t);
        return phase < 1 ? phase : 2 - phase;
    };
    return (integral(x + 0.5f * w) - integral(x - 0.5f * w)) / w;
}

constexpr float contrast = 0.035f;  // of the checker: a hint of scale, not a pattern to look at

}  // namespace

Floor::Floor(const Plane& plane, const Vec3& origin, double scale) {
    const Vec3 normal = plane.normal.normalized();
    const double height = (plane.point - origin).dot(normal);
    normal_ = normal.cast<float>();
    point_ = (height * normal).cast<float>();
    albedo_ = to_linear(plane.color);
    cell_ = static_cast<float>(round_length(0.09 * scale));
    reach_ = static_cast<float>(4.5 * scale);
    // Along world axes where there are some: a ground's checker is not turned.
    const Vec3 helper = std::abs(normal.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitZ();
    const Vec3 across = (helper - helper.dot(normal) * normal).normalized();
    across_ = across.cast<float>();
    along_ = normal.cross(across).cast<float>();
    // The world's origin, reduced by whole periods so that a far scene keeps its precision.
    const double period = 2.0 * cell_;
    anchor_ = {static_cast<float>(std::remainder(-origin.dot(across), period)),
               static_cast<float>(std::remainder(-origin.dot(normal.cross(across)), period))};
}

std::optional<FloorHit> Floor::first_hit(const Vec3f& start, const Vec3f& direction, float pixel) const {
    if (!met(start, direction)) return std::nullopt;
    const float steepness = -direction.dot(normal_);
    FloorHit hit;
    hit.distance = (start - point_).dot(normal_) / steepness;
    hit.position = start + hit.distance * direction;
    hit.normal = normal_;
    const float far = (hit.position - point_).squaredNorm() / (reach_ * reach_);
    hit.haze = 1 - std::exp(-far);
    hit.albedo = albedo_ * (1 + contrast * checker(hit.position, direction, pixel * hit.distance, steepness));
    return hit;
}

float Floor::checker(const Vec3f& position, const Vec3f& direction, float width, float steepness) const {
    // The footprint of a pixel is stretched along the ray by 1 / steepness.
    const auto wave = [&](const Vec3f& axis, float zero) {
        const float footprint = width * (1 + std::abs(direction.dot(axis)) / steepness);
        return mean_wave((position.dot(axis) - zero) / cell_, footprint / cell_);
    };
    return wave(across_, anchor_.x()) * wave(along_, anchor_.y());
}

}  // namespace pliant::render
