// One field's value from a document, checked against its row.
#pragma once

#include "scene/source.hpp"
#include "scene/table.hpp"

namespace pliant {

/// Reads the value into what the field's cell points to. Throws InputError.
void read_cell(const Source& source, const Value& value, const std::string& path, const Field& field);

/// The index of the name that the value holds. Throws InputError with near names.
int read_choice(const Source& source, const Value& value, const std::string& path, const Field& field, Spellings names);

}  // namespace pliant
