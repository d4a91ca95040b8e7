// The bodies of the point-based solver in a simulation: their steps, forces, pins and obstacles.
//
// A step of the scene is cut into as many equal steps as the body's wave speed asks for at that moment
// (point_based/point_step.hpp); in each of them pins are held and contacts with obstacles resolved.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// No step is cut into more pieces than this. A scene that would need more at the start is refused; later on, flow may
/// have thinned a neighbourhood so much that its own step is too long, and the speed limit catches what follows.
inline constexpr std::uint64_t most_point_steps = 2000;

/// m: how far from its center a particle's matter reaches: half the body's spacing, less where it is sampled finely.
double point_radius(const BodyRange& range, const PointBody& body, std::size_t i);

/// Sizes the work space after building, loading or resampling.
void prepare_point_body(const Model& model, const PointModel& points, const PointBody& body, PointBodyScratch& scratch);

/// The steps that this body's next step of the scene is cut into. After refresh().
std::uint64_t point_steps_needed(const Model& model, const PointModel& points, const PointBody& body,
                                 PointBodyScratch& scratch);

/// Moves all point-based bodies by one step of the scene.
void step_point_bodies(const Model& model, State& state, Scratch& scratch, StepReport& report);

/// After contacts with other bodies have moved particles: what they pushed into an obstacle comes out of it.
void keep_points_out_of_obstacles(const Model& model, State& state, Scratch& scratch);

}  // namespace pliant
