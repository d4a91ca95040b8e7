// The only file that knows the JSON library.
#include "scene/json.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace pliant {
namespace {

/// Deeper than any scene a person writes, shallow enough for every recursion over the document.
constexpr std::size_t deepest_nesting = 64;

std::string line_and_column(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
    return fmt::format("line {}, column {}", line, before.size() - start + 1);
}

/// What most likely went wrong at `offset`, the character the parser stopped at.
std::string syntax_hint(std::string_view text, std::size_t offset, std::string_view token) {
    if (offset >= text.size()) return "the text ends too early: a bracket, a brace or a quote is not closed";
    const char c = text[offset];
    const std::string_view before = text.substr(0, offset);
    const std::size_t last = before.find_last_not_of(" \t\r\n");
    if ((c == ']' || c == '}') && last != std::string_view::npos && before[last] == ',')
        return fmt::format("remove the comma before this '{}': JSON has no trailing commas", c);
    const auto starts = [&](std::string_view word) { return token.find(word) != std::string_view::npos; };
    if (starts("N") || starts("I") || token == "na" || token == "in")
        return "JSON has no NaN or Infinity: leave the field out for its default, or write a number in its range";
    if (c == '\'') return "use double quotes";
    if (c == '"') return "is a comma missing before this?";
    if (c == '#') return "comments start with // or stand between /* and */";
    return "names and text stand in double quotes, and a comma stands between members";
}

/// Builds the Value as the parser reports events. Returns false to stop, after filling in `problem`.
class Builder : public nlohmann::json_sax<nlohmann::json> {
  public:
    explicit Builder(std::string_view text) : text_(text) {}
    Value root;
    InputProblem problem;

    bool null() override { return add({}); }
    bool boolean(bool value) override { return add(make_value(value)); }
    bool number_integer(number_integer_t value) override { return add(make_value(static_cast<double>(value))); }
    bool number_unsigned(number_unsigned_t value) override { return add(make_value(static_cast<double>(value))); }
    bool number_float(number_float_t value, const string_t&) override { return add(make_value(value)); }
    bool string(string_t& value) override { return add(make_value(std::string_view(value))); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(make_object()); }
    bool start_array(std::size_t) override { return open(make_value(Value::List{})); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        if (!keys_.back().insert(name).second) {
            problem = {.what = "the same name stands twice in one object",
                       .path = where(),
                       .value = "a second " + quoted_text(name),
                       .allowed = "each name once",
                       .hint = "remove one of the two"};
            return false;
        }
        key_ = name;
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token, const nlohmann::json::exception& error) override {
        const std::size_t offset = position > 0 ? position - 1 : 0;
        const bool overflow = error.id == 406;
        const std::string message = error.what();
        const std::size_t detail = message.find(" - ");
        problem = {.what = overflow                      ? "a number is too large"
                           : detail == std::string::npos ? "this is not JSON"
                                                         : "this is not JSON: " + message.substr(detail + 3),
                   .path = line_and_column(text_, offset),
                   .value = quoted_text(std::string_view(token).substr(0, 40)),
                   .allowed = overflow ? "numbers up to 1.7e308" : "JSON, with comments",
                   .hint = overflow ? "write a number in the field's range" : syntax_hint(text_, offset, token)};
        return false;
    }

  private:
    Value* place(Value value) {
        if (open_.empty()) return &(root = std::move(value));
        Value& parent = *open_.back();
        if (Value::List* list = parent.list()) return &list->emplace_back(std::move(value));
        return &parent.object()->emplace_back(ObjectMember{key_, std::move(value)}).value;
    }
    /// The path of the innermost open value: it is the last element of the one around it, and so on outwards.
    std::string where() const {
        std::string path;
        for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
            if (const Value::List* list = std::as_const(*open_[i]).list())
                path += fmt::format("[{}]", list->size() - 1);
            else
                path += (path.empty() ? "" : ".") + open_[i]->object()->back().key;
        }
        return path.empty() ? "the outermost object" : path;
    }
    bool add(Value value) { return place(std::move(value)) != nullptr; }
    bool open(Value value) {
        if (open_.size() == deepest_nesting) {
            problem = {.what = "brackets are nested too deeply",
                       .path = where(),
                       .value = fmt::format("more than {} levels", deepest_nesting),
                       .allowed = fmt::format("at most {} levels", deepest_nesting),
                       .hint = "name shapes in \"shapes\" and use {\"ref\": name}"};
            return false;
        }
        // A parent's storage only moves while none of its children is open, so these pointers stay valid.
        open_.push_back(place(std::move(value)));
        keys_.emplace_back();
        return true;
    }
    bool close() {
        open_.pop_back();
        keys_.pop_back();
        return true;
    }

    std::string_view text_;
    std::vector<Value*> open_;
    std::vector<std::set<std::string>> keys_;  ///< of each open object
    std::string key_;
};

}  // namespace

Value parse_json(std::string_view text, const std::string& file) {
    Builder builder(text);
    constexpr bool strict = true, ignore_comments = true;
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder, nlohmann::json::input_format_t::json, strict,
                                   ignore_comments)) {
        builder.problem.file = file;
        throw InputError(builder.problem);
    }
    return std::move(builder.root);
}

}  // namespace pliant
