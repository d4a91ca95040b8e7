#include "scene/keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scene/near.hpp"
#include "scene/path.hpp"
#include "scene/words.hpp"

namespace pliant {
namespace {

/// The names that the kind knows, each once, in the table's order.
std::vector<std::string> known_keys(const Fields& fields, int kind) {
    std::vector<std::string> names;
    for (const Field& field : fields) {
        const bool known =
            applies(field.row, kind) && std::find(names.begin(), names.end(), field.row.name) == names.end();
        if (known) names.emplace_back(field.row.name);
    }
    return names;
}

/// Kinds that do have the key; empty when none has.
std::vector<std::string> kinds_with(std::string_view key, const Fields& fields) {
    std::vector<std::string> kinds;
    for (const Field& field : fields) {
        if (field.row.name != key || !kind_of(fields)) continue;
        for (std::string& name : kind_names(field.row, *kind_of(fields))) kinds.push_back(std::move(name));
    }
    return kinds;
}

std::string what_is_wrong(std::string_view key, const Fields& fields, int kind) {
    if (kind < 0) return fmt::format("there is no field '{}' here", key);
    return fmt::format("type '{}' has no field '{}'", kind_of(fields)->choice.names[static_cast<std::size_t>(kind)],
                       key);
}

}  // namespace

void check_keys(const Source& source, const Value& object, const std::string& path, const Fields& fields) {
    const int kind = current_kind(fields);
    const std::vector<std::string> known = known_keys(fields, kind);
    for (const ObjectMember& member : *object.object()) {
        if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
        const std::vector<std::string> kinds = kinds_with(member.key, fields);
        std::string hint = kinds.empty() ? did_you_mean(member.key, known)
                                         : fmt::format("'{}' belongs to {}", member.key, fmt::join(kinds, ", "));
        throw InputError({.what = what_is_wrong(member.key, fields, kind),
                          .file = source.of(member.value),
                          .path = member_path(path, member.key),
                          .value = brief_text(member.value),
                          .allowed = fmt::format("the fields {}", fmt::join(known, ", ")),
                          .hint = std::move(hint)});
    }
}

}  // namespace pliant
