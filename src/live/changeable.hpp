// May a parameter be changed in mid-run?
#pragma once

#include <pliant/scene.hpp>

#include <string>

namespace pliant {

/// Throws InputError unless the table marks the field, or one that holds it.
void check_changeable(const Scene& scene, const std::string& path, const std::string& value);

}  // namespace pliant
