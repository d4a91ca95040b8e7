// Boxes and what a box's lattice can be bent into.
#include "skin/made_surfaces.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace pliant {
namespace {

using Vec3i = Eigen::Vector3i;

int steps_of(double length, double edge) { return std::max(1, static_cast<int>(std::ceil(length / edge - 1e-9))); }

/// The surface of a box of n cells: points by their place in the lattice, faces side by side in the square of UVs.
class Lattice {
  public:
    explicit Lattice(const Vec3i& n) : n_(n) {}

    /// Points are place(t), with t in [−1, 1] along each axis.
    template <class Place>
    RawSurface surface(const Place& place) {
        for (int axis = 0; axis < 3; ++axis)
            for (const int side : {0, 1}) add_face(axis, side, place);
        return std::move(raw_);
    }

  private:
    template <class Place>
    std::uint32_t point(const Vec3i& at, const Place& place) {
        const auto [found, made] =
            numbers_.try_emplace({at.x(), at.y(), at.z()}, static_cast<std::uint32_t>(raw_.points.size()));
        if (made)
            raw_.points.push_back(place(Vec3(2 * at.cast<double>().cwiseQuotient(n_.cast<double>()) - Vec3::Ones())));
        return found->second;
    }
    template <class Place>
    void add_face(int axis, int side, const Place& place) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (int i = 0; i < n_[u]; ++i) {
            for (int j = 0; j < n_[v]; ++j) {
                std::array<std::uint32_t, 4> corner;
                std::array<Vec2f, 4> uv;
                for (int k = 0; k < 4; ++k) {
                    const int du = k == 1 || k == 2 ? 1 : 0, dv = k >= 2 ? 1 : 0;
                    Vec3i at;
                    at[axis] = side * n_[axis];
                    at[u] = i + du;
                    at[v] = j + dv;
                    corner[static_cast<std::size_t>(k)] = point(at, place);
                    uv[static_cast<std::size_t>(k)] = uv_of(axis, side, at, u, v);
                }
                add_quad(corner, uv, side == 0, (i < n_[u] / 2) == (j < n_[v] / 2));
            }
        }
    }
    /// Two rows of three faces.
    Vec2f uv_of(int axis, int side, const Vec3i& at, int u, int v) const {
        return {(static_cast<float>(axis) + static_cast<float>(at[u]) / static_cast<float>(n_[u])) / 3,
                (static_cast<float>(side) + static_cast<float>(at[v]) / static_cast<float>(n_[v])) / 2};
    }
    void add_quad(std::array<std::uint32_t, 4> p, std::array<Vec2f, 4> uv, bool turned, bool other_diagonal) {
        if (turned) {
            std::swap(p[1], p[3]);
            std::swap(uv[1], uv[3]);
        }
        const std::array<std::size_t, 6> order = other_diagonal ? std::array<std::size_t, 6>{0, 1, 2, 0, 2, 3}
                                                                : std::array<std::size_t, 6>{0, 1, 3, 1, 2, 3};
        for (std::size_t k = 0; k < 6; k += 3) {
            raw_.triangles.push_back({p[order[k]], p[order[k + 1]], p[order[k + 2]]});
            raw_.uvs.push_back({uv[order[k]], uv[order[k + 1]], uv[order[k + 2]]});
        }
    }

    Vec3i n_;
    RawSurface raw_;
    std::map<std::array<int, 3>, std::uint32_t> numbers_;
};

Vec3i cells(const Vec3& size, double edge) {
    return {steps_of(size.x(), edge), steps_of(size.y(), edge), steps_of(size.z(), edge)};
}

}  // namespace

RawSurface box_surface(const Vec3& size, double edge) {
    return Lattice(cells(size, edge)).surface([&](const Vec3& t) { return Vec3(0.5 * size.cwiseProduct(t)); });
}

RawSurface rounded_box_surface(const Vec3& size, double radius, double edge) {
    const Vec3 half = 0.5 * size, inner = half - Vec3::Constant(radius);
    const double fine = std::min(edge, 0.5 * std::max(radius, 0.1 * edge));  // so that the rounding is seen
    const Vec3i n = cells(size, edge);
    // Along each axis the lattice is drawn together near the ends, where it is bent.
    const auto bent = [&](double t, int axis) {
        const double x = t * half[axis], end = inner[axis];
        if (std::abs(x) <= end || radius <= 0) return x;
        const double along = (std::abs(x) - end) / radius;  // 0 to 1 over the rounding: equal angles
        return std::copysign(end + radius * std::tan(along * std::numbers::pi / 4), x);
    };
    const Vec3i finer = {std::max(n.x(), steps_of(size.x(), fine)), std::max(n.y(), steps_of(size.y(), fine)),
                         std::max(n.z(), steps_of(size.z(), fine))};
    const Vec3i used = radius > 0 ? finer.cwiseMin(3 * n) : n;
    return Lattice(used).surface([&](const Vec3& t) {
        const Vec3 q(bent(t.x(), 0), bent(t.y(), 1), bent(t.z(), 2));
        const Vec3 core = q.cwiseMax(-inner).cwiseMin(inner);
        const Vec3 out = q - core;
        return Vec3(out.norm() > 0 ? core + radius * out.normalized() : q);
    });
}

RawSurface ellipsoid_surface(const Vec3& radii, double edge) {
    // A quarter of the mean circumference along each side of the cube.
    const int n = std::max(3, steps_of(0.5 * std::numbers::pi * radii.mean(), edge));
    return Lattice(Vec3i::Constant(n)).surface([&](const Vec3& t) {
        const Vec3 cube(std::tan(t.x() * std::numbers::pi / 4), std::tan(t.y() * std::numbers::pi / 4),
                        std::tan(t.z() * std::numbers::pi / 4));
        return Vec3(radii.cwiseProduct(cube.normalized()));
    });
}

}  // namespace pliant
