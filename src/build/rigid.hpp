// One rigid body: sampled, weighed, given a signed distance and a surface, placed.
#pragma once

#include "build/shape.hpp"
#include "rigid/rigid_bodies.hpp"

#include <pliant/simulation.hpp>

namespace pliant {

struct BuiltRigid {
    RigidBody body;
    RigidMotion motion;
    BodySummary summary;
};

/// `path` says where the body is in the scene ("bodies[0]"). Throws InputError.
BuiltRigid build_rigid(ShapeBuilder& shapes, const Scene& scene, const Body& body, const std::string& path,
                       const BuildOptions& options);

}  // namespace pliant
