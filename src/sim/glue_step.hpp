// Glue in a step.
//
// key     as the step begins: what is released then lets go, and what has no stiffness for now does not hold.
// hold    after forces, springs and strain limits have moved the particles, and rigid bodies have their velocities:
//         impulses that bring the ends of each binding together at the end of the step (glue/solver.hpp). Particles are
//         then at x with velocity v: their step began at x − h v, and an impulse moves the end by h Δv.
// place   after contacts: particles that are hard bound are put where their holder is, with its velocity, such that
//         momentum is kept (glue/place.hpp). Then what was held with too much force breaks.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// Sizes the work space, and finds what follows from which bindings hold.
void prepare_glue(const Model& model, const State& state, GlueScratch& scratch);

void key_glue(const Model& model, State& state, Scratch& scratch, StepReport& report);
void hold_glue(const Model& model, State& state, Scratch& scratch, StepReport& report);
void place_glued(const Model& model, State& state, Scratch& scratch, StepReport& report);

/// What each entry holds, and with which forces.
std::vector<GlueStats> measure_glue(const Model& model, const State& state, const Scratch& scratch);

}  // namespace pliant
