// Random scenes that are legal by the parameter table: small, of every kind, with extreme values now and then.
#pragma once

#include "core/random.hpp"

#include <pliant/scene.hpp>

#include <filesystem>

namespace pliant::testing {

/// Writes the meshes and point clouds that random scenes refer to into the folder.
void write_random_files(const std::filesystem::path& folder);

/// The scene of this number. `files` is the folder given to write_random_files.
Scene random_scene(std::uint64_t number, const std::filesystem::path& files);

}  // namespace pliant::testing
