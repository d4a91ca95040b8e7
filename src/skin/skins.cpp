#include "skin/skins.hpp"

#include "core/assert.hpp"
#include "math/decompose.hpp"
#include "skin/cut_skin.hpp"
#include "skin/make_skin.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <map>
#include <span>

namespace pliant {
namespace {

std::vector<Vec3> picked(const std::vector<Vec3>& all, const std::vector<std::uint32_t>& rows, const Vec3& origin) {
    std::vector<Vec3> values(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) values[k] = all[rows[k]] - origin;
    return values;
}

/// Sums of coefficients are 1 but for rounding, which must not count how far the body is from the world's origin.
std::vector<Vec3> bound_positions(const Binding& binding, const Frame& frame, const std::vector<std::uint32_t>& rows) {
    const Vec3 origin = frame.positions[rows.front()];
    std::vector<Vec3> points = follow(binding, picked(frame.positions, rows, origin));
    for (Vec3& p : points) p += origin;
    return points;
}

/// The points of the whole surface from those that are bound.
std::vector<Vec3> completed(const BodySkin& skin, std::vector<Vec3> bound) {
    if (skin.motion == SkinMotion::sheet) return sides_of(*skin.sheet, bound);
    if (skin.motion == SkinMotion::strand) return tube_around(*skin.strand, bound);
    return bound;
}

/// Of a sheet and a strand: that of the middle.
std::vector<Vec3> bound_velocities(const BodySkin& skin, const Frame& frame, const std::vector<std::uint32_t>& rows) {
    Binding still = skin.binding;
    still.off.clear();
    const std::vector<Vec3> middle = follow(still, picked(frame.velocities, rows, Vec3::Zero()));
    if (skin.motion == SkinMotion::bound) return middle;
    std::vector<Vec3> velocities(skin.mesh->points.size());
    for (std::size_t p = 0; p < velocities.size(); ++p) {
        std::size_t m = p % middle.size();
        if (skin.motion == SkinMotion::strand) {
            const std::size_t around = static_cast<std::size_t>(skin.strand->around), caps = velocities.size() / around;
            const std::size_t ring = p == 0 ? 0 : (p - 1) / around, end = (caps - middle.size()) / 2;
            m = std::min(ring < end ? 0 : ring - end, middle.size() - 1);
        }
        velocities[p] = middle[m];
    }
    return velocities;
}

/// Velocity and spin of particles that move as one.
std::vector<Vec3> rigid_velocities(const Frame& frame, const std::vector<std::uint32_t>& rows, const Vec3& center,
                                   const std::vector<Vec3>& points) {
    Vec3 mean = Vec3::Zero(), middle = Vec3::Zero();
    for (const std::uint32_t i : rows) {
        mean += frame.velocities[i] / static_cast<double>(rows.size());
        middle += frame.positions[i] / static_cast<double>(rows.size());
    }
    Vec3 turning = Vec3::Zero();
    Mat3 inertia = Mat3::Zero();
    for (const std::uint32_t i : rows) {
        const Vec3 arm = frame.positions[i] - middle;
        turning += arm.cross(frame.velocities[i] - mean);
        inertia += arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose();
    }
    const Vec3 spin = pseudo_inverse(inertia, 1e-9).inverse * turning;
    if (rows.empty()) middle = center;
    std::vector<Vec3> velocities;
    for (const Vec3& p : points) velocities.push_back(mean + spin.cross(p - middle));
    return velocities;
}

std::vector<Vec3> moved(const std::vector<Vec3>& points, const Mat3& turn, const Vec3& from, const Vec3& to) {
    std::vector<Vec3> result(points.size());
    for (std::size_t p = 0; p < points.size(); ++p) result[p] = to + turn * (points[p] - from);
    return result;
}

/// Velocities of a surface that is new in every frame: of the particle at hand.
std::vector<Vec3> nearest_velocities(const Frame& frame, const std::vector<std::uint32_t>& rows, double spacing,
                                     const std::vector<Vec3>& points) {
    const Vec3 origin = frame.positions[rows.front()];
    const Binding binding = [&] {
        std::vector<Vec3> local = points;
        for (Vec3& p : local) p -= origin;
        return bind_points(local, picked(frame.positions, rows, origin), spacing);
    }();
    std::vector<Vec3> velocities;
    for (std::size_t p = 0; p < points.size(); ++p)
        velocities.push_back(frame.velocities[rows[nearest_particle(binding, p)]]);
    return velocities;
}

std::vector<std::uint32_t> fragments_of(const Frame& frame, const std::vector<std::uint32_t>& rows) {
    std::vector<std::uint32_t> fragments;
    for (const std::uint32_t i : rows) fragments.push_back(frame.fragments[i]);
    return fragments;
}

/// Those of a frame's torn pairs that are a body's, by their places in its rows, which are rising.
std::vector<std::array<std::uint32_t, 2>> torn_of(const Frame& frame, const std::vector<std::uint32_t>& rows) {
    std::vector<std::array<std::uint32_t, 2>> torn;
    const auto place = [&](std::uint32_t row) {
        const auto found = std::lower_bound(rows.begin(), rows.end(), row);
        return static_cast<std::uint32_t>(found != rows.end() && *found == row ? found - rows.begin() : -1);
    };
    for (const auto& [a, b] : frame.torn) {
        const std::array pair = {place(a), place(b)};
        if (std::max(pair[0], pair[1]) < rows.size()) torn.push_back(pair);
    }
    return torn;
}

/// Has anything come off this body? One that was built in several pieces is whole.
bool is_broken(const Frame& frame, const std::vector<std::uint32_t>& rows) {
    return std::any_of(rows.begin(), rows.end(), [&](std::uint32_t i) {
        const std::uint32_t fragment = frame.fragments[i];
        return fragment < frame.fragment_parents.size() && frame.fragment_parents[fragment] != fragment;
    });
}

void append(std::vector<Vec3>& to, const std::vector<Vec3>& from) { to.insert(to.end(), from.begin(), from.end()); }

/// A new surface around each fragment.
void rebuild(const ParticleSurface& surface, const Frame& frame, const std::vector<std::uint32_t>& rows,
             bool velocities, SkinFrame& result) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> pieces;
    const bool broken = is_broken(frame, rows);
    for (const std::uint32_t i : rows) pieces[broken ? frame.fragments[i] : 0].push_back(i);
    std::vector<SkinMesh> meshes;
    for (const auto& [fragment, piece] : pieces) {
        std::vector<float> radii;
        for (const std::uint32_t i : piece) radii.push_back(frame.radii[i]);
        meshes.push_back(surface_around(surface, picked(frame.positions, piece, Vec3::Zero()), radii, rows.size()));
        const std::vector<Vec3>& points = meshes.back().points;
        if (broken) result.fragments.insert(result.fragments.end(), points.size(), fragment);
        if (velocities) append(result.velocities, nearest_velocities(frame, piece, surface.spacing, points));
    }
    std::vector<const SkinMesh*> all;
    for (const SkinMesh& mesh : meshes) all.push_back(&mesh);
    result.mesh = std::make_shared<SkinMesh>(meshes.size() == 1 ? std::move(meshes[0]) : joined(all));
    result.points = result.mesh->points;
}

}  // namespace

