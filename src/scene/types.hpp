// Every struct that a scene is made of, in the order a reader meets them: what the schema and the reference page walk.
#pragma once

#include "scene/table.hpp"

namespace pliant {

struct TypeUse {
    Type type;
    std::string prefix;  ///< where its fields are: "bodies[].clusters", "" for the scene, or its own name when shared
};

/// The scene first, then each type once, after the one that first uses it.
std::vector<TypeUse> all_types();

}  // namespace pliant
