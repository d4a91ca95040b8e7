// Runs a bundled scene and follows its height.
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <iostream>

int main() {
    const pliant::Scene scene = pliant::load_scene("falling-ball", {{"time.frames", "90"}});
    pliant::Simulation simulation(scene);
    while (simulation.frame() < simulation.frame_count()) {
        const pliant::StepReport report = simulation.advance_frame();
        if (simulation.frame() % 15 != 0) continue;
        const pliant::Stats stats = simulation.stats();
        std::cout << stats.time << " s: height " << stats.bbox.size().y() << " m, " << report.contacts << " contacts\n";
    }
}
