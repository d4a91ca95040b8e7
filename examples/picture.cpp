// A picture of a frame, coloured by strain.
#include <pliant/pictures.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

int main() {
    const pliant::Scene scene = pliant::load_scene("hanging-bar", {{"time.frames", "20"}});
    pliant::Simulation simulation(scene);
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    pliant::PictureSettings settings;
    settings.width = 320;
    settings.height = 240;
    settings.color = pliant::ColorBy::strain;
    const pliant::PictureMaker maker(scene, simulation.stats().bbox, settings);
    pliant::save_png(maker.take(simulation.snapshot()), "hanging-bar.png");
}
