#include "build/samples.hpp"

#include "core/hash.hpp"
#include "geometry/hash_grid.hpp"
#include "sampling/cloud_volume.hpp"
#include "sampling/measure.hpp"
#include "sampling/sample.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// From each point to the nearest other one, ascending.
std::vector<double> nearest_distances(const std::vector<Vec3>& points) {
    Box box;
    for (const Vec3& p : points) box.add(p);
    const double size = box.size().maxCoeff();
    const double guess = size > 0 ? size / std::cbrt(static_cast<double>(points.size())) : 1;
    const PointGrid grid(points, guess);
    std::vector<double> distances;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        // The nearest other one lies within a few times the guess, or the search goes on further out.
        for (double radius = 0.25 * guess; radius < 4 * size; radius *= 2) {
            double best = radius * radius;
            bool found = false;
            grid.for_each_within(points[i], radius, [&](std::uint32_t j, double d2) {
                if (j != i && d2 > 0 && d2 <= best) best = d2, found = true;
            });
            if (!found) continue;
            distances.push_back(std::sqrt(best));
            break;
        }
    }
    std::sort(distances.begin(), distances.end());
    return distances;
}

/// Evenly spread points fill the cubes of their distances. Of random ones the nearest is often much nearer than the
/// others, and their volume is measured.
Samples sample_cloud(const PointCloud& cloud) {
    constexpr double even = 1.6;            // distances of nine in ten points over those of one in ten; random: 2.8
    constexpr double random_median = 0.55;  // of the nearest one, over the cube root of the volume per point
    const double count = static_cast<double>(cloud.points.size());
    Samples samples;
    samples.points = cloud.points;
    const std::vector<double> distances = nearest_distances(cloud.points);
    if (distances.empty()) {  // a single point
        samples.spacing = samples.volume = 1;
        return samples;
    }
    const double median = distances[distances.size() / 2];
    samples.spacing = median;
    samples.volume = count * std::pow(median, 3);
    if (distances[distances.size() * 9 / 10] <= even * distances[distances.size() / 10]) return samples;
    samples.volume = cloud_volume(cloud.points, median / random_median);
    samples.spacing = std::cbrt(samples.volume / count);
    return samples;
}

void copy_attributes(const std::map<std::string, std::vector<float>>& from, const std::vector<std::uint32_t>& row,
                     BodySamples& to) {
    for (const auto& [name, values] : from)
        for (const std::uint32_t r : row) to.attributes[name].push_back(static_cast<double>(values[r]));
}

/// Attributes of a mesh at the vertex nearest to each particle.
void attributes_of_mesh(const TriangleMesh& mesh, const Similarity& place, BodySamples& samples) {
    if (mesh.attributes.empty()) return;
    std::vector<Vec3> vertices;
    Box box;
    for (const Vec3& v : mesh.vertices) {
        vertices.push_back(place(v));
        box.add(vertices.back());
    }
    const double cell = box.size().maxCoeff() / std::cbrt(static_cast<double>(vertices.size()));
    const PointGrid grid(vertices, cell > 0 ? cell : 1);
    std::vector<std::uint32_t> nearest;
    for (const Vec3& p : samples.points) nearest.push_back(grid.nearest(p).index);
    copy_attributes(mesh.attributes, nearest, samples);
}

/// The inside of a mesh is where its faces say it is: where they disagree, little of it may be left.
void note_orientation(const std::string& file, const TriangleMesh& mesh, double scale, BodySamples& samples) {
    constexpr double few = 0.02;  // holes and folds of scanned meshes
    const FaceAgreement faces = face_agreement(mesh);
    if (static_cast<double>(faces.opposed) <= few * static_cast<double>(faces.shared)) return;
    samples.notes.push_back(fmt::format(
        "The faces of {} do not agree on which side is out: they differ across {} of {} edges. {:.3g} m³ are inside, "
        "of "
        "{:.3g} m³ of its bounding box. Turn them all outwards (Blender: Mesh, Normals, Recalculate Outside).",
        file, faces.opposed, faces.shared, samples.volume, std::pow(scale, 3) * mesh_bounds(mesh).size().prod()));
}

/// A cloud's points are the particles, in its order.
void attributes_of_cloud(const PointCloud& cloud, BodySamples& samples) {
    std::vector<std::uint32_t> row(cloud.points.size());
    for (std::uint32_t i = 0; i < row.size(); ++i) row[i] = i;
    copy_attributes(cloud.attributes, row, samples);
}

/// The parts of an unevenly sampled body: what is left of the shape first, then the regions.
struct SamplingPart {
    SolidPtr solid;
    double spacing;  ///< over the body's
};

