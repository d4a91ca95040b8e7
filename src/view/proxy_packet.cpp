#include "view/proxy_packet.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace pliant {
namespace {

constexpr int around = 16, rings = 9;

/// Points on a ball, row by row from pole to pole.
std::vector<Vec3> ball_points() {
    std::vector<Vec3> points;
    for (int r = 0; r < rings; ++r) {
        const double up = std::numbers::pi * r / (rings - 1);
        for (int k = 0; k < around; ++k) {
            const double turn = 2 * std::numbers::pi * k / around;
            points.emplace_back(std::sin(up) * std::cos(turn), std::cos(up), std::sin(up) * std::sin(turn));
        }
    }
    return points;
}

/// How far the proxy goes in a direction from a point inside it: to the ball, or to the first plane.
double reach_along(const ProxyShape& proxy, const Vec3& from, const Vec3& direction) {
    const Vec3 offset = from - proxy.sphere;
    const double b = offset.dot(direction);
    const double root = b * b - offset.squaredNorm() + proxy.radius * proxy.radius;
    double t = root > 0 ? -b + std::sqrt(root) : 0;
    for (const auto& [normal, a] : proxy.planes) {
        const double rate = normal.dot(direction), gap = a - normal.dot(from);
        if (rate > 0) t = std::min(t, std::max(0.0, gap) / rate);
    }
    return std::max(0.0, t);
}

/// A point well inside: the middle of the ball, pushed behind the planes that cut it off.
Vec3 inside_of(const ProxyShape& proxy) {
    Vec3 point = proxy.sphere;
    for (int sweep = 0; sweep < 8; ++sweep)
        for (const auto& [normal, a] : proxy.planes) {
            const double beyond = normal.dot(point) - a + 0.05 * proxy.radius;
            if (beyond > 0) point -= beyond * normal;
        }
    return point;
}

}  // namespace

void add_proxies(const std::vector<ProxyShape>& proxies, BinaryPacket& packet) {
    static const std::vector<Vec3> ball = ball_points();
    std::vector<float> corners;
    std::vector<std::uint32_t> bodies;
    std::vector<Vec3> world(ball.size());
    for (const ProxyShape& proxy : proxies) {
        const Vec3 from = inside_of(proxy);
        for (std::size_t k = 0; k < ball.size(); ++k)
            world[k] = proxy.center + proxy.shape * (from + reach_along(proxy, from, ball[k]) * ball[k]);
        const auto triangle = [&](int a, int b, int c) {
            for (const int k : {a, b, c})
                for (int x = 0; x < 3; ++x)
                    corners.push_back(static_cast<float>(world[static_cast<std::size_t>(k)][x]));
            bodies.push_back(proxy.body);
        };
        for (int r = 0; r + 1 < rings; ++r)
            for (int k = 0; k < around; ++k) {
                const int a = r * around + k, b = r * around + (k + 1) % around;
                if (r > 0) triangle(a, b, a + around);
                if (r + 2 < rings) triangle(b, b + around, a + around);
            }
    }
    packet.add("proxies.P", corners);
    packet.add("proxies.body", bodies);
}

}  // namespace pliant
