#include "pictures/stage.hpp"

#include "collision/obstacle.hpp"
#include "geometry/hash_grid.hpp"
#include "render/palette.hpp"
#include "render/solids.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <set>

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

/// Which clusters own particles that lie side by side.
std::vector<std::vector<int>> cluster_neighbours(const Frame& frame) {
    const std::uint32_t count =
        frame.clusters.empty() ? 0 : *std::max_element(frame.clusters.begin(), frame.clusters.end()) + 1;
    const float radius = frame.radii.empty() ? 1 : *std::max_element(frame.radii.begin(), frame.radii.end());
    const double reach = 3.2 * static_cast<double>(radius);
    const PointGrid grid(frame.positions, reach);
    std::vector<std::set<int>> sets(count);
    for (std::size_t i = 0; i < frame.positions.size(); ++i)
        grid.for_each_within(frame.positions[i], reach, [&](std::uint32_t j, double) {
            if (frame.clusters[i] != frame.clusters[j])
                sets[frame.clusters[i]].insert(static_cast<int>(frame.clusters[j]));
        });
    std::vector<std::vector<int>> neighbours;
    for (const std::set<int>& set : sets) neighbours.emplace_back(set.begin(), set.end());
    return neighbours;
}

std::vector<double> numbers_of(const Frame& frame, ColorBy color) {
    std::vector<double> values;
    for (std::size_t i = 0; i < frame.positions.size(); ++i)
        values.push_back(color == ColorBy::speed ? frame.velocities[i].norm() : static_cast<double>(frame.strains[i]));
    return values;
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

ColorScale add_particles(const Frame& frame, const PictureSettings& settings, std::vector<int>& cluster_colors,
                         render::Stage& stage) {
    render::Spheres spheres{frame.positions, frame.radii, {}};
    ColorScale scale;
    const std::size_t count = frame.positions.size();
    if (settings.color == ColorBy::body) {
        for (const std::uint32_t body : frame.bodies)
            spheres.colors.push_back(render::categorical(static_cast<int>(body)));
    } else if (settings.color == ColorBy::cluster) {
        if (cluster_colors.empty()) cluster_colors = render::color_neighbours(cluster_neighbours(frame));
        for (const std::uint32_t c : frame.clusters)
            spheres.colors.push_back(
                render::categorical(c < cluster_colors.size() ? cluster_colors[c] : static_cast<int>(c)));
    } else {
        const std::vector<double> values = numbers_of(frame, settings.color);
        const bool speed = settings.color == ColorBy::speed;
        scale = {speed ? "speed" : "strain", speed ? "m/s" : "", 0, settings.color_max};
        if (scale.high <= 0 && count > 0) scale.high = *std::max_element(values.begin(), values.end());
        if (scale.high <= 0) scale.high = 1;
        for (const double v : values) spheres.colors.push_back(render::colormap(v / scale.high));
    }
    stage.spheres.push_back(std::move(spheres));
    return scale;
}

}  // namespace pliant
