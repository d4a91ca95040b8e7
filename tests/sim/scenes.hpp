// Small scenes for the tests of sim.
#pragma once

#include "sim/parts.hpp"

#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <string>

namespace pliant::testing {

/// A soft ball and a stiffer box above a floor, with a field and a moving obstacle: every stage has work.
inline const std::string busy_scene = R"({
  "time": {"fps": 60, "frames": 10, "substeps": 4},
  "bodies": [
    {"shape": {"type": "sphere", "radius": 0.3}, "sampling": {"particles": 300}, "material": {"stiffness": 5, "damping": 2},
     "translate": [0, 0.32, 0], "velocity": [0.5, -2, 0], "spin": [0, 90, 0]},
    {"shape": {"type": "box", "size": [0.4, 0.2, 0.2]}, "sampling": {"particles": 200}, "material": {"stiffness": 18, "damping": 15},
     "translate": [1, 0.5, 0], "pins": [{"region": {"type": "half_space", "point": [-0.1, 0, 0], "normal": [1, 0, 0]},
     "motion": {"keys": [{"time": 0}, {"time": 1, "translate": [0, 0.3, 0], "angle": 20}]}}]}
  ],
  "obstacles": [
    {"type": "plane"},
    {"type": "sphere", "radius": 0.2, "translate": [0.3, 0, 0], "motion": {"keys": [{"time": 0}, {"time": 1, "translate": [0, 0.5, 0]}]}}
  ],
  "forces": [{"type": "wind", "vector": [2, 0, 0], "strength": 0.5}, {"type": "radial", "strength": 1, "center": [0, 1, 0]}]
})";

/// One ball in empty space, without gravity or damping.
inline const std::string free_ball = R"({
  "gravity": [0, 0, 0],
  "bodies": [{"shape": {"type": "sphere", "radius": 0.5}, "sampling": {"particles": 400},
              "material": {"stiffness": 6, "damping": 0}}]
})";

inline Simulation simulate(const std::string& text, const std::vector<Override>& overrides = {}, int threads = 1) {
    BuildOptions options;
    options.threads = threads;
    return Simulation(parse_scene(text, "test.json", overrides), options);
}

}  // namespace pliant::testing
