// What a value of a field must be, said once for both ways it can come: from a document (read_cell.hpp) or set in C++
// (check_fields.hpp).
#pragma once

#include <pliant/error.hpp>

#include "scene/table.hpp"

namespace pliant {

/// A problem without file, path and value: the caller knows those. Nothing when the value is fine.
using MaybeProblem = std::optional<InputProblem>;

/// In the row's range, and finite.
MaybeProblem number_problem(double number, const Field& field);
/// A direction that is not zero; its components have been checked as numbers.
MaybeProblem direction_problem(const Vec3& direction, const Field& field);
/// Long enough for the field, a ListOf.
MaybeProblem length_problem(std::size_t length, const Field& field);
/// The name is none of the choices.
InputProblem choice_problem(const std::string& name, Spellings names, const Field& field);

}  // namespace pliant
