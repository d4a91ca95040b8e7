#include "skin/field_grid.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {

FieldGrid::FieldGrid(const Box& box, double cell, float elsewhere) : cell_(cell), elsewhere_(elsewhere) {
    constexpr double most_blocks = 1024;
    PLIANT_ASSERT(cell > 0 && !box.empty());
    cell_ = std::max(cell, box.size().maxCoeff() / (side * most_blocks - 2));
    // A node more on each side, so that nothing touches the border.
    origin_ = box.lower - Vec3::Constant(cell_);
    for (int axis = 0; axis < 3; ++axis) {
        const double nodes = std::ceil(box.size()[axis] / cell_) + 3;
        blocks_[axis] = static_cast<int>(std::ceil(nodes / side));
    }
    table_.assign(static_cast<std::size_t>(blocks_.x()) * static_cast<std::size_t>(blocks_.y()) *
                      static_cast<std::size_t>(blocks_.z()),
                  closed);
}

FieldGrid::Node FieldGrid::node_below(const Vec3& p) const {
    const Vec3 steps = (p - origin_) / cell_;
    return {static_cast<int>(std::floor(steps.x())), static_cast<int>(std::floor(steps.y())),
            static_cast<int>(std::floor(steps.z()))};
}

void FieldGrid::open(const Node& block) {
    std::int32_t& place = table_[index_of(block)];
    if (place >= 0) return;
    place = static_cast<std::int32_t>(lower_.size());
    lower_.push_back(side * block);
    values_.emplace_back().fill(elsewhere_);
}

}  // namespace pliant
