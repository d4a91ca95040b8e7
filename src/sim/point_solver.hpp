// The point-based solver in a simulation (DE14): one of three siblings (sim/solvers.hpp).
//
// A step of the scene is cut into as many steps as a body's stability asks for from moment to moment
// (point_based/stable_step.hpp); in each of them pins are held and contacts with obstacles resolved.
#pragma once

#include "sim/model.hpp"
#include "sim/scratch.hpp"
#include "sim/stage_clock.hpp"
#include "sim/state.hpp"

#include <functional>

namespace pliant {

/// No step is cut into more pieces than this. A scene that would need more at the start is refused; later on, flow may
/// have thinned a neighborhood so much that its own step is too long, and the speed limit catches what follows.
inline constexpr std::uint64_t most_point_steps = 2000;

/// The steps that this body's next step of `dt` is cut into. After refresh().
std::uint64_t point_steps_needed(const PointBased& settings, const PointBody& body, double dt, PointWork& work);

/// Where the ids of their particles begin in frames: after those of shape matching (`built` of them) and rigid bodies.
std::uint32_t first_point_id(const Model& model, std::uint32_t built);

/// Its part of the model, the state and the scratch, during one step that starts at `time`.
struct PointSolver {
    const Model& model;
    std::vector<PointBody>& bodies;
    const PinnedParticles& pins;
    std::vector<PointBodyScratch>& scratch;
    PinSlots& slots;
    std::vector<ObstacleStep>& obstacles;
    const KeptApart& apart;
    double time;
    bool frame_begins;

    void prepare();
    void begin(StepReport& report);
    /// What is done after each of the steps that all bodies take together: it lasted so long, and so much is left of
    /// the scene's step.
    using Meeting = std::function<void(double dt, double left)>;
    /// Without a meeting each body takes its own steps.
    void move(const StageClock& clock, StepReport& report, const Meeting& meet = {});
    void add_particles(ParticleSets& sets);
    /// Slots of the pinned particles, after particles were split or merged.
    void follow_edits();
    void measure(Stats& stats) const;
    /// Appends its particles to a frame; `built` is how many particles of shape matching were built.
    void add_to(Frame& frame, std::uint32_t built) const;

    ParticleSet set(std::size_t k);
    /// s: of body k, when so much of the scene's step is left: in equal parts, unless its rest vectors change.
    double next_own_step(std::size_t k, double left);
    /// After contacts with other bodies have moved particles in a step of `dt` from `start` on: what they pushed into
    /// an obstacle comes out of it.
    void keep_out_of_obstacles(double start, double dt);
    void move_alone(std::size_t k, StepReport& report);
    void move_together(StepReport& report, const Meeting& meet);
    void add_report(std::size_t k, StepReport& report) const;
};

}  // namespace pliant
