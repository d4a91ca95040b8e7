#include "pictures/surfaces.hpp"

#include "build/shape.hpp"
#include "geometry/hash_grid.hpp"
#include "scene/model_files.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace pliant {
namespace {

constexpr render::Color obstacle_color = {0.62f, 0.60f, 0.58f};

/// All of it, but triangles of the outside or the inside alone.
render::Mesh mesh_of(const SkinFrame& skin, bool inside = false) {
    render::Mesh mesh;
    const SkinMesh& of = *skin.mesh;
    for (std::size_t v = 0; v < of.vertex_count(); ++v) {
        mesh.positions.push_back(skin.points[of.vertex_point[v]]);
        mesh.normals.push_back(skin.normals[of.vertex_normal[v]]);
    }
    const std::size_t border = std::min<std::size_t>(of.inside_from, of.triangles.size());
    for (std::size_t t = inside ? border : 0; t < (inside ? of.triangles.size() : border); ++t) {
        const auto& [a, b, c] = of.triangles[t];
        mesh.triangles.push_back({static_cast<int>(a), static_cast<int>(b), static_cast<int>(c)});
    }
    return mesh;
}

render::Color color_of(const Vec3& rgb) {
    return {static_cast<float>(rgb.x()), static_cast<float>(rgb.y()), static_cast<float>(rgb.z())};
}

/// The colors of the skin's own file.
std::vector<render::Color> file_colors(const SkinMesh& mesh) {
    std::vector<render::Color> colors;
    for (const Eigen::Vector3f& c : mesh.colors) colors.push_back({c.x(), c.y(), c.z()});
    return colors;
}

/// Patterns and textures stay where they were at rest.
void add_places(const SkinMesh& rest, render::Mesh& mesh) {
    if (mesh.material->pattern != render::Pattern::none)
        for (const std::uint32_t p : rest.vertex_point) mesh.places.push_back(rest.points[p].cast<float>());
    if (mesh.material->texture) mesh.uvs = rest.uvs;
}

std::shared_ptr<const render::Picture> texture_of(const Scene& scene, const Look& look, const BodySkin& skin,
                                                  const std::string& path) {
    const ShapeBuilder shapes(scene);
    if (!skin.mesh || skin.mesh->uvs.empty())
        throw shapes.located(
            InputError({.what = "a texture needs a skin with UVs, and this one has none",
                        .path = path + ".texture",
                        .value = look.texture,
                        .allowed = "a simple shape, a sheet, a strand, or a mesh with UVs (OBJ: vt; PLY: s and t)",
                        .hint = "give the body a skin of type mesh with UVs, or use a pattern"}),
            path);
    try {
        return std::make_shared<render::Picture>(
            render::read_png(find_shape_file(look.texture, scene.file.parent_path())));
    } catch (const InputError& error) {
        throw shapes.located(error, path + ".texture");
    }
}

render::Material material_of(const Scene& scene, const Look& look, const BodySkin& skin, const std::string& path) {
    render::Material material;
    material.roughness = static_cast<float>(look.roughness);
    material.metalness = static_cast<float>(look.metalness);
    material.translucency = static_cast<float>(look.translucency);
    material.pattern = static_cast<render::Pattern>(look.pattern);
    material.second = color_of(look.second);
    Box box;
    if (skin.mesh)
        for (const Vec3& p : skin.mesh->points) box.add(p);
    const double size = look.pattern_size > 0 ? look.pattern_size : box.size().maxCoeff() / 8;
    material.pattern_size = static_cast<float>(size > 0 ? size : 1);
    if (!look.texture.empty()) material.texture = texture_of(scene, look, skin, path);
    return material;
}

/// Of the particles around a place, the near ones more.
render::Color mean_color(const PointGrid& grid, const Vec3& p, double reach, const std::vector<std::uint32_t>& rows,
                         const std::vector<render::Color>& colors) {
    render::Color sum;
    double weights = 0;
    grid.for_each_within(p, reach, [&](std::uint32_t k, double squared) {
        const double inside = 1 - squared / (reach * reach), weight = inside * inside + 1e-9;
        const render::Color& color = colors[rows[k]];
        sum.r += static_cast<float>(weight) * color.r;
        sum.g += static_cast<float>(weight) * color.g;
        sum.b += static_cast<float>(weight) * color.b;
        weights += weight;
    });
    if (!(weights > 0)) return colors[rows[grid.nearest(p).index]];
    const auto share = static_cast<float>(1 / weights);
    return {share * sum.r, share * sum.g, share * sum.b};
}

/// Numbers go over into each other; of names each vertex has that of the particle nearest to it, now.
std::vector<render::Color> vertex_colors(const SkinFrame& skin, const Frame& frame,
                                         const std::vector<std::uint32_t>& rows, const Coloring& coloring) {
    struct Piece {
        std::vector<std::uint32_t> rows;
        PointGrid grid;
    };
    const double spacing = 2 * static_cast<double>(frame.radii[rows.front()]);
    // Pieces that lie beside each other keep their colors to themselves.
    std::map<std::uint32_t, Piece> pieces;
    for (const std::uint32_t i : rows) pieces[skin.fragments.empty() ? 0 : frame.fragments[i]].rows.push_back(i);
    for (auto& [fragment, piece] : pieces) {
        std::vector<Vec3> particles;
        for (const std::uint32_t i : piece.rows) particles.push_back(frame.positions[i]);
        piece.grid.rebuild(particles, spacing);
    }
    std::vector<render::Color> of_point;
    for (std::size_t p = 0; p < skin.points.size(); ++p) {
        const Piece& piece = pieces.at(skin.fragments.empty() ? 0 : skin.fragments[p]);
        of_point.push_back(coloring.scale
                               ? mean_color(piece.grid, skin.points[p], 1.8 * spacing, piece.rows, coloring.colors)
                               : coloring.colors[piece.rows[piece.grid.nearest(skin.points[p]).index]]);
    }
    std::vector<render::Color> of_vertex;
    for (const std::uint32_t p : skin.mesh->vertex_point) of_vertex.push_back(of_point[p]);
    return of_vertex;
}

void add_balls(const Frame& frame, const std::vector<std::uint32_t>& rows, const Coloring& coloring, double later,
               render::Stage& stage) {
    render::Spheres balls;
    for (const std::uint32_t i : rows) {
        balls.centers.push_back(frame.positions[i] + later * frame.velocities[i]);
        balls.radii.push_back(frame.radii[i]);
        balls.colors.push_back(coloring.colors[i]);
    }
    if (!rows.empty()) stage.spheres.push_back(std::move(balls));
}

}  // namespace

