// Volumes and masses of particles, and the estimate of DE14's eq. 3.
#pragma once

#include "point_based/point_scratch.hpp"

namespace pliant {

/// The particles of a new body share its volume in proportion to the cube of the distance of their three nearest
/// neighbors, averaged over each neighborhood: on the surface as inside, where eq. 3 would give up to twice as much.
/// Mass = density · volume.
void first_volumes(PointBody& body);

/// Σ of eq. 3, over what it was at the start, times the body's volume: the estimate that DE14's Figure 9 follows. A
/// particle whose neighbors do not span space counts with its own volume.
double estimated_volume(const PointBody& body, const PointScratch& scratch);

}  // namespace pliant
