#include "collision/proxy.hpp"

#include "core/assert.hpp"
#include "math/decompose.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double least_stretch = 0.25, most_stretch = 4;

/// The farthest point of the kept bounds from r̄, or the sphere, whichever is nearer.
double extent_of(const Proxy& proxy) {
    const double sphere = proxy.center.norm() + proxy.radius;
    const Vec3 corner = proxy.lower.cwiseAbs().cwiseMax(proxy.upper.cwiseAbs());
    return std::min(sphere, corner.norm());
}

double half_width_of(const Proxy& proxy) {
    double least = proxy.radius;
    for (int k = 0; k < 3; ++k) {
        const double low = std::max(proxy.lower[k], proxy.center[k] - proxy.radius);
        const double high = std::min(proxy.upper[k], proxy.center[k] + proxy.radius);
        least = std::min(least, 0.5 * (high - low));
    }
    return least;
}

/// The planes beyond CC15's, but for those that say the same as one of them.
void add_cuts(Proxy& proxy, const Bulk& members, double near) {
    const Vec3 center = proxy.axes * proxy.center;
    for (const HalfSpace& plane : supporting_planes(members, center, proxy.radius, near, Proxy::most_cuts)) {
        const Vec3 normal = proxy.axes.transpose() * plane.normal;
        int k = 0;
        const bool along_axis = normal.cwiseAbs().maxCoeff(&k) > 0.9999;
        if (along_axis && std::isfinite(normal[k] > 0 ? proxy.upper[k] : proxy.lower[k])) continue;
        proxy.cuts[proxy.cut_count++] = {normal, plane.offset};
    }
}

double mean_of(std::span<const double> values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

}  // namespace

Proxy make_proxy(const Bulk& members, const Mat3& a_rr, const Vec3& center, double radius,
                 const ProxySettings& settings) {
    PLIANT_ASSERT(!members.points.empty() && radius > 0 && members.reach.size() == members.points.size());
    Proxy proxy;
    proxy.axes = Eigen::SelfAdjointEigenSolver<Mat3>(a_rr).eigenvectors();
    if (proxy.axes.determinant() < 0) proxy.axes.col(0) *= -1;
    proxy.center = proxy.axes.transpose() * center;
    proxy.radius = radius;
    Vec3 low = Vec3::Constant(infinity), high = Vec3::Constant(-infinity);
    for (std::size_t i = 0; i < members.points.size(); ++i) {
        const Vec3& p = members.points[i];
        const Vec3 q = proxy.axes.transpose() * p, r = Vec3::Constant(members.reach[i]);
        low = low.cwiseMin(q - r);
        high = high.cwiseMax(q + r);
        proxy.reach = std::max(proxy.reach, p.norm());
        proxy.radius = std::max(proxy.radius, (q - proxy.center).norm());
    }
    // Planes are judged by the members' centers: the matter around them is beyond the sphere as well.
    const double near = settings.plane_fraction * proxy.radius + mean_of(members.reach);
    for (int k = 0; k < 3; ++k) {
        proxy.lower[k] = proxy.center[k] - low[k] < near ? low[k] : -infinity;
        proxy.upper[k] = high[k] - proxy.center[k] < near ? high[k] : infinity;
    }
    if (settings.more_planes) add_cuts(proxy, members, near);
    PLIANT_ASSERT(proxy.cut_count <= Proxy::most_cuts && proxy.radius >= radius);
    proxy.extent = extent_of(proxy);
    proxy.half_width = half_width_of(proxy);
    return proxy;
}

Mat3 regularised(const Mat3& deformation) {
    // σ₃ ≥ 2 det / ‖F‖² and σ₁ ≤ ‖F‖: most clusters need no decomposition to be seen as sound.
    const double square = deformation.squaredNorm(), volume = deformation.determinant();
    if (2 * volume > least_stretch * square && square <= most_stretch * most_stretch) return deformation;
    if (!(square < infinity)) return Mat3::Identity();
    // F = R S with S symmetric; an inverted cluster has a negative stretch along its thinnest direction.
    const Mat3 rotation = nearest_rotation(deformation);
    const Eigen::SelfAdjointEigenSolver<Mat3> stretch(Mat3(rotation.transpose() * deformation));
    const Vec3 sound = stretch.eigenvalues().cwiseMax(least_stretch).cwiseMin(most_stretch);
    return rotation * stretch.eigenvectors() * sound.asDiagonal() * stretch.eigenvectors().transpose();
}

