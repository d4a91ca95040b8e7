// The table of inputs: as scene/table.hpp has the scene's fields, with their units, ranges and meanings.
#pragma once

#include "scene/table.hpp"

#include <pliant/live.hpp>

namespace pliant {

Spellings names_of(InputKind);
Fields fields_of(Input& input);

/// An input that was filled in by hand, checked field by field; what its kind does not use is set back to its default.
Input checked_input(const Input& input);

}  // namespace pliant
