// A scene as packets: what there is to see, and what can be changed.
#pragma once

#include "view/packet.hpp"

#include <pliant/live.hpp>
#include <pliant/simulation.hpp>

#include <memory>

namespace pliant {

class Skins;

/// "scene": bodies with their colours, surfaces and how those follow the particles; obstacles with theirs.
/// `skins` may be none: particles are shown then. `number` counts scenes, so that a page knows which frames belong.
PacketPtr scene_packet(const Scene& scene, const std::vector<BodySummary>& bodies, const Skins* skins, int number);

/// "parameters": those that may change, with their values.
Value parameters_message(const Scene& scene);

/// Position and rotation (x y z, then a quaternion x y z w) of each obstacle.
Value obstacle_poses(const Live& live);

}  // namespace pliant
