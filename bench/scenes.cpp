#include "bench/scenes.hpp"

namespace pliant::bench {
namespace {

Shape placed(Shape shape, const Vec3& translate, const Vec3& axis = Vec3::UnitY(), double angle = 0) {
    shape.place.translate = translate;
    shape.place.axis = axis;
    shape.place.angle = angle;
    return shape;
}

Shape sphere(double radius) {
    Shape shape;
    shape.kind = ShapeKind::sphere;
    shape.radius = radius;
    return shape;
}

Shape ellipsoid(const Vec3& radii) {
    Shape shape;
    shape.kind = ShapeKind::ellipsoid;
    shape.radii = radii;
    return shape;
}

Shape limb(double radius, double length) {
    Shape shape;
    shape.kind = ShapeKind::capsule;
    shape.radius = radius;
    shape.height = length;
    return shape;
}

Shape creature() {
    const Vec3 x = Vec3::UnitX(), z = Vec3::UnitZ();
    Shape shape;
    shape.kind = ShapeKind::smooth_union;
    shape.blend = 0.08;
    shape.parts.push_back(placed(ellipsoid(Vec3(0.3, 0.42, 0.24)), Vec3(0, 0.75, 0)));
    shape.parts.push_back(placed(sphere(0.2), Vec3(0, 1.3, 0.08)));
    shape.parts.push_back(placed(limb(0.05, 0.12), Vec3(0, 1.27, 0.3), x, 80));
    for (const double side : {-1.0, 1.0}) {
        shape.parts.push_back(placed(limb(0.1, 0.45), Vec3(0.45 * side, 0.95, 0.05), z, 60 * side));
        shape.parts.push_back(placed(sphere(0.12), Vec3(0.7 * side, 1.1, 0.08)));
        shape.parts.push_back(placed(limb(0.13, 0.4), Vec3(0.2 * side, 0.2, 0), z, 10 * side));
        shape.parts.push_back(placed(ellipsoid(Vec3(0.11, 0.07, 0.2)), Vec3(0.24 * side, -0.1, 0.1)));
        shape.parts.push_back(placed(limb(0.04, 0.12), Vec3(0.14 * side, 1.52, 0.05), z, -20 * side));
    }
    shape.parts.push_back(placed(limb(0.08, 0.5), Vec3(0, 0.4, -0.4), x, 50));
    return shape;
}

}  // namespace

Scene moving_body(BenchShape shape, int particles, int clusters, int levels) {
    Body body;
    body.name = shape == BenchShape::ball ? "ball" : "creature";
    body.shape = shape == BenchShape::ball ? sphere(0.5) : creature();
    body.sampling.particles = particles;
    body.clusters.count = clusters;
    body.clusters.levels = levels;
    body.material.strain_sweeps = 1;
    body.stretch = Vec3(1.2, 0.95, 0.95);
    body.spin = Vec3(60, 200, 40);
    Scene scene;
    scene.name = body.name;
    scene.bodies.push_back(body);
    return scene;
}

}  // namespace pliant::bench
