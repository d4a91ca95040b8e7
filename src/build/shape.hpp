// From the description of a shape to something that can be asked and sampled.
#pragma once

#include "geometry/shape.hpp"
#include "geometry/triangle_mesh.hpp"
#include "meshes/point_cloud.hpp"

#include <pliant/error.hpp>
#include <pliant/scene.hpp>

#include <map>
#include <memory>
#include <string>

namespace pliant {

/// x = scale · rotation · p + translate.
struct Similarity {
    Mat3 rotation = Mat3::Identity();
    double scale = 1;
    Vec3 translate = Vec3::Zero();

    Vec3 operator()(const Vec3& p) const { return scale * (rotation * p) + translate; }
    Similarity after(const Similarity& inner) const {
        return {rotation * inner.rotation, scale * inner.scale, (*this)(inner.translate)};
    }
};
Similarity similarity_of(const Placement& place);

/// Builds solids and reads files, each file once however many bodies share it.
class ShapeBuilder {
  public:
    explicit ShapeBuilder(const Scene& scene) : scene_(scene) {}

    /// The solid of a shape that has an inside. Throws InputError with `path` filled in.
    SolidPtr solid(const Shape& shape, const std::string& path);

    /// A shape behind any chain of names, with the placements on the way.
    struct Resolved {
        const Shape* shape;
        Similarity place;
    };
    Resolved resolve(const Shape& shape, const std::string& path) const;

    const TriangleMesh& mesh(const std::string& file, const std::string& path);
    const PointCloud& points(const std::string& file, const std::string& path);

    /// The error with this scene's file and the path filled in where they are empty; one in another file that a field
    /// names (a mesh, points) has that field added to its path.
    InputError located(const InputError& error, const std::string& path) const;

  private:
    const Shape& named(const std::string& name, const std::string& path) const;
    std::filesystem::path full_path(const std::string& file) const;

    const Scene& scene_;
    std::map<std::string, TriangleMesh> meshes_;
    std::map<std::string, SolidPtr> mesh_solids_;
    std::map<std::string, PointCloud> clouds_;
};

}  // namespace pliant
