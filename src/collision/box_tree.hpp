// The broad phase: which balls of a list may touch which.
//
// A binary tree over the list in its given order, halved down to leaves of a few balls; the shape of the tree depends
// on the number of balls alone, so that a step only refits its boxes. Clusters of a body are stored along a
// space-filling curve and stay neighbors however the body moves, so the tree stays good. Inside leaves balls lie
// component by component in 32-bit floats and are tested many at a time, with a margin for rounding; what passes is
// tested exactly. Pairs come out in an order that depends on the tree and the balls alone.
#pragma once

#include <pliant/types.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// A shape's bounding ball in metres, and a smaller ball about the same center that holds what strikes others. A radius
/// below 0 touches nothing.
struct Ball {
    Vec3 center = Vec3::Zero();
    double radius = -1;  ///< at least `core`
    double core = -1;
};
/// Can what is in the core of a strike b?
inline bool can_strike(const Ball& a, const Ball& b) {
    const double reach = a.core + b.radius;
    return a.radius >= 0 && b.radius >= 0 && (a.center - b.center).squaredNorm() < reach * reach;
}
/// Can either strike the other?
inline bool overlap(const Ball& a, const Ball& b) {
    const double reach = std::max(a.core + b.radius, a.radius + b.core);
    return a.radius >= 0 && b.radius >= 0 && (a.center - b.center).squaredNorm() < reach * reach;
}

inline bool overlap(const Box& a, const Box& b) {
    return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
}

class BoxTree {
  public:
    BoxTree() = default;
    /// A tree for `count` balls, at least one.
    explicit BoxTree(std::size_t count);
    /// The same for balls that never make a pair when they overlap at rest.
    explicit BoxTree(std::span<const Ball> rest);
    /// The same for balls that belong to pieces, by number: those of different pieces make pairs all the same.
    BoxTree(std::span<const Ball> rest, std::span<const std::uint32_t> pieces);

    /// Takes the balls as they are now, one for each slot of the list.
    void refit(std::span<const Ball> balls);
    const Box& bounds() const { return nodes_.front().box; }

    /// Calls f(i, j), i < j, for every two slots whose balls overlap, but did not at rest. `balls` as in refit.
    template <class F>
    void pairs_within(std::span<const Ball> balls, const F& f) const {
        visit(0, balls, f);
    }
    /// Calls f(i, j) for every slot i of this tree and j of the other whose balls overlap.
    template <class F>
    void pairs_with(std::span<const Ball> balls, const BoxTree& other, std::span<const Ball> others, const F& f) const {
        cross(0, balls, other, 0, others, f);
    }

  private:
    static constexpr std::uint32_t leaf_size = 16;
    using Hits = std::array<std::uint32_t, leaf_size>;
    /// Slots [first, last). The left child of an inner node follows it.
    struct Node {
        Box box;
        std::uint32_t first, last;
        std::uint32_t right = 0;  ///< 0: a leaf
        double rest_core = 0;     ///< of the smallest ball at rest
        Box rest;                 ///< of the centers at rest
    };
    /// Balls component by component, relative to `origin`: a little larger than they are for side = 1, a little
    /// smaller for side = -1, so that rounding errs on one side.
    struct Columns {
        float side = 1;
        Vec3 origin = Vec3::Zero();
        std::vector<float> x, y, z, radius, core;

        void resize(std::size_t count);
        void set(std::span<const Ball> balls, const Vec3& about);
        /// Which of the slots [first, last) the ball overlaps, as 0 and 1; false when none.
        bool test(const Ball& ball, std::uint32_t first, std::uint32_t last, Hits& hits) const;
    };

