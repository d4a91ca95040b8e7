// A bad value set in C++ is refused as it is in a file: every field of a scene that uses every field, with each kind of
// bad value that its type can hold.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "scene/helpers.hpp"
#include "scene/overloaded.hpp"
#include "scene/path.hpp"
#include "scene/table.hpp"

namespace pliant::testing {
namespace {

/// A field of a scene, and where it stands.
struct Place {
    std::string path;
    const Field& field;
};
using Visit = std::function<void(const Place&)>;

/// Calls visit for every field that the structs' kinds have, those inside it after it.
void for_each_field(const Fields& fields, const std::string& path, const Visit& visit) {
    const int kind = current_kind(fields);
    for (const Field& field : fields) {
        if (!applies(field.row, kind)) continue;
        const std::string at = member_path(path, field.row.name);
        visit({at, field});
        std::visit(Overloaded{[&](Material* x) { for_each_field(fields_of(*x), at, visit); },
                              [&](Varying* x) {
                                  if (!x->regions.empty()) for_each_field(fields_of(*x, field.row), at, visit);
                              },
                              [&](const Nested& x) { for_each_field(x.fields(), at, visit); },
                              [&](const MaybeNested& x) {
                                  if (x.is_set()) for_each_field(x.fields(), at, visit);
                              },
                              [&](const ListOf& x) {
                                  for (std::size_t i = 0; i < x.size(); ++i)
                                      for_each_field(x.element(i), fmt::format("{}[{}]", at, i), visit);
                              },
                              [&](const MapOf& x) {
                                  for (const std::string& key : x.keys())
                                      for_each_field(x.element(key), at + "." + key, visit);
                              },
                              [](const auto&) {}},
                   field.cell);
    }
}

InputProblem problem_by_hand(const Scene& scene) {
    try {
        check_scene(scene);
    } catch (const InputError& error) {
        return error.problem();
    }
    return {};
}

/// The number that stands at the path in a complete document, or nullptr: the field is not in use.
Value* number_at(Value& document, const std::string& path) {
    Value& at = const_cast<Value&>(deepest(document, path));
    return at.number() || at.is_null() ? &at : nullptr;
}

/// The same scene as a struct and as a document, with the same bad number in one place at a time.
class Twins {
  public:
    Twins() : scene_(parse_scene(everything_text(), "everything.json")), document_(everything_document()) {}

    int compare_numbers(double bad, bool whole) {
        int compared = 0;
        for_each_field(fields_of(scene_), "", [&](const Place& place) {
            parent_ = place.path.substr(0, place.path.rfind('.'));
            replaced_ = place.field.row.instead_of;  // a file may not give both
            const auto number = [&](auto& x, const std::string& path) {
                using T = std::remove_reference_t<decltype(x)>;
                compared += compare(path, x, static_cast<T>(bad), bad) ? 1 : 0;
            };
            const auto real = [&](double& x, const std::string& path) {
                if (!whole) number(x, path);
            };
            const auto vector = [&](Vec3& x, const std::string& path) {
                for (Eigen::Index i = 0; i < 3; ++i) real(x[i], fmt::format("{}[{}]", path, i));
            };
            std::visit(Overloaded{[&](double* x) { real(*x, place.path); },
                                  [&](std::optional<double>* x) {
                                      if (*x) real(**x, place.path);
                                  },
                                  [&](int* x) {
                                      if (whole) number(*x, place.path);
                                  },
                                  [&](std::uint64_t* x) {
                                      if (whole && bad > 0)
                                          compared += compare(place.path, *x, std::uint64_t{1} << 63U, 0x1p63) ? 1 : 0;
                                  },
                                  [&](Vec3* x) { vector(*x, place.path); },
                                  [&](std::optional<Vec3>* x) {
                                      if (*x) vector(**x, place.path);
                                  },
                                  [&](const Direction& x) { vector(*x.vector, place.path); },
                                  [&](Varying* x) {
                                      if (x->attribute.empty() && x->regions.empty()) real(x->value, place.path);
                                  },
                                  [&](std::vector<Vec3>* x) {
                                      for (std::size_t i = 0; i < x->size(); ++i)
                                          vector((*x)[i], fmt::format("{}[{}]", place.path, i));
                                  },
                                  [&](std::vector<double>* x) {
                                      for (std::size_t i = 0; i < x->size(); ++i)
                                          real((*x)[i], fmt::format("{}[{}]", place.path, i));
                                  },
                                  [&](std::vector<int>* x) {
                                      for (std::size_t i = 0; whole && i < x->size(); ++i)
                                          number((*x)[i], fmt::format("{}[{}]", place.path, i));
                                  },
                                  [&](const AutoCount& x) {
                                      if (whole) number(*x.count, place.path);
                                  },
                                  [](const auto&) {}},
                       place.field.cell);
        });
        return compared;
    }

