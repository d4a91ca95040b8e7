#include "pictures/obstacles.hpp"

#include "collision/obstacle.hpp"
#include "render/solids.hpp"

#include <Eigen/Geometry>

namespace pliant {
namespace {

constexpr render::Color obstacle_color = {0.62f, 0.60f, 0.58f};

render::Mesh mesh_of(const Obstacle& o) {
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
    }
    return {};
}

}  // namespace

void add_obstacles(const Scene& scene, double time, render::Stage& stage) {
    for (const Obstacle& description : scene.obstacles) {
        const RigidPose pose = ObstacleBody(description).pose(time);
        if (description.kind == ObstacleKind::plane) {
            stage.planes.push_back({pose.translation, pose.rotation.col(1)});
            continue;
        }
        Eigen::Affine3d transform = Eigen::Affine3d::Identity();
        transform.linear() = pose.rotation;
        transform.translation() = pose.translation;
        stage.meshes.push_back(render::placed(mesh_of(description), transform, obstacle_color));
    }
}

}  // namespace pliant
