#include "skin/make_skin.hpp"

#include "build/samples.hpp"
#include "scene/model_files.hpp"
#include "skin/contour.hpp"
#include "skin/made_surfaces.hpp"
#include "skin/read_surface.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant {
namespace {

constexpr double round_parts = 32;  // a made surface has at least so many edges along its longest side
constexpr double far_spacings = 6;  // a skin further from its body than this is a mistake
constexpr double scan_crease = 60;  // degrees: scanned meshes are rough

/// A body's shape, and what is needed to make a surface of it. Lengths are the body's own, before placement.
struct Maker {
    ShapeBuilder& shapes;
    const Scene& scene;
    const Body& body;
    std::string path;
    ShapeBuilder::Resolved shape;
    double scale;  ///< of the body's placement

    Maker(ShapeBuilder& s, const Scene& whole, const Body& b, const std::string& p)
        : shapes(s), scene(whole), body(b), path(p), shape(s.resolve(b.shape, p + ".shape")), scale(b.place.scale) {}

    BodySamples samples() const { return sample_body(shapes, body, path, mixed_seed(scene.seed, body.sampling.seed)); }
    double extent() const {
        switch (shape.shape->kind) {
            case ShapeKind::sheet:
                return shape.place.scale * std::max(shape.shape->size.x(), shape.shape->size.z());
            case ShapeKind::strand: {
                Box box;
                for (const Vec3& p : shape.shape->path) box.add(p);
                return shape.place.scale * box.size().maxCoeff();
            }
            default:
                return shapes.solid(body.shape, path + ".shape")->bounds().size().maxCoeff();
        }
    }
    /// `spacing` in metres, or 0 where the body has none that matters.
    double edge(double spacing) const {
        if (body.skin.edge > 0) return body.skin.edge / scale;
        const double round = extent() / round_parts;
        return spacing > 0 ? std::min(0.5 * spacing / scale, round) : round;
    }
    /// m: of a sheet or strand.
    double thickness(double spacing) const { return body.sampling.thickness > 0 ? body.sampling.thickness : spacing; }
};

void move(RawSurface& raw, const Similarity& place) {
    for (Vec3& p : raw.points) p = place(p);
}
void move(std::vector<Vec3>& points, const Similarity& place) {
    for (Vec3& p : points) p = place(p);
}

/// Any solid: a mesh is its own surface, simple shapes have one that is made for them, others are contoured.
SkinMesh solid_surface(const Maker& maker, double edge) {
    const Shape& shape = *maker.shape.shape;
    const std::string path = maker.path + ".shape";
    if (shape.kind == ShapeKind::mesh) {
        RawSurface raw = read_surface(find_shape_file(shape.file, maker.scene.file.parent_path()));
        move(raw, maker.shape.place);
        return make_skin_mesh(std::move(raw), scan_crease);
    }
    const bool flat = shape.kind == ShapeKind::box && maker.body.solver == Solver::rigid;
    const double own_edge = flat ? std::numeric_limits<double>::max() : edge / maker.shape.place.scale;
    if (std::optional<RawSurface> raw = surface_of(shape, own_edge)) {
        move(*raw, maker.shape.place);
        return make_skin_mesh(std::move(*raw));
    }
    return make_skin_mesh(contour(*maker.shapes.solid(maker.body.shape, path), edge));
}

SkinMesh file_surface(const Maker& maker) {
    const std::string path = maker.path + ".skin.file";
    try {
        return make_skin_mesh(read_surface(find_shape_file(maker.body.skin.file, maker.scene.file.parent_path())),
                              scan_crease);
    } catch (const InputError& error) {
        throw maker.shapes.located(error, path);
    }
}

void refuse_far(const Maker& maker, const Binding& binding, const SkinMesh& mesh, double spacing) {
    if (binding.farthest <= far_spacings * spacing) return;
    const Vec3& p = mesh.points[binding.farthest_point];
    throw maker.shapes.located(
        InputError({.what = fmt::format("the skin is far from its body: a vertex is {:.3g} m from the nearest particle",
                                        maker.scale * binding.farthest),
                    .path = maker.path + ".skin.file",
                    .value = fmt::format("{}, vertex {} at [{:.3g}, {:.3g}, {:.3g}]", maker.body.skin.file,
                                         binding.farthest_point, p.x(), p.y(), p.z()),
                    .allowed = fmt::format("vertices within {:.3g} m of the body's particles",
                                           maker.scale * far_spacings * spacing),
                    .hint = "a skin is in the body's own coordinates, before placement and scale: those of its shape"}),
        maker.path);
}

void make_rebuilt(const Maker& maker, const BodySamples& samples, BodySkin& skin) {
    skin.motion = SkinMotion::rebuilt;
    skin.count = samples.points.size();
    std::vector<Vec3> rest;
    for (const Vec3& p : samples.points) rest.push_back(maker.scale * p);
    const double edge = maker.body.skin.edge > 0 ? maker.body.skin.edge : 0.5 * samples.spacing;
    skin.particles = make_particle_surface(rest, samples.spacing, samples.volume, edge);
}

void make_sheet_skin(const Maker& maker, const BodySamples& samples, BodySkin& skin) {
    const Shape& shape = *maker.shape.shape;
    const double all = maker.scale * maker.shape.place.scale, thickness = maker.thickness(samples.spacing);
    skin.sheet = make_sheet(shape.size.x(), shape.size.z(), thickness / all,
                            maker.edge(samples.spacing) / maker.shape.place.scale);
    move(skin.sheet->middle.points, maker.shape.place);
    move(skin.sheet->cloth.points, maker.shape.place);
    skin.sheet->thickness = thickness;
    skin.mesh = std::make_shared<SkinMesh>(skin.sheet->cloth);
    skin.motion = SkinMotion::sheet;
}

void make_strand_skin(const Maker& maker, const BodySamples& samples, BodySkin& skin) {
    std::vector<Vec3> path = maker.shape.shape->path;
    move(path, maker.shape.place);
    const double thickness = maker.thickness(samples.spacing);
    skin.strand = make_strand(path, 0.5 * thickness / maker.scale, maker.edge(samples.spacing));
    skin.strand->radius = 0.5 * thickness;
    skin.mesh = std::make_shared<SkinMesh>(skin.strand->tube);
    skin.motion = SkinMotion::strand;
}

/// A surface moved as a whole: in the world, as the scene describes it.
void make_rigid(const Maker& maker, BodySkin& skin) {
    auto mesh = std::make_shared<SkinMesh>(*skin.mesh);
    move(mesh->points, similarity_of(maker.body.place));
    skin.mesh = mesh;
    skin.motion = SkinMotion::rigid;
    skin.binding = {};
}

void make_shape_skin(const Maker& maker, const BodySamples& samples, BodySkin& skin) {
    switch (maker.shape.shape->kind) {
        case ShapeKind::sheet:
            make_sheet_skin(maker, samples, skin);
            break;
        case ShapeKind::strand:
            make_strand_skin(maker, samples, skin);
            break;
        default:
            skin.mesh = std::make_shared<SkinMesh>(
                solid_surface(maker, maker.edge(maker.body.solver == Solver::rigid ? 0 : samples.spacing)));
            skin.motion = SkinMotion::bound;
    }
}

/// Surfaces that are made are bound through their middle where they have one.
const std::vector<Vec3>& bound_points(const BodySkin& skin) {
    if (skin.motion == SkinMotion::sheet) return skin.sheet->middle.points;
    if (skin.motion == SkinMotion::strand) return skin.strand->line;
    return skin.mesh->points;
}

bool is_rebuilt(const Maker& maker) {
    if (maker.body.skin.kind == SkinKind::particles) return true;
    if (maker.body.skin.kind == SkinKind::mesh) return false;
    const bool resamples = maker.body.solver == Solver::point_based && maker.body.point_based.resampling;
    return resamples || maker.shape.shape->kind == ShapeKind::points;
}

}  // namespace

