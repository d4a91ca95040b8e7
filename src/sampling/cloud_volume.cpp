#include "sampling/cloud_volume.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace pliant {
namespace {

constexpr double closing = 1.5;  ///< spacings: the widest empty balls in random points are about 1.3 in radius
constexpr double around =
    0.6;                      ///< spacings left at the outermost points: half of one, and what the union sinks between
constexpr double fine = 4;    ///< voxels along a spacing,
constexpr double most = 4e6;  ///< but not more than this in all
constexpr double coarse = 2;  ///< and at least this many along the radius

/// A box of cubic voxels, each known or not.
class Voxels {
  public:
    Voxels(const Box& box, double edge) : lower_(box.lower), edge_(edge) {
        for (int c = 0; c < 3; ++c) counts_[c] = static_cast<int>(std::ceil(box.size()[c] / edge)) + 1;
        set_.resize(static_cast<std::size_t>(counts_[0]) * static_cast<std::size_t>(counts_[1]) *
                    static_cast<std::size_t>(counts_[2]));
    }
    /// Sets those whose center is within `radius`.
    void set_ball(const Vec3& center, double radius, std::uint8_t value) {
        const Vec3 p = (center - lower_) / edge_;
        const double r = radius / edge_;
        const auto first = [&](int c) { return std::max(0, static_cast<int>(std::ceil(p[c] - r))); };
        const auto last = [&](int c) { return std::min(counts_[c] - 1, static_cast<int>(std::floor(p[c] + r))); };
        for (int z = first(2); z <= last(2); ++z)
            for (int y = first(1); y <= last(1); ++y)
                for (int x = first(0); x <= last(0); ++x)
                    if ((Vec3(x, y, z) - p).squaredNorm() <= r * r) set_[index(x, y, z)] = value;
    }
    /// Those that are not set, but have a neighbor that is.
    std::vector<Vec3> rim() const {
        std::vector<Vec3> centers;
        for (int z = 1; z + 1 < counts_[2]; ++z)
            for (int y = 1; y + 1 < counts_[1]; ++y)
                for (int x = 1; x + 1 < counts_[0]; ++x) {
                    if (set_[index(x, y, z)]) continue;
                    if (set_[index(x - 1, y, z)] || set_[index(x + 1, y, z)] || set_[index(x, y - 1, z)] ||
                        set_[index(x, y + 1, z)] || set_[index(x, y, z - 1)] || set_[index(x, y, z + 1)])
                        centers.push_back(lower_ + edge_ * Vec3(x, y, z));
                }
        return centers;
    }
    double volume() const {
        return static_cast<double>(std::count(set_.begin(), set_.end(), std::uint8_t{1})) * std::pow(edge_, 3);
    }

  private:
    std::size_t index(int x, int y, int z) const {
        return (static_cast<std::size_t>(z) * static_cast<std::size_t>(counts_[1]) + static_cast<std::size_t>(y)) *
                   static_cast<std::size_t>(counts_[0]) +
               static_cast<std::size_t>(x);
    }
    Vec3 lower_;
    double edge_;
    std::array<int, 3> counts_{};
    std::vector<std::uint8_t> set_;
};

}  // namespace

double cloud_volume(std::span<const Vec3> points, double spacing) {
    PLIANT_ASSERT(spacing > 0 && !points.empty());
    Box box;
    for (const Vec3& p : points) box.add(p);
    const double whole = (box.size() + Vec3::Constant(2 * closing * spacing)).prod();
    const double edge = std::max(spacing / fine, std::cbrt(whole / most));
    if (edge > spacing) return static_cast<double>(points.size()) * std::pow(spacing, 3);
    const double radius = std::max(closing * spacing, coarse * edge);
    const Vec3 margin = Vec3::Constant(radius + 2 * edge);
    Voxels voxels({box.lower - margin, box.upper + margin}, edge);
    for (const Vec3& p : points) voxels.set_ball(p, radius, 1);
    // The centers of the rim lie half a voxel outside.
    for (const Vec3& p : voxels.rim()) voxels.set_ball(p, radius - around * spacing + 0.5 * edge, 0);
    return voxels.volume();
}

}  // namespace pliant
