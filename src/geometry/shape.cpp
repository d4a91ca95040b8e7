#include "geometry/shape.hpp"

#include <fmt/format.h>
#include <pliant/error.hpp>

#include <utility>

#include "core/assert.hpp"
#include "geometry/primitives.hpp"

namespace pliant {
namespace {

Box centered_box(const Vec3& half) { return {-half, half}; }

Box everywhere() {
    const double infinity = std::numeric_limits<double>::infinity();
    return {Vec3::Constant(-infinity), Vec3::Constant(infinity)};
}

/// A primitive: a distance function and its bounds.
template <class Distance>
class Primitive final : public Solid {
  public:
    Primitive(Distance distance, const Box& bounds) : distance_(std::move(distance)), bounds_(bounds) {}
    double distance(const Vec3& p) const override { return distance_(p); }
    Box bounds() const override { return bounds_; }

  private:
    Distance distance_;
    Box bounds_;
};

template <class Distance>
SolidPtr primitive(Distance distance, const Box& bounds) {
    return std::make_shared<Primitive<Distance>>(std::move(distance), bounds);
}

void require(bool good, const char* what, std::string value, const char* allowed) {
    if (good) return;
    InputProblem problem;
    problem.what = what;
    problem.value = std::move(value);
    problem.allowed = allowed;
    throw InputError(problem);
}

void require_positive(double value, const char* name) {
    require(std::isfinite(value) && value > 0, fmt::format("the {} of a shape must be positive", name).c_str(),
            fmt::format("{}", value), "a number above 0, in metres");
}

void require_positive(const Vec3& value, const char* name) {
    for (int axis = 0; axis < 3; ++axis) require_positive(value[axis], name);
}

}  // namespace

namespace solid {

SolidPtr sphere(double radius) {
    require_positive(radius, "radius");
    return primitive([=](const Vec3& p) { return sphere_distance(p, radius); }, centered_box(Vec3::Constant(radius)));
}

SolidPtr ellipsoid(const Vec3& radii) {
    require_positive(radii, "radii");
    return primitive([=](const Vec3& p) { return ellipsoid_distance(p, radii); }, centered_box(radii));
}

SolidPtr box(const Vec3& size) {
    require_positive(size, "size");
    const Vec3 half = 0.5 * size;
    return primitive([=](const Vec3& p) { return box_distance(p, half); }, centered_box(half));
}

SolidPtr rounded_box(const Vec3& size, double radius) {
    require_positive(size, "size");
    const Vec3 half = 0.5 * size;
    require(radius >= 0 && radius <= half.minCoeff(), "the rounding of a rounded box does not fit into it",
            fmt::format("radius {} for a smallest size of {}", radius, size.minCoeff()),
            "a radius from 0 to half of the smallest size");
    return primitive([=](const Vec3& p) { return rounded_box_distance(p, half, radius); }, centered_box(half));
}

SolidPtr capsule(double radius, double length) {
    require_positive(radius, "radius");
    require(std::isfinite(length) && length >= 0, "the length of a capsule's straight part is negative",
            fmt::format("{}", length), "a number from 0 up, in metres");
    const double half = 0.5 * length;
    return primitive([=](const Vec3& p) { return capsule_distance(p, radius, half); },
                     centered_box(Vec3(radius, half + radius, radius)));
}

SolidPtr cylinder(double radius, double height) {
    require_positive(radius, "radius");
    require_positive(height, "height");
    const double half = 0.5 * height;
    return primitive([=](const Vec3& p) { return cylinder_distance(p, radius, half); },
                     centered_box(Vec3(radius, half, radius)));
}

SolidPtr cone(double radius, double top_radius, double height) {
    require(std::isfinite(radius) && std::isfinite(top_radius) && std::min(radius, top_radius) >= 0 &&
                std::max(radius, top_radius) > 0,
            "the radii of a cone must not be negative, and not both 0", fmt::format("{} and {}", radius, top_radius),
            "numbers from 0 up, in metres");
    require_positive(height, "height");
    const double half = 0.5 * height;
    const double widest = std::max(radius, top_radius);
    return primitive([=](const Vec3& p) { return cone_distance(p, radius, top_radius, half); },
                     centered_box(Vec3(widest, half, widest)));
}

SolidPtr torus(double radius, double tube) {
    require_positive(radius, "radius");
    require_positive(tube, "tube radius");
    require(tube <= radius, "the tube of a torus is thicker than its ring",
            fmt::format("tube {} for a ring of radius {}", tube, radius), "a tube radius up to the ring's radius");
    return primitive([=](const Vec3& p) { return torus_distance(p, radius, tube); },
                     centered_box(Vec3(radius + tube, tube, radius + tube)));
}

SolidPtr half_space(const Vec3& point, const Vec3& normal) {
    require(point.allFinite() && normal.allFinite() && normal.norm() > 0, "the normal of a half-space has no direction",
            fmt::format("({}, {}, {})", normal.x(), normal.y(), normal.z()), "a finite vector that is not 0");
    const Vec3 unit = normal.normalized();
    return primitive([=](const Vec3& p) { return half_space_distance(p, point, unit); }, everywhere());
}

}  // namespace solid

Vec3 distance_gradient(const Solid& solid, const Vec3& p, double scale) {
    PLIANT_ASSERT(scale > 0);
    const double step = 1e-4 * scale;
    Vec3 gradient;
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3 offset = step * Vec3::Unit(axis);
        gradient[axis] = (solid.distance(p + offset) - solid.distance(p - offset)) / (2 * step);
    }
    return gradient;
}

bool is_bounded(const Box& box) { return box.lower.allFinite() && box.upper.allFinite(); }

}  // namespace pliant
