#include "cutting/triangle_boxes.hpp"

#include <algorithm>
#include <numeric>

namespace pliant {

namespace {
constexpr std::uint32_t leaf = 4;  // boxes
}

TriangleBoxes::TriangleBoxes(std::vector<Box> boxes) : boxes_(std::move(boxes)), order_(boxes_.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    if (!boxes_.empty()) build(0, static_cast<std::uint32_t>(boxes_.size()));
}

void TriangleBoxes::build(std::uint32_t first, std::uint32_t count) {
    const std::size_t at = nodes_.size();
    Box all, centers;
    for (std::uint32_t k = first; k < first + count; ++k) {
        const Box& box = boxes_[order_[k]];
        all.add(box.lower);
        all.add(box.upper);
        centers.add(box.center());
    }
    nodes_.push_back({all, first, count, 0});
    if (count <= leaf) return;
    int axis = 0;
    centers.size().maxCoeff(&axis);
    const std::uint32_t half = count / 2;
    std::nth_element(order_.begin() + first, order_.begin() + first + half, order_.begin() + first + count,
                     [&](std::uint32_t a, std::uint32_t b) {
                         const double ca = boxes_[a].center()[axis], cb = boxes_[b].center()[axis];
                         return ca < cb || (ca == cb && a < b);
                     });
    build(first, half);
    nodes_[at].second = static_cast<std::uint32_t>(nodes_.size());
    build(first + half, count - half);
}

}  // namespace pliant