  private:
    template <class T>
    bool compare(const std::string& path, T& x, T bad, double shown) {
        Value document = document_;
        Value* in_document = number_at(document, path);
        if (!in_document) return false;
        const T good = std::exchange(x, bad);
        const InputProblem ours = problem_by_hand(scene_);
        x = good;
        *in_document = std::isfinite(shown) ? make_value(shown) : make_value("NaN");
        if (!replaced_.empty()) const_cast<Value&>(deepest(document, parent_)).erase(replaced_);
        const InputProblem theirs = problem_of(compact_text(document));
        EXPECT_EQ(ours.path, path);
        EXPECT_EQ(ours.path, theirs.path);
        EXPECT_EQ(ours.allowed, theirs.allowed) << path;
        EXPECT_EQ(ours.hint, theirs.hint) << path;
        if (std::isfinite(shown)) {
            EXPECT_EQ(ours.what, theirs.what) << path;
            EXPECT_EQ(ours.value, theirs.value) << path;
        }
        EXPECT_TRUE(is_complete(ours)) << InputError(ours).what();
        return true;
    }

    Scene scene_;
    Value document_;
    std::string parent_;
    std::string_view replaced_;
};

TEST(ByHand, a_complete_scene_is_accepted_and_stays_the_same) {
    const Scene scene = parse_scene(everything_text(), "everything.json");
    const Scene checked = check_scene(scene);
    EXPECT_EQ(scene_to_json(checked), scene_to_json(scene));
    EXPECT_EQ(checked.name, scene.name);
    EXPECT_EQ(checked.file, scene.file);
}

TEST(ByHand, numbers_out_of_range_are_refused_as_in_a_file) {
    EXPECT_GT(Twins().compare_numbers(1e30, false), 250);
    EXPECT_GT(Twins().compare_numbers(-1e30, false), 250);
}

TEST(ByHand, whole_numbers_out_of_range_are_refused_as_in_a_file) {
    EXPECT_GT(Twins().compare_numbers(-2e9, true), 30);
    EXPECT_GT(Twins().compare_numbers(2e9, true), 30);
}

TEST(ByHand, not_a_number_is_refused_as_in_a_file) {
    EXPECT_GT(Twins().compare_numbers(std::numeric_limits<double>::quiet_NaN(), false), 250);
}

/// The same scene by both ways: one body of a box, changed by hand and by an override.
void expect_same(const std::function<void(Scene&)>& change, const Override& override) {
    SCOPED_TRACE(override.first);
    const std::string text = R"({"bodies": [{"shape": {"type": "box"}}], "forces": [{"type": "wind"}]})";
    Scene scene = parse_scene(text, "scene.json");
    scene.name = "scene.json";
    change(scene);
    const InputProblem ours = problem_by_hand(scene), theirs = problem_of(text, {override});
    EXPECT_EQ(ours.what, theirs.what);
    EXPECT_EQ(ours.path, theirs.path);
    EXPECT_EQ(ours.value, theirs.value);
    EXPECT_EQ(ours.allowed, theirs.allowed);
    EXPECT_EQ(ours.hint, theirs.hint);
    EXPECT_EQ(ours.file, "scene.json");
}

TEST(ByHand, other_kinds_of_bad_values_are_refused_as_in_a_file) {
    expect_same([](Scene& s) { s.bodies.clear(); }, {"bodies", "[]"});
    expect_same([](Scene& s) { s.bodies[0].place.axis = Vec3::Zero(); }, {"bodies.0.axis", "[0, 0, 0]"});
    expect_same([](Scene& s) { s.bodies[0].material.preset = "ruber"; }, {"bodies.0.material.preset", "ruber"});
    expect_same(
        [](Scene& s) {
            Shape& shape = s.bodies[0].shape;
            shape.kind = ShapeKind::union_of;
        },
        {"bodies.0.shape", R"({"type": "union", "parts": []})"});
    expect_same([](Scene& s) { s.bodies[0].shape.kind = ShapeKind::half_space; },
                {"bodies.0.shape", R"({"type": "half_space", "point": [0, 0, 0], "normal": [0, 1, 0], )"
                                   R"("translate": [0, 0, 0], "axis": [0, 1, 0], "angle": 0, "scale": 1})"});
    expect_same([](Scene& s) { s.forces[0].bodies = {"boody-0"}; }, {"forces.0.bodies", R"(["boody-0"])"});
    expect_same(
        [](Scene& s) {
            s.time.fps = 1;
            s.time.max_step = 1e-6;
        },
        {"time", R"({"fps": 1, "max_step": 1e-6})"});
}

TEST(ByHand, a_value_that_is_no_name_of_its_enum_is_refused) {
    Scene scene = parse_scene(small, "scene.json");
    scene.bodies[0].clusters.kernel = static_cast<Kernel>(77);
    EXPECT_EQ(problem_by_hand(scene).path, "bodies[0].clusters.kernel");
    EXPECT_EQ(problem_by_hand(scene).value, "77");
    scene = parse_scene(small, "scene.json");
    scene.bodies[0].shape.kind = static_cast<ShapeKind>(-1);
    EXPECT_EQ(problem_by_hand(scene).path, "bodies[0].shape.type");
    EXPECT_TRUE(is_complete(problem_by_hand(scene)));
}

TEST(ByHand, what_is_not_in_use_is_not_checked_and_set_back) {
    Scene scene = parse_scene(small, "scene.json");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Body& body = scene.bodies[0];
    body.shape.radius = 0.25;
    body.shape.tube = nan;         // of a torus
    body.shape.parts.resize(3);    // of a union
    body.shape.file = "none.ply";  // of a mesh
    body.sampling.spacing = 0.1;
    body.sampling.particles = -5;  // what spacing replaces
    body.material.flow.attribute = "flow";
    body.material.flow.value = nan;
    body.material.yield.scale = nan;  // without an attribute
    body.shape.kind = ShapeKind::points;
    const Scene checked = check_scene(scene);
    const Shape& shape = checked.bodies[0].shape;
    EXPECT_EQ(shape.tube, Shape{}.tube);
    EXPECT_EQ(shape.radius, Shape{}.radius);
    EXPECT_TRUE(shape.parts.empty());
    EXPECT_EQ(shape.file, "none.ply");
    EXPECT_EQ(checked.bodies[0].sampling.spacing, 0.1);
    EXPECT_EQ(checked.bodies[0].sampling.particles, Sampling{}.particles);
    EXPECT_EQ(checked.bodies[0].material.flow.value, Material{}.flow.value);
    EXPECT_EQ(checked.bodies[0].material.yield.scale, 1);
    scene.bodies[0].shape = {};
    scene.bodies[0].shape.radius = 0.25;
    scene.bodies[0].material = {};
    EXPECT_EQ(check_scene(scene).bodies[0].shape.radius, 0.25);
}

}  // namespace
}  // namespace pliant::testing
