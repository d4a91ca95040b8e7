// Which solid a shape of the scene is, where its sizes say all.
#include "geometry/shape.hpp"

#include <pliant/scene.hpp>

namespace pliant::solid {

SolidPtr primitive_of(const Shape& shape) {
    switch (shape.kind) {
        case ShapeKind::sphere:
            return sphere(shape.radius);
        case ShapeKind::ellipsoid:
            return ellipsoid(shape.radii);
        case ShapeKind::box:
            return box(shape.size);
        case ShapeKind::rounded_box:
            return rounded_box(shape.size, shape.radius);
        case ShapeKind::capsule:
            return capsule(shape.radius, shape.height);
        case ShapeKind::cylinder:
            return cylinder(shape.radius, shape.height);
        case ShapeKind::cone:
            return cone(shape.radius, shape.top_radius, shape.height);
        case ShapeKind::torus:
            return torus(shape.radius, shape.tube);
        case ShapeKind::half_space:
            return half_space(shape.point, shape.normal);
        default:
            return nullptr;
    }
}

}  // namespace pliant::solid
