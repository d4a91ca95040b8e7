// Surfaces that an outline sweeps around the y axis.
#include "skin/made_surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant {
namespace {

struct Rim {
    double r, y;
};

int pieces(double length, double edge) { return std::max(1, static_cast<int>(std::ceil(length / edge - 1e-9))); }

/// Straight, from the last point of the outline (which is there) to `to`.
void add_line(std::vector<Rim>& outline, Rim to, double edge) {
    const Rim from = outline.back();
    const int n = pieces(std::hypot(to.r - from.r, to.y - from.y), edge);
    for (int k = 1; k <= n; ++k) {
        const double t = static_cast<double>(k) / n;
        outline.push_back({from.r + t * (to.r - from.r), from.y + t * (to.y - from.y)});
    }
}

/// About (center, y), from one angle above the equator to another, in radians.
void add_arc(std::vector<Rim>& outline, Rim center, double radius, double from, double to, double edge, int least) {
    const int n = std::max(least, pieces(radius * std::abs(to - from), edge));
    for (int k = outline.empty() ? 0 : 1; k <= n; ++k) {
        const double angle = from + (to - from) * k / n;
        outline.push_back({std::max(0.0, center.r + radius * std::cos(angle)), center.y + radius * std::sin(angle)});
    }
}

/// Appends the rings of an outline that is read from the bottom to the top with the inside at its left.
class Revolution {
  public:
    Revolution(const std::vector<Rim>& outline, double edge, bool is_ring) : outline_(outline), is_ring_(is_ring) {
        double widest = 0;
        for (const Rim& rim : outline) widest = std::max(widest, rim.r);
        around_ = std::max(12, pieces(2 * std::numbers::pi * widest, edge));
    }

    RawSurface surface() {
        set_lengths();
        for (std::size_t k = 0; k < outline_.size() - (is_ring_ ? 1 : 0); ++k) add_points(k);
        for (std::size_t k = 0; k + 1 < outline_.size(); ++k) add_band(k);
        return std::move(raw_);
    }

  private:
    static constexpr double on_axis = 1e-12;
    bool is_pole(std::size_t k) const { return outline_[k].r < on_axis; }

    void set_lengths() {
        lengths_.assign(1, 0);
        for (std::size_t k = 1; k < outline_.size(); ++k)
            lengths_.push_back(lengths_.back() +
                               std::hypot(outline_[k].r - outline_[k - 1].r, outline_[k].y - outline_[k - 1].y));
    }
    void add_points(std::size_t k) {
        first_.push_back(static_cast<std::uint32_t>(raw_.points.size()));
        for (int i = 0; i < (is_pole(k) ? 1 : around_); ++i) {
            const double angle = 2 * std::numbers::pi * i / around_;
            raw_.points.emplace_back(outline_[k].r * std::cos(angle), outline_[k].y, outline_[k].r * std::sin(angle));
        }
    }
    std::uint32_t point(std::size_t k, int i) const {
        if (is_ring_ && k + 1 == outline_.size()) k = 0;
        return first_[k] + (is_pole(k) ? 0U : static_cast<std::uint32_t>(i % around_));
    }
    Vec2f uv(std::size_t k, double i) const {
        return {static_cast<float>(1 - i / around_), static_cast<float>(lengths_[k] / lengths_.back())};
    }
    void add_band(std::size_t k) {
        for (int i = 0; i < around_; ++i) {
            const std::uint32_t a = point(k, i), b = point(k, i + 1), c = point(k + 1, i), d = point(k + 1, i + 1);
            const double poles = 0.5;  // a pole has a UV of its own for each triangle
            if (a != b) add({a, c, b}, {uv(k, i), uv(k + 1, is_pole(k + 1) ? i + poles : i), uv(k, i + 1)});
            if (c != d) add({b, c, d}, {uv(k, is_pole(k) ? i + poles : i + 1), uv(k + 1, i), uv(k + 1, i + 1)});
        }
    }
    void add(const std::array<std::uint32_t, 3>& triangle, const std::array<Vec2f, 3>& uvs) {
        raw_.triangles.push_back(triangle);
        raw_.uvs.push_back(uvs);
    }

    const std::vector<Rim>& outline_;
    bool is_ring_;
    int around_;
    std::vector<double> lengths_;
    std::vector<std::uint32_t> first_;
    RawSurface raw_;
};

}  // namespace

RawSurface capsule_surface(double radius, double height, double edge) {
    std::vector<Rim> outline;
    add_arc(outline, {0, -0.5 * height}, radius, -0.5 * std::numbers::pi, 0, edge, 5);
    if (height > 0) add_line(outline, {radius, 0.5 * height}, edge);
    add_arc(outline, {0, 0.5 * height}, radius, 0, 0.5 * std::numbers::pi, edge, 5);
    outline.front().r = outline.back().r = 0;
    return Revolution(outline, edge, false).surface();
}

RawSurface cone_surface(double radius, double top_radius, double height, double edge) {
    std::vector<Rim> outline = {{0, -0.5 * height}};
    if (radius > 0) add_line(outline, {radius, -0.5 * height}, edge);
    add_line(outline, {top_radius, 0.5 * height}, edge);
    if (top_radius > 0) add_line(outline, {0, 0.5 * height}, edge);
    return Revolution(outline, edge, false).surface();
}

RawSurface torus_surface(double radius, double tube, double edge) {
    std::vector<Rim> outline;
    add_arc(outline, {radius, 0}, tube, -std::numbers::pi, std::numbers::pi, edge, 12);
    outline.back() = outline.front();
    return Revolution(outline, edge, true).surface();
}

std::optional<RawSurface> surface_of(const Shape& shape, double edge) {
    switch (shape.kind) {
        case ShapeKind::sphere:
            return ellipsoid_surface(Vec3::Constant(shape.radius), edge);
        case ShapeKind::ellipsoid:
            return ellipsoid_surface(shape.radii, edge);
        case ShapeKind::box:
            return box_surface(shape.size, edge);
        case ShapeKind::rounded_box:
            return rounded_box_surface(shape.size, shape.radius, edge);
        case ShapeKind::capsule:
            return capsule_surface(shape.radius, shape.height, edge);
        case ShapeKind::cylinder:
            return cone_surface(shape.radius, shape.radius, shape.height, edge);
        case ShapeKind::cone:
            return cone_surface(shape.radius, shape.top_radius, shape.height, edge);
        case ShapeKind::torus:
            return torus_surface(shape.radius, shape.tube, edge);
        default:
            return std::nullopt;
    }
}

}  // namespace pliant
