// Levels of clusters: a bar that sticks out of a wall sags far with small clusters alone; coarser levels on top of them
// hold it up without hiding what the small ones do (docs/levels.md).
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <iostream>

namespace {

/// How far the free end is below the wall's after three seconds, in metres.
double sag(int levels) {
    pliant::Body bar;
    bar.shape.kind = pliant::ShapeKind::box;
    bar.shape.size = {1, 0.2, 0.2};
    bar.sampling.particles = 800;
    bar.clusters.per_cluster = 12;
    bar.material.stiffness = 30;                                       // Hz
    bar.material.damping = 10;                                         // 1/s
    bar.clusters.levels = levels;                                      // 0: until one cluster is left
    bar.clusters.level_weights.scheme = pliant::WeightScheme::linear;  // and the coarse ones count more
    bar.pins.resize(1);
    bar.pins[0].region.kind = pliant::ShapeKind::half_space;  // all that lies on the far side of the plane x = -0.4
    bar.pins[0].region.point = {-0.4, 0, 0};
    bar.pins[0].region.normal = {1, 0, 0};

    pliant::Scene scene;
    scene.bodies = {bar};
    scene.time.frames = 180;
    scene.time.substeps = 8;
    pliant::Simulation simulation(scene);
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    std::cout << simulation.stats().clusters.size() << " levels: ";
    return -simulation.stats().bbox.lower.y();
}

}  // namespace

int main() {
    const double one = sag(1);
    std::cout << "the end hangs " << one << " m down\n";
    const double all = sag(0);
    std::cout << "the end hangs " << all << " m down\n";
    return all < 0.7 * one ? 0 : 1;
}
