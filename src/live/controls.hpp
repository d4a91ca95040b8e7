// What hands do to a simulation: all that changes how it goes on, and is neither Model nor State.
#pragma once

#include "live/grip.hpp"

#include <pliant/live.hpp>

#include <vector>

namespace pliant {

struct HeldGrab {
    int handle = 0;
    Grip grip;
    Vec3 target = Vec3::Zero();  ///< m
    double stiffness = 0;        ///< N/m
    double damping = 0;          ///< N s/m
    double max_force = 0;        ///< N
    Vec3 force = Vec3::Zero();   ///< N in the last step
};

struct ActingForce {
    Grip grip;
    Vec3 force = Vec3::Zero();    ///< N
    std::uint64_t last_step = 0;  ///< it acts in the steps before this one is done
};

struct Controls {
    std::vector<HeldGrab> grabs;
    std::vector<ActingForce> forces;
    int next_handle = 1;      ///< of grabs
    bool added_glue = false;  ///< has any been added since the start? Then the scene alone does not build it
};

/// The spring of a grab of a body with this mass.
HeldGrab held_grab(const Input& input, Grip grip, double mass);

/// What grabs and forces do in the step that comes now. The spring is solved for implicitly, at the point where it
/// pulls, so that no stiffness makes it shake; then its force is limited.
void apply_controls(Controls& controls, const Model& model, State& state);

}  // namespace pliant
