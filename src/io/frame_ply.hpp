// A frame as binary PLY: x y z, velocity vx vy vz, pscale (radius), id, body, nearest cluster, strain.
#pragma once

#include <pliant/simulation.hpp>

#include <filesystem>

namespace pliant {

/// Throws InputError; a file is either complete or not there.
void write_frame_ply(const std::filesystem::path& path, const Frame& frame);

}  // namespace pliant
