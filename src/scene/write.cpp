#include "scene/write.hpp"

#include <algorithm>

#include "scene/overloaded.hpp"

namespace pliant {
namespace {

Value vector_value(const Vec3& v) { return make_value({make_value(v.x()), make_value(v.y()), make_value(v.z())}); }

Value varying_value(Varying& v) {
    if (v.attribute.empty() && v.regions.empty()) return make_value(v.value);
    Value value = write_fields(fields_of(v, {}));
    const auto drop = [&](std::initializer_list<std::string_view> keys) {
        for (const std::string_view key : keys) value.erase(key);
    };
    if (v.attribute.empty())
        drop({"attribute", "scale", "offset"});
    else
        drop({"value", "regions"});
    return value;
}

template <class T, class F>
Value list_value(const std::vector<T>& list, const F& element) {
    Value::List values;
    std::transform(list.begin(), list.end(), std::back_inserter(values), element);
    return make_value(std::move(values));
}

Value list_value(const ListOf& list) {
    Value::List values;
    for (std::size_t i = 0; i < list.size(); ++i) values.push_back(write_fields(list.element(i)));
    return make_value(std::move(values));
}

Value map_value(const MapOf& map) {
    Value value = make_object();
    for (const std::string& key : map.keys()) value.set(key, write_fields(map.element(key)));
    return value;
}

Value material_value(Material& material) {
    Value value = write_fields(fields_of(material));
    if (material.preset.empty()) value.erase("preset");
    return value;
}

Value choice_value(const Choice& choice) { return make_value(choice.names[static_cast<std::size_t>(choice.get())]); }

/// 0 is off for every field that replaces another.
bool is_on(const Value& value) { return value.number() && *value.number() != 0; }

}  // namespace

Value write_cell(const Cell& cell) {
    return std::visit(
        Overloaded{
            [](const double* x) { return make_value(*x); },
            [](const std::optional<double>* x) { return *x ? make_value(**x) : Value{}; },
            [](const int* x) { return make_value(static_cast<double>(*x)); },
            [](const std::uint64_t* x) { return make_value(static_cast<double>(*x)); },
            [](const bool* x) { return make_value(*x); },
            [](const std::string* x) { return make_value(std::string_view(*x)); },
            [](const Vec3* x) { return vector_value(*x); },
            [](const std::optional<Vec3>* x) { return *x ? vector_value(**x) : Value{}; },
            [](const Direction& x) { return vector_value(*x.vector); },
            [](Varying* x) { return varying_value(*x); },
            [](const std::vector<Vec3>* x) { return list_value(*x, vector_value); },
            [](const std::vector<double>* x) { return list_value(*x, [](double v) { return make_value(v); }); },
            [](const std::vector<int>* x) {
                return list_value(*x, [](int v) { return make_value(static_cast<double>(v)); });
            },
            [](const AutoCount& x) {
                return *x.count == 0 ? make_value(std::string_view("auto")) : make_value(static_cast<double>(*x.count));
            },
            [](const std::vector<std::string>* x) {
                return list_value(*x, [](const std::string& text) { return make_value(std::string_view(text)); });
            },
            [](const PresetName& x) { return make_value(std::string_view(*x.name)); },
            [](const Choice& x) { return choice_value(x); },
            [](const Kind& x) { return choice_value(x.choice); },
            [](Material* x) { return material_value(*x); },
            [](const Nested& x) { return write_fields(x.fields()); },
            [](const MaybeNested& x) { return x.is_set() ? write_fields(x.fields()) : Value{}; },
            [](const ListOf& x) { return list_value(x); },
            [](const MapOf& x) { return map_value(x); }},
        cell);
}

Value write_fields(const Fields& fields) {
    Value object = make_object();
    const Kind* kind = kind_of(fields);
    const int current = current_kind(fields);
    for (const Field& field : fields) {
        const bool implied = std::holds_alternative<Kind>(field.cell) && current == kind->by_key;
        if (applies(field.row, current) && !implied) object.set(field.row.name, write_cell(field.cell));
    }
    for (const Field& field : fields) {
        const Value* value = field.row.instead_of.empty() ? nullptr : object.find(field.row.name);
        if (value && is_on(*value)) object.erase(field.row.instead_of);
    }
    return object;
}

}  // namespace pliant
