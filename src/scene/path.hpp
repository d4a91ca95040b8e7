// Where a value sits in a document: "bodies[0].clusters.count", also spelled "bodies.0.clusters.count".
#pragma once

#include "scene/value.hpp"

namespace pliant {

/// One step of a path: a member's key, or an index into a list.
struct PathStep {
    std::string key;        ///< the step as it was written
    std::size_t index = 0;  ///< when is_index
    bool is_index = false;  ///< the step is a whole number; it may still be a key of an object
};

/// Splits either spelling. Throws InputError when a step is empty.
std::vector<PathStep> parse_path(std::string_view path);

/// The path in the spelling with brackets.
std::string path_text(const std::vector<PathStep>& steps);

/// The path of a member: the key alone at the top.
std::string member_path(const std::string& path, std::string_view key);

/// The value at the path, or the deepest one on the way to it that exists.
const Value& deepest(const Value& root, std::string_view path);

}  // namespace pliant