PlacedProxy::PlacedProxy(const Proxy& rest, const Vec3& world_center, const Mat3& deformation)
    : proxy(&rest), center(world_center) {
    const Mat3 f = regularised(deformation) * rest.axes;
    to_proxy = f.inverse();
    // σ₁² is at most the largest row sum of FᵀF.
    cull = rest.extent * std::sqrt((f.transpose() * f).cwiseAbs().rowwise().sum().maxCoeff());
    const auto add = [&](const Vec3& scaled_normal, double offset) {
        const double width = 1 / scaled_normal.norm();
        planes[plane_count++] = {scaled_normal * width, offset * width};
    };
    // Those that cut most first: a point outside is then mostly found out at once.
    for (const HalfSpace& cut : rest.more()) add(to_proxy.transpose() * cut.normal, cut.offset);
    for (int k = 0; k < 3; ++k) {
        if (rest.upper[k] < infinity) add(to_proxy.row(k).transpose(), rest.upper[k]);
        if (rest.lower[k] > -infinity) add(-to_proxy.row(k).transpose(), -rest.lower[k]);
    }
}

namespace {

constexpr std::size_t most_faces = Proxy::most_cuts + 7;  // with the sphere

/// A face of a proxy, seen from a point: its normal, and how far the point is outside, m.
struct Outside {
    Vec3 normal;
    double distance;
};

/// Faces that look about the same way, as those of something round do.
bool is_ridge(const Vec3& a, const Vec3& b) {
    constexpr double blunt = 0.5;  // cosine
    return a.dot(b) > blunt;
}

/// The way from the intersection of the faces' inner sides to the point: Hildreth's method, one face after the other.
/// Edges are round then to a ball that touches them; by the nearest face alone what slides along one would catch on the
/// next.
Vec3 way_out(std::span<const Outside> faces) {
    constexpr int sweeps = 50;
    constexpr double enough = 1e-6;  // of the way
    std::array<double, most_faces> share{};
    Vec3 way = Vec3::Zero();
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        double changed = 0;
        for (std::size_t k = 0; k < faces.size(); ++k) {
            const double more = std::max(-share[k], faces[k].distance - faces[k].normal.dot(way));
            share[k] += more;
            way += more * faces[k].normal;
            changed += std::abs(more);
        }
        if (changed < enough * way.norm()) break;
    }
    return way;
}

}  // namespace

std::optional<Touch> find_touch(const PlacedProxy& placed, const TouchingBall& ball, double least) {
    const Vec3 offset = ball.point - placed.center;
    const double radius = ball.radius, cull = placed.cull + radius;
    if (!(offset.squaredNorm() < cull * cull)) return std::nullopt;
    // Two faces that touch look at each other. A particle of a flat face that has sunk in near an edge would leave by
    // the nearest face, which may be the side: what slides over it would catch on it.
    const bool looks = ball.size > 0 && !ball.facing.isZero(0);
    constexpr double oblique = 0.7;  // cosine: faces that look at each other to within 45 degrees are as good as any
    const auto worse = [&](const Vec3& normal) {
        return looks ? ball.size * std::max(0.0, 1 + normal.dot(ball.facing) / oblique) : 0;
    };
    // On a flat face many proxies are equally deep. The nearest is taken: by rounding it would be another in each step.
    constexpr double nearness = 0.005;
    const double away = nearness * offset.norm();
    Touch touch{Vec3::Zero(), 0, infinity};
    std::array<Outside, most_faces> faces;
    std::size_t count = 0;
    const auto add = [&](const Vec3& normal, double below) {
        faces[count++] = {normal, -below};
        const double rank = below + radius + worse(normal) - away;
        if (rank < touch.rank) touch = {normal, below + radius, rank};
        return below + radius > 0 && rank > least;
    };
    for (std::size_t k = 0; k < placed.plane_count; ++k)
        if (!add(placed.planes[k].normal, placed.planes[k].offset - placed.planes[k].normal.dot(offset)))
            return std::nullopt;
    const Vec3 from_center = placed.to_proxy * offset - placed.proxy->center;
    const double distance = from_center.norm();
    const Vec3 out = placed.to_proxy.transpose() * (distance > 0 ? Vec3(from_center / distance) : Vec3::UnitX());
    const double scale = 1 / out.norm();
    if (!add(out * scale, (placed.proxy->radius - distance) * scale)) return std::nullopt;

    // Ridges are rounded: from one step to the next the way out of them would turn from one face to the other, and what
    // leans on it would slip.
    const double round = std::max(radius, std::min(ball.size, 0.5 * placed.proxy->half_width));
    std::size_t outside = 0;
    bool sharp = false;
    for (std::size_t k = 0; k < count; ++k) {
        const bool ridge = is_ridge(faces[k].normal, touch.normal);
        const double far = faces[k].distance + (ridge ? round - radius : 0);
        if (!(far > 0)) continue;
        sharp |= !ridge;
        faces[outside++] = {faces[k].normal, far};
    }
    if (outside < 2) return touch;
    const Vec3 way = way_out(std::span(faces).first(outside));
    const double far = way.norm();
    touch.normal = way / far;
    touch.penetration = round - far;
    touch.rank = touch.penetration + worse(touch.normal) - away;
    constexpr double within = 0.5;                                                               // cosine
    if (sharp && looks && -ball.facing.dot(touch.normal) > within) touch.normal = -ball.facing;  // a face on an edge
    return touch.penetration > 0 && touch.rank > least ? std::optional(touch) : std::nullopt;
}

}  // namespace pliant