BodySkin make_body_skin(ShapeBuilder& shapes, const Scene& scene, const Body& body, const std::string& path) {
    BodySkin skin;
    if (body.skin.kind == SkinKind::none) return skin;
    const Maker maker(shapes, scene, body, path);
    const BodySamples samples = maker.samples();
    if (is_rebuilt(maker)) {
        make_rebuilt(maker, samples, skin);
        return skin;
    }
    if (body.skin.kind == SkinKind::mesh) {
        skin.mesh = std::make_shared<SkinMesh>(file_surface(maker));
        skin.motion = SkinMotion::bound;
    } else {
        make_shape_skin(maker, samples, skin);
    }
    const double spacing = samples.spacing / maker.scale;
    const bool own_mesh = body.skin.kind == SkinKind::mesh;
    if (own_mesh || body.solver != Solver::rigid)
        skin.binding = bind_points(bound_points(skin), samples.points, spacing);
    if (own_mesh) refuse_far(maker, skin.binding, *skin.mesh, spacing);
    skin.count = samples.points.size();
    skin.rest = samples.points;
    skin.spacing = spacing;
    skin.scale = maker.scale;
    if (body.solver == Solver::rigid) make_rigid(maker, skin);
    return skin;
}

BodySkin make_obstacle_skin(const Scene& scene, const Obstacle& obstacle, const std::string& path) {
    BodySkin skin;
    if (obstacle.kind == ObstacleKind::plane) return skin;
    RawSurface raw;
    double crease = usual_crease;
    if (obstacle.kind == ObstacleKind::mesh) {
        try {
            raw = read_surface(find_shape_file(obstacle.file, scene.file.parent_path()));
        } catch (const InputError& error) {
            throw ShapeBuilder(scene).located(error, path + ".file");
        }
        crease = scan_crease;
    } else {
        Shape shape;
        shape.radius = obstacle.radius;
        shape.top_radius = obstacle.top_radius;
        shape.height = obstacle.height;
        shape.size = obstacle.size;
        constexpr std::array kinds = {ShapeKind::half_space, ShapeKind::sphere, ShapeKind::box, ShapeKind::capsule,
                                      ShapeKind::cylinder,   ShapeKind::cone,   ShapeKind::mesh};
        shape.kind = kinds[static_cast<std::size_t>(obstacle.kind)];
        const double widest = std::max(obstacle.radius, obstacle.top_radius);
        const bool box = shape.kind == ShapeKind::box;
        raw = *surface_of(shape, box ? std::numeric_limits<double>::max() : 2 * widest / round_parts);
    }
    for (Vec3& p : raw.points) p *= obstacle.place.scale;
    skin.mesh = std::make_shared<SkinMesh>(make_skin_mesh(std::move(raw), crease));
    skin.motion = SkinMotion::fixed;
    return skin;
}

}  // namespace pliant
