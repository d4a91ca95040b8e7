#include "pictures/obstacles.hpp"

#include "build/shape.hpp"
#include "collision/obstacle.hpp"
#include "render/solids.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>

namespace pliant {
namespace {

constexpr render::Color obstacle_color = {0.62f, 0.60f, 0.58f};

render::Mesh surface_of(const TriangleMesh& mesh, double scale) {
    render::Mesh surface;
    for (const Vec3& v : mesh.vertices) surface.positions.push_back(scale * v);
    for (const auto& [a, b, c] : mesh.triangles)
        surface.triangles.push_back({static_cast<int>(a), static_cast<int>(b), static_cast<int>(c)});
    return surface;
}

render::Mesh surface_of(const Obstacle& o, ShapeBuilder& shapes, const std::string& path) {
    const double s = o.place.scale;
    switch (o.kind) {
        case ObstacleKind::plane:
            break;
        case ObstacleKind::sphere:
            return render::sphere_solid(s * o.radius);
        case ObstacleKind::box:
            return render::box_solid(s * o.size);
        case ObstacleKind::capsule:
            return render::capsule_solid(s * o.radius, s * o.height);
        case ObstacleKind::cylinder:
            return render::cylinder_solid(s * o.radius, s * o.height);
        case ObstacleKind::cone:
            return render::cone_solid(s * o.radius, s * o.top_radius, s * o.height);
        case ObstacleKind::mesh:
            return surface_of(shapes.mesh(o.file, path + ".file"), s);
    }
    return {};
}

}  // namespace

std::vector<render::Mesh> obstacle_surfaces(const Scene& scene) {
    ShapeBuilder shapes(scene);
    std::vector<render::Mesh> surfaces;
    for (std::size_t k = 0; k < scene.obstacles.size(); ++k)
        surfaces.push_back(surface_of(scene.obstacles[k], shapes, fmt::format("obstacles[{}]", k)));
    return surfaces;
}

void add_obstacles(const Scene& scene, const std::vector<render::Mesh>& surfaces, double time, render::Stage& stage) {
    for (std::size_t k = 0; k < scene.obstacles.size(); ++k) {
        const Obstacle& obstacle = scene.obstacles[k];
        const RigidPose pose = ObstacleMotion(obstacle).pose(time);
        if (obstacle.kind == ObstacleKind::plane) {
            stage.planes.push_back({pose.translation, pose.rotation.col(1)});
            continue;
        }
        Eigen::Affine3d transform = Eigen::Affine3d::Identity();
        transform.linear() = pose.rotation;
        transform.translation() = pose.translation;
        stage.meshes.push_back(render::placed(surfaces[k], transform, obstacle_color));
    }
}

}  // namespace pliant
