// Which fragment a place of a body at rest belongs to, once the body broke.
//
// Every particle around a place votes for its own fragment, the near ones more. Votes are counted break by break, in
// the order in which they happened: first for or against the piece that came off first. A fragment's number never
// changes and a later one has a higher number, so that what breaks later does not move the cracks that were there.
#pragma once

#include "geometry/hash_grid.hpp"

#include <pliant/types.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pliant {

class FragmentField {
  public:
    /// The votes at a place.
    struct Votes {
        std::vector<std::pair<std::uint32_t, double>> fragments;  ///< by rising number: how much speaks for it
        double nearest = 0;                                       ///< m: distance of the nearest particle
    };

    /// `fragments` are the particles'; `parents`, by fragment, the one that it broke from; of those that were built,
    /// itself. `spacing` is about the distance of neighboring particles, in the coordinates of `particles`.
    FragmentField(std::span<const Vec3> particles, std::span<const std::uint32_t> fragments,
                  std::span<const std::uint32_t> parents, double spacing);

    double spacing() const { return spacing_; }
    Votes votes(const Vec3& place) const;
    /// The fragment that wins.
    std::uint32_t winner(const Votes& votes) const;
    /// From a place that `a` wins to one that `b` wins: the share of the way at which the border between them lies.
    double border(const Votes& at_a, std::uint32_t a, const Votes& at_b, std::uint32_t b) const;

  private:
    /// The fragment that `fragment` was a part of when `ancestor` had broken once more; `ancestor` itself when it is
    /// it.
    std::uint32_t step_below(std::uint32_t ancestor, std::uint32_t fragment) const;
    bool is_below(std::uint32_t ancestor, std::uint32_t fragment) const;
    std::uint32_t root_of(std::uint32_t fragment) const;
    /// For the part of `whole` that `part` is, against the rest of what was left of `whole` then: in [−1, 1].
    double balance(const Votes& votes, std::uint32_t whole, std::uint32_t part) const;

    PointGrid grid_;
    std::span<const std::uint32_t> fragments_;
    std::span<const std::uint32_t> parents_;
    double spacing_;
};

}  // namespace pliant
