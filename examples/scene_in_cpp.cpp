// A scene without a file: a soft bar hangs between two pins, one of which turns.
#include <pliant/error.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <iostream>

int main() {
    pliant::Shape end;  // everything within 0.1 m of an end, in the bar's own coordinates
    end.kind = pliant::ShapeKind::box;
    end.size = {0.2, 1, 1};

    pliant::Body bar;
    bar.name = "bar";
    bar.shape.kind = pliant::ShapeKind::box;
    bar.shape.size = {1, 0.2, 0.2};
    bar.sampling.particles = 1000;
    bar.material = pliant::material_preset("rubber");
    bar.pins.resize(2);
    bar.pins[0].region = bar.pins[1].region = end;
    bar.pins[0].region.place.translate = {-0.5, 0, 0};
    bar.pins[1].region.place.translate = {0.5, 0, 0};
    bar.pins[1].motion.axis = {1, 0, 0};
    bar.pins[1].motion.keys = {{0, {0, 0, 0}, 0}, {1, {0, 0, 0}, 180}};

    pliant::Scene scene;
    scene.name = "twist";
    scene.time.frames = 60;
    scene.bodies = {bar};
    try {
        pliant::Simulation simulation(scene);
        while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
        const double stretch = simulation.stats().max_stretch;
        std::cout << "stretched to " << stretch << " after half a turn\n";
        return stretch > 1.05 ? 0 : 1;
    } catch (const pliant::InputError& error) {
        std::cerr << error.what() << "\n";
        return 2;
    }
}
