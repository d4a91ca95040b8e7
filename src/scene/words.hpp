// A field in words, for messages and the reference page.
#pragma once

#include "scene/table.hpp"

namespace pliant {

/// "number", "whole number", "vector", "one of", "list of pin", "shape", …
std::string type_text(const Cell& cell);

/// What is legal, with the unit: "a whole number from 1 to 10000", "one of: rigid, mean".
std::string allowed_text(const Row& row, const Cell& cell);

/// The present value of the cell as JSON text; empty for objects, which have no value of their own.
std::string default_text(const Field& field);

/// Whether the cell is a number, or made of numbers.
bool is_numeric(const Cell& cell);

/// Names of the kinds that the row belongs to; empty when it belongs to all.
std::vector<std::string> kind_names(const Row& row, const Kind& kind);

/// The names as strings.
std::vector<std::string> strings(Spellings names);

}  // namespace pliant
