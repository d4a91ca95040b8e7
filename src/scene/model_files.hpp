// Where the files that shapes name are found.
//
// A relative path is looked up beside the scene's file, as always. A path that begins with "models/" may also lie in a
// shared folder of meshes, so that a bundled scene, which has no file, finds them too: in the folder that the
// environment variable PLIANT_MODELS names, or in the nearest folder called models/ at or above the scene's file or,
// failing that, the current folder. tools/install-models fills such a folder.
#pragma once

#include <filesystem>
#include <string>

namespace pliant {

/// The path to open for `file`, named by a scene in `scene_folder` (empty: a bundled scene). Throws InputError, without
/// file and path, that says how to get it when a file of models/ is found nowhere; other paths are not checked.
std::filesystem::path find_shape_file(const std::string& file, const std::filesystem::path& scene_folder);

}  // namespace pliant
