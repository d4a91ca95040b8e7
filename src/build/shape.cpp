#include "build/shape.hpp"

#include "math/decompose.hpp"
#include "meshes/mesh_reader.hpp"
#include "scene/model_files.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <numbers>

namespace pliant {
namespace {

SolidPtr placed(SolidPtr part, const Placement& place) {
    const Similarity s = similarity_of(place);
    return solid::placed(std::move(part), s.rotation, s.scale, s.translate);
}

[[noreturn]] void no_inside(const std::string& path) {
    throw InputError({.what = "a sheet, a strand or a set of points has no inside",
                      .path = path,
                      .allowed = "a solid shape here: sphere, box, mesh, union, …",
                      .hint = "use these three only as the whole shape of a body"});
}

SolidPtr mesh_solid(const TriangleMesh& mesh, const std::filesystem::path& file) {
    try {
        return solid::mesh(mesh);
    } catch (const InputError& error) {
        throw error.at(file.string(), "");
    }
}

}  // namespace

Similarity similarity_of(const Placement& place) {
    return {axis_angle(place.axis, place.angle * std::numbers::pi / 180), place.scale, place.translate};
}

std::filesystem::path ShapeBuilder::full_path(const std::string& file) const {
    return find_shape_file(file, scene_.file.parent_path());
}

const TriangleMesh& ShapeBuilder::mesh(const std::string& file, const std::string& path) {
    const auto found = meshes_.find(file);
    if (found != meshes_.end()) return found->second;
    try {
        return meshes_.emplace(file, read_mesh(full_path(file))).first->second;
    } catch (const InputError& error) {
        throw located(error, path);
    }
}

const PointCloud& ShapeBuilder::points(const std::string& file, const std::string& path) {
    const auto found = clouds_.find(file);
    if (found != clouds_.end()) return found->second;
    try {
        return clouds_.emplace(file, read_points(full_path(file))).first->second;
    } catch (const InputError& error) {
        throw located(error, path);
    }
}

InputError ShapeBuilder::located(const InputError& error, const std::string& path) const {
    const std::string scene = scene_.file.empty() ? scene_.name : scene_.file.string();
    InputProblem problem = error.problem();
    if (problem.file.empty() || problem.file == scene) return error.at(scene, path);
    // It is in another file, a mesh or points: the field that asked for it is said with it, once.
    const std::string field = fmt::format(" of {}", scene);
    if (problem.path.ends_with(field)) return error;
    problem.path += (problem.path.empty() ? "" : ", for ") + path + field;
    return InputError(std::move(problem));
}

const Shape& ShapeBuilder::named(const std::string& name, const std::string& path) const {
    const auto found = scene_.shapes.find(name);
    if (found == scene_.shapes.end()) throw InputError({.what = "no shape has this name", .path = path, .value = name});
    return found->second;
}

ShapeBuilder::Resolved ShapeBuilder::resolve(const Shape& shape, const std::string& path) const {
    Resolved result{&shape, similarity_of(shape.place)};
    while (result.shape->kind == ShapeKind::ref) {
        result.shape = &named(result.shape->name, path);
        result.place = result.place.after(similarity_of(result.shape->place));
    }
    return result;
}

SolidPtr ShapeBuilder::solid(const Shape& shape, const std::string& path) {
    const auto parts = [&] {
        std::vector<SolidPtr> solids;
        for (std::size_t k = 0; k < shape.parts.size(); ++k)
            solids.push_back(solid(shape.parts[k], fmt::format("{}.parts[{}]", path, k)));
        return solids;
    };
    const auto make = [&]() -> SolidPtr {
        if (SolidPtr primitive = solid::primitive_of(shape)) return primitive;
        switch (shape.kind) {
            case ShapeKind::union_of:
                return solid::union_of(parts());
            case ShapeKind::smooth_union:
                return solid::smooth_union(parts(), shape.blend);
            case ShapeKind::intersection:
                return solid::intersection(parts());
            case ShapeKind::difference:
                return solid::difference(parts());
            case ShapeKind::ref:
                return solid(named(shape.name, path), path);
            case ShapeKind::mesh: {
                SolidPtr& kept = mesh_solids_[shape.file];
                if (!kept) kept = mesh_solid(mesh(shape.file, path), full_path(shape.file));
                return kept;
            }
            default:  // a sheet, a strand or points
                no_inside(path);
        }
    };
    try {
        return placed(make(), shape.place);
    } catch (const InputError& error) {
        throw located(error, path);
    }
}

}  // namespace pliant
