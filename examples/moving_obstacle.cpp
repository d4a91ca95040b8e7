// Obstacles that move along keys: a wall slides in, pushes a soft ball along, and rests.
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <iostream>

int main() {
    pliant::Body ball;
    ball.shape.radius = 0.2;
    ball.sampling.particles = 300;
    ball.place.translate = {0, 0.21, 0};

    pliant::Obstacle ground;  // y = 0
    pliant::Obstacle wall;
    wall.name = "wall";
    wall.kind = pliant::ObstacleKind::box;
    wall.size = {0.1, 1, 1};
    wall.place.translate = {-0.5, 0.5, 0};
    // Time in s, moved from the start in m, turned in degrees. Smooth: it starts and ends at rest.
    wall.motion.keys = {{0, {0, 0, 0}, 0}, {1, {1, 0, 0}, 0}};
    wall.motion.interpolation = pliant::Interpolation::smooth;

    pliant::Scene scene;
    scene.bodies = {ball};
    scene.obstacles = {ground, wall};
    scene.time.frames = 60;
    pliant::Simulation simulation(scene);
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    const pliant::Box box = simulation.stats().bbox;
    std::cout << "the wall ends at x = 0.55 m, the ball at " << box.center().x() << " m\n";
    return box.lower.x() > 0.5 ? 0 : 1;  // nothing of it is behind the wall
}
