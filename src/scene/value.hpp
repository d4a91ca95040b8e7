// A JSON document in memory: what the parser makes, overrides edit, the table reads and the writers fill.
//
// Our own small tree, so that the JSON library stays in json.cpp, members keep the order of the file, and every value
// knows where it came from: the file, or which --set. Numbers are doubles: whole numbers up to 2^53 are exact.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pliant {

struct ObjectMember;

struct Value {
    using List = std::vector<Value>;
    using Object = std::vector<ObjectMember>;
    static constexpr int from_file = -1;

    std::variant<std::nullptr_t, bool, double, std::string, List, Object> data = nullptr;
    int origin = from_file;  ///< from_file, or the index of the override that wrote it

    bool is_null() const { return std::holds_alternative<std::nullptr_t>(data); }
    const bool* boolean() const { return std::get_if<bool>(&data); }
    const double* number() const { return std::get_if<double>(&data); }
    const std::string* text() const { return std::get_if<std::string>(&data); }
    const List* list() const { return std::get_if<List>(&data); }
    const Object* object() const { return std::get_if<Object>(&data); }
    List* list() { return std::get_if<List>(&data); }
    Object* object() { return std::get_if<Object>(&data); }

    /// The member of an object, or nullptr when there is none or this is not an object.
    const Value* find(std::string_view key) const;
    Value* find(std::string_view key);
    /// Appends or replaces a member; a value that is not an object becomes an empty one first.
    Value& set(std::string_view key, Value value);
    void erase(std::string_view key);
};

struct ObjectMember {
    std::string key;
    Value value;
};

Value make_value(bool value);
Value make_value(double value);
Value make_value(std::string_view value);
Value make_value(const char* value);
Value make_value(Value::List value);
Value make_object(std::initializer_list<std::pair<std::string_view, Value>> members = {});

/// A number as short as it can be and still read back to the same bits.
std::string number_text(double number);
/// JSON text of a string, quotes and escapes included.
std::string quoted_text(std::string_view text);
/// JSON text on one line; lists of numbers and short values stay readable.
std::string compact_text(const Value& value);
/// JSON text over several lines with two spaces of indentation, ending in a line feed.
std::string pretty_text(const Value& value);
/// A value for a message: compact, cut to about 60 characters.
std::string brief_text(const Value& value);

}  // namespace pliant