std::vector<SamplingPart> parts_of(ShapeBuilder& shapes, const Body& body, const std::string& path) {
    const auto combined = [](ShapeKind kind, std::vector<Shape> parts) {
        Shape shape;
        shape.kind = kind;
        shape.parts = std::move(parts);
        return shape;
    };
    std::vector<SamplingPart> parts;
    const std::vector<SamplingRegion>& regions = body.sampling.regions;
    for (std::size_t k = 0; k <= regions.size(); ++k) {
        std::vector<Shape> pieces = {k == 0 ? body.shape
                                            : combined(ShapeKind::intersection, {body.shape, regions[k - 1].shape})};
        for (std::size_t later = k; later < regions.size(); ++later) pieces.push_back(regions[later].shape);
        const Shape shape = pieces.size() == 1 ? pieces.front() : combined(ShapeKind::difference, pieces);
        parts.push_back({shapes.solid(shape, path), k == 0 ? 1 : regions[k - 1].spacing});
    }
    return parts;
}

/// Each part by itself; where two meet, points of the earlier one that are too near to the later one's are dropped.
Samples sample_parts(const std::vector<SamplingPart>& parts, const Sampling& settings) {
    double demand = 0;
    for (const SamplingPart& part : parts) demand += measure(*part.solid).volume / std::pow(part.spacing, 3);
    Samples all;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        Sampling part_settings = settings;
        const double volume = measure(*parts[k].solid).volume;
        if (!(volume > 0)) continue;
        part_settings.spacing *= parts[k].spacing;
        part_settings.seed += k;
        part_settings.particles = std::max(
            1, static_cast<int>(std::lround(settings.particles * volume / std::pow(parts[k].spacing, 3) / demand)));
        const Samples part = sample_solid(*parts[k].solid, part_settings);
        const PointGrid grid(part.points, part.spacing);
        std::erase_if(all.points, [&](const Vec3& p) {
            const double gap = 0.5 * part.spacing;
            return grid.nearest(p).squared_distance < gap * gap;
        });
        all.points.insert(all.points.end(), part.points.begin(), part.points.end());
        all.volume += part.volume;
        all.spacing = std::max(all.spacing, part.spacing);
    }
    return all;
}

/// How far below the surface each point lies, and in which direction.
void find_surface(const Solid& solid, double scale, BodySamples& samples) {
    const double step = 1e-3 * samples.spacing / scale;
    for (const Vec3& p : samples.points) {
        samples.depth.push_back(-scale * solid.distance(p));
        Vec3 slope = Vec3::Zero();
        if (samples.depth.back() < samples.spacing)
            for (int k = 0; k < 3; ++k)
                slope[k] = solid.distance(p + step * Vec3::Unit(k)) - solid.distance(p - step * Vec3::Unit(k));
        // Between two faces the slope is neither's, and less than one.
        constexpr double one_face = 0.9;
        const double size = slope.norm();
        samples.normal.push_back(size > one_face * 2 * step ? Vec3(slope / size) : Vec3::Zero());
    }
}

}  // namespace

std::uint64_t mixed_seed(std::uint64_t a, std::uint64_t b) {
    Hash hash;
    hash.add_value(a);
    hash.add_value(b);
    return hash.value();
}

BodySamples sample_body(ShapeBuilder& shapes, const Body& body, const std::string& path, std::uint64_t seed) {
    const std::string shape_path = path + ".shape";
    const ShapeBuilder::Resolved resolved = shapes.resolve(body.shape, shape_path);
    const Shape& shape = *resolved.shape;
    const bool flat =
        shape.kind == ShapeKind::sheet || shape.kind == ShapeKind::strand || shape.kind == ShapeKind::points;
    // Solids are built with their placement; the flat ones are sampled at the origin and placed here.
    const double scale = body.place.scale * (flat ? resolved.place.scale : 1);
    Sampling settings = body.sampling;
    settings.seed = seed;
    settings.spacing /= scale;
    settings.thickness /= scale;
    Samples samples;
    try {
        switch (shape.kind) {
            case ShapeKind::sheet:
                samples = sample_sheet(shape.size.x(), shape.size.z(), settings);
                break;
            case ShapeKind::strand:
                samples = sample_strand(shape.path, settings);
                break;
            case ShapeKind::points:
                samples = sample_cloud(shapes.points(shape.file, shape_path));
                break;
            default:
                samples = !body.sampling.regions.empty()
                              ? sample_parts(parts_of(shapes, body, shape_path), settings)
                              : sample_solid(*shapes.solid(body.shape, shape_path), settings);
        }
    } catch (const InputError& error) {
        throw shapes.located(error, path);
    }
    BodySamples result;
    for (const Vec3& p : samples.points) result.points.push_back(flat ? resolved.place(p) : p);
    result.spacing = scale * samples.spacing;
    result.volume = scale * scale * scale * samples.volume;
    if (!flat) find_surface(*shapes.solid(body.shape, shape_path), scale, result);
    if (shape.kind == ShapeKind::mesh) {
        attributes_of_mesh(shapes.mesh(shape.file, shape_path), resolved.place, result);
        const double size = body.place.scale * resolved.place.scale;
        note_orientation(shape.file, shapes.mesh(shape.file, shape_path), size, result);
    }
    if (shape.kind == ShapeKind::points) attributes_of_cloud(shapes.points(shape.file, shape_path), result);
    return result;
}

}  // namespace pliant
