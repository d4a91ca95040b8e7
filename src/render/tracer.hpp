// Rays against the spheres and meshes of a Stage (Embree 3). Planes are not in here: they are endless, and cheap to
// hit.
#pragma once

#include "render/stage.hpp"

#include <cstddef>
#include <memory>
#include <optional>

namespace pliant::render {

/// What a ray met. Vectors are relative to the tracer's origin; normals have unit length and face the ray's start.
struct Hit {
    float distance = 0;
    Vec3f position = Vec3f::Zero();
    Vec3f normal = Vec3f::Zero();        ///< of the surface it stands for, interpolated on smooth meshes
    Vec3f facet = Vec3f::Zero();         ///< of the triangle itself: rays that go on start on this side
    Vec3f albedo = Vec3f::Zero();        ///< linear
    const Material* material = nullptr;  ///< of a mesh that has one; spheres and planes have none
    float size = 0;                      ///< m: of the mesh that was met, across
};

/// Immutable once built; may be asked from many threads. Coordinates are 32-bit and relative to `origin`, so that a
/// scene far from the world's origin looks the same.
class Tracer {
  public:
    /// The stage's spheres and meshes, or its ghosts alone. `pixel` is the width of a pixel at distance 1: what
    /// patterns are blurred by.
    Tracer(const Stage& stage, const Vec3& origin, float pixel = 0, bool ghosts = false);
    ~Tracer();

    /// The first thing along start + t·direction, t > 0, direction of unit length.
    std::optional<Hit> first_hit(const Vec3f& start, const Vec3f& direction) const;

    /// Whether anything is along the ray.
    bool blocked(const Vec3f& start, const Vec3f& direction) const;

    /// Spheres and triangles left out: not finite, too far to be seen, or without a size.
    std::size_t skipped() const { return skipped_; }

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    std::size_t skipped_ = 0;
};

}  // namespace pliant::render
