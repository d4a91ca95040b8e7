#include "pictures/proxies.hpp"

#include "render/solids.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// How far the proxy reaches from its cluster's center along a unit vector, before it is deformed.
double reach_along(const ProxyShape& proxy, const Vec3& u) {
    const double along = u.dot(proxy.sphere);
    const double square = along * along - proxy.sphere.squaredNorm() + proxy.radius * proxy.radius;
    double reach = along + std::sqrt(std::max(square, 0.0));
    for (const auto& [normal, bound] : proxy.planes)
        if (const double rise = normal.dot(u); rise * reach > bound) reach = bound / rise;
    return std::max(reach, 0.0);
}

}  // namespace

render::Mesh proxy_surface(const ProxyShape& proxy, render::Color color) {
    render::Mesh mesh = render::sphere_solid(1);
    for (Vec3& p : mesh.positions) {
        const Vec3 u = p.normalized();
        p = proxy.center + proxy.shape * (reach_along(proxy, u) * u);
    }
    mesh.normals.clear();
    mesh.colors = {color};
    return mesh;
}

}  // namespace pliant
