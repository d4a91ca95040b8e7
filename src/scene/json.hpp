// JSON text to a document. Comments (// and /* */) are allowed; repeated keys, trailing commas, NaN and deep nesting
// are not.
#pragma once

#include "scene/value.hpp"

namespace pliant {

/// Throws InputError with line and column; `file` names the text in messages.
Value parse_json(std::string_view text, const std::string& file);

}  // namespace pliant
