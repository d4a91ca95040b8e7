// What the tests of glue in scenes share.
#pragma once

#include "glue/ends.hpp"
#include "sim/glue_particles.hpp"
#include "sim/parts.hpp"
#include "sim/step.hpp"

#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace pliant::testing {

inline Simulation simulate(const std::string& text, const std::vector<Override>& overrides = {}, int threads = 1) {
    BuildOptions options;
    options.threads = threads;
    return Simulation(parse_scene(text, "test.json", overrides), options);
}

inline StepReport run(Simulation& simulation, int frames) {
    StepReport report;
    for (int k = 0; k < frames; ++k) report.add(simulation.advance_frame());
    return report;
}

/// The largest gap of any binding that holds, m.
inline double largest_gap(Simulation& simulation) {
    Simulation::Parts& parts = simulation.parts();
    GlueWork& work = parts.scratch.glue.work;
    gather_particles(parts.scratch.sets, parts.scratch.glue.refs, 0, work);
    gather_movers(parts.model.rigid, parts.state.rigid, parts.model.obstacles, simulation.time(), simulation.dt(),
                  work);
    double largest = 0;
    for (std::size_t k = 0; k < parts.state.glue.size(); ++k) {
        const GlueLink& link = parts.state.glue.links[k];
        if (link.status != GlueStatus::holds) continue;
        GlueMotion motion = parts.state.glue.motions[k];
        GlueFrame frame;
        const Vec3 b = end_position(parts.state.glue, work, link.b, motion.b, 0, frame);
        Vec3 a = end_position(parts.state.glue, work, link.a, motion.a, 0, frame);
        if (link.a.kind == GlueEndKind::frame && frame.freedom > 0) {
            swing(frame, motion.a.point, b);
            a = frame.center + frame.rotation * motion.a.point;
        }
        largest = std::max(largest, (a - b).norm());
    }
    return largest;
}

/// A bar that is held at its left end, and a ball beside its right one.
inline const std::string bar_and_ball = R"({
  "time": {"fps": 60, "frames": 60, "substeps": 8},
  "bodies": [
    {"name": "bar", "shape": {"type": "box", "size": [1, 0.2, 0.2]}, "sampling": {"particles": 500},
     "material": {"stiffness": 20, "damping": 1},
     "pins": [{"region": {"type": "half_space", "point": [-0.4, 0, 0], "normal": [1, 0, 0]}}]},
    {"name": "ball", "shape": {"type": "sphere", "radius": 0.12}, "sampling": {"particles": 120},
     "material": {"stiffness": 12, "damping": 1}, "translate": [0.66, 0, 0]}
  ],
  "glue": [{"name": "seam", "mode": "hard", "a": "bar", "b": "ball",
            "where": {"type": "half_space", "point": [0.6, 0, 0], "normal": [1, 0, 0]}}]
})";

/// Two soft boxes far from anything, turning and drifting.
inline const std::string free_pair = R"({
  "time": {"fps": 60, "frames": 250, "substeps": 4}, "gravity": [0, 0, 0],
  "bodies": [
    {"name": "one", "shape": {"type": "box", "size": [0.6, 0.3, 0.3]}, "sampling": {"particles": 300},
     "material": {"stiffness": 12, "damping": 2}, "velocity": [0.2, 0, 0], "spin": [30, 60, 120]},
    {"name": "two", "shape": {"type": "box", "size": [0.5, 0.25, 0.25]}, "sampling": {"particles": 250},
     "material": {"stiffness": 12, "damping": 2}, "translate": [0.6, 0, 0], "velocity": [0, 0.5, 0]}
  ],
  "glue": [{"name": "seam", "mode": "hard", "a": "one", "b": "two",
            "where": {"type": "half_space", "point": [0.42, 0, 0], "normal": [1, 0, 0]}}]
})";

}  // namespace pliant::testing
