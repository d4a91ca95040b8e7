// The one table of parameters.
//
// fields_of(x) lists the fields of a struct of scene.hpp: for each a Row (name, unit, range, meaning, what happens at
// the extremes) and a Cell that points into x. Reading JSON, checking it, writing it back, the JSON Schema, the
// reference page and parameters() all walk these lists; the default of a field is what a default-constructed struct
// holds, so it is written once, in scene.hpp. To add a parameter, add one line to a table_*.cpp.
//
// A struct with a `type` (shape, obstacle, force) starts its list with a Kind; rows may then belong to some kinds only,
// and the same name may have several rows for different kinds.
#pragma once

#include <pliant/scene.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "scene/range.hpp"
#include "scene/spelling.hpp"

namespace pliant {

struct Field;
using Fields = std::vector<Field>;

/// A set of kinds as bits; empty means all of them.
using Kinds = std::uint32_t;
template <class... Kind>
constexpr Kinds only_for(Kind... kinds) {
    return ((Kinds{1} << static_cast<int>(kinds)) | ...);
}

struct Row {
    std::string_view name;
    std::string_view unit = {};      ///< empty: a pure number
    Range range = {};                ///< of a number, or of each component of a vector
    std::string_view meaning = {};   ///< one line
    std::string_view extremes = {};  ///< one line: what goes wrong, or what it costs, at small and large values
    Kinds only = 0;
    bool required = false;
    Kinds solvers = 0;                 ///< those that use the field, as only_for(Solver…)
    std::string_view instead_of = {};  ///< a field that this one replaces when it is not 0; giving both is an error
    bool live = false;                 ///< it, and all in it, may change while a simulation runs (pliant/live.hpp)
};

/// A default-constructed struct and its fields; `value` keeps what the cells point to.
struct Blank {
    std::shared_ptr<void> value;
    Fields fields;
};

/// A struct of the scene: how messages and the schema call it, whether it is used in several places (and so is
/// documented once, under its own name), and its fields with their defaults.
struct Type {
    std::string_view name;
    bool shared = false;
    std::function<Blank()> blank;
};

struct Direction {
    Vec3* vector;  ///< any length but zero
};
/// A whole number, or "auto", which is kept as 0.
struct AutoCount {
    int* count;
};
struct Choice {
    Spellings names;
    std::function<int()> get;
    std::function<void(int)> set;
};
struct Kind {
    Choice choice;
    int by_key = -1;  ///< this kind is chosen by the presence of the key with its own name, not by "type"
};
struct PresetName {
    std::string* name;
};
struct Nested {
    Type type;
    std::function<Fields()> fields;
};
/// An object that may be null; reading an object makes it.
struct MaybeNested {
    Type type;
    std::function<bool()> is_set;
    std::function<void()> clear;
    std::function<Fields()> fields;  ///< of the object, made when it is not there
};
struct ListOf {
    Type type;
    std::size_t least = 0;  ///< number of elements
    std::function<std::size_t()> size;
    std::function<void(std::size_t)> resize;
    std::function<Fields(std::size_t)> element;
};
struct MapOf {
    Type type;
    std::function<std::vector<std::string>()> keys;
    std::function<Fields(const std::string&)> element;  ///< made when it is not there
};

using Cell = std::variant<double*, std::optional<double>*, int*, std::uint64_t*, bool*, std::string*, Vec3*,
                          std::optional<Vec3>*, Direction, Varying*, std::vector<Vec3>*, std::vector<double>*,
                          std::vector<int>*, std::vector<std::string>*, AutoCount, PresetName, Choice, Kind, Material*,
                          Nested, MaybeNested, ListOf, MapOf>;

struct Field {
    Row row;
    Cell cell;
};

Fields fields_of(Scene& scene);
Fields fields_of(Time& time);
Fields fields_of(Collisions& collisions);
Fields fields_of(Output& output);
Fields fields_of(Camera& camera);
Fields fields_of(Shape& shape);
Fields fields_of(Sampling& sampling);
Fields fields_of(SamplingRegion& region);
Fields fields_of(Clusters& clusters);
Fields fields_of(PointBased& point_based);
Fields fields_of(LevelWeights& weights);
Fields fields_of(LevelWeightsKey& key);
Fields fields_of(LevelOverride& level);
Fields fields_of(Reclustering& reclustering);
Fields fields_of(Fracture& fracture);
Fields fields_of(Score& score);
Fields fields_of(SurfaceCut& cut);
Fields fields_of(Weakening& weakening);
Fields fields_of(Skin& skin);
Fields fields_of(Look& look);
Fields fields_of(Material& material);
Fields fields_of(Motion& motion);
Fields fields_of(MotionKey& key);
Fields fields_of(Pin& pin);
Fields fields_of(Twist& twist);
Fields fields_of(Body& body);
Fields fields_of(Obstacle& obstacle);
Fields fields_of(Force& force);
Fields fields_of(Glue& glue);
Fields fields_of(GlueKey& key);
/// A varying scalar as an object: the numbers in it have the unit and range of the row it stands in.
Fields fields_of(Varying& varying, const Row& of);
Fields fields_of(RegionValue& region, const Row& of);
/// Translate, axis, angle and scale: they stand directly in the object that is placed.
Fields fields_of(Placement& place);

/// When a key of a motion, of level weights or of glue counts.
Field key_time(double& time);

/// The type of "a varying scalar" for the schema and the reference page, where no single row applies.
Type varying_type();
/// The type behind Cell's Material*, which in JSON may also be a preset's name.
Type material_type();

/// The range of a material's scalar ("stiffness"), for values that come from a file's attribute.
Range material_range(std::string_view name);

/// Whether the row belongs to the kind; kind is −1 for structs without kinds.
bool applies(const Row& row, int kind);
/// The Kind that starts the list, or nullptr.
const Kind* kind_of(const Fields& fields);
/// The kind's present value, or −1.
int current_kind(const Fields& fields);

template <class T>
Type type_of(std::string_view name, bool shared = false) {
    return {name, shared, [] {
                auto value = std::make_shared<T>();
                Fields fields = fields_of(*value);
                return Blank{std::move(value), std::move(fields)};
            }};
}
template <class T>
Nested nested(std::string_view name, T& value, bool shared = false) {
    return {type_of<T>(name, shared), [&value] { return fields_of(value); }};
}
template <class T>
MaybeNested maybe_nested(std::string_view name, std::optional<T>& value, bool shared = false) {
    return {type_of<T>(name, shared), [&value] { return value.has_value(); }, [&value] { value.reset(); },
            [&value] { return fields_of(value ? *value : value.emplace()); }};
}
template <class T>
ListOf list_of(std::string_view name, std::vector<T>& list, std::size_t least = 0, bool shared = false) {
    return {type_of<T>(name, shared), least, [&list] { return list.size(); },
            [&list](std::size_t n) { list.resize(n); }, [&list](std::size_t i) { return fields_of(list[i]); }};
}
template <class E>
Choice choice(E& value) {
    return {names_of(value), [&value] { return static_cast<int>(value); },
            [&value](int i) { value = static_cast<E>(i); }};
}

}  // namespace pliant
