// Are all the names in an object known? A mistyped one must not be ignored.
#pragma once

#include "scene/source.hpp"
#include "scene/table.hpp"

namespace pliant {

/// Throws InputError for the first key that no row of the object's kind has: with near names, or with the kinds that do
/// have it.
void check_keys(const Source& source, const Value& object, const std::string& path, const Fields& fields);

}  // namespace pliant
