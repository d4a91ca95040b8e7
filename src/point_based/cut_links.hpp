// Pairs of particles between which a crack has opened: they are never neighbors again.
#pragma once

#include "point_based/point_body.hpp"

#include <span>
#include <utility>

namespace pliant {

/// PointBody::cuts by slots: work space.
struct CutLinks {
    std::vector<std::uint32_t> rows, other;  ///< compressed rows, each rising
    bool valid = false;

    /// After slots or cuts have changed.
    void refresh(const PointBody& body);
    bool any(std::uint32_t i) const { return !rows.empty() && rows[i] < rows[i + 1]; }
    bool holds(std::uint32_t i, std::uint32_t j) const;
};

/// Two particles by their ids.
using IdLink = std::pair<std::uint32_t, std::uint32_t>;

/// Adds links to PointBody::cuts, in any order and direction; those that are there stay.
void add_cuts(PointBody& body, std::span<const IdLink> links);

/// Resampling: each second particle is a half of the first one, and is cut off from what that is cut off from.
void share_cuts(PointBody& body, std::span<const IdLink> halves);
/// The second ones are gone, and the first ones stand for them.
void join_cuts(PointBody& body, std::span<const IdLink> merged);

}  // namespace pliant
