// The skins of a live simulation's bodies as they are now, and rays and nearest points against them.
#pragma once

#include "skin/skins.hpp"

#include <pliant/live.hpp>

#include <memory>
#include <vector>

namespace pliant {

/// Made when they are first asked for; put where they are once for each state of the simulation.
class LiveSkins {
  public:
    /// Per body; without a mesh where it has no skin. Throws InputError.
    const std::vector<SkinFrame>& now(const Scene& scene, const Simulation& simulation);
    /// The simulation has moved on, or was touched.
    void moved() { frames_.clear(); }
    /// There are other bodies.
    void forget();

  private:
    std::unique_ptr<Skins> skins_;
    std::vector<SkinFrame> frames_;
};

LiveSkin live_skin(const SkinFrame& skin);

/// Where a ray (of length 1) meets the triangles of a skin, nearer than `longest`; the particle is not known.
std::optional<Hit> ray_on_skin(const SkinFrame& skin, std::uint32_t body, const Vec3& from, const Vec3& direction,
                               double longest);
/// The nearest point of a skin's triangles; inside of a closed one the distance is below 0.
std::optional<Hit> nearest_on_skin(const SkinFrame& skin, std::uint32_t body, const Vec3& point, double farthest);

}  // namespace pliant
