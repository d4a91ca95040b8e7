// Scene → Model + State: all of a simulation but its work space.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

struct Built {
    Model model;
    State state;
};

/// Samples, clusters, weighs and places everything in a scene that was checked. Throws InputError.
Built build(const Scene& scene, const BuildOptions& options);

}  // namespace pliant
