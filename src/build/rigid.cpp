#include "build/rigid.hpp"

#include "build/field.hpp"
#include "build/samples.hpp"
#include "build/surface.hpp"
#include "sampling/moments.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <numbers>
#include <numeric>

namespace pliant {
namespace {

/// Meshes and the like are asked through a grid with this many cells along their longest side.
constexpr int grid_cells = 64;

bool is_flat(ShapeKind kind) {
    return kind == ShapeKind::sheet || kind == ShapeKind::strand || kind == ShapeKind::points;
}

bool is_slow(const ShapeBuilder& shapes, const Shape& shape, const std::string& path) {
    const Shape& resolved = *shapes.resolve(shape, path).shape;
    const auto slow_part = [&](const Shape& part) { return is_slow(shapes, part, path); };
    return resolved.kind == ShapeKind::mesh || std::any_of(resolved.parts.begin(), resolved.parts.end(), slow_part);
}

/// The solid in the shape's coordinates; of sheets, strands and clouds the balls of their particles.
SolidPtr solid_of(ShapeBuilder& shapes, const Body& body, const BodySamples& samples, const std::string& path) {
    const std::string shape_path = path + ".shape";
    const bool flat = is_flat(shapes.resolve(body.shape, shape_path).shape->kind);
    const SolidPtr exact = flat ? solid::balls(samples.points, 0.5 * samples.spacing / body.place.scale)
                                : shapes.solid(body.shape, shape_path);
    return is_slow(shapes, body.shape, shape_path) ? solid::sampled(*exact, grid_cells) : exact;
}

/// Mass, center and inertia, in the shape's coordinates times the body's scale.
struct Weight {
    double mass = 0;
    Vec3 center = Vec3::Zero();
    Mat3 inertia = Mat3::Identity();
};

/// A solid of one density is summed over its inside; anything else over its particles, each a small ball.
Weight weigh(const Body& body, const Solid& scaled, bool flat, const BodySamples& samples, const FieldValues& density) {
    const double count = static_cast<double>(density.size());
    std::vector<double> masses;
    for (const double d : density) masses.push_back(d * samples.volume / count);
    const Varying& varying = body.material.density;
    const bool uniform = !flat && varying.regions.empty() && varying.attribute.empty();
    Moments moments;
    if (uniform) {
        moments = moments_of(scaled);
    } else {
        std::vector<Vec3> points;
        for (const Vec3& p : samples.points) points.push_back(body.place.scale * p);
        moments = moments_of(points, masses);
        const double radius = 0.5 * samples.spacing;
        moments.second += moments.volume * radius * radius / 5 * Mat3::Identity();
    }
    Weight weight;
    weight.mass = body.mass.value_or(std::accumulate(masses.begin(), masses.end(), 0.0));
    weight.center = moments.center;
    weight.inertia = weight.mass / moments.volume * inertia_of(moments);
    return weight;
}

void set_inertia(RigidBody& rigid, const Weight& weight) {
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(weight.inertia);
    rigid.mass = weight.mass;
    rigid.moments = solver.eigenvalues();
    rigid.axes = solver.eigenvectors();
    if (rigid.axes.determinant() < 0) rigid.axes.col(2) *= -1;
}

double mean(const FieldValues& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

RigidMotion motion_of(const Body& body, const RigidBody& rigid) {
    RigidMotion motion;
    set_pose(motion, rigid.keyed ? keyed_pose(rigid, 0) : rigid.start);
    if (rigid.keyed) return motion;
    motion.velocity = body.velocity;
    motion.angular_momentum = inertia_of(rigid, rotation_of(motion)) * (std::numbers::pi / 180 * body.spin);
    return motion;
}

BodySummary summary_of(const Body& body, const RigidBody& rigid, const BodySamples& samples) {
    BodySummary summary;
    summary.name = body.name;
    summary.particles = samples.points.size();
    summary.mass = rigid.mass;
    summary.volume = samples.volume;
    summary.spacing = samples.spacing;
    summary.notes = samples.notes;
    return summary;
}

}  // namespace

BuiltRigid build_rigid(ShapeBuilder& shapes, const Scene& scene, const Body& body, const std::string& path,
                       const BuildOptions& options) {
    if (options.progress) options.progress("sampling", body.name);
    const BodySamples samples = sample_body(shapes, body, path, mixed_seed(scene.seed, body.sampling.seed));
    const auto values = [&](const Varying& varying, const char* name) {
        return evaluate(shapes, varying, samples, name, fmt::format("{}.material.{}", path, name));
    };
    const auto [shape, inner] = shapes.resolve(body.shape, path + ".shape");
    const double scale = body.place.scale;
    const SolidPtr part = solid_of(shapes, body, samples, path);
    const SolidPtr scaled = solid::placed(part, Mat3::Identity(), scale, Vec3::Zero());
    const FieldValues density = values(body.material.density, "density");
    const Weight weight = weigh(body, *scaled, is_flat(shape->kind), samples, density);

    BuiltRigid built;
    RigidBody& rigid = built.body;
    set_inertia(rigid, weight);
    rigid.solid = solid::placed(part, Mat3::Identity(), scale, -weight.center);
    const double total = std::accumulate(density.begin(), density.end(), 0.0);
    for (std::size_t i = 0; i < samples.points.size(); ++i) {
        rigid.particles.push_back(scale * samples.points[i] - weight.center);
        rigid.particle_shares.push_back(density[i] / total);
        rigid.half_width = std::max(rigid.half_width, -rigid.solid->distance(rigid.particles.back()));
    }
    const Box bounds = rigid.solid->bounds();
    rigid.reach = bounds.lower.cwiseAbs().cwiseMax(bounds.upper.cwiseAbs()).norm();
    const Similarity to_own = Similarity{Mat3::Identity(), scale, -weight.center}.after(inner);
    rigid.particle_radius = 0.5 * samples.spacing;
    if (is_flat(shape->kind))
        for (const Vec3& p : rigid.particles) rigid.balls.push_back({p, rigid.particle_radius});
    else
        rigid.balls = surface_balls(*shape, to_own, *rigid.solid, rigid.half_width);
    rigid.friction = mean(values(body.material.friction, "friction"));
    rigid.restitution = mean(values(body.material.restitution, "restitution"));
    rigid.collides = body.collides && scene.collisions.enabled;
    const Similarity place = similarity_of(body.place);
    rigid.start = {place.rotation, place(weight.center / scale)};
    rigid.keyed = !body.motion.keys.empty();
    rigid.motion = KeyedMotion(body.motion, rigid.start.translation);
    built.motion = motion_of(body, rigid);
    built.summary = summary_of(body, rigid, samples);
    return built;
}

}  // namespace pliant
