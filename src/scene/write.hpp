// A struct of the scene to a complete document: every field that its kind has, defaults included.
#pragma once

#include "scene/table.hpp"
#include "scene/value.hpp"

namespace pliant {

Value write_fields(const Fields& fields);
Value write_cell(const Cell& cell);

}  // namespace pliant