Look inside_look(const Material& material) {
    Look look = material.inside.value_or(material.look);
    if (!material.inside) look.texture.clear();
    return look;
}

std::vector<std::vector<std::uint32_t>> rows_by_body(const Frame& frame, std::size_t bodies) {
    std::vector<std::vector<std::uint32_t>> rows(bodies);
    for (std::uint32_t i = 0; i < frame.bodies.size(); ++i)
        if (frame.bodies[i] < bodies) rows[frame.bodies[i]].push_back(i);
    return rows;
}

Skins::Skins(const Scene& scene) {
    ShapeBuilder shapes(scene);
    for (std::size_t b = 0; b < scene.bodies.size(); ++b)
        bodies_.push_back(
            std::make_shared<BodySkin>(make_body_skin(shapes, scene, scene.bodies[b], fmt::format("bodies[{}]", b))));
    cuts_ = std::make_unique<Cut[]>(scene.bodies.size());
    for (std::size_t k = 0; k < scene.obstacles.size(); ++k) {
        obstacles_.push_back(make_obstacle_skin(scene, scene.obstacles[k], fmt::format("obstacles[{}]", k)));
        motions_.emplace_back(scene.obstacles[k]);
    }
}

std::shared_ptr<const BodySkin> Skins::current(std::size_t b, const Frame& frame,
                                               const std::vector<std::uint32_t>& rows) const {
    const std::shared_ptr<const BodySkin>& whole = bodies_[b];
    const bool can_break =
        whole->motion == SkinMotion::bound || whole->motion == SkinMotion::sheet || whole->motion == SkinMotion::strand;
    if (!can_break || rows.size() != whole->count) return whole;
    std::vector<std::array<std::uint32_t, 2>> torn = torn_of(frame, rows);
    if (torn.empty() && !is_broken(frame, rows)) return whole;
    Cut& cut = cuts_[b];
    const std::lock_guard lock(cut.busy);
    std::vector<std::uint32_t> fragments = fragments_of(frame, rows), parents = frame.fragment_parents;
    for (const std::uint32_t f : fragments)  // torn, and nothing came off yet: all are as they were built
        while (parents.size() <= f) parents.push_back(static_cast<std::uint32_t>(parents.size()));
    if (!cut.skin || cut.fragments != fragments || cut.torn != torn) {
        cut.skin = std::make_shared<BodySkin>(cut_skin(*whole, {fragments, parents, torn}));
        cut.fragments = std::move(fragments);
        cut.torn = std::move(torn);
    }
    return cut.skin;
}

