// The balls that stand for a rigid body's surface where it strikes others.
//
// They touch the surface from inside. Spheres, capsules, tori and rounded boxes are unions of balls already; of other
// shapes the edges come out rounded by the balls' radius, a twentieth of the largest ball that fits inside. The balls
// are a little larger than nothing so that equal boxes stand on each other: a corner that is moved inwards by the
// radius looks at the face it rests on, and not past its edge.
#pragma once

#include "build/shape.hpp"
#include "rigid/rigid_bodies.hpp"

namespace pliant {

/// For the shape behind `resolved`; `solid` is the same, as the body has it: placement(shape's coordinates).
std::vector<SurfaceBall> surface_balls(const Shape& shape, const Similarity& placement, const Solid& solid,
                                       double half_width);

}  // namespace pliant
