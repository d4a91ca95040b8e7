// A union of balls of one radius.
#include <cmath>
#include <utility>

#include "core/assert.hpp"
#include "geometry/hash_grid.hpp"
#include "geometry/shape.hpp"

namespace pliant {
namespace {

class BallSolid final : public Solid {
  public:
    BallSolid(const std::vector<Vec3>& centers, double radius) : grid_(centers, 2 * radius), radius_(radius) {
        PLIANT_ASSERT(radius > 0 && !centers.empty());
        for (const Vec3& center : centers) {
            bounds_.add(center - Vec3::Constant(radius));
            bounds_.add(center + Vec3::Constant(radius));
        }
    }
    double distance(const Vec3& p) const override { return std::sqrt(grid_.nearest(p).squared_distance) - radius_; }
    Box bounds() const override { return bounds_; }

  private:
    PointGrid grid_;
    double radius_;
    Box bounds_;
};

}  // namespace

SolidPtr solid::balls(std::vector<Vec3> centers, double radius) {
    return std::make_shared<BallSolid>(std::move(centers), radius);
}

}  // namespace pliant
