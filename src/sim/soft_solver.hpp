// The solver of shape matching in a simulation (CC15, MR20, RC17): one of three siblings (sim/solvers.hpp).
#pragma once

#include "core/parallel.hpp"
#include "shape_matching/soft_edit.hpp"
#include "sim/model.hpp"
#include "sim/scratch.hpp"
#include "sim/stage_clock.hpp"
#include "sim/state.hpp"

namespace pliant {

/// Its part of the model, the state and the scratch, during one step that starts at `time`.
struct SoftSolver {
    const Model& model;
    SoftBodies& soft;
    const PinnedParticles& pins;
    SoftScratch& scratch;
    PinSlots& slots;
    std::span<const std::uint8_t> asleep;  ///< per body; empty: none sleeps
    double time;
    bool frame_begins;

    /// Sizes the work space, so that steps allocate nothing; follows whatever clusters there are.
    void prepare();
    /// Forces: fields and level weights that change over time.
    void begin(StepReport& report);
    /// Stages match → flow → integrate → strain.
    void move(const StageClock& clock, StepReport& report);
    void add_particles(ParticleSets& sets);
    /// After a stage that may have replaced clusters or shifted their rest shapes.
    void follow_edits();
    /// After an edit that added or removed particles: what is kept of each since the frame began goes with it.
    void follow_particles(const SoftEdit& changes, const SoftMoves& moves);
    /// After all edits of a step that splits clusters.
    void follow_splits();
    /// After bodies fell asleep or woke.
    void follow_sleep();
    void find_pins();
    void measure(Stats& stats) const;
    /// Appends its particles to a frame; `built` is how many particles of shape matching were built.
    void add_to(Frame& frame, std::uint32_t built) const;

    // The stages of move.
    void match();
    void flow();
    void integrate();
    void limit_strain();

    ParticleSet set();
    void hold_pins();
    /// After contacts: what presses on each other resists being turned against each other.
    void resist_rolling();
    bool worth_threads() const { return soft.particle_count() >= parallel_threshold; }
    StepInput input() const;
    /// The part of prepare that depends on the clusters alone, and that on the number of particles.
    void fit_clusters();
    void fit_particles();
    void cut_clusters();
    void cut_particles();
};

}  // namespace pliant
