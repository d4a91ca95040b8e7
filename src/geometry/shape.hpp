// Implicit solids: immutable trees of shared parts that answer "how far, and on which side".
//
// All primitives are centred at the origin with the y axis as their own axis (ShapeKind in pliant/scene.hpp); lengths
// are in metres. `distance` is negative inside. It is the exact Euclidean signed distance for the primitives, for
// placed ones and for closed meshes. For the others it is a bound, |distance| <= the true distance to the surface:
//   - union, intersection, difference: minimum and maximum of the parts; exact on the side where the nearest surface
//     belongs to one part (outside a union, inside an intersection), too small in magnitude elsewhere;
//   - smooth union: the quadratic blend, at most blend/4 outside the union of two parts, with gradient length <= 1;
//   - open meshes: see mesh_solid.cpp.
// So one may always step by |distance| without crossing the surface.
//
// Factories throw InputError when a size is not positive and finite, or sizes contradict each other.
#pragma once

#include <pliant/types.hpp>

#include <memory>
#include <span>
#include <vector>

namespace pliant {

struct Shape;
struct TriangleMesh;

class Solid {
  public:
    virtual ~Solid() = default;
    /// Metres, negative inside.
    virtual double distance(const Vec3& p) const = 0;
    /// The same as distance(p) < 0, but may be cheaper.
    virtual bool contains(const Vec3& p) const { return distance(p) < 0; }
    /// A box that holds the solid; infinite for unbounded ones, empty for an intersection of parts that do not meet.
    virtual Box bounds() const = 0;

  protected:
    Solid() = default;
    Solid(const Solid&) = delete;
    Solid& operator=(const Solid&) = delete;
};

using SolidPtr = std::shared_ptr<const Solid>;

namespace solid {

SolidPtr sphere(double radius);
SolidPtr ellipsoid(const Vec3& radii);
SolidPtr box(const Vec3& size);
/// `size` includes the rounding; radius <= half of its smallest component.
SolidPtr rounded_box(const Vec3& size, double radius);
/// `length` >= 0 is that of the straight part, along y.
SolidPtr capsule(double radius, double length);
SolidPtr cylinder(double radius, double height);
/// `radius` at the bottom, `top_radius` at the top; one of them may be 0.
SolidPtr cone(double radius, double top_radius, double height);
/// Ring of `radius` in the xz plane; tube <= radius.
SolidPtr torus(double radius, double tube);
/// Everything below the plane through `point`; the normal need not have length 1.
SolidPtr half_space(const Vec3& point, const Vec3& normal);

/// The one of the above that the shape's kind and sizes say, before it is placed; nullptr for kinds that need parts, a
/// file or another shape, and for those without an inside.
SolidPtr primitive_of(const Shape& shape);

/// Booleans take at least one part.
SolidPtr union_of(std::vector<SolidPtr> parts);
/// Parts are blended one after another, so with three and more the order matters a little where all of them meet.
SolidPtr smooth_union(std::vector<SolidPtr> parts, double blend);
SolidPtr intersection(std::vector<SolidPtr> parts);
/// The first part minus the others.
SolidPtr difference(std::vector<SolidPtr> parts);

/// x = translate + scale · rotation · p, scale > 0.
SolidPtr placed(SolidPtr part, const Mat3& rotation, double scale, const Vec3& translate);

/// The inside of any set of triangles: closed, open, non-manifold, self-intersecting, or inside out (mesh_solid.cpp).
SolidPtr mesh(const TriangleMesh& mesh);

/// A stand-in for a solid that is slow to ask: its distances on a grid with `cells` cells along the longest side of its
/// bounds, interpolated linearly (sampled_solid.cpp). Details smaller than a cell are rounded off.
SolidPtr sampled(const Solid& part, int cells);

/// The union of balls of one radius, e.g. of particles that have no inside of their own. Exact outside.
SolidPtr balls(std::vector<Vec3> centers, double radius);

}  // namespace solid

/// Gradient of the distance by central differences over 2e-4 · scale, where `scale` is the size of the thing in metres;
/// the unit outward normal near the surface of an exact solid.
Vec3 distance_gradient(const Solid& solid, const Vec3& p, double scale);

/// True when all six numbers are finite.
bool is_bounded(const Box& box);

}  // namespace pliant