Surfaces::Surfaces(const Scene& scene) : scene_(scene), skins_(scene) {
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
        const Material& of = scene.bodies[b].material;
        bodies_.push_back(material_of(scene, of.look, skins_.body(b), fmt::format("bodies[{}].material.look", b)));
        insides_.push_back(
            material_of(scene, inside_look(of), skins_.body(b), fmt::format("bodies[{}].material.inside", b)));
    }
    for (std::size_t k = 0; k < scene.obstacles.size(); ++k)
        obstacles_.push_back(
            material_of(scene, scene.obstacles[k].look, skins_.obstacle(k), fmt::format("obstacles[{}].look", k)));
}

void Surfaces::add_obstacles(double time, render::Stage& stage) const {
    for (std::size_t k = 0; k < skins_.obstacle_count(); ++k) {
        const std::optional<Vec3>& color = scene_.obstacles[k].look.color;
        if (scene_.obstacles[k].kind == ObstacleKind::plane) {
            const RigidPose pose = skins_.obstacle_pose(k, time);
            render::Plane plane{pose.translation, pose.rotation.col(1)};
            if (color) plane.color = color_of(*color);
            stage.planes.push_back(plane);
            continue;
        }
        render::Mesh mesh = mesh_of(skins_.evaluate_obstacle(k, time));
        mesh.colors = {color ? color_of(*color) : obstacle_color};
        mesh.material = obstacles_[k];
        add_places(*skins_.obstacle(k).mesh, mesh);
        stage.meshes.push_back(std::move(mesh));
    }
}

void Surfaces::add_bodies(const Frame& frame, const Coloring& coloring, const PictureSettings& settings, double later,
                          render::Stage& stage) const {
    const auto rows = rows_by_body(frame, skins_.body_count());
    for (std::size_t b = 0; b < skins_.body_count(); ++b) {
        SkinFrame skin = skins_.evaluate(b, frame, rows[b], later != 0);
        for (std::size_t p = 0; p < skin.velocities.size(); ++p) skin.points[p] += later * skin.velocities[p];
        if (!skin.whole || settings.show == Show::both) add_balls(frame, rows[b], coloring, later, stage);
        if (!skin.mesh) continue;
        for (const bool inside : {false, true}) {
            if (inside && !skin.mesh->has_inside()) continue;
            render::Mesh mesh = mesh_of(skin, inside);
            const std::optional<Vec3>& own = inside_look(scene_.bodies[b].material).color;
            mesh.colors = {inside && own ? color_of(*own) : look_color(scene_, b)};
            if (!inside && !skin.mesh->colors.empty() && !scene_.bodies[b].material.look.color)
                mesh.colors = file_colors(*skin.mesh);
            mesh.material = inside ? insides_[b] : bodies_[b];
            if (skins_.body(b).mesh) add_places(*skin.mesh, mesh);
            if (settings.color != ColorBy::look && !rows[b].empty()) {
                mesh.colors = vertex_colors(skin, frame, rows[b], coloring);
                mesh.material.reset();
            }
            (settings.show == Show::both ? stage.ghosts : stage.meshes).push_back(std::move(mesh));
        }
    }
}

void check_skins(const Scene& scene) {
    const auto named = [](const Look& look) { return !look.texture.empty(); };
    const bool any =
        std::any_of(scene.bodies.begin(), scene.bodies.end(),
                    [&](const Body& body) { return body.skin.kind == SkinKind::mesh || named(body.material.look); }) ||
        std::any_of(scene.obstacles.begin(), scene.obstacles.end(),
                    [&](const Obstacle& obstacle) { return named(obstacle.look); });
    if (any) Surfaces surfaces(scene);
}

Box with_keyed_obstacles(const Scene& scene, const Skins& skins, const Box& motion) {
    constexpr int looks = 33;     // over the time of the scene
    constexpr double most = 2.5;  // times the size of the motion
    if (motion.empty()) return motion;
    Box all = motion;
    const double duration = scene.time.frames / scene.time.fps;
    for (std::size_t k = 0; k < skins.obstacle_count(); ++k) {
        if (scene.obstacles[k].motion.keys.empty() || !skins.obstacle(k).mesh) continue;
        for (int i = 0; i < looks; ++i)
            for (const Vec3& p : skins.evaluate_obstacle(k, duration * i / (looks - 1)).points) {
                const Vec3 away = (p - motion.center()).cwiseAbs();
                if ((away.array() <= 0.5 * most * motion.size().maxCoeff()).all()) all.add(p);
            }
    }
    return all;
}

}  // namespace pliant