SkinFrame Skins::evaluate(std::size_t b, const Frame& frame, const std::vector<std::uint32_t>& rows,
                          bool velocities) const {
    SkinFrame result;
    if (bodies_[b]->motion == SkinMotion::none) return result;
    const auto place = std::find_if(frame.rigid.begin(), frame.rigid.end(), [&](const auto& r) { return r.body == b; });
    const bool rigid = bodies_[b]->motion == SkinMotion::rigid, rebuilt = bodies_[b]->motion == SkinMotion::rebuilt;
    result.whole = rigid ? place != frame.rigid.end() : !rows.empty() && (rebuilt || rows.size() == bodies_[b]->count);
    if (!result.whole) return result;
    const std::shared_ptr<const BodySkin> skin = current(b, frame, rows);
    result.mesh = skin->mesh;
    result.fragments = skin->point_fragments;
    if (rigid) {
        result.points = moved(skin->mesh->points, place->turn, place->from, place->to);
        if (velocities) result.velocities = rigid_velocities(frame, rows, place->to, result.points);
    } else if (rebuilt) {
        rebuild(skin->particles, frame, rows, velocities, result);
    } else {
        const std::span<const BodySkin> parts =
            skin->motion == SkinMotion::parts ? std::span(skin->parts) : std::span(skin.get(), 1);
        for (const BodySkin& part : parts) {
            append(result.points, completed(part, bound_positions(part.binding, frame, rows)));
            if (velocities) append(result.velocities, bound_velocities(part, frame, rows));
        }
    }
    result.normals = smooth_normals(*result.mesh, result.points);
    return result;
}

SkinFrame Skins::evaluate_obstacle(std::size_t k, double time) const {
    SkinFrame result;
    result.mesh = obstacles_[k].mesh;
    if (!result.mesh) return result;
    const RigidPose pose = motions_[k].pose(time);
    result.points = moved(result.mesh->points, pose.rotation, Vec3::Zero(), pose.translation);
    result.normals = smooth_normals(*result.mesh, result.points);
    return result;
}

}  // namespace pliant
