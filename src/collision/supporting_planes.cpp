#include "collision/supporting_planes.hpp"

#include "core/assert.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace pliant {
namespace {

constexpr int net_size = 200;     // directions, about 15 degrees apart
constexpr int sample_size = 300;  // points in the unit ball
constexpr int least_gain = 2;     // of them a plane must take away

/// Evenly spread directions, along a golden spiral.
std::vector<Vec3> direction_net() {
    const double turn = std::numbers::pi * (3 - std::sqrt(5.0));
    std::vector<Vec3> net;
    for (int k = 0; k < net_size; ++k) {
        const double y = 1 - 2 * (k + 0.5) / net_size, r = std::sqrt(1 - y * y);
        net.emplace_back(r * std::cos(turn * k), y, r * std::sin(turn * k));
    }
    return net;
}

/// Evenly spread points of the unit ball: the additive sequence of the plastic number in a cube, what is outside left
/// out.
std::vector<Vec3> ball_samples() {
    constexpr double g = 1.2207440846057596;
    std::vector<Vec3> samples;
    for (int k = 1; samples.size() < sample_size; ++k) {
        Vec3 p;
        for (int a = 0; a < 3; ++a) p[a] = 2 * std::fmod(0.5 + k / std::pow(g, a + 1), 1.0) - 1;
        if (p.squaredNorm() < 1) samples.push_back(p);
    }
    return samples;
}

/// What a plane in this direction is worth.
struct Candidate {
    Vec3 normal = Vec3::UnitX();
    double distance = 0;  ///< of the plane from the center, in radii
    double gain = -1;     ///< samples it takes away; of equal ones the nearer plane is better
};

class Cutter {
  public:
    Cutter(const Bulk& bulk, const Vec3& center, double radius, double within)
        : bulk_(bulk), center_(center), radius_(radius), within_(within / radius), left_(ball_samples()) {
        for (const Vec3& n : direction_net()) net_.push_back({n, support(n), 0});
        for (const Vec3& n : bulk.faces) faces_.push_back({n, support(n), 0});
    }

    /// The best of the known faces for what is left, which may be less than a sample and still stand out of the body;
    /// without any gain when there is none.
    Candidate best_face() {
        constexpr double surface = 0.98;  // planes beyond it cut off nothing to speak of
        return best_of(faces_, surface);
    }

    /// The best plane for what is left, refined; its gain is below least_gain when there is none.
    Candidate best() {
        Candidate best = best_of(net_, within_);
        if (best.gain >= least_gain) refine(best);
        return best;
    }
    void cut(const Candidate& plane) {
        constexpr double same = 0.99;  // cosine: such faces say the same
        std::erase_if(left_, [&](const Vec3& s) { return plane.normal.dot(s) > plane.distance; });
        std::erase_if(faces_, [&](const Candidate& face) { return plane.normal.dot(face.normal) > same; });
    }

  private:
    Candidate best_of(std::vector<Candidate>& candidates, double within) const {
        Candidate best;
        for (Candidate& candidate : candidates) {
            rate(candidate, within);
            if (candidate.gain > best.gain) best = candidate;
        }
        return best;
    }
    double support(const Vec3& n) const {
        double most = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < bulk_.points.size(); ++i)
            most = std::max(most, n.dot(bulk_.points[i]) + bulk_.reach[i]);
        return (most - n.dot(center_)) / radius_;
    }
    void rate(Candidate& candidate, double within) const {
        candidate.gain = -1;
        if (candidate.distance >= within) return;
        const auto beyond = [&](const Vec3& s) { return candidate.normal.dot(s) > candidate.distance; };
        candidate.gain = static_cast<double>(std::count_if(left_.begin(), left_.end(), beyond)) - candidate.distance;
    }
    /// A pattern search over the directions, from 8 degrees down to a thirtieth: faces of a stack must be flat.
    void refine(Candidate& best) const {
        for (double angle = 8 * std::numbers::pi / 180; angle > 0.0005; angle /= 2) {
            const Vec3 u = best.normal.unitOrthogonal(), v = best.normal.cross(u), n = best.normal;
            for (int k = 0; k < 8; ++k) {
                const double a = std::numbers::pi / 4 * k;
                const Vec3 side = std::cos(a) * u + std::sin(a) * v;
                Candidate tilted{(std::cos(angle) * n + std::sin(angle) * side).normalized()};
                tilted.distance = support(tilted.normal);
                rate(tilted, within_);
                if (tilted.gain > best.gain) best = tilted;
            }
        }
    }

    const Bulk& bulk_;
    Vec3 center_;
    double radius_, within_;
    std::vector<Vec3> left_;
    std::vector<Candidate> net_, faces_;
};

}  // namespace

std::vector<HalfSpace> supporting_planes(const Bulk& bulk, const Vec3& center, double radius, double within,
                                         std::size_t count) {
    PLIANT_ASSERT(radius > 0 && bulk.reach.size() == bulk.points.size());
    std::vector<HalfSpace> planes;
    Cutter cutter(bulk, center, radius, within);
    const auto take = [&](const Candidate& plane, double least) {
        if (!(plane.gain > least)) return false;
        PLIANT_ASSERT(std::abs(plane.normal.squaredNorm() - 1) < 1e-6);
        cutter.cut(plane);
        planes.push_back({plane.normal, radius * plane.distance + plane.normal.dot(center)});
        return true;
    };
    while (planes.size() < count && take(cutter.best_face(), -1)) {
    }
    while (planes.size() < count && take(cutter.best(), least_gain - 1)) {
    }
    return planes;
}

}  // namespace pliant
