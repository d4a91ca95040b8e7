// The endless planes of a Stage, ready for rays: a faint checker near by, the horizon's haze far away.
#pragma once

#include "render/stage.hpp"

#include <optional>

namespace pliant::render {

struct FloorHit {
    float distance = 0;
    Vec3f position = Vec3f::Zero();
    Vec3f normal = Vec3f::Zero();
    Vec3f albedo = Vec3f::Zero();
    float haze = 0;  ///< 0 near by, 1 at the horizon
};

class Floor {
  public:
    /// Positions are relative to `origin`. `scale` is the distance of the eye from what it looks at: it fixes the
    /// checker's size (a round length) and the reach of sight, so that neither changes within a run.
    Floor(const Plane& plane, const Vec3& origin, double scale);

    /// Where a ray of unit direction meets the plane from its front. `pixel` is a pixel's width at distance 1; the
    /// checker is averaged over the pixel's footprint, so that it does not flicker far away.
    std::optional<FloorHit> first_hit(const Vec3f& start, const Vec3f& direction, float pixel) const;

    /// Whether a ray runs into the front of the plane.
    bool met(const Vec3f& start, const Vec3f& direction) const {
        return direction.dot(normal_) < 0 && (start - point_).dot(normal_) > 0;
    }

    const Vec3f& normal() const { return normal_; }
    const Vec3f& albedo() const { return albedo_; }

  private:
    float checker(const Vec3f& position, const Vec3f& direction, float width, float steepness) const;

    Vec3f point_, normal_, across_, along_, albedo_;
    Eigen::Vector2f anchor_;  // the plane's own zero of the checker, fixed in the world
    float cell_, reach_;
};

}  // namespace pliant::render
