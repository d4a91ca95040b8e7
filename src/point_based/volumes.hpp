// Volumes and masses of particles (DE14 eq. 3), and what follows from them.
#pragma once

#include "point_based/point_scratch.hpp"

namespace pliant {

/// From raw_volume: the particles share the body's volume in proportion to eq. 3; mass = density · volume. A particle
/// whose neighbors do not span space keeps what it had. A common velocity makes up for the momentum that the new
/// masses would change.
void share_volume(PointBody& body, PointScratch& scratch);

/// Σ of eq. 3, over what it was at the start, times the body's volume: the estimate that DE14's Figure 9 follows. A
/// particle whose neighbors do not span space counts with the volume it has kept.
double estimated_volume(const PointBody& body, const PointScratch& scratch);

/// Adds the velocity that changes the body's momentum by this much.
void add_momentum(PointBody& body, const Vec3& momentum, PointScratch& scratch);

}  // namespace pliant
