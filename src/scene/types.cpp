#include "scene/types.hpp"

#include <algorithm>

#include "scene/overloaded.hpp"
#include "scene/path.hpp"

namespace pliant {
namespace {

/// The type that a cell holds, and what stands between the field's name and the type's fields.
struct Inner {
    Type type;
    std::string suffix;
};

std::optional<Inner> inner_type(const Cell& cell) {
    return std::visit(Overloaded{[](const Nested& x) {
                                     return std::optional(Inner{x.type, ""});
                                 },
                                 [](const MaybeNested& x) {
                                     return std::optional(Inner{x.type, ""});
                                 },
                                 [](const ListOf& x) {
                                     return std::optional(Inner{x.type, "[]"});
                                 },
                                 [](const MapOf& x) {
                                     return std::optional(Inner{x.type, ".*"});
                                 },
                                 [](Varying*) {
                                     return std::optional(Inner{varying_type(), ""});
                                 },
                                 [](Material*) {
                                     return std::optional(Inner{material_type(), ""});
                                 },
                                 [](const auto&) { return std::optional<Inner>(); }},
                      cell);
}

}  // namespace

std::vector<TypeUse> all_types() {
    std::vector<TypeUse> uses = {{type_of<Scene>("scene"), ""}};
    for (std::size_t i = 0; i < uses.size(); ++i) {
        const std::string prefix = uses[i].prefix;
        const Blank blank = uses[i].type.blank();
        for (const Field& field : blank.fields) {
            std::optional<Inner> inner = inner_type(field.cell);
            const auto known = [&](const TypeUse& use) { return use.type.name == inner->type.name; };
            if (!inner || std::any_of(uses.begin(), uses.end(), known)) continue;
            std::string where = inner->type.shared ? std::string(inner->type.name)
                                                   : member_path(prefix, field.row.name) + inner->suffix;
            uses.push_back({std::move(inner->type), std::move(where)});
        }
    }
    return uses;
}

}  // namespace pliant
