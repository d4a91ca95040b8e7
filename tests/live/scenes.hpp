// Small scenes for the tests of live simulations.
#pragma once

#include <pliant/live.hpp>
#include <pliant/scene.hpp>

#include <string>

namespace pliant {

inline Scene jelly_scene(const std::string& more = "") {
    return parse_scene(R"({"time": {"fps": 60, "frames": 60}, )" + more + R"(
        "bodies": [{"name": "ball", "shape": {"type": "sphere", "radius": 0.5}, "sampling": {"particles": 300},
                    "material": "jelly", "translate": [0, 1, 0]},
                   {"name": "brick", "solver": "rigid", "shape": {"type": "box", "size": [0.4, 0.4, 0.4]},
                    "sampling": {"particles": 60}, "translate": [3, 1, 0]}],
        "obstacles": [{"name": "ground", "type": "plane"}]})",
                       "jelly");
}

/// One soft body in empty space, without gravity.
inline Scene floating_scene() {
    return parse_scene(R"({"gravity": [0, 0, 0],
        "bodies": [{"name": "ball", "shape": {"type": "sphere", "radius": 0.5}, "sampling": {"particles": 300},
                    "material": "jelly"},
                   {"name": "brick", "solver": "rigid", "shape": {"type": "box", "size": [0.4, 0.4, 0.4]},
                    "sampling": {"particles": 60}, "translate": [3, 0, 0]}]})",
                       "floating");
}

/// A scene, its simulation, and the hand that touches it.
struct Touched {
    explicit Touched(const Scene& description, int threads = 1)
        : scene(description),
          simulation(scene, BuildOptions{.threads = threads, .instruction_set = {}, .progress = {}}),
          live(scene, simulation) {}
    Scene scene;
    Simulation simulation;
    Live live;

    void frames(int count) {
        for (int k = 0; k < count; ++k) live.advance_frame();
    }
    Vec3 center(std::uint32_t body) const {
        Vec3 sum = Vec3::Zero();
        const VectorView x = live.positions(body);
        for (std::size_t k = 0; k < x.size(); ++k) sum += x[k];
        return sum / static_cast<double>(x.size());
    }
};

}  // namespace pliant
