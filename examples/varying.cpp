// A material that varies in space: a ball whose lower half is four times as dense rights itself like a tumbler toy.
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <Eigen/Geometry>

#include <cmath>
#include <iostream>
#include <numbers>

int main() {
    pliant::Shape lower;  // below the plane through the origin, in the ball's own coordinates
    lower.kind = pliant::ShapeKind::half_space;

    pliant::Body ball;
    ball.shape.radius = 0.3;
    ball.sampling.particles = 800;
    ball.material = pliant::material_preset("rubber");
    ball.material.density = 500;  // kg/m³, and …
    ball.material.density.regions = {{lower, 2000}};
    ball.place.translate = {0, 0.31, 0};
    ball.place.axis = {0, 0, 1};
    ball.place.angle = 60;  // it starts tilted

    pliant::Scene scene;
    scene.bodies = {ball};
    scene.obstacles.resize(1);  // the ground
    scene.time.frames = 20;
    pliant::Simulation simulation(scene);
    const double mass = simulation.stats().mass;
    const double exact = 1250 * 4.0 / 3 * std::numbers::pi * std::pow(0.3, 3);
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    const pliant::Frame frame = simulation.snapshot();
    const pliant::Vec3 center = simulation.stats().bbox.center();
    double turn = 0, arms = 0;  // about z, by the particles' own motion
    for (std::size_t i = 0; i < frame.positions.size(); ++i) {
        const pliant::Vec3 arm = frame.positions[i] - center;
        turn += arm.cross(frame.velocities[i]).z();
        arms += arm.head<2>().squaredNorm();
    }
    std::cout << "mass " << mass << " kg (exactly " << exact << "); it turns back with " << turn / arms << " rad/s\n";
    return std::abs(mass - exact) < 0.03 * exact && turn / arms < -0.5 ? 0 : 1;
}
