#include "render/cut_sphere.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace pliant::render {
namespace {

constexpr int around = 40;  // facets of a full turn
constexpr int along = 20;   // from pole to pole

/// A convex facet: of the sphere, or of a plane with that normal.
struct Facet {
    std::vector<Vec3> corners;
    std::optional<Vec3> normal;
};

std::vector<Facet> sphere_facets(const Vec3& center, double radius) {
    const auto at = [&](int i, int j) {
        const double turn = 2 * std::numbers::pi * (i % around) / around, down = std::numbers::pi * j / along;
        return Vec3(center +
                    radius * Vec3(std::sin(down) * std::cos(turn), std::cos(down), std::sin(down) * std::sin(turn)));
    };
    std::vector<Facet> facets;
    for (int j = 0; j < along; ++j)
        for (int i = 0; i < around; ++i) {
            Facet facet{{at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}, std::nullopt};
            if (j == 0) facet.corners.erase(facet.corners.begin());  // a pole is one corner
            if (j == along - 1) facet.corners.pop_back();
            facets.push_back(std::move(facet));
        }
    return facets;
}

/// The part of the facet inside the half-space; where its edge crosses the plane is added to `rim`.
Facet clip(const Facet& facet, const Vec3& normal, double offset, std::vector<Vec3>& rim) {
    Facet inside{{}, facet.normal};
    for (std::size_t k = 0; k < facet.corners.size(); ++k) {
        const Vec3 &a = facet.corners[k], &b = facet.corners[(k + 1) % facet.corners.size()];
        const double above_a = normal.dot(a) - offset, above_b = normal.dot(b) - offset;
        if (above_a <= 0) inside.corners.push_back(a);
        if ((above_a <= 0) == (above_b <= 0)) continue;
        const Vec3 crossing = a + (b - a) * (above_a / (above_a - above_b));
        inside.corners.push_back(crossing);
        rim.push_back(crossing);
    }
    return inside;
}

/// The plane's own facet: the points of the rim in order around their middle.
Facet cap_of(std::vector<Vec3> rim, const Vec3& normal) {
    Vec3 middle = Vec3::Zero();
    for (const Vec3& p : rim) middle += p / static_cast<double>(rim.size());
    const Vec3 u = normal.unitOrthogonal(), v = normal.cross(u);
    const auto angle = [&](const Vec3& p) { return std::atan2(v.dot(p - middle), u.dot(p - middle)); };
    std::sort(rim.begin(), rim.end(), [&](const Vec3& a, const Vec3& b) { return angle(a) < angle(b); });
    return {std::move(rim), normal};
}

}  // namespace

Mesh cut_sphere_solid(const Vec3& center, double radius, std::span<const std::pair<Vec3, double>> planes) {
    std::vector<Facet> facets = sphere_facets(center, radius);
    for (const auto& [normal, offset] : planes) {
        std::vector<Facet> inside;
        std::vector<Vec3> rim;
        for (const Facet& facet : facets) {
            Facet part = clip(facet, normal, offset, rim);
            if (part.corners.size() >= 3) inside.push_back(std::move(part));
        }
        if (rim.size() >= 3) inside.push_back(cap_of(std::move(rim), normal));
        facets = std::move(inside);
    }
    Mesh mesh;
    for (const Facet& facet : facets) {
        const int first = static_cast<int>(mesh.positions.size());
        for (const Vec3& corner : facet.corners) {
            mesh.positions.push_back(corner);
            mesh.normals.push_back(facet.normal.value_or((corner - center).normalized()));
        }
        for (int k = 1; k + 1 < static_cast<int>(facet.corners.size()); ++k)
            mesh.triangles.push_back({first, first + k, first + k + 1});
    }
    return mesh;
}

}  // namespace pliant::render
