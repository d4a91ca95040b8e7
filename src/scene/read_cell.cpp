#include "scene/read_cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "scene/overloaded.hpp"
#include "scene/presets.hpp"
#include "scene/read.hpp"
#include "scene/rules.hpp"
#include "scene/words.hpp"

namespace pliant {
namespace {

/// What to try when a value has the wrong type.
std::string type_hint(const Value& value, const Cell& cell) {
    const std::string* text = value.text();
    if (text && is_numeric(cell)) {
        const std::vector<std::string> not_numbers = {"nan", "inf", "infinity"};
        std::string lower;
        for (const char c : *text)
            if (std::isalpha(static_cast<unsigned char>(c)))
                lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        if (std::find(not_numbers.begin(), not_numbers.end(), lower) != not_numbers.end())
            return "NaN and infinity are no values to simulate with";
        if (text->find_first_of("0123456789") != std::string::npos) return "numbers stand without quotes";
        return "a number is needed here, not text";
    }
    if (value.is_null()) return "leave the field out to get its default";
    if (value.list() && std::holds_alternative<Nested>(cell)) return "braces { } hold fields, brackets [ ] hold lists";
    if (value.object() && std::holds_alternative<ListOf>(cell)) return "put the object into brackets: [ { … } ]";
    if (value.number() && (std::holds_alternative<Vec3*>(cell) || std::holds_alternative<Direction>(cell)))
        return "give all three components: [x, y, z]";
    return "see docs/parameters.md";
}

/// Reads one field's value.
class CellReader {
  public:
    CellReader(const Source& source, const Value& value, std::string path, const Field& field)
        : source_(source), value_(value), path_(std::move(path)), field_(field) {}

    void read() const {
        std::visit(
            Overloaded{[&](double* x) { *x = number(value_, path_); },
                       [&](std::optional<double>* x) { *x = maybe(&CellReader::number); },
                       [&](int* x) { *x = static_cast<int>(whole(value_, path_)); },
                       [&](std::uint64_t* x) { *x = static_cast<std::uint64_t>(whole(value_, path_)); },
                       [&](bool* x) { *x = value_.boolean() ? *value_.boolean() : wrong_type<bool>(); },
                       [&](std::string* x) { *x = text(value_, path_); },
                       [&](Vec3* x) { *x = vector(value_, path_); },
                       [&](std::optional<Vec3>* x) { *x = maybe(&CellReader::vector); },
                       [&](const Direction& x) { *x.vector = direction(); },
                       [&](Varying* x) { varying(*x); },
                       [&](std::vector<Vec3>* x) { *x = list(&CellReader::vector); },
                       [&](std::vector<double>* x) { *x = list(&CellReader::number); },
                       [&](std::vector<int>* x) { *x = list(&CellReader::whole_element); },
                       [&](std::vector<std::string>* x) { *x = list(&CellReader::text); },
                       [&](const AutoCount& x) { *x.count = automatic() ? 0 : static_cast<int>(whole(value_, path_)); },
                       [&](const PresetName& x) { *x.name = text(value_, path_); },
                       [&](const Choice& x) { x.set(choice(x.names)); },
                       [&](const Kind&) {},  // read before the other fields
                       [&](Material* x) { material(*x); },
                       [&](const Nested& x) { object(x.fields()); },
                       [&](const MaybeNested& x) { maybe_object(x); },
                       [&](const ListOf& x) { objects(x); },
                       [&](const MapOf& x) { named_objects(x); }},
            field_.cell);
    }

    int choice(Spellings names) const {
        const std::string name = text(value_, path_);
        const auto it = std::find(names.begin(), names.end(), name);
        if (it == names.end()) fail(value_, path_, choice_problem(name, names, field_));
        return static_cast<int>(it - names.begin());
    }

  private:
    [[noreturn]] void fail(const Value& at, const std::string& path, InputProblem problem) const {
        problem.file = source_.of(at);
        problem.path = path;
        problem.value = brief_text(at);
        throw InputError(std::move(problem));
    }
    [[noreturn]] void fail(const Value& at, const std::string& path, std::string what, std::string hint) const {
        fail(at, path,
             {.what = std::move(what), .allowed = allowed_text(field_.row, field_.cell), .hint = std::move(hint)});
    }
    [[noreturn]] void fail_type(const Value& at, const std::string& path) const {
        fail(at, path, "the value has the wrong type", type_hint(at, field_.cell));
    }
    template <class T>
    [[noreturn]] T wrong_type() const {
        fail_type(value_, path_);
    }

