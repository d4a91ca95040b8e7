// One body: sampled, weighed, placed, clustered, pinned.
#pragma once

#include "build/built_body.hpp"
#include "build/shape.hpp"

namespace pliant {

/// `path` says where the body is in the scene ("bodies[0]"). Throws InputError.
BuiltBody build_body(ShapeBuilder& shapes, const Scene& scene, const Body& body, const std::string& path,
                     const BuildOptions& options);

}  // namespace pliant
