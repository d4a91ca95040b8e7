// Rigid bodies: a wooden box drops onto a soft cushion, is carried by it, and presses it down.
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <iostream>

int main() {
    pliant::Body cushion;
    cushion.name = "cushion";
    cushion.shape.kind = pliant::ShapeKind::rounded_box;
    cushion.shape.size = {0.8, 0.3, 0.8};
    cushion.shape.radius = 0.1;
    cushion.sampling.particles = 600;
    cushion.place.translate = {0, 0.16, 0};

    pliant::Body box;
    box.name = "box";
    box.solver = pliant::Solver::rigid;  // one piece that never deforms; no sampling, no clusters
    box.shape.kind = pliant::ShapeKind::box;
    box.shape.size = {0.2, 0.2, 0.2};
    box.mass = 4;  // kg, in place of the material's density
    box.place.translate = {0, 0.6, 0};

    pliant::Scene scene;
    scene.bodies = {cushion, box};
    scene.obstacles.resize(1);  // the ground
    scene.time.frames = 120;
    pliant::Simulation simulation(scene);
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    const pliant::Stats stats = simulation.stats();
    const double push = stats.contact_impulses[1].y() * scene.time.fps;  // N, on the box, over the last frame
    std::cout << "the cushion carries the box with " << push << " N; the top of it is at " << stats.bbox.upper.y()
              << " m\n";
    const bool carried = push > 0.7 * 4 * 9.81 && push < 1.3 * 4 * 9.81;
    return carried && stats.bbox.upper.y() > 0.3 ? 0 : 1;
}
