// Obstacles: rigid shapes, static or keyed, that particles bump into.
#pragma once

#include "geometry/shape.hpp"
#include "rigid/keyed_motion.hpp"

#include <pliant/scene.hpp>

#include <memory>

namespace pliant {

/// An obstacle ready to run: its solid in its own coordinates and how that is placed at any time.
class ObstacleBody {
  public:
    explicit ObstacleBody(const Obstacle& description);

    /// Signed distance in metres from a point in the obstacle's own coordinates.
    double distance(const Vec3& local) const;
    /// Unit outward normal: the direction in which the distance grows.
    Vec3 normal(const Vec3& local) const;
    /// World from own coordinates at this time.
    RigidPose pose(double time) const;

    bool is_plane() const { return description_.kind == ObstacleKind::plane; }
    bool at_rest() const { return motion_.at_rest(); }
    /// Radius about the origin of its own coordinates that holds all of it; infinite for a plane.
    double bounding_radius() const { return bounding_radius_; }
    const Obstacle& description() const { return description_; }

  private:
    Obstacle description_;
    std::shared_ptr<const Solid> solid_;  // none for a plane
    KeyedMotion motion_;
    RigidPose placement_;
    double bounding_radius_;
};

}  // namespace pliant
