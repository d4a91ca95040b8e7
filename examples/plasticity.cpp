// Plastic flow: a plate presses two blocks to 0.6 of their height and is taken away. Jelly springs back; clay, whose
// strain beyond the yield becomes permanent, keeps a good part of it (docs/materials.md).
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <iostream>
#include <string>

namespace {

/// The height afterwards, over that before; and the mean permanent strain.
double height_of(const std::string& preset, double& permanent) {
    pliant::Body block;
    block.name = preset;
    block.shape.kind = pliant::ShapeKind::box;
    block.shape.size = {0.4, 0.4, 0.4};
    block.sampling.particles = 500;
    block.material = pliant::material_preset(preset);
    block.place.translate = {0, 0.22, 0};

    pliant::Obstacle ground, plate;
    plate.kind = pliant::ObstacleKind::box;
    plate.size = {1, 0.1, 1};
    plate.place.translate = {0, 0.5, 0};  // its lower side is at y = 0.45
    plate.motion.keys = {{0, {0, 0, 0}, 0}, {1, {0, -0.21, 0}, 0}, {1.5, {0, -0.21, 0}, 0}, {2, {0, 0.5, 0}, 0}};

    pliant::Scene scene;
    scene.gravity = pliant::Vec3::Zero();  // jelly would sag under its own weight
    scene.bodies = {block};
    scene.obstacles = {ground, plate};
    scene.time.frames = 200;
    pliant::Simulation simulation(scene);
    const double before = simulation.stats().bbox.size().y();
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    permanent = simulation.stats().plastic_strain_mean;
    return simulation.stats().bbox.size().y() / before;
}

}  // namespace

int main() {
    double jelly_strain = 0, clay_strain = 0;
    const double jelly = height_of("jelly", jelly_strain), clay = height_of("clay", clay_strain);
    std::cout << "jelly: " << jelly << " of its height, permanent strain " << jelly_strain << "\n";
    std::cout << "clay:  " << clay << " of its height, permanent strain " << clay_strain << "\n";
    return jelly > 0.85 && clay < jelly - 0.1 && jelly_strain == 0 && clay_strain > 0.1 ? 0 : 1;
}
