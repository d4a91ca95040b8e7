// Particles that lost their position, and the clusters they spoiled.
#pragma once

#include "core/parallel.hpp"
#include "shape_matching/kernels.hpp"

namespace pliant {

/// Puts every particle whose numbers are not finite, or that is farther away than anything can get, back to where the
/// other members of its clusters want it, moving with them; clusters whose own numbers were spoiled are fitted anew.
/// A particle none of whose clusters has a sound member goes to its body's origin. Returns how many were put back, and
/// the first. Looks at these parts of the particles and of the clusters.
Limited repair_particles(SoftBodies& soft, std::span<const WorkPart> particles, std::span<const WorkPart> clusters);

}  // namespace pliant
