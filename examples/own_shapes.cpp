// Shapes from shapes: a ball with a hole through it, and a dumbbell. What was built says how large they came out.
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <cmath>
#include <iostream>
#include <numbers>

namespace {

pliant::Shape ball(double radius, double x) {
    pliant::Shape shape;
    shape.kind = pliant::ShapeKind::sphere;
    shape.radius = radius;
    shape.place.translate.x() = x;
    return shape;
}
pliant::Shape rod(double radius, double height) {  // along y
    pliant::Shape shape;
    shape.kind = pliant::ShapeKind::cylinder;
    shape.radius = radius;
    shape.height = height;
    return shape;
}

}  // namespace

int main() {
    pliant::Shape ring;
    ring.kind = pliant::ShapeKind::difference;  // the first part minus the others
    ring.parts = {ball(0.5, 0), rod(0.3, 2)};

    pliant::Shape handle = rod(0.1, 1);
    handle.place.axis = {0, 0, 1};
    handle.place.angle = 90;  // now along x
    pliant::Shape dumbbell;
    dumbbell.kind = pliant::ShapeKind::union_of;
    dumbbell.parts = {ball(0.25, -0.5), ball(0.25, 0.5), handle};

    pliant::Scene scene;
    scene.bodies.resize(2);
    scene.bodies[0].shape = ring;
    scene.bodies[1].shape = dumbbell;
    scene.bodies[1].place.translate = {2, 0, 0};
    for (pliant::Body& body : scene.bodies) body.sampling.particles = 600;
    const pliant::Simulation simulation(scene);
    const double drilled = 4.0 / 3 * std::numbers::pi * std::pow(0.5 * 0.5 - 0.3 * 0.3, 1.5);  // a ball with a hole
    const double built = simulation.bodies()[0].volume;
    std::cout << "the ring has " << built << " m³ (exactly " << drilled << "), the dumbbell "
              << simulation.bodies()[1].volume << " m³\n";
    return std::abs(built - drilled) < 0.02 * drilled && simulation.bodies()[1].volume > 0.12 ? 0 : 1;
}
