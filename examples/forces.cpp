// Fields of acceleration besides gravity: wind carries a ball along until it is as fast as the air, a field that acts
// on one body only leaves the other alone.
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <cmath>
#include <iostream>

int main() {
    pliant::Body ball;
    ball.shape.radius = 0.2;
    ball.sampling.particles = 200;
    pliant::Scene scene;
    scene.gravity = pliant::Vec3::Zero();
    scene.bodies = {ball, ball};
    scene.bodies[0].name = "leaf";
    scene.bodies[1].name = "stone";
    scene.bodies[1].place.translate = {0, 0, 2};
    scene.forces.resize(1);
    pliant::Force& wind = scene.forces[0];
    wind.kind = pliant::ForceKind::wind;
    wind.vector = {3, 0, 0};  // m/s
    wind.strength = 2;        // 1/s: after half a second the difference has fallen to 1/e
    wind.bodies = {"leaf"};
    scene.time.frames = 60;
    pliant::Simulation simulation(scene);
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();

    const pliant::Frame frame = simulation.snapshot();
    double speed[2] = {}, count[2] = {};
    for (std::size_t i = 0; i < frame.positions.size(); ++i) {
        speed[frame.bodies[i]] += frame.velocities[i].x();
        ++count[frame.bodies[i]];
    }
    const double leaf = speed[0] / count[0], stone = speed[1] / count[1], exact = 3 * (1 - std::exp(-2.0));
    std::cout << "after a second the leaf has " << leaf << " m/s (exactly " << exact << "), the stone " << stone
              << "\n";
    return std::abs(leaf - exact) < 0.01 && std::abs(stone) < 1e-6 ? 0 : 1;
}
