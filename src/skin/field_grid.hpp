// Numbers on a cubic lattice, stored only in blocks where they matter: the narrow band around a surface.
#pragma once

#include <pliant/types.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace pliant {

/// Node (i, j, k) is at origin + cell · (i, j, k). Nodes of blocks that were not opened have the value `elsewhere`, or
/// its opposite where they were marked.
class FieldGrid {
  public:
    using Node = Eigen::Vector3i;
    static constexpr int side = 8;  ///< nodes of a block along each axis

    /// Covers the box. `cell` is raised where the box would need more than 2^10 blocks along an axis.
    FieldGrid(const Box& box, double cell, float elsewhere);

    double cell() const { return cell_; }
    Vec3 position(const Node& node) const { return origin_ + cell_ * node.cast<double>(); }
    /// The node at or below a position, along each axis.
    Node node_below(const Vec3& p) const;
    const Node& blocks() const { return blocks_; }

    /// The block of this index (along each axis), opened when it is not.
    void open(const Node& block);
    /// Its nodes have the opposite of `elsewhere`, as long as it is not opened.
    void mark(const Node& block) { table_[index_of(block)] = marked; }
    std::size_t open_blocks() const { return lower_.size(); }
    /// The lowest node of the b-th block that was opened, and its values, x fastest.
    const Node& lower(std::size_t b) const { return lower_[b]; }
    std::array<float, side * side * side>& values(std::size_t b) { return values_[b]; }

    bool holds(const Node& node) const {
        return (node.array() >= 0).all() && (node.array() < side * blocks_.array()).all();
    }
    float value(const Node& node) const {
        if (!holds(node)) return elsewhere_;
        const std::int32_t block = table_[index_of(node / side)];
        if (block < 0) return block == marked ? -elsewhere_ : elsewhere_;
        return values_[static_cast<std::size_t>(block)][place_of(node)];
    }
    /// Of an open block.
    float& at(const Node& node) {
        return values_[static_cast<std::size_t>(table_[index_of(node / side)])][place_of(node)];
    }
    bool is_open(const Node& node) const { return holds(node) && table_[index_of(node / side)] >= 0; }

  private:
    static constexpr std::int32_t closed = -1, marked = -2;

    std::size_t index_of(const Node& block) const {
        return (static_cast<std::size_t>(block.z()) * static_cast<std::size_t>(blocks_.y()) +
                static_cast<std::size_t>(block.y())) *
                   static_cast<std::size_t>(blocks_.x()) +
               static_cast<std::size_t>(block.x());
    }
    static std::size_t place_of(const Node& node) {
        return static_cast<std::size_t>(((node.z() % side) * side + node.y() % side) * side + node.x() % side);
    }

    Vec3 origin_;
    double cell_;
    float elsewhere_;
    Node blocks_;
    std::vector<std::int32_t> table_;  ///< by block: its place below, or closed, or marked
    std::vector<Node> lower_;
    std::vector<std::array<float, side * side * side>> values_;
};

}  // namespace pliant
