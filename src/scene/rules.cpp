#include "scene/rules.hpp"

#include <fmt/format.h>

#include <cmath>

#include "scene/near.hpp"
#include "scene/words.hpp"

namespace pliant {
namespace {

InputProblem problem(const Field& field, std::string what, std::string hint) {
    return {.what = std::move(what), .allowed = allowed_text(field.row, field.cell), .hint = std::move(hint)};
}

std::string range_hint(double number, const Row& row) {
    if (!std::isfinite(number)) return "NaN and infinity are no values to simulate with";
    return row.extremes.empty() ? "see docs/parameters.md" : std::string(row.extremes);
}

}  // namespace

MaybeProblem number_problem(double number, const Field& field) {
    if (field.row.range.holds(number)) return std::nullopt;
    return problem(field, "the value is out of range", range_hint(number, field.row));
}

MaybeProblem direction_problem(const Vec3& direction, const Field& field) {
    constexpr double tiny = 1e-6;  // shorter ones are zero in all but name
    if (direction.cwiseAbs().maxCoeff() >= tiny) return std::nullopt;
    return problem(field, "a direction must not be zero", "its length does not matter: try [0, 1, 0]");
}

MaybeProblem length_problem(std::size_t length, const Field& field) {
    const ListOf& list = std::get<ListOf>(field.cell);
    if (length >= list.least) return std::nullopt;
    return problem(field, fmt::format("at least {} {} is needed", list.least, list.type.name),
                   std::string(field.row.meaning));
}

InputProblem choice_problem(const std::string& name, Spellings names, const Field& field) {
    return problem(field, "this is not one of the choices", did_you_mean(name, strings(names)));
}

}  // namespace pliant