    void split(std::uint32_t first, std::uint32_t last);
    static bool apart(const Box& a, const Box& b) {
        return (a.lower.array() > b.upper.array()).any() || (b.lower.array() > a.upper.array()).any();
    }
    static bool apart(const Ball& ball, const Box& box) {
        return ((ball.center.array() - ball.radius) > box.upper.array()).any() ||
               ((ball.center.array() + ball.radius) < box.lower.array()).any();
    }
    /// Did all pairs of the two nodes overlap at rest?
    bool all_neighbors(const Node& a, const Node& b) const {
        if (!pieces_.empty()) return false;
        const Vec3 farthest = (a.rest.upper - b.rest.lower).cwiseMax(b.rest.upper - a.rest.lower);
        const double reach = a.rest_core + b.rest_core;
        return reach > 0 && farthest.squaredNorm() < reach * reach;
    }
    bool neighbors(std::uint32_t i, std::uint32_t j) const {
        return !rest_.empty() && (pieces_.empty() || pieces_[i] == pieces_[j]) && overlap(rest_[i], rest_[j]);
    }

    template <class F>
    void visit(std::uint32_t n, std::span<const Ball> balls, const F& f) const {
        const Node& node = nodes_[n];
        if (node.right != 0) {
            visit(n + 1, balls, f);
            visit(node.right, balls, f);
            cross_within(n + 1, node.right, balls, f);
            return;
        }
        for (std::uint32_t i = node.first; i < node.last; ++i) pairs_of(i, i + 1, node.last, balls, f);
    }
    /// Slot i against [first, last) of the same list.
    template <class F>
    void pairs_of(std::uint32_t i, std::uint32_t first, std::uint32_t last, std::span<const Ball> balls,
                  const F& f) const {
        Hits hits;
        if (!now_.test(balls[i], first, last, hits)) return;
        if (Hits before; !rest_.empty() && pieces_.empty() && at_rest_.test(rest_[i], first, last, before)) {
            std::uint32_t any = 0;
            for (std::uint32_t k = 0; k < last - first; ++k) any |= hits[k] &= before[k] ^ 1;
            if (any == 0) return;
        }
        for (std::uint32_t j = first; j < last; ++j)
            if (hits[j - first] && !neighbors(i, j) && overlap(balls[i], balls[j])) f(i, j);
    }
    template <class F>
    void cross_within(std::uint32_t n, std::uint32_t m, std::span<const Ball> balls, const F& f) const {
        const Node &a = nodes_[n], &b = nodes_[m];
        if (apart(a.box, b.box) || all_neighbors(a, b)) return;
        if (a.right == 0 && b.right == 0) {
            for (std::uint32_t i = a.first; i < a.last; ++i)
                if (!apart(balls[i], b.box)) pairs_of(i, b.first, b.last, balls, f);
        } else if (b.right == 0 || (a.right != 0 && a.last - a.first >= b.last - b.first)) {
            cross_within(n + 1, m, balls, f);
            cross_within(a.right, m, balls, f);
        } else {
            cross_within(n, m + 1, balls, f);
            cross_within(n, b.right, balls, f);
        }
    }
    template <class F>
    void cross(std::uint32_t n, std::span<const Ball> balls, const BoxTree& other, std::uint32_t m,
               std::span<const Ball> others, const F& f) const {
        const Node &a = nodes_[n], &b = other.nodes_[m];
        if (apart(a.box, b.box)) return;
        if (a.right == 0 && b.right == 0) {
            Hits hits;
            for (std::uint32_t i = a.first; i < a.last; ++i) {
                if (apart(balls[i], b.box) || !other.now_.test(balls[i], b.first, b.last, hits)) continue;
                for (std::uint32_t j = b.first; j < b.last; ++j)
                    if (hits[j - b.first] && overlap(balls[i], others[j])) f(i, j);
            }
        } else if (b.right == 0 || (a.right != 0 && a.last - a.first >= b.last - b.first)) {
            cross(n + 1, balls, other, m, others, f);
            cross(a.right, balls, other, m, others, f);
        } else {
            cross(n, balls, other, m + 1, others, f);
            cross(n, balls, other, b.right, others, f);
        }
    }

    std::vector<Node> nodes_;
    std::vector<Ball> rest_;
    std::vector<std::uint32_t> pieces_;  ///< empty: all are of one
    Columns now_, at_rest_;
};

}  // namespace pliant
