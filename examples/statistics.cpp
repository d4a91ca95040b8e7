// What can be measured while it runs: a tumbling body in free flight keeps its momentum, and every frame gives one line
// of JSON for plots.
#include <pliant/output.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <fstream>
#include <iostream>

int main() {
    pliant::Body bar;
    bar.shape.kind = pliant::ShapeKind::box;
    bar.shape.size = {0.8, 0.2, 0.1};
    bar.sampling.particles = 400;
    bar.velocity = {1, 0, 0};     // m/s
    bar.spin = {30, 200, 90};     // degrees/s
    bar.stretch = {1.2, 0.9, 1};  // it also vibrates

    pliant::Scene scene;
    scene.gravity = pliant::Vec3::Zero();
    scene.bodies = {bar};
    scene.time.frames = 60;
    pliant::Simulation simulation(scene);
    const pliant::Stats before = simulation.stats();
    std::ofstream lines("stats.jsonl");
    while (simulation.frame() < simulation.frame_count()) {
        const pliant::StepReport report = simulation.advance_frame();
        lines << pliant::stats_json(simulation.stats(), report) << "\n";
    }
    const pliant::Stats after = simulation.stats();
    const double drift = (after.momentum - before.momentum).norm() / before.momentum.norm();
    const double turn = (after.angular_momentum - before.angular_momentum).norm() / before.angular_momentum.norm();
    std::cout << "after " << after.time << " s momentum is off by " << drift << ", angular momentum by " << turn
              << "; elastic energy " << before.elastic_energy << " J -> " << after.elastic_energy << " J\n";
    return drift < 1e-4 && turn < 1e-3 && lines.good() ? 0 : 1;
}
