#include "build/surface.hpp"

#include "sampling/cell_walk.hpp"
#include "sampling/measure.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant {
namespace {

/// Radius of the balls over that of the largest one inside.
constexpr double rounding = 0.05;
/// Balls on a shape without a rule, roughly.
constexpr double usual_count = 500;

using Balls = std::vector<SurfaceBall>;

/// At least two coordinates from −half to half, at most `spacing` apart; one when half is 0.
std::vector<double> coordinates(double half, double spacing) {
    if (!(half > 0)) return {0};
    const int steps = std::max(1, static_cast<int>(std::ceil(2 * half / spacing)));
    std::vector<double> result;
    for (int k = 0; k <= steps; ++k) result.push_back(half * (2.0 * k / steps - 1));
    return result;
}

/// A lattice on the surface of the box with these half sizes: corners, edges and faces.
Balls box_balls(const Vec3& half, double radius) {
    constexpr double along = 8;  // on the longest side
    const double spacing = 2 * half.maxCoeff() / along;
    Balls balls;
    const auto xs = coordinates(half.x(), spacing), ys = coordinates(half.y(), spacing),
               zs = coordinates(half.z(), spacing);
    for (std::size_t i = 0; i < xs.size(); ++i)
        for (std::size_t j = 0; j < ys.size(); ++j)
            for (std::size_t k = 0; k < zs.size(); ++k) {
                const auto is_end = [](std::size_t n, const auto& list) { return n == 0 || n + 1 == list.size(); };
                if (is_end(i, xs) || is_end(j, ys) || is_end(k, zs)) balls.push_back({{xs[i], ys[j], zs[k]}, radius});
            }
    return balls;
}

/// Balls on the circle of this radius about the y axis, at most `spacing` apart.
void add_ring(Balls& balls, double ring, double y, double spacing, double radius) {
    const int count = ring > 0 ? std::max(8, static_cast<int>(std::ceil(2 * std::numbers::pi * ring / spacing))) : 1;
    for (int k = 0; k < count; ++k) {
        const double angle = 2 * std::numbers::pi * k / count;
        balls.push_back({{ring * std::cos(angle), y, ring * std::sin(angle)}, radius});
    }
}

Balls cylinder_balls(double ring, double half_height, double radius) {
    constexpr double around = 48;
    const double spacing = 2 * std::numbers::pi * ring / around;
    Balls balls;
    for (const double y : coordinates(half_height, 4 * spacing)) add_ring(balls, ring, y, spacing, radius);
    for (const double y : {-half_height, half_height})
        for (const double part : {0.0, 0.25, 0.5, 0.75}) add_ring(balls, part * ring, y, 4 * spacing, radius);
    return balls;
}

Balls capsule_balls(double radius, double half_length) {
    Balls balls;
    for (const double y : coordinates(half_length, 0.5 * radius)) balls.push_back({{0, y, 0}, radius});
    return balls;
}

Balls torus_balls(double ring, double tube) {
    constexpr double spacing = 0.25;  // of the tube: between two balls the surface is 0.8 % of the tube too low
    Balls balls;
    add_ring(balls, ring, 0, spacing * tube, tube);
    return balls;
}

/// Newton's method onto the surface at depth `radius`; false where it does not arrive.
bool sink_to(const Solid& solid, double radius, double scale, Vec3& p) {
    for (int i = 0; i < 12; ++i) {
        const double off = solid.distance(p) + radius;
        if (std::abs(off) < 1e-3 * radius) return true;
        const Vec3 gradient = distance_gradient(solid, p, scale);
        const double square = gradient.squaredNorm();
        if (!(square > 0.01)) return false;
        p -= off / square * gradient;
    }
    return std::abs(solid.distance(p) + radius) < 0.1 * radius;
}

/// About usual_count balls, evenly spread, on any solid; in the body's own coordinates.
Balls spread_balls(const Solid& solid, double radius) {
    const Vec3 size = solid.bounds().size();
    const double cell = std::max(std::sqrt(measure(solid).area / usual_count), size.maxCoeff() / 128);
    const double scale = 1e-2 * size.norm();
    const CellGrid grid = covering_grid(solid.bounds(), cell);
    Balls balls;
    walk_cells(solid, grid, [&](const CellBlock& block) {
        if (block.whole) return;
        Vec3 p = grid.origin + 0.5 * cell * (block.lower + block.upper).cast<double>();
        if (!sink_to(solid, radius, scale, p)) return;
        const auto near = [&](const SurfaceBall& ball) { return (ball.center - p).norm() < 0.6 * cell; };
        if (std::none_of(balls.begin(), balls.end(), near)) balls.push_back({p, radius});
    });
    return balls;
}

}  // namespace

std::vector<SurfaceBall> surface_balls(const Shape& shape, const Similarity& placement, const Solid& solid,
                                       double half_width) {
    const double r = rounding * half_width / placement.scale;  // in the shape's coordinates
    const Vec3 inset = Vec3::Constant(r);
    Balls balls;
    switch (shape.kind) {
        case ShapeKind::sphere:
            balls = {{Vec3::Zero(), shape.radius}};
            break;
        case ShapeKind::box:
            balls = box_balls(0.5 * shape.size - inset, r);
            break;
        case ShapeKind::rounded_box:
            balls = box_balls(0.5 * shape.size - Vec3::Constant(std::max(r, shape.radius)), std::max(r, shape.radius));
            break;
        case ShapeKind::capsule:
            balls = capsule_balls(shape.radius, 0.5 * shape.height);
            break;
        case ShapeKind::cylinder:
            balls = cylinder_balls(shape.radius - r, 0.5 * shape.height - r, r);
            break;
        case ShapeKind::torus:
            balls = torus_balls(shape.radius, shape.tube);
            break;
        default:
            return spread_balls(solid, rounding * half_width);
    }
    for (SurfaceBall& ball : balls) ball = {placement(ball.center), placement.scale * ball.radius};
    return balls;
}

}  // namespace pliant
