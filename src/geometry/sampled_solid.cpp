// Distances kept on a grid.
//
// The grid reaches a few cells beyond the bounds. Farther out, at p with the nearest point c of the grid's box, the
// distance is √(d(c)² + |p − c|²): the surface lies in the box, so the angle at c between the way to it and the way to
// p is at least a right one, and the value is never too large.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "geometry/shape.hpp"

namespace pliant {
namespace {

class SampledSolid final : public Solid {
  public:
    SampledSolid(const Solid& part, int cells) : bounds_(part.bounds()) {
        constexpr double margin = 2;  // cells
        PLIANT_ASSERT(cells > 0 && is_bounded(bounds_) && !bounds_.empty());
        const Vec3 size = bounds_.size();
        cell_ = size.maxCoeff() / cells;
        lower_ = bounds_.lower - Vec3::Constant(margin * cell_);
        counts_ = ((size / cell_).array() + 2 * margin).ceil().cast<int>() + 1;
        upper_ = lower_ + cell_ * (counts_.array() - 1).matrix().cast<double>();
        const auto row = static_cast<std::size_t>(counts_.x());
        values_.resize(row * static_cast<std::size_t>(counts_.y()) * static_cast<std::size_t>(counts_.z()));
        for_chunks(values_.size(), row, true, [&](std::size_t begin, std::size_t end) {
            const int line = static_cast<int>(begin / row);
            for (std::size_t k = begin; k < end; ++k) {
                const Eigen::Vector3i node(static_cast<int>(k - begin), line % counts_.y(), line / counts_.y());
                values_[k] = static_cast<float>(part.distance(lower_ + cell_ * node.cast<double>()));
            }
        });
    }

    double distance(const Vec3& p) const override {
        const Vec3 near = p.cwiseMax(lower_).cwiseMin(upper_);
        const double inside = interpolated(near);
        const double away = (p - near).squaredNorm();
        return away > 0 ? std::sqrt(inside * inside + away) : inside;
    }
    Box bounds() const override { return bounds_; }

  private:
    double interpolated(const Vec3& p) const {
        const Vec3 in_cells = (p - lower_) / cell_;
        const Eigen::Vector3i node = in_cells.cast<int>().cwiseMin((counts_.array() - 2).matrix());
        const Vec3 t = in_cells - node.cast<double>();
        double sum = 0;
        for (int corner = 0; corner < 8; ++corner) {
            const int x = corner & 1, y = (corner >> 1) & 1, z = corner >> 2;
            const double weight = (x ? t.x() : 1 - t.x()) * (y ? t.y() : 1 - t.y()) * (z ? t.z() : 1 - t.z());
            const auto k = (static_cast<std::size_t>(node.z() + z) * static_cast<std::size_t>(counts_.y()) +
                            static_cast<std::size_t>(node.y() + y)) *
                               static_cast<std::size_t>(counts_.x()) +
                           static_cast<std::size_t>(node.x() + x);
            sum += weight * static_cast<double>(values_[k]);
        }
        return sum;
    }

    Box bounds_;
    Vec3 lower_, upper_;  ///< of the grid
    double cell_ = 1;     ///< m
    Eigen::Vector3i counts_;
    std::vector<float> values_;  ///< m, x fastest
};

}  // namespace

SolidPtr solid::sampled(const Solid& part, int cells) { return std::make_shared<SampledSolid>(part, cells); }

}  // namespace pliant
