// A picture of a frame, coloured by strain, and the same frame coloured by cluster.
#include <pliant/pictures.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <iostream>

int main() {
    const pliant::Scene scene = pliant::load_scene("hanging-bar", {{"time.frames", "5"}});
    pliant::Simulation simulation(scene);
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    pliant::PictureSettings settings;
    settings.width = 320;
    settings.height = 240;
    settings.color = pliant::ColorBy::strain;
    pliant::PictureMaker by_strain(scene, simulation.stats().bbox, settings);
    const pliant::Picture strain = by_strain.take(simulation.snapshot());
    pliant::save_png(strain, "strain.png");

    settings.color = pliant::ColorBy::cluster;
    pliant::PictureMaker by_cluster(scene, simulation.stats().bbox, settings);
    const pliant::Picture cluster = by_cluster.take(simulation.snapshot());
    pliant::save_png(cluster, "cluster.png");
    std::cout << "strain.png and cluster.png, " << strain.width << " x " << strain.height << "\n";
    const bool full = strain.rgb.size() == 3U * 320U * 240U && cluster.rgb.size() == strain.rgb.size();
    return full && strain.rgb != cluster.rgb ? 0 : 1;
}
