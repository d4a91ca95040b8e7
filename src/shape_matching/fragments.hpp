// Fragments: the pieces of a body's particles that hang together through finest clusters.
#pragma once

#include "shape_matching/soft_bodies.hpp"

namespace pliant {

/// Numbers those of the particles from `first_particle` on, of a body just appended, in the order of their first ones.
void append_fragments(SoftBodies& soft, std::size_t first_particle);

/// Tells all fragments anew. A piece that came apart keeps its number for the part with most particles (the first of
/// equal ones); the others get new numbers, after all there ever were, and fragment_parents says from which they broke.
void find_fragments(SoftBodies& soft);

}  // namespace pliant
