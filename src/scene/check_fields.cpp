#include "scene/check_fields.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scene/overloaded.hpp"
#include "scene/path.hpp"
#include "scene/presets.hpp"
#include "scene/rules.hpp"
#include "scene/write.hpp"

namespace pliant {
namespace {

/// Checks what one field's cell points to.
class CellChecker {
  public:
    CellChecker(const Source& source, std::string path, const Field& field, const Field& blank)
        : source_(source), path_(std::move(path)), field_(field), blank_(blank) {}

    void check() const {
        std::visit(Overloaded{[&](const double* x) { number(*x, path_); },
                              [&](const std::optional<double>* x) {
                                  if (*x) number(**x, path_);
                              },
                              [&](const int* x) { number(*x, path_); },
                              [&](const std::uint64_t* x) { number(static_cast<double>(*x), path_); },
                              [](const bool*) {},
                              [](const std::string*) {},
                              [&](const Vec3* x) { vector(*x, path_); },
                              [&](const std::optional<Vec3>* x) {
                                  if (*x) vector(**x, path_);
                              },
                              [&](const Direction& x) { direction(*x.vector); },
                              [&](Varying* x) { varying(*x); },
                              [&](const std::vector<Vec3>* x) { list(*x, &CellChecker::vector); },
                              [&](const std::vector<double>* x) { list(*x, &CellChecker::number); },
                              [&](const std::vector<int>* x) { list(*x, &CellChecker::number); },
                              [](const std::vector<std::string>*) {},
                              [&](const AutoCount& x) {
                                  if (*x.count != 0) number(*x.count, path_);
                              },
                              [&](const PresetName& x) { preset(*x.name); },
                              [&](const Choice& x) { choice(x); },
                              [&](const Kind& x) { choice(x.choice); },
                              [&](Material* x) { nested(material_type(), fields_of(*x)); },
                              [&](const Nested& x) { nested(x.type, x.fields()); },
                              [&](const MaybeNested& x) {
                                  if (x.is_set()) nested(x.type, x.fields());
                              },
                              [&](const ListOf& x) { objects(x); },
                              [&](const MapOf& x) { named_objects(x); }},
                   field_.cell);
    }

  private:
    [[noreturn]] void fail(InputProblem problem, const Value& value, const std::string& path) const {
        problem.file = source_.file;
        problem.path = path;
        problem.value = brief_text(value);
        throw InputError(std::move(problem));
    }

    void number(const double& x, const std::string& path) const {
        if (const MaybeProblem problem = number_problem(x, field_)) fail(*problem, make_value(x), path);
    }
    void vector(const Vec3& x, const std::string& path) const {
        for (Eigen::Index i = 0; i < 3; ++i) number(x[i], fmt::format("{}[{}]", path, i));
    }
    void direction(const Vec3& x) const {
        vector(x, path_);
        if (const MaybeProblem problem = direction_problem(x, field_)) fail(*problem, write_cell(field_.cell), path_);
    }
    void choice(const Choice& x) const {
        const int i = x.get();
        if (i >= 0 && static_cast<std::size_t>(i) < x.names.size()) return;
        fail(choice_problem(std::to_string(i), x.names, field_), make_value(static_cast<double>(i)), path_);
    }
    void preset(const std::string& name) const {
        if (name.empty()) return;
        try {
            find_preset(name, source_.folder);
        } catch (const InputError& error) {
            throw error.at(source_.file, path_);
        }
    }
    template <class T, class Part>
    void list(const std::vector<T>& elements, void (CellChecker::*part)(const Part&, const std::string&) const) const {
        for (std::size_t i = 0; i < elements.size(); ++i) (this->*part)(elements[i], fmt::format("{}[{}]", path_, i));
    }

    /// A constant is checked as the parameter itself, as it is when it is read.
    void varying(Varying& x) const {
        const Varying& unset = *std::get<Varying*>(blank_.cell);
        if (!x.attribute.empty()) {
            x.value = unset.value;
            x.regions.clear();
        } else {
            x.scale = unset.scale;
            x.offset = unset.offset;
        }
        if (x.attribute.empty() && x.regions.empty()) return number(x.value, path_);
        Varying blank = unset;
        check_fields(source_, path_, fields_of(x, field_.row), fields_of(blank, field_.row));
    }

    void nested(const Type& type, const Fields& fields) const {
        const Blank blank = type.blank();
        check_fields(source_, path_, fields, blank.fields);
    }
    void objects(const ListOf& x) const {
        if (const MaybeProblem problem = length_problem(x.size(), field_)) fail(*problem, write_cell(x), path_);
        if (x.size() == 0) return;
        const Blank blank = x.type.blank();
        for (std::size_t i = 0; i < x.size(); ++i)
            check_fields(source_, fmt::format("{}[{}]", path_, i), x.element(i), blank.fields);
    }
    void named_objects(const MapOf& x) const {
        const Blank blank = x.type.blank();
        for (const std::string& key : x.keys()) check_fields(source_, path_ + "." + key, x.element(key), blank.fields);
    }

    const Source& source_;
    std::string path_;
    const Field& field_;
    const Field& blank_;
};

/// 0 is off for every field that replaces another.
bool is_on(const Cell& cell) {
    if (const double* const* x = std::get_if<double*>(&cell)) return **x != 0;
    if (const int* const* x = std::get_if<int*>(&cell)) return **x != 0;
    return false;
}

/// Sets a cell back to what another one of the same kind holds. Objects that belong to some kinds only do not exist.
void set_back(const Cell& cell, const Cell& to) {
    std::visit(
        Overloaded{[&](const Direction& x) { *x.vector = *std::get<Direction>(to).vector; },
                   [&](const AutoCount& x) { *x.count = *std::get<AutoCount>(to).count; },
                   [&](const PresetName& x) { *x.name = *std::get<PresetName>(to).name; },
                   [&](const Choice& x) { x.set(std::get<Choice>(to).get()); }, [](const ListOf& x) { x.resize(0); },
                   [](const MaybeNested& x) { x.clear(); }, [](const Kind&) {}, [](const Nested&) {},
                   [](const MapOf&) {}, [&]<class T>(T* x) { *x = *std::get<T*>(to); }},
        cell);
}

/// What the fields say of one another: which of them count.
class InUse {
  public:
    explicit InUse(const Fields& fields) : kind_(current_kind(fields)) {
        for (const Field& field : fields) {
            if (!applies(field.row, kind_)) continue;
            named_.push_back(field.row.name);
            if (!field.row.instead_of.empty() && is_on(field.cell)) replaced_.push_back(field.row.instead_of);
        }
    }
    bool checked(const Row& row) const { return applies(row, kind_) && !has(replaced_, row.name); }
    /// Several rows, each for some kinds, may share what they point to: one of them in use keeps it.
    bool kept(const Row& row) const { return has(named_, row.name) && !has(replaced_, row.name); }

  private:
    static bool has(const std::vector<std::string_view>& names, std::string_view name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    }
    int kind_;
    std::vector<std::string_view> named_, replaced_;
};

}  // namespace

void check_fields(const Source& source, const std::string& path, const Fields& fields, const Fields& defaults) {
    const auto check = [&](std::size_t i) {
        CellChecker(source, member_path(path, fields[i].row.name), fields[i], defaults[i]).check();
    };
    if (kind_of(fields)) check(0);  // before anything is chosen by it
    const InUse in_use(fields);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (in_use.checked(fields[i].row))
            check(i);
        else if (!in_use.kept(fields[i].row))
            set_back(fields[i].cell, defaults[i].cell);
    }
}

}  // namespace pliant
