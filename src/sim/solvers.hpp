// The three solvers side by side: shape matching, points, rigid. Everything else in a simulation asks them the same
// questions, at compile time; who adds a fourth adds it to for_each_solver.
//
//     prepare        sizes the work space; finds what follows from the state
//     begin          forces of the step
//     move           the bodies, but for contacts and glue
//     add_particles  those that pins, fields, contacts and glue may move, as sets (particles/particle_set.hpp)
//     follow_edits   after particles or clusters were added or removed
//     measure        sums for the statistics
//     add_to         its particles in a frame
//
// A body is added by the solver's append_body, make_point_body or add_rigid_body (build/simulation.cpp), and its
// arrays are listed by for_each_array beside its state.
#pragma once

#include "sim/point_solver.hpp"
#include "sim/rigid_solver.hpp"
#include "sim/soft_solver.hpp"

#include <concepts>

namespace pliant {

template <class S>
concept SolverInterface = requires(S solver, const S looked_at, StepReport& report, const StageClock& clock,
                                   ParticleSets& sets, Stats& stats, Frame& frame) {
    solver.prepare();
    solver.begin(report);
    solver.move(clock, report);
    solver.add_particles(sets);
    solver.follow_edits();
    looked_at.measure(stats);
    looked_at.add_to(frame, 0U);
};
static_assert(SolverInterface<SoftSolver> && SolverInterface<PointSolver> && SolverInterface<RigidSolver>);

}  // namespace pliant
