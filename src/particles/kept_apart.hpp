// Which bodies do not collide with each other, since glue holds them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace pliant {

/// Pairs of bodies; obstacles are numbered after the bodies.
class KeptApart {
  public:
    void clear() { pairs_.clear(); }
    void add(std::uint32_t a, std::uint32_t b) { pairs_.emplace_back(std::min(a, b), std::max(a, b)); }
    /// After the last one was added.
    void sort() {
        std::sort(pairs_.begin(), pairs_.end());
        pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    }
    bool empty() const { return pairs_.empty(); }
    bool holds(std::uint32_t a, std::uint32_t b) const {
        return !pairs_.empty() &&
               std::binary_search(pairs_.begin(), pairs_.end(), std::pair(std::min(a, b), std::max(a, b)));
    }

  private:
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
};

}  // namespace pliant
