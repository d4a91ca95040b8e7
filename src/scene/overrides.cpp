#include "scene/overrides.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include "scene/json.hpp"
#include "scene/path.hpp"
#include "scene/types.hpp"

namespace pliant {
namespace {

void mark(Value& value, int origin) {
    value.origin = origin;
    if (Value::List* list = value.list())
        for (Value& element : *list) mark(element, origin);
    if (Value::Object* members = value.object())
        for (ObjectMember& member : *members) mark(member.value, origin);
}

/// JSON when it is JSON; text when it is a plain word. Something that starts like JSON but is not gets the parser's
/// error.
Value parse_value(const Override& override) {
    const std::string& text = override.second;
    try {
        return parse_json(text, override_text(override));
    } catch (const InputError&) {
        if (!text.empty() && std::string_view("{[\"").find(text.front()) != std::string_view::npos) throw;
        return parse_json(quoted_text(text), override_text(override));  // again through the parser: it checks the UTF-8
    }
}

[[noreturn]] void fail(const Override& override, std::string path, std::string what, const Value& at,
                       std::string hint) {
    throw InputError({.what = std::move(what),
                      .file = override_text(override),
                      .path = std::move(path),
                      .value = brief_text(at),
                      .allowed = "a path like bodies.0.clusters.count to a field that exists or could be added",
                      .hint = std::move(hint)});
}

/// Lets a short spelling be descended into: a material's name is a preset, a varying scalar's number its value.
void expand(Value& value, const std::string& name) {
    if (value.text() && name == "material")
        value = make_object({{"preset", value}});
    else if (value.number())
        value = make_object({{"value", value}});
}

Value& descend(Value& parent, const PathStep& step, const Override& override, const std::string& path, int origin) {
    if (Value::List* list = parent.list()) {
        if (!step.is_index)
            fail(override, path, "a list is indexed by numbers", parent,
                 fmt::format("for its first element, write 0 in place of {}", step.key));
        if (step.index > list->size())
            fail(override, path, fmt::format("the index is outside the list, whose length is {}", list->size()), parent,
                 list->empty() ? "set the whole list" : "the first index is 0; one past the end adds an element");
        if (step.index == list->size()) mark(list->emplace_back(), origin);
        return (*list)[step.index];
    }
    if (!parent.object()) fail(override, path, "this value has no fields", parent, "set the whole value");
    if (Value* member = parent.find(step.key)) return *member;
    Value& member = parent.set(step.key, Value{});
    member.origin = origin;
    return member;
}

/// Removes the fields that may not stand beside the one just set.
void remove_excluded(Value& object, std::string_view key) {
    const Value* set = object.find(key);
    const bool off = set && set->number() && *set->number() == 0;
    for (const TypeUse& use : all_types()) {
        const Blank blank = use.type.blank();
        for (const Field& field : blank.fields) {
            if (field.row.instead_of.empty()) continue;
            if (field.row.name == key && !off) object.erase(field.row.instead_of);
            if (field.row.instead_of == key) object.erase(field.row.name);
        }
    }
}

}  // namespace

std::string override_text(const Override& override) {
    return fmt::format("--set {}={}", override.first, override.second);
}

void apply_override(Value& root, const Override& override, int origin) {
    std::vector<PathStep> steps;
    try {
        steps = parse_path(override.first);
    } catch (const InputError& error) {
        throw error.at(override_text(override), override.first);
    }
    Value value = parse_value(override);
    mark(value, origin);
    Value* parent = nullptr;
    Value* at = &root;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (at->is_null()) at->data = steps[i].is_index ? decltype(at->data)(Value::List{}) : Value::Object{};
        if (i > 0) expand(*at, steps[i - 1].key);
        parent = at;
        const std::vector<PathStep> here(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        at = &descend(*at, steps[i], override, path_text(here), origin);
    }
    *at = std::move(value);
    if (parent->object()) remove_excluded(*parent, steps.back().key);
}

}  // namespace pliant
