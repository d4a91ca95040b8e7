#include "build/field.hpp"

#include "scene/range.hpp"
#include "scene/table.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

namespace pliant {
namespace {

FieldValues from_attribute(ShapeBuilder& shapes, const Varying& varying, const BodySamples& samples,
                           const std::string& path, const Range& range) {
    const auto found = samples.attributes.find(varying.attribute);
    if (found == samples.attributes.end()) {
        std::vector<std::string> names;
        for (const auto& [name, values] : samples.attributes) names.push_back(name);
        throw shapes.located(
            InputError({.what = "the body's file has no such attribute",
                        .path = path + ".attribute",
                        .value = varying.attribute,
                        .allowed = names.empty() ? "none: attributes come from PLY files of meshes and points"
                                                 : fmt::format("{}", fmt::join(names, ", ")),
                        .hint = "a vertex property of type float, beside x, y and z"}),
            path);
    }
    FieldValues values;
    for (const double a : found->second) {
        values.push_back(varying.offset + varying.scale * a);
        if (!range.holds(values.back()))
            throw shapes.located(InputError({.what = "the attribute gives a value out of range",
                                             .path = path + ".attribute",
                                             .value = fmt::format("{} (from {})", values.back(), a),
                                             .allowed = range.text(""),
                                             .hint = "use scale and offset: value = offset + scale · attribute"}),
                                 path);
    }
    return values;
}

}  // namespace

FieldValues evaluate(ShapeBuilder& shapes, const Varying& varying, const BodySamples& samples, const std::string& name,
                     const std::string& path) {
    FieldValues values = varying.attribute.empty()
                             ? FieldValues(samples.points.size(), varying.value)
                             : from_attribute(shapes, varying, samples, path, material_range(name));
    for (std::size_t r = 0; r < varying.regions.size(); ++r) {
        const SolidPtr region = shapes.solid(varying.regions[r].shape, fmt::format("{}.regions[{}].shape", path, r));
        for (std::size_t i = 0; i < values.size(); ++i)
            if (region->distance(samples.points[i]) <= 0) values[i] = varying.regions[r].value;
    }
    return values;
}

}  // namespace pliant
