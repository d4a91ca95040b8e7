// A cloth with a look of its own, and its surface with UVs for other programs.
#include <pliant/export.hpp>
#include <pliant/pictures.hpp>

#include <fstream>
#include <iostream>
#include <string>

int main() {
    pliant::Scene scene = pliant::load_scene("cloth-sheet", {{"time.frames", "20"}});
    pliant::Look& look = scene.bodies[0].material.look;
    look.color = pliant::Vec3(0.7, 0.1, 0.1);
    look.pattern = pliant::LookPattern::checker;
    look.second = pliant::Vec3(0.95, 0.9, 0.8);
    look.pattern_size = 0.15;
    pliant::Simulation simulation(scene);
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    const pliant::Frame frame = simulation.snapshot();
    pliant::save_png(pliant::PictureMaker(scene, simulation.stats().bbox).take(frame), "cloth.png");

    pliant::FrameSequence frames;
    frames.name = "cloth";
    frames.numbers = {frame.number};
    frames.read = [&](int) { return frame; };
    frames.scene = std::make_shared<const pliant::Scene>(scene);  // without it, particles are exported
    pliant::ExportOptions options;
    options.overwrite = true;
    pliant::export_frames(frames, "obj", "cloth.obj", options);

    std::size_t points = 0, uvs = 0, faces = 0;
    std::ifstream file("cloth.obj");
    for (std::string line; std::getline(file, line);) {
        points += line.starts_with("v ") ? 1 : 0;
        uvs += line.starts_with("vt ") ? 1 : 0;
        faces += line.starts_with("f ") ? 1 : 0;
    }
    std::cout << "cloth.obj: " << points << " points, " << uvs << " UVs, " << faces << " triangles\n";
    return points > 2 * frame.positions.size() && uvs >= points / 2 && faces > points ? 0 : 1;
}
