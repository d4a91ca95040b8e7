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
#include "sim/scratch.hpp"
#include "sim/state.hpp"

namespace pliant {

/// What glue has to do with, during one step that starts at `time`.
struct GlueStage {
    const Model& model;
    GlueState& glue;
    RigidBodies& rigid;
    const std::vector<PointBody>& points;
    const PinnedParticles& pins;
    GlueScratch& scratch;
    KeptApart& apart;
    std::vector<RigidArrival>& arrivals;
    const std::vector<PointBodyScratch>& point_scratch;
    const PinSlots& slots;
    const ParticleSets& sets;
    double time;
    bool frame_begins;

    /// Sizes the work space, and finds what follows from which bindings hold.
    void prepare();
    void key(StepReport& report);
    void hold(StepReport& report);
    void place(StepReport& report);

    /// What follows from which bindings hold: what is placed, and which bodies do not collide.
    void follow_bindings();
    /// After point-based bodies may have split or merged particles: lets glue follow (glue/follow.hpp), and finds the
    /// particles again. True when anything about the bindings changed.
    bool follow_resampling(StepReport& report);
};

/// What each entry holds, and with which forces.
std::vector<GlueStats> measure_glue(std::size_t rules, const GlueState& glue, const GlueScratch& scratch);

}  // namespace pliant