    double number(const Value& value, const std::string& path) const {
        if (!value.number()) fail_type(value, path);
        const double x = *value.number();
        if (const MaybeProblem problem = number_problem(x, field_)) fail(value, path, *problem);
        return x;
    }
    bool automatic() const { return value_.text() && *value_.text() == "auto"; }
    double whole(const Value& value, const std::string& path) const {
        const double x = number(value, path);
        if (x != std::floor(x))
            fail(value, path, "the value must be a whole number", fmt::format("try {}", std::round(x)));
        return x;
    }
    int whole_element(const Value& value, const std::string& path) const {
        return static_cast<int>(whole(value, path));
    }
    std::string text(const Value& value, const std::string& path) const {
        if (!value.text()) fail_type(value, path);
        return *value.text();
    }
    Vec3 vector(const Value& value, const std::string& path) const {
        const Value::List* list = value.list();
        if (!list) fail_type(value, path);
        if (list->size() != 3)
            fail(value, path, fmt::format("a vector has 3 components, not {}", list->size()), "give x, y and z");
        Vec3 v;
        for (std::size_t i = 0; i < 3; ++i)
            v[static_cast<Eigen::Index>(i)] = number((*list)[i], fmt::format("{}[{}]", path, i));
        return v;
    }
    Vec3 direction() const {
        const Vec3 v = vector(value_, path_);
        if (const MaybeProblem problem = direction_problem(v, field_)) fail(value_, path_, *problem);
        return v;
    }
    template <class T>
    std::optional<T> maybe(T (CellReader::*read)(const Value&, const std::string&) const) const {
        if (value_.is_null()) return std::nullopt;
        return (this->*read)(value_, path_);
    }
    template <class T>
    std::vector<T> list(T (CellReader::*read)(const Value&, const std::string&) const) const {
        if (!value_.list()) fail_type(value_, path_);
        std::vector<T> elements;
        for (const Value& element : *value_.list())
            elements.push_back((this->*read)(element, fmt::format("{}[{}]", path_, elements.size())));
        return elements;
    }

    void object(const Fields& fields) const {
        if (!value_.object()) fail_type(value_, path_);
        read_fields(source_, value_, path_, fields);
    }
    void maybe_object(const MaybeNested& nested) const {
        nested.clear();
        if (!value_.is_null()) object(nested.fields());
    }
    void objects(const ListOf& list) const {
        if (!value_.list()) fail_type(value_, path_);
        const Value::List& values = *value_.list();
        if (const MaybeProblem problem = length_problem(values.size(), field_)) fail(value_, path_, *problem);
        list.resize(0);
        list.resize(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::string path = fmt::format("{}[{}]", path_, i);
            if (!values[i].object())
                fail(values[i], path, fmt::format("a {} must be an object", list.type.name),
                     "put its fields into braces: { … }");
            read_fields(source_, values[i], path, list.element(i));
        }
    }
    void named_objects(const MapOf& map) const {
        if (!value_.object()) fail_type(value_, path_);
        for (const ObjectMember& member : *value_.object()) {
            const std::string path = path_ + "." + member.key;
            if (!member.value.object())
                fail(member.value, path, fmt::format("a {} must be an object", map.type.name),
                     "put its fields into braces: { … }");
            read_fields(source_, member.value, path, map.element(member.key));
        }
    }

    void varying(Varying& x) const {
        x = Varying(x.value);
        if (!value_.object()) {
            x.value = number(value_, path_);
            return;
        }
        const bool by_attribute = value_.find("attribute") != nullptr;
        for (const char* key : {"value", "regions"})
            if (by_attribute && value_.find(key))
                fail(value_, path_, fmt::format("'attribute' and '{}' exclude each other", key),
                     fmt::format("remove one of the two"));
        for (const char* key : {"scale", "offset"})
            if (!by_attribute && value_.find(key))
                fail(value_, path_, fmt::format("'{}' needs 'attribute'", key), "name the PLY property in 'attribute'");
        read_fields(source_, value_, path_, fields_of(x, field_.row));
        if (by_attribute && x.attribute.empty())
            fail(value_, path_, "the attribute's name is empty", "name a float property of the body's PLY file");
    }

    void material(Material& x) const {
        const Value* name = value_.text() ? &value_ : value_.find("preset");
        const std::string name_path = value_.text() ? path_ : path_ + ".preset";
        if (!value_.text() && !value_.object()) fail_type(value_, path_);
        if (name && name->text()) {
            try {
                x = find_preset(*name->text(), source_.folder);
            } catch (const InputError& error) {
                throw error.at(source_.of(*name), name_path);
            }
        }
        if (value_.object()) read_fields(source_, value_, path_, fields_of(x));
    }

    const Source& source_;
    const Value& value_;
    std::string path_;
    const Field& field_;
};

}  // namespace

void read_cell(const Source& source, const Value& value, const std::string& path, const Field& field) {
    CellReader(source, value, path, field).read();
}

int read_choice(const Source& source, const Value& value, const std::string& path, const Field& field,
                Spellings names) {
    return CellReader(source, value, path, field).choice(names);
}

}  // namespace pliant
