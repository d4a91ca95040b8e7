// Rigid motion along keyframes: pins, obstacles and, later, rigid bodies that a user animates.
#pragma once

#include <pliant/scene.hpp>

namespace pliant {

/// x ↦ rotation x + translation, in world coordinates.
struct RigidPose {
    Mat3 rotation = Mat3::Identity();
    Vec3 translation = Vec3::Zero();

    Vec3 operator()(const Vec3& x) const { return rotation * x + translation; }
};

class KeyedMotion {
  public:
    KeyedMotion() = default;
    /// `default_pivot` is used when the description names none.
    KeyedMotion(const Motion& motion, const Vec3& default_pivot);

    /// Where the motion has carried the world by this time. Before the first key: as at it; after the last: likewise.
    RigidPose pose(double time) const;
    bool at_rest() const { return motion_.keys.empty(); }

  private:
    Motion motion_;
    Vec3 pivot_ = Vec3::Zero();
};

}  // namespace pliant
