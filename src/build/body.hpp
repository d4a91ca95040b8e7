// One body: sampled, weighed, placed, clustered, pinned.
#pragma once

#include "build/shape.hpp"
#include "geometry/keyed_motion.hpp"
#include "point_based/build.hpp"
#include "shape_matching/assemble.hpp"

#include <pliant/simulation.hpp>

#include <optional>

namespace pliant {

/// A pin, with particles by number of sampling.
struct BuiltPin {
    std::vector<std::uint32_t> particles;
    std::vector<Vec3> start;  ///< world, m
    KeyedMotion motion;
    std::optional<double> release;  ///< s
};

/// A body ready for append_body, and what the model has to know of it. Per particle in the order of sampling.
struct BuiltBody {
    BodyInput input;        ///< of shape matching; a point-based body uses only its places and masses
    PointBodyInput points;  ///< of the point-based solver
    BodySummary summary;
    std::uint64_t seed = 0;  ///< the scene's, the sampling's and the clustering's together
    Vec3 origin;             ///< world position of the local coordinates' origin: the body's centre at the start
    std::vector<BuiltPin> pins;
};

/// `path` is the body's place in the scene ("bodies[0]"). Throws InputError.
BuiltBody build_body(ShapeBuilder& shapes, const Scene& scene, const Body& body, const std::string& path,
                     const BuildOptions& options);

}  // namespace pliant
