// The smallest useful program outside the project: a scene in C++, a few frames, a number to check.
#include <pliant/error.hpp>
#include <pliant/output.hpp>
#include <pliant/parameters.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <iostream>

int main() {
    pliant::Scene scene;
    scene.name = "outside";
    scene.bodies.resize(1);
    scene.bodies[0].sampling.particles = 300;
    scene.bodies[0].material = pliant::material_preset("jelly");
    scene.bodies[0].place.translate = {0, 1, 0};
    scene.obstacles.resize(1);
    pliant::Simulation simulation(scene);
    const double start = simulation.stats().bbox.center().y();
    for (int frame = 0; frame < 10; ++frame) simulation.advance_frame();
    const double fallen = start - simulation.stats().bbox.center().y();
    std::cout << "pliant " << pliant::version() << ": fell " << fallen << " m in " << simulation.time() << " s\n";
    return fallen > 0.1 && fallen < 0.2 ? 0 : 1;
}
