// Frames for other programs, straight from memory: one PLY file a frame, and a table for scripts.
#include <pliant/export.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <iostream>

int main() {
    pliant::Simulation simulation(pliant::load_scene("default", {{"time.frames", "3"}}));
    std::vector<pliant::Frame> kept = {simulation.snapshot()};
    while (simulation.frame() < simulation.frame_count()) {
        simulation.advance_frame();
        kept.push_back(simulation.snapshot());
    }
    pliant::FrameSequence frames;
    frames.name = "jelly";
    for (const pliant::Frame& frame : kept) frames.numbers.push_back(frame.number);
    frames.read = [&](int number) { return kept[static_cast<std::size_t>(number)]; };

    pliant::ExportOptions options;
    options.overwrite = true;
    const pliant::ExportResult ply = pliant::export_frames(frames, "ply", "frames", options);
    const pliant::ExportResult csv = pliant::export_frames(frames, "csv", "table.csv", options);
    for (const auto& file : ply.files) std::cout << file.string() << "\n";
    for (const auto& file : csv.files) std::cout << file.string() << "\n";
    return ply.files.size() == kept.size() && !csv.files.empty() && std::filesystem::exists(csv.files[0]) ? 0 : 1;
}
