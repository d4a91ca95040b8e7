#include "scene/check_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scene/limits.hpp"
#include "scene/near.hpp"
#include "scene/spelling.hpp"
#include "scene/table.hpp"

namespace pliant {
namespace {

/// Refs that lead to refs: more than any scene needs, few enough for the recursion.
constexpr std::size_t longest_chain = 64;

/// A problem with its where left empty: Checked::fail fills that in.
InputProblem problem(std::string what, std::string allowed, std::string hint) {
    return {.what = std::move(what), .allowed = std::move(allowed), .hint = std::move(hint)};
}

}  // namespace

void ShapeChecker::check_sizes(const Shape& s, const std::string& path) const {
    if (s.kind == ShapeKind::sheet && std::min(s.size.x(), s.size.z()) < limits::smallest_size)
        checked_.fail(path + ".size",
                      problem("a sheet needs a length along x and along z",
                              fmt::format("x and z from {} m", limits::smallest_size), "try [1, 0, 1]"));
    if (s.kind == ShapeKind::rounded_box && 2 * s.radius > s.size.minCoeff())
        checked_.fail(path + ".radius",
                      problem("the rounding is larger than the box",
                              fmt::format("at most {} m, half of the smallest side", s.size.minCoeff() / 2),
                              "a smaller radius, or a sphere, a capsule or an ellipsoid"));
    if (s.kind == ShapeKind::strand) {
        const auto differs = [&](const Vec3& p) { return (p - s.path.front()).norm() >= limits::smallest_size; };
        if (!std::any_of(s.path.begin(), s.path.end(), differs))
            checked_.fail(path + ".path", problem("a strand needs two different points",
                                                  "a list of at least two [x, y, z]", "try [[0, 0, 0], [1, 0, 0]]"));
    }
    const bool needs_file = s.kind == ShapeKind::mesh || s.kind == ShapeKind::points;
    if (needs_file && s.file.empty())
        checked_.fail(path + ".file",
                      problem("the file's name is empty", "a file, looked up beside the scene", "name a file"));
}

ShapeChecker::Summary ShapeChecker::summarize_ref(const Shape& shape, const std::string& path) {
    const auto& shapes = checked_.scene.shapes;
    const auto it = shapes.find(shape.name);
    if (it == shapes.end()) {
        std::vector<std::string> names;
        for (const auto& [name, unused] : shapes) names.push_back(name);
        checked_.fail(path + ".ref", problem("the scene has no shape of this name", "a name in the scene's \"shapes\"",
                                             names.empty() ? "add it to \"shapes\"" : did_you_mean(shape.name, names)));
    }
    if (const auto known = named_.find(shape.name); known != named_.end()) return known->second;
    if (std::find(open_.begin(), open_.end(), shape.name) != open_.end())
        checked_.fail(path + ".ref", problem(fmt::format("the shapes refer to one another in a circle: {} → {}",
                                                         fmt::join(open_, " → "), shape.name),
                                             "a shape that does not contain itself", "break the circle"));
    if (open_.size() == longest_chain)
        checked_.fail(path + ".ref", problem("too many shapes refer to one another in a row",
                                             fmt::format("at most {}", longest_chain), "write some of them out"));
    open_.push_back(shape.name);
    const Summary summary = summarize(it->second, "shapes." + shape.name);
    open_.pop_back();
    return named_[shape.name] = summary;
}

ShapeChecker::Summary ShapeChecker::combine(const Shape& shape, const std::string& path) {
    Summary all{.bounded = shape.kind != ShapeKind::intersection};
    for (std::size_t i = 0; i < shape.parts.size(); ++i) {
        const std::string part_path = fmt::format("{}.parts[{}]", path, i);
        const Summary part = summarize(shape.parts[i], part_path);
        if (!part.has_inside)
            checked_.fail(part_path, problem("sheets, strands and point clouds have no inside to combine",
                                             "a solid shape or a mesh", "make it a body of its own"));
        all.parts += part.parts;
        all.smallest_scale = std::min(all.smallest_scale, part.smallest_scale);
        all.largest_scale = std::max(all.largest_scale, part.largest_scale);
        if (shape.kind == ShapeKind::intersection)
            all.bounded = all.bounded || part.bounded;
        else if (shape.kind != ShapeKind::difference || i == 0)
            all.bounded = all.bounded && part.bounded;
    }
    if (all.parts > limits::shape_parts)
        checked_.fail(path, problem(fmt::format("the shape has {:.3g} parts with its refs written out", all.parts),
                                    fmt::format("at most {}", limits::shape_parts), "a mesh would be quicker"));
    return all;
}

ShapeChecker::Summary ShapeChecker::summarize(const Shape& shape, const std::string& path) {
    check_sizes(shape, path);
    Summary summary;
    if (shape.kind == ShapeKind::ref)
        summary = summarize_ref(shape, path);
    else if (!shape.parts.empty())
        summary = combine(shape, path);
    else
        summary.bounded = shape.kind != ShapeKind::half_space;
    const auto is = [&](auto... kinds) { return ((shape.kind == kinds) || ...); };
    if (is(ShapeKind::sheet, ShapeKind::strand, ShapeKind::points)) summary.has_inside = false;
    if (is(ShapeKind::mesh, ShapeKind::points)) summary.has_file = true;
    summary.smallest_scale *= shape.place.scale;
    summary.largest_scale *= shape.place.scale;
    const bool in_bounds =
        summary.smallest_scale >= 1 / limits::total_scale && summary.largest_scale <= limits::total_scale;
    if (!in_bounds)
        checked_.fail(path + ".scale",
                      problem("nested scales multiply to an extreme size",
                              fmt::format("a product from {} to {}", 1 / limits::total_scale, limits::total_scale),
                              "scales nearer to 1"));
    return summary;
}

void ShapeChecker::check_named(const std::string& name) {
    Shape ref;
    ref.kind = ShapeKind::ref;
    ref.name = name;
    summarize_ref(ref, "shapes." + name);
}

void ShapeChecker::check_varying(const Varying& varying, bool has_file, const std::string& path) {
    if (!varying.attribute.empty() && !has_file)
        checked_.fail(path + ".attribute",
                      problem("only a mesh or a point cloud has attributes", "a body whose shape is a mesh or points",
                              "use regions: {\"value\": …, \"regions\": [{\"shape\": …, \"value\": …}]}"));
    for (std::size_t i = 0; i < varying.regions.size(); ++i)
        check_selector(varying.regions[i].shape, fmt::format("{}.regions[{}].shape", path, i));
}

void ShapeChecker::check_body(const Body& body, const std::string& path) {
    const Summary summary = summarize(body.shape, path + ".shape");
    if (!summary.bounded)
        checked_.fail(path + ".shape", problem("the shape has no end: a half-space is only a part of other shapes",
                                               "an intersection with a bounded shape, or a difference from one",
                                               "intersect it with a box"));
    const double largest = summary.largest_scale * body.place.scale,
                 smallest = summary.smallest_scale * body.place.scale;
    if (largest > limits::total_scale || smallest < 1 / limits::total_scale)
        checked_.fail(path + ".scale",
                      problem("the body's scale and its shape's multiply to an extreme size",
                              fmt::format("a product from {} to {}", 1 / limits::total_scale, limits::total_scale),
                              "scales nearer to 1"));
    Material material = body.material;
    for (const Field& field : fields_of(material))
        if (Varying* const* varying = std::get_if<Varying*>(&field.cell))
            check_varying(**varying, summary.has_file, fmt::format("{}.material.{}", path, field.row.name));
}

void ShapeChecker::check_selector(const Shape& shape, const std::string& path) {
    if (!summarize(shape, path).has_inside)
        checked_.fail(path, problem("sheets, strands and point clouds have no inside to select with",
                                    "a solid shape, a half-space or a mesh", "use a box"));
}

bool ShapeChecker::is_points(const Shape& shape) const {
    const Shape* s = &shape;
    while (s->kind == ShapeKind::ref) s = &checked_.scene.shapes.at(s->name);
    return s->kind == ShapeKind::points;
}

}  // namespace pliant
