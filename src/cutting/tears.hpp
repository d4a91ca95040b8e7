// Where a body is torn, at rest: between its fragments, and half through a fragment that still hangs together.
//
// A fragment with a tear in it is parted into flaps, so that the tear runs between two of them. Beyond the end of the
// tear the border between the flaps goes on through matter that holds, and is not open there. What is made of the
// flaps is a surface with a slit: its points are two along the open part of the border, and one where it is not open.
//
// Flaps grow from the particles along a tear. Those that look into the same direction across the tear and hold together
// are on one side of it, by what speaks for and against it on the whole; every other particle of the fragment goes with
// the side that is nearest by way of what holds.
#pragma once

#include "geometry/hash_grid.hpp"

#include <pliant/types.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace pliant {

class Tears {
  public:
    /// `fragments` and `parents` as FragmentField has them; `torn`: pairs of particles that were neighbors until a
    /// crack went between them.
    Tears(std::span<const Vec3> particles, std::span<const std::uint32_t> fragments,
          std::span<const std::uint32_t> parents, std::span<const std::array<std::uint32_t, 2>> torn, double spacing);

    /// Per particle, and as FragmentField wants them: a fragment that is not torn is one flap, with its number.
    const std::vector<std::uint32_t>& flaps() const { return flaps_; }
    const std::vector<std::uint32_t>& parents() const { return parents_; }
    double spacing() const { return spacing_; }
    std::uint32_t fragment_of(std::uint32_t flap) const { return fragment_[flap]; }
    /// Is the border between two flaps open at this place? Between fragments it is everywhere. `elsewhere`: the answer
    /// where the two do not touch.
    bool is_open(std::uint32_t a, std::uint32_t b, const Vec3& place, bool elsewhere = false) const;

  private:
    struct Bond {
        std::uint32_t low, high;  ///< flaps
        bool torn;
    };

    void find_bonds(std::span<const Vec3> particles, const std::function<bool(std::uint32_t, std::uint32_t)>& parted);

    double spacing_;
    std::vector<std::uint32_t> flaps_, parents_, fragment_;
    std::vector<Bond> bonds_;  ///< between flaps of one fragment
    std::vector<Vec3> middles_;
    PointGrid grid_;  ///< of the bonds' middles
};

}  // namespace pliant
