// The rigid bodies in a simulation: one of three siblings (sim/solvers.hpp). They get their forces with the soft ones,
// and move while they collide (contacts/rigid_contacts.hpp).
#pragma once

#include "sim/model.hpp"
#include "sim/scratch.hpp"
#include "sim/stage_clock.hpp"
#include "sim/state.hpp"

namespace pliant {

struct RigidSolver {
    const Model& model;
    RigidBodies& rigid;
    RigidScratch& scratch;
    std::span<const std::uint8_t> asleep;  ///< per body; empty: none sleeps
    double time;
    bool frame_begins;

    void prepare();
    /// Adds the step's forces to velocities and angular momenta. Fields act on a body's particles by their mass, and so
    /// may turn it. Bodies faster than the speed limit are slowed down to it, and counted.
    void begin(StepReport& report);
    /// Nothing: contacts move them.
    void move(const StageClock&, StepReport&) {}
    /// None that others may move: contacts know rigid bodies as such.
    void add_particles(ParticleSets&) {}
    /// Nothing follows.
    void follow_edits() {}
    void measure(Stats& stats) const;
    /// Appends its particles to a frame; `built` is how many particles of shape matching were built.
    void add_to(Frame& frame, std::uint32_t built) const;
};

}  // namespace pliant
