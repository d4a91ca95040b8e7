#include "scene/words.hpp"

#include <fmt/format.h>

#include "scene/overloaded.hpp"
#include "scene/write.hpp"

namespace pliant {

std::string type_text(const Cell& cell) {
    return std::visit(Overloaded{[](double*) -> std::string { return "number"; },
                                 [](std::optional<double>*) -> std::string { return "number or null"; },
                                 [](int*) -> std::string { return "whole number"; },
                                 [](std::uint64_t*) -> std::string { return "whole number"; },
                                 [](bool*) -> std::string { return "true or false"; },
                                 [](std::string*) -> std::string { return "text"; },
                                 [](Vec3*) -> std::string { return "vector"; },
                                 [](std::optional<Vec3>*) -> std::string { return "vector or null"; },
                                 [](const Direction&) -> std::string { return "direction"; },
                                 [](Varying*) -> std::string { return "number or varying"; },
                                 [](std::vector<Vec3>*) -> std::string { return "list of vectors"; },
                                 [](std::vector<double>*) -> std::string { return "list of numbers"; },
                                 [](std::vector<int>*) -> std::string { return "list of whole numbers"; },
                                 [](std::vector<std::string>*) -> std::string { return "list of texts"; },
                                 [](const AutoCount&) -> std::string { return "whole number or \"auto\""; },
                                 [](const PresetName&) -> std::string { return "text"; },
                                 [](const Choice&) -> std::string { return "choice"; },
                                 [](const Kind&) -> std::string { return "choice"; },
                                 [](Material*) -> std::string { return "preset's name or material"; },
                                 [](const Nested& n) -> std::string { return std::string(n.type.name); },
                                 [](const MaybeNested& n) { return fmt::format("{} or null", n.type.name); },
                                 [](const ListOf& l) { return fmt::format("list of {}", l.type.name); },
                                 [](const MapOf& m) { return fmt::format("names to {}", m.type.name); }},
                      cell);
}

std::string allowed_text(const Row& row, const Cell& cell) {
    const std::string range = row.range.text(row.unit);
    const auto one_of = [](Spellings names) { return fmt::format("one of: {}", fmt::join(names, ", ")); };
    return std::visit(
        Overloaded{[&](double*) { return "a number " + range; },
                   [&](std::optional<double>*) { return "null, or a number " + range; },
                   [&](int*) { return "a whole number " + range; },
                   [&](std::uint64_t*) { return "a whole number " + range; },
                   [](bool*) -> std::string { return "true or false"; },
                   [](std::string*) -> std::string { return "text in double quotes"; },
                   [&](Vec3*) { return "[x, y, z], each a number " + range; },
                   [&](std::optional<Vec3>*) { return "null, or [x, y, z], each a number " + range; },
                   [&](const Direction&) { return "[x, y, z], not all zero, each a number " + range; },
                   [&](Varying*) { return "a number " + range + ", or a varying scalar"; },
                   [&](std::vector<Vec3>*) { return "a list of [x, y, z], each a number " + range; },
                   [&](std::vector<double>*) { return "a list of numbers " + range; },
                   [&](std::vector<int>*) { return "a list of whole numbers " + range; },
                   [](std::vector<std::string>*) -> std::string { return "a list of texts in double quotes"; },
                   [&](const AutoCount&) { return "\"auto\", or a whole number " + range; },
                   [](const PresetName&) {
                       return fmt::format("one of: {}; or a file's name ending in .json",
                                          fmt::join(material_presets(), ", "));
                   },
                   [&](const Choice& choice) { return one_of(choice.names); },
                   [&](const Kind& kind) { return one_of(kind.choice.names); },
                   [](Material*) -> std::string { return "a preset's name, or an object of material values"; },
                   [](const Nested& nested) {
                       return fmt::format("an object: {{ … }} with the fields of {}", nested.type.name);
                   },
                   [](const MaybeNested& nested) {
                       return fmt::format("null, or an object: {{ … }} with the fields of {}", nested.type.name);
                   },
                   [](const ListOf& list) {
                       return fmt::format("a list: [ … ] of {} objects{}", list.type.name,
                                          list.least > 0 ? fmt::format(", at least {}", list.least) : "");
                   },
                   [](const MapOf& map) { return fmt::format("an object of names and {} objects", map.type.name); }},
        cell);
}

std::string default_text(const Field& field) {
    const Cell& cell = field.cell;
    const bool has_no_value = std::holds_alternative<Nested>(cell) || std::holds_alternative<Material*>(cell) ||
                              std::holds_alternative<Kind>(cell) || field.row.required;
    return has_no_value ? "" : compact_text(write_cell(cell));
}

bool is_numeric(const Cell& cell) {
    return std::visit(Overloaded{[](bool*) { return false; }, [](std::string*) { return false; },
                                 [](std::vector<std::string>*) { return false; }, [](Material*) { return false; },
                                 [](const Direction&) { return true; }, [](const AutoCount&) { return true; },
                                 [](const auto& object_or_choice) {
                                     return std::is_pointer_v<std::decay_t<decltype(object_or_choice)>>;
                                 }},
                      cell);
}

std::vector<std::string> kind_names(const Row& row, const Kind& kind) {
    std::vector<std::string> names;
    for (std::size_t i = 0; row.only != 0 && i < kind.choice.names.size(); ++i)
        if (applies(row, static_cast<int>(i))) names.emplace_back(kind.choice.names[i]);
    return names;
}

std::vector<std::string> strings(Spellings names) { return {names.begin(), names.end()}; }

}  // namespace pliant
