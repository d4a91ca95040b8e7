// What building one body makes: what the solvers take in, and what the model has to know of it.
#pragma once

#include "build/rates.hpp"
#include "fracture/fracture_rules.hpp"
#include "geometry/keyed_motion.hpp"
#include "point_based/build.hpp"
#include "shape_matching/assemble.hpp"

#include <pliant/simulation.hpp>

#include <optional>
#include <vector>

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
    BodyInput input;        ///< of shape matching; a point-based body uses only its positions and masses
    PointBodyInput points;  ///< of the point-based solver
    BodyRates rates;        ///< of shape matching
    BodySummary summary;
    std::uint64_t seed = 0;    ///< the scene's, the sampling's and the clustering's together
    std::vector<Vec3> normal;  ///< as in BodySamples
    Vec3 origin;               ///< world position of the local coordinates' origin: the body's centre at the start
    std::vector<BuiltPin> pins;
    FractureRule fracture;
    PointBreaking breaking;  ///< the same of a point-based body
};

}  // namespace pliant
