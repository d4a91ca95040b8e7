// A document to the structs of the scene, checked field by field against the table.
#pragma once

#include "scene/source.hpp"
#include "scene/table.hpp"

namespace pliant {

/// Reads every field that the object gives; the others keep what they hold. Throws InputError at the first problem.
void read_fields(const Source& source, const Value& object, const std::string& path, const Fields& fields);

}  // namespace pliant
