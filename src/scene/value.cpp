#include "scene/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant {

const Value* Value::find(std::string_view key) const {
    const Object* members = object();
    if (!members) return nullptr;
    const auto it = std::find_if(members->begin(), members->end(), [&](const ObjectMember& m) { return m.key == key; });
    return it == members->end() ? nullptr : &it->value;
}

Value* Value::find(std::string_view key) { return const_cast<Value*>(std::as_const(*this).find(key)); }

Value& Value::set(std::string_view key, Value value) {
    if (!object()) data = Object{};
    if (Value* old = find(key)) return *old = std::move(value);
    return object()->emplace_back(ObjectMember{std::string(key), std::move(value)}).value;
}

void Value::erase(std::string_view key) {
    if (Object* members = object()) std::erase_if(*members, [&](const ObjectMember& m) { return m.key == key; });
}

namespace {

template <class T>
Value wrap(T data) {
    Value value;
    value.data = std::move(data);
    return value;
}

}  // namespace

Value make_value(bool value) { return wrap(value); }
Value make_value(double value) { return wrap(value); }
Value make_value(std::string_view value) { return wrap(std::string(value)); }
Value make_value(const char* value) { return wrap(std::string(value)); }
Value make_value(Value::List value) { return wrap(std::move(value)); }

Value make_object(std::initializer_list<std::pair<std::string_view, Value>> members) {
    Value value = wrap(Value::Object{});
    for (const auto& [key, member] : members) value.set(key, member);
    return value;
}

std::string number_text(double number) { return fmt::format("{}", number); }

std::string quoted_text(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    return out + '"';
}

namespace {

/// Scalars, and lists of at most 16 scalars, are written on one line.
bool fits_on_a_line(const Value& value) {
    const auto scalar = [](const Value& v) { return !v.list() && !v.object(); };
    if (const Value::List* list = value.list())
        return list->size() <= 16 && std::all_of(list->begin(), list->end(), scalar);
    return scalar(value) || (value.object() && value.object()->empty());
}

std::string scalar_text(const Value& value) {
    if (const bool* b = value.boolean()) return *b ? "true" : "false";
    if (const std::string* text = value.text()) return quoted_text(*text);
    if (value.is_null()) return "null";
    // JSON has no word for these; as text they are refused with an explanation when they are read.
    const double number = *value.number();
    return std::isfinite(number) ? number_text(number) : quoted_text(number_text(number));
}

void append_text(std::string& out, const Value& value, const bool pretty, const int depth) {
    if (!value.list() && !value.object()) {
        out += scalar_text(value);
        return;
    }
    const bool broken = pretty && !fits_on_a_line(value);
    const std::size_t indent = static_cast<std::size_t>(depth) * 2;
    bool first = true;
    const auto next = [&] {
        if (!first) out += broken ? "," : ", ";
        if (broken) out += '\n' + std::string(indent + 2, ' ');
        first = false;
    };
    out += value.list() ? '[' : '{';
    if (const Value::List* list = value.list()) {
        for (const Value& element : *list) next(), append_text(out, element, pretty, depth + 1);
    } else {
        for (const ObjectMember& member : *value.object()) {
            next();
            out += quoted_text(member.key) + ": ";
            append_text(out, member.value, pretty, depth + 1);
        }
    }
    if (broken) out += '\n' + std::string(indent, ' ');
    out += value.list() ? ']' : '}';
}

}  // namespace

std::string compact_text(const Value& value) {
    std::string out;
    append_text(out, value, false, 0);
    return out;
}

std::string pretty_text(const Value& value) {
    std::string out;
    append_text(out, value, true, 0);
    return out + '\n';
}

std::string brief_text(const Value& value) {
    constexpr std::size_t longest = 60;
    std::string text = compact_text(value);
    if (text.size() <= longest) return text;
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // never cut a UTF-8 character
    return text.substr(0, end) + " …";
}

}  // namespace pliant
