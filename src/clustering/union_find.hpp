// Disjoint sets over 0..count-1.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace pliant {

/// The lowest member is the root of its set, so the result does not depend on the order of the unions.
class UnionFind {
  public:
    explicit UnionFind(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0U); }

    std::uint32_t find(std::uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    bool same(std::uint32_t a, std::uint32_t b) { return find(a) == find(b); }

    /// Whether the two were apart.
    bool unite(std::uint32_t a, std::uint32_t b) {
        a = find(a);
        b = find(b);
        if (a == b) return false;
        if (b < a) std::swap(a, b);
        parent_[b] = a;
        return true;
    }

  private:
    std::vector<std::uint32_t> parent_;
};

}  // namespace pliant
