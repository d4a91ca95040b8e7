// The same bits at any number of threads: a hash of the whole state says so, frame by frame.
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <iostream>

int main() {
    const pliant::Scene scene = pliant::load_scene("default", {{"time.frames", "20"}});
    pliant::BuildOptions alone, together;
    alone.threads = 1;
    together.threads = 2;  // 0, the default: as many as the machine has
    pliant::Simulation one(scene, alone), two(scene, together);
    while (one.frame() < one.frame_count()) {
        one.advance_frame();
        two.advance_frame();
        if (one.hash() != two.hash()) {
            std::cout << "frame " << one.frame() << " differs\n";
            return 1;
        }
    }
    std::cout << one.frame() << " frames on " << one.threads() << " and on " << two.threads() << " threads, by "
              << one.instruction_set() << ": both end with the hash " << std::hex << one.hash() << "\n";
}
