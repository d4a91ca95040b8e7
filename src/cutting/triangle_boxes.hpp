// A tree over the boxes of triangles, for finding those that a box touches.
#pragma once

#include <pliant/types.hpp>

#include <cstdint>
#include <vector>

namespace pliant {

class TriangleBoxes {
  public:
    explicit TriangleBoxes(std::vector<Box> boxes);

    /// Calls f(index) for every box that touches `box`, in an order that depends on the boxes alone.
    template <class F>
    void for_each_touching(const Box& box, const F& f) const {
        if (nodes_.empty()) return;
        std::vector<std::uint32_t> open{0};
        while (!open.empty()) {
            const Node& node = nodes_[open.back()];
            const std::uint32_t at = open.back();
            open.pop_back();
            if (!touch(node.box, box)) continue;
            if (node.second != 0) {
                open.push_back(node.second);
                open.push_back(at + 1);
                continue;
            }
            for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
                if (touch(boxes_[order_[k]], box)) f(order_[k]);
        }
    }

  private:
    struct Node {
        Box box;
        std::uint32_t first = 0, count = 0;  ///< of order_
        std::uint32_t second = 0;            ///< 0 in a leaf; the first child is the next node
    };

    static bool touch(const Box& a, const Box& b) {
        return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
    }
    void build(std::uint32_t first, std::uint32_t count);

    std::vector<Box> boxes_;
    std::vector<std::uint32_t> order_;
    std::vector<Node> nodes_;  ///< depth first
};

}  // namespace pliant
