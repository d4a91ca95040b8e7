// --set path=value: edits of the document before it is read, so that they are checked like the file itself.
#pragma once

#include <pliant/scene.hpp>

#include "scene/value.hpp"

namespace pliant {

/// "--set path=value", the way messages name the override.
std::string override_text(const Override& override);

/// Sets the value at the override's path and marks it with `origin`. The value is read as JSON, or else taken as text.
/// Objects on the way are made when missing, a list may be extended by one element, a material's name becomes
/// {"preset": name}, and a field that excludes the new one is removed. Throws InputError naming the override.
void apply_override(Value& root, const Override& override, int origin);

}  // namespace pliant
