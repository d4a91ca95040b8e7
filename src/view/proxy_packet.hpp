// What soft bodies collide with, as packets: a few triangles for each finest cluster's proxy.
#pragma once

#include "view/packet.hpp"

#include <pliant/simulation.hpp>

#include <vector>

namespace pliant {

/// Adds "proxies.P" (floats, x y z of triangles' corners one after the other) and "proxies.body" (per triangle).
void add_proxies(const std::vector<ProxyShape>& proxies, BinaryPacket& packet);

}  // namespace pliant
