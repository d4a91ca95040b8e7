// The seam for backends. A backend owns the storage of the state and its work space, and runs the stages of a step
// whole; step() (sim/step.hpp) says in which order. This one is the processor's: loops over chunks on threads, with
// results that do not depend on how many there are. Another one (a graphics card) keeps the arrays in its memory,
// has the same stages, and hands the state out when it is asked for.
#pragma once

#include "shape_matching/edit.hpp"
#include "sim/glue_stage.hpp"
#include "sim/sleep.hpp"
#include "sim/solvers.hpp"

namespace pliant {

class CpuBackend {
  public:
    /// The model must outlive it.
    CpuBackend(const Model& model, State state);

    /// Bodies that sleep and are disturbed by now wake, with all of their groups.
    void wake();
    void wake(std::uint32_t body);
    void wake_all();

    // The stages, each of them whole.
    void forces(StepReport& report);
    /// match → flow → integrate → strain of shape matching, then points: each solver times its stages.
    void move(const StageClock& clock, StepReport& report);
    void hold_glue(StepReport& report);
    void collide(StepReport& report);
    void place_glued(StepReport& report);
    void fracture(StepReport& report);
    void recluster(StepReport& report);
    void finish(StepReport& report);

    const State& state() const { return state_; }
    const Scratch& scratch() const { return scratch_; }
    /// To change it from outside; call prepare() afterwards, unless only numbers were changed.
    State& state() { return state_; }
    Scratch& scratch() { return scratch_; }

    /// Finds everything anew that follows from the state.
    void prepare();
    /// Adds and removes particles and clusters of shape matching, and lets pins, glue and contacts follow.
    SoftMoves edit(const SoftEdit& changes, StepReport& report);

    /// The end of a frame: repairs particles that lost their position, and looks for clusters in trouble.
    void inspect(StepReport& report);
    /// What was measured is no longer that of the state.
    void forget_measures() { scratch_.soft.measured.valid = false; }
    /// They change nothing, but the solvers are views of what they may change.
    Stats stats();
    Energy energy();
    Frame snapshot(bool fitted = true);

    const Model& model() const { return model_; }

  private:
    SoftSolver soft();
    PointSolver points();
    RigidSolver rigid();
    GlueStage glue();
    Sleep sleep();
    /// Calls f for each of the three.
    template <class F>
    void for_each_solver(const F& f);
    void gather_sets();
    /// In which frame, and by which numbers frames know their particles.
    void name_culprits(StepReport& report, int frame) const;
    /// Fits each cluster, unless that was done for the state as it is: statistics and snapshot share it.
    void measure();
    /// What the solvers measure: all of the statistics but those that are the simulation's.
    Stats measured();
    double time() const { return time_of(model_, state_); }
    bool frame_begins() const { return state_.step % static_cast<std::uint64_t>(model_.substeps) == 0; }
    SoftMoves apply(const SoftEdit& changes, StepReport& report);
    void collide_soft_with_obstacles(const ContactInput& input);

    const Model& model_;
    State state_;
    Scratch scratch_;
};

}  // namespace pliant
