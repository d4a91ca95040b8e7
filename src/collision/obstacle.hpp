// Obstacles: rigid shapes, static or keyed, that particles bump into.
#pragma once

#include "geometry/keyed_motion.hpp"
#include "geometry/shape.hpp"

#include <pliant/scene.hpp>

#include <memory>

namespace pliant {

/// How an obstacle is placed and moves: its pose at any time.
class ObstacleMotion {
  public:
    explicit ObstacleMotion(const Obstacle& description);
    /// World from own coordinates at this time.
    RigidPose pose(double time) const;
    bool at_rest() const { return motion_.at_rest(); }

  private:
    KeyedMotion motion_;
    RigidPose placement_;
};

/// An obstacle ready to run: its solid in its own coordinates and how that is placed at any time.
class ObstacleBody {
  public:
    /// Any kind but a mesh.
    explicit ObstacleBody(const Obstacle& description);
    /// A mesh, whose solid is given in its own coordinates, scaled.
    ObstacleBody(const Obstacle& description, SolidPtr solid);

    /// The same solid, placed and moving as this description of it says.
    ObstacleBody placed_as(const Obstacle& description) const { return {description, solid_}; }

    /// Signed distance in metres from a point in the obstacle's own coordinates.
    double distance(const Vec3& local) const;
    /// Unit outward normal: the direction in which the distance grows.
    Vec3 normal(const Vec3& local) const;
    /// World from own coordinates at this time.
    RigidPose pose(double time) const { return motion_.pose(time); }

    bool is_plane() const { return description_.kind == ObstacleKind::plane; }
    /// Of planes and primitives: the distance is convex too.
    bool is_convex() const { return description_.kind != ObstacleKind::mesh; }
    bool at_rest() const { return motion_.at_rest(); }
    /// Radius about the origin of its own coordinates that holds all of it; infinite for a plane.
    double bounding_radius() const { return bounding_radius_; }
    const Obstacle& description() const { return description_; }

  private:
    Obstacle description_;
    std::shared_ptr<const Solid> solid_;  // none for a plane
    ObstacleMotion motion_;
    double bounding_radius_;
};

}  // namespace pliant
