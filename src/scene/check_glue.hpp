// Checks of glue that need more than one field; what only building can tell is in build/glue.hpp.
#pragma once

#include "scene/check_shapes.hpp"
#include "scene/checked.hpp"

namespace pliant {

void check_glue(const Checked& checked, ShapeChecker& shapes, const Glue& glue, const std::string& path);

}  // namespace pliant
