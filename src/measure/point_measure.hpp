// Looking at point-based bodies: energies, momenta, what a frame shows of them. In double precision, outside the step.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// A particle as it is now.
struct PointMeasure {
    Vec3 stretch = Vec3::Ones();  ///< singular values of F, largest first; ones where the neighbours do not span space
    double energy = 0;            ///< J, elastic
    double raw_volume = 0;        ///< eq. 3 as printed; zero where the neighbours do not span space
};
std::vector<PointMeasure> measure_particles(const PointBody& body);

/// Adds the point-based bodies to the sums.
void measure_points(const Model& model, const State& state, const Scratch& scratch, Stats& stats);

/// Appends their particles to a frame that has those of shape matching.
void add_points(const Model& model, const State& state, Frame& frame);

}  // namespace pliant
