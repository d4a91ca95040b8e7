// Collision proxies as surfaces to look at.
#pragma once

#include "render/stage.hpp"

#include <pliant/simulation.hpp>

namespace pliant {

/// The surface of a proxy, a sphere cut by half-spaces and deformed with its cluster, in flat facets.
render::Mesh proxy_surface(const ProxyShape& proxy, render::Color color);

}  // namespace pliant
