// All that changes while a simulation runs.
#pragma once

#include "glue/glue.hpp"
#include "particles/pins.hpp"
#include "point_based/point_body.hpp"
#include "rigid/rigid_bodies.hpp"
#include "shape_matching/soft_bodies.hpp"
#include "sim/sleep_state.hpp"

#include <string>
#include <vector>

namespace pliant {

struct Model;

/// A checkpoint is this and nothing else.
struct State {
    std::uint64_t step = 0;
    SoftBodies soft;                ///< the bodies of shape matching
    std::vector<PointBody> points;  ///< those of the point-based solver
    RigidBodies rigid;
    GlueState glue;
    PinnedParticles pins;
    SleepState sleep;
};

/// Calls f(prefix, part…) for every part of the state that lists arrays, with that part of each of the states given;
/// those must have equally many point-based bodies.
template <class F, class First, class... States>
void for_each_part(const F& f, First& first, States&... states) {
    f(std::string("soft."), first.soft, states.soft...);
    for (std::size_t k = 0; k < first.points.size(); ++k)
        f("points." + std::to_string(k) + ".", first.points[k], states.points[k]...);
    f(std::string("rigid."), first.rigid, states.rigid...);
    f(std::string("glue."), first.glue, states.glue...);
    f(std::string("pins."), first.pins, states.pins...);
    f(std::string("sleep."), first.sleep, states.sleep...);
}

/// Seconds simulated so far.
double time_of(const Model& model, const State& state);
/// Frames done so far.
int frame_of(const Model& model, const State& state);

/// A hash of all that the future depends on, given the scene: every array whose traits say so (particles/arrays.hpp).
std::uint64_t hash_state(const State& state);

/// A hash of the arrays with the role `bodies`, which no step changes but one that edits.
std::uint64_t hash_bodies(const State& state);
/// Of what shape matching has from the scene's parameters, for a step of this length.
std::uint64_t hash_parameters(const State& state, double dt);

/// Do all arrays fit together, and to the model?
bool is_consistent(const State& state, const Model& model);

}  // namespace pliant
