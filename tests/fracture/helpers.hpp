// Scenes that break, small enough for tests.
#pragma once

#include "sim/parts.hpp"

#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pliant::testing {

/// A bar of 1 m × 0.2 m × 0.2 m that is drawn out by 0.3 m in a second.
inline Scene pulled_bar(const std::vector<Override>& overrides = {}) {
    return parse_scene(R"({
        "time": {"fps": 60, "frames": 90, "substeps": 8},
        "gravity": [0, 0, 0],
        "bodies": [{
            "name": "bar", "shape": {"type": "box", "size": [1, 0.2, 0.2]}, "sampling": {"particles": 900},
            "material": {"young": 1e5, "strain_limit": 1, "toughness": 0.1, "damping": 10},
            "pins": [
                {"region": {"type": "box", "size": [0.1, 1, 1], "translate": [-0.5, 0, 0]},
                 "motion": {"keys": [{"time": 0}, {"time": 1, "translate": [-0.15, 0, 0]}], "interpolation": "linear"}},
                {"region": {"type": "box", "size": [0.1, 1, 1], "translate": [0.5, 0, 0]},
                 "motion": {"keys": [{"time": 0}, {"time": 1, "translate": [0.15, 0, 0]}], "interpolation": "linear"}}]
        }]
    })",
                       "pulled", overrides);
}

/// A block that falls on an edge and breaks, with its particles in two levels of clusters.
inline Scene dropped_block(const std::vector<Override>& overrides = {}) {
    return parse_scene(R"({
        "time": {"fps": 60, "frames": 40, "substeps": 16},
        "bodies": [{
            "name": "block", "shape": {"type": "box", "size": [0.8, 0.16, 0.3]}, "sampling": {"particles": 1200},
            "clusters": {"levels": 2},
            "material": {"young": 3e5, "toughness": 0.02}, "translate": [0, 0.7, 0], "velocity": [0, -3, 0]}],
        "obstacles": [{"type": "plane"}, {"type": "box", "size": [0.1, 0.4, 1], "translate": [0, 0.2, 0]}]
    })",
                       "block", overrides);
}

inline const SoftBodies& soft_of(const Simulation& simulation) { return simulation.parts().state.soft; }

/// The sum of all masses, exact: masses are floats of like size, and the sum is in double.
inline double mass_of(const SoftBodies& soft) {
    double sum = 0;
    for (const Real m : soft.mass) sum += static_cast<double>(m);
    return sum;
}

}  // namespace pliant::testing
