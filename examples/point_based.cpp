// The second solver: points with a Young's modulus in pascals. A bar that is pulled out by a tenth swings about its
// length; a material four times as stiff swings twice as fast (docs/point-based.md).
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <iostream>

namespace {

/// When the bar is shortest for the first time: half a period, in seconds.
double half_period(double young) {
    pliant::Body bar;
    bar.solver = pliant::Solver::point_based;
    bar.shape.kind = pliant::ShapeKind::box;
    bar.shape.size = {0.6, 0.2, 0.2};
    bar.sampling.particles = 200;
    bar.material.young = young;  // Pa
    bar.material.poisson = 0.2;
    bar.material.viscosity = 0;
    bar.stretch = {1.1, 1, 1};

    pliant::Scene scene;
    scene.gravity = pliant::Vec3::Zero();
    scene.bodies = {bar};
    scene.time.fps = 240;
    scene.time.frames = 120;
    pliant::Simulation simulation(scene);
    double length = simulation.stats().bbox.size().x(), when = 0;
    while (simulation.frame() < simulation.frame_count()) {
        simulation.advance_frame();
        const double now = simulation.stats().bbox.size().x();
        if (now > length) break;
        length = now;
        when = simulation.time();
    }
    std::cout << "Young's modulus " << young << " Pa: shortest after " << when << " s\n";
    return when;
}

}  // namespace

int main() {
    const double ratio = half_period(2e4) / half_period(8e4);
    std::cout << "ratio " << ratio << "\n";
    return ratio > 1.6 && ratio < 2.4 ? 0 : 1;
}
