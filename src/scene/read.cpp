#include "scene/read.hpp"

#include <fmt/format.h>

#include "scene/keys.hpp"
#include "scene/path.hpp"
#include "scene/read_cell.hpp"
#include "scene/words.hpp"

namespace pliant {
namespace {

/// Sets the struct's kind from "type", or from the key that stands for a kind.
void read_kind(const Source& source, const Value& object, const std::string& path, const Field& field) {
    const Kind& kind = std::get<Kind>(field.cell);
    if (const Value* value = object.find(field.row.name))
        return kind.choice.set(
            read_choice(source, *value, member_path(path, field.row.name), field, kind.choice.names));
    if (kind.by_key >= 0 && object.find(kind.choice.names[static_cast<std::size_t>(kind.by_key)]))
        return kind.choice.set(kind.by_key);
    throw InputError({.what = fmt::format("the {} is missing", field.row.name),
                      .file = source.of(object),
                      .path = member_path(path, field.row.name),
                      .value = brief_text(object),
                      .allowed = allowed_text(field.row, field.cell),
                      .hint = fmt::format("add \"{}\": \"{}\"", field.row.name, kind.choice.names[0])});
}

void check_required(const Source& source, const Value& object, const std::string& path, const Field& field) {
    if (!field.row.required || object.find(field.row.name)) return;
    throw InputError({.what = "a required field is missing",
                      .file = source.of(object),
                      .path = member_path(path, field.row.name),
                      .value = "nothing",
                      .allowed = allowed_text(field.row, field.cell),
                      .hint = fmt::format("add \"{}\" ({})", field.row.name, field.row.meaning)});
}

/// A field and the one that replaces it: not both; and one that is given switches off what a preset said of the
/// other.
void settle_replacement(const Source& source, const Value& object, const std::string& path, const Field& field) {
    const Row& row = field.row;
    if (row.instead_of.empty()) return;
    const Value* replaced = object.find(row.instead_of);
    const Value* value = object.find(row.name);
    if (!value && replaced) {
        if (double* const* x = std::get_if<double*>(&field.cell)) **x = 0;
        if (int* const* x = std::get_if<int*>(&field.cell)) **x = 0;
    }
    if (!value || !replaced || (value->number() && *value->number() == 0)) return;
    throw InputError({.what = fmt::format("'{}' and '{}' exclude each other", row.name, row.instead_of),
                      .file = source.of(*value),
                      .path = member_path(path, row.name),
                      .value = brief_text(*value),
                      .allowed = fmt::format("one of the two, or 0 here; alone: {}", allowed_text(row, field.cell)),
                      .hint = fmt::format("remove '{}' or '{}'", row.name, row.instead_of)});
}

}  // namespace

void read_fields(const Source& source, const Value& object, const std::string& path, const Fields& fields) {
    if (kind_of(fields)) read_kind(source, object, path, fields.front());
    const int kind = current_kind(fields);
    check_keys(source, object, path, fields);
    for (const Field& field : fields) {
        if (!applies(field.row, kind) || std::holds_alternative<Kind>(field.cell)) continue;
        check_required(source, object, path, field);
        settle_replacement(source, object, path, field);
        if (const Value* value = object.find(field.row.name))
            read_cell(source, *value, member_path(path, field.row.name), field);
    }
}

}  // namespace pliant
