// A bundled scene, run to its end: how a ball falls, squashes and comes to rest. The overrides are those of --set.
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <iostream>

int main() {
    const pliant::Scene scene = pliant::load_scene("falling-ball", {{"time.frames", "90"}});
    pliant::Simulation simulation(scene);
    const double start = simulation.stats().bbox.center().y();
    std::uint64_t contacts = 0;
    while (simulation.frame() < simulation.frame_count()) {
        const pliant::StepReport report = simulation.advance_frame();
        contacts += report.contacts;
        if (simulation.frame() % 15 != 0) continue;
        const pliant::Stats stats = simulation.stats();
        std::cout << stats.time << " s: height " << stats.bbox.size().y() << " m, " << report.contacts << " contacts\n";
    }
    const double end = simulation.stats().bbox.center().y();
    return contacts > 0 && end < start ? 0 : 1;  // it fell, and touched the ground
}
