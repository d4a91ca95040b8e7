// How Pliant says no: an InputError has parts that a program can use, and a text that a person can read.
#include <pliant/error.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <iostream>
#include <limits>

int main() {
    int refused = 0;
    const auto expect = [&](const auto& work, const std::string& path) {
        try {
            work();
        } catch (const pliant::InputError& error) {
            std::cout << error.what() << "\n\n";
            if (error.problem().path == path && !error.problem().hint.empty()) ++refused;
        }
    };
    // A mistake in a file, here in its text: the hint names the word that was meant.
    expect([] { pliant::parse_scene(R"({"bodies": [{"shape": {"type": "spere"}}]})", "my-scene.json"); },
           "bodies[0].shape.type");
    // The same of a scene filled in by hand: checked when it is built, or before by check_scene.
    pliant::Scene scene;
    scene.bodies.resize(1);
    scene.bodies[0].velocity.y() = std::numeric_limits<double>::quiet_NaN();
    expect([&] { pliant::Simulation simulation(scene); }, "bodies[0].velocity[1]");
    // What only building can find out: there is nothing inside the pin.
    scene.bodies[0].velocity.setZero();
    scene.bodies[0].pins.resize(1);
    scene.bodies[0].pins[0].region.place.translate = {50, 0, 0};
    expect([&] { pliant::Simulation simulation(scene); }, "bodies[0].pins[0].region");
    std::cout << refused << " of 3 refused where the mistake is\n";
    return refused == 3 ? 0 : 1;
}
