// Fields that a body's solver does not use.
#pragma once

#include <pliant/scene.hpp>

#include <string>
#include <vector>

namespace pliant {

/// Adds a note that names the fields of the body at `path` that differ from their defaults, or from its preset's
/// values, and change nothing; and one when a preset was made for another solver.
void note_unused(const Body& body, const std::string& path, std::vector<std::string>& notes);

}  // namespace pliant
