// The table as a JSON Schema, draft 2020-12.
#include <pliant/parameters.hpp>

#include <fmt/format.h>

#include "scene/overloaded.hpp"
#include "scene/types.hpp"
#include "scene/write.hpp"

namespace pliant {
namespace {

Value of_type(std::string_view type) { return make_object({{"type", make_value(type)}}); }
Value reference(std::string_view type) { return make_object({{"$ref", make_value(fmt::format("#/$defs/{}", type))}}); }
Value any_of(Value::List choices) { return make_object({{"anyOf", make_value(std::move(choices))}}); }

Value number_schema(std::string_view type, const Range& range) {
    Value schema = of_type(type);
    schema.set(range.above ? "exclusiveMinimum" : "minimum", make_value(range.min));
    schema.set("maximum", make_value(range.max));
    return range.or_zero ? any_of({make_object({{"const", make_value(0.0)}}), schema}) : schema;
}

Value list_schema(Value items, std::size_t least = 0) {
    Value schema = make_object({{"type", make_value("array")}, {"items", std::move(items)}});
    if (least > 0) schema.set("minItems", make_value(static_cast<double>(least)));
    return schema;
}

Value vector_schema(const Range& range) {
    Value schema = list_schema(number_schema("number", range), 3);
    schema.set("maxItems", make_value(3.0));
    return schema;
}

Value direction_schema(const Range& range) {
    Value schema = vector_schema(range);
    const Value zero = make_value(0.0);
    schema.set("not", make_object({{"const", make_value({zero, zero, zero})}}));
    return schema;
}

Value choice_schema(Spellings names) {
    Value::List choices;
    for (const std::string_view name : names) choices.push_back(make_value(name));
    return make_object({{"enum", make_value(std::move(choices))}});
}

Value preset_schema() {
    Value::List names;
    for (const std::string& name : material_presets()) names.push_back(make_value(std::string_view(name)));
    Value file = of_type("string");
    file.set("pattern", make_value("\\.json$"));
    return any_of({make_object({{"enum", make_value(std::move(names))}}), file});
}

Value object_schema(const Fields& fields);

/// A number, or {value, regions}, or {attribute, scale, offset}.
Value varying_schema(const Row& row) {
    Varying varying;
    Fields by_region = fields_of(varying, row), by_attribute = by_region;
    std::erase_if(by_region, [](const Field& f) { return f.row.name != "value" && f.row.name != "regions"; });
    std::erase_if(by_attribute, [](const Field& f) { return f.row.name == "value" || f.row.name == "regions"; });
    by_attribute.front().row.required = true;
    return any_of({number_schema("number", row.range), object_schema(by_region), object_schema(by_attribute)});
}

/// A region's schema depends on the parameter it stands in, so it is written out there; every other type is a
/// reference.
Value element_schema(const Type& type) {
    return type.name == "region" ? object_schema(type.blank().fields) : reference(type.name);
}

Value cell_schema(const Row& row, const Cell& cell) {
    return std::visit(Overloaded{[&](double*) { return number_schema("number", row.range); },
                                 [&](std::optional<double>*) {
                                     return any_of({of_type("null"), number_schema("number", row.range)});
                                 },
                                 [&](int*) { return number_schema("integer", row.range); },
                                 [&](std::uint64_t*) { return number_schema("integer", row.range); },
                                 [](bool*) { return of_type("boolean"); },
                                 [](std::string*) { return of_type("string"); },
                                 [&](Vec3*) { return vector_schema(row.range); },
                                 [&](std::optional<Vec3>*) {
                                     return any_of({of_type("null"), vector_schema(row.range)});
                                 },
                                 [&](const Direction&) { return direction_schema(row.range); },
                                 [&](Varying*) { return varying_schema(row); },
                                 [&](std::vector<Vec3>*) { return list_schema(vector_schema(row.range), 2); },
                                 [&](std::vector<double>*) { return list_schema(number_schema("number", row.range)); },
                                 [&](std::vector<int>*) { return list_schema(number_schema("integer", row.range)); },
                                 [](std::vector<std::string>*) { return list_schema(of_type("string")); },
                                 [&](const AutoCount&) {
                                     constexpr std::string_view automatic[] = {"auto"};
                                     return any_of({choice_schema(automatic), number_schema("integer", row.range)});
                                 },
                                 [](const PresetName&) { return preset_schema(); },
                                 [](const Choice& choice) { return choice_schema(choice.names); },
                                 [](const Kind& kind) { return choice_schema(kind.choice.names); },
                                 [](Material*) {
                                     return any_of({preset_schema(), reference("material")});
                                 },
                                 [](const Nested& nested) { return reference(nested.type.name); },
                                 [](const MaybeNested& nested) {
                                     return any_of({of_type("null"), reference(nested.type.name)});
                                 },
                                 [](const ListOf& list) { return list_schema(element_schema(list.type), list.least); },
                                 [](const MapOf& map) {
                                     Value schema = of_type("object");
                                     schema.set("additionalProperties", reference(map.type.name));
                                     return schema;
                                 }},
                      cell);
}

std::string description(const Row& row) {
    std::string text(row.meaning);
    if (!row.unit.empty()) text += fmt::format(" [{}]", row.unit);
    if (!row.extremes.empty()) text += fmt::format(". Extremes: {}", row.extremes);
    return text;
}

Value field_schema(const Field& field, int kind) {
    Value schema = cell_schema(field.row, field.cell);
    if (const Kind* choice = std::get_if<Kind>(&field.cell))
        schema = make_object({{"const", make_value(choice->choice.names[static_cast<std::size_t>(kind)])}});
    schema.set("description", make_value(std::string_view(description(field.row))));
    const bool has_default = !field.row.required && !std::holds_alternative<Nested>(field.cell) &&
                             !std::holds_alternative<Material*>(field.cell) &&
                             !std::holds_alternative<PresetName>(field.cell);
    if (has_default) schema.set("default", write_cell(field.cell));
    return schema;
}

/// "Not both, unless this one is 0 and so switched off."
Value exclusion(const Row& row) {
    const Value above_zero = make_object({{"exclusiveMinimum", make_value(0.0)}});
    return make_object(
        {{"not", make_object({{"required", make_value({make_value(row.name), make_value(row.instead_of)})},
                              {"properties", make_object({{row.name, above_zero}})}})}});
}

/// The schema of one kind, or of a struct without kinds (kind = −1).
Value branch_schema(const Fields& fields, int kind) {
    const Kind* kinds = kind_of(fields);
    const bool by_key = kinds && kind == kinds->by_key;
    Value properties = make_object();
    Value::List required, exclusions;
    for (const Field& field : fields) {
        if (!applies(field.row, kind)) continue;
        properties.set(field.row.name, field_schema(field, kind));
        const bool implied = by_key && std::holds_alternative<Kind>(field.cell);
        if (field.row.required && !implied) required.push_back(make_value(field.row.name));
        if (!field.row.instead_of.empty()) exclusions.push_back(exclusion(field.row));
    }
    Value schema = of_type("object");
    schema.set("properties", std::move(properties));
    schema.set("additionalProperties", make_value(false));
    if (!required.empty()) schema.set("required", make_value(std::move(required)));
    if (!exclusions.empty()) schema.set("allOf", make_value(std::move(exclusions)));
    return schema;
}

Value object_schema(const Fields& fields) {
    const Kind* kinds = kind_of(fields);
    if (!kinds) return branch_schema(fields, -1);
    Value::List branches;
    for (int kind = 0; kind < static_cast<int>(kinds->choice.names.size()); ++kind)
        branches.push_back(branch_schema(fields, kind));
    return make_object({{"oneOf", make_value(std::move(branches))}});
}

}  // namespace

std::string scene_schema() {
    Value schema = make_object({{"$schema", make_value("https://json-schema.org/draft/2020-12/schema")},
                                {"title", make_value("Pliant scene")}});
    Value definitions = make_object();
    for (const TypeUse& use : all_types()) {
        if (use.type.name == "varying" || use.type.name == "region") continue;  // written out where they stand
        const Blank blank = use.type.blank();
        const Value object = object_schema(blank.fields);
        if (use.type.name != "scene")
            definitions.set(use.type.name, object);
        else
            for (const ObjectMember& member : *object.object()) schema.set(member.key, member.value);
    }
    schema.set("$defs", std::move(definitions));
    return pretty_text(schema);
}

}  // namespace pliant
