#include "measure/point_measure.hpp"

#include "clustering/union_find.hpp"
#include "core/parallel.hpp"
#include "particles/vectors.hpp"
#include "point_based/row_fit.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pliant {
namespace {

PointMeasure measure_particle(const PointBody& body, std::size_t i) {
    const RowFit fit = fit_row(body, i);
    PointMeasure result;
    if (!fit.solid) return result;
    result.raw_volume = fit.raw_volume;
    result.stretch = fit.stretch;
    result.energy = as_double(body.volume[i]) * fit.density;
    return result;
}

double largest_strain(const Vec3& stretch) { return (stretch.array() - 1).abs().maxCoeff(); }

/// Per particle: which piece it is in, numbered from `first`; pieces hang together through neighbors.
std::vector<std::uint32_t> pieces_of(const PointBody& body, std::uint32_t first) {
    UnionFind sets(body.size());
    for (std::uint32_t i = 0; i < body.size(); ++i)
        for (std::size_t s = 0; s < body.count[i]; ++s) sets.unite(i, body.neighbor[i * most_neighbors + s]);
    std::vector<std::uint32_t> piece(body.size());
    for (std::uint32_t i = 0; i < body.size(); ++i) {
        const std::uint32_t root = sets.find(i);
        piece[i] = root == i ? first++ : piece[root];
    }
    return piece;
}

std::uint32_t pieces_before(const std::vector<std::uint32_t>& fragments) {
    return fragments.empty() ? 0 : 1 + *std::max_element(fragments.begin(), fragments.end());
}

}  // namespace

std::vector<PointMeasure> measure_particles(const PointBody& body) {
    std::vector<PointMeasure> measures(body.size());
    for_chunks(body.size(), point_chunk, body.size() >= point_parallel_threshold,
               [&](std::size_t begin, std::size_t end) {
                   for (std::size_t i = begin; i < end; ++i) measures[i] = measure_particle(body, i);
               });
    return measures;
}

void measure_points(const BodyInfo& info, const PointBody& body, Stats& stats) {
    const double mass_before = stats.mass;
    const std::vector<PointMeasure> measures = measure_particles(body);
    double raw = 0, flowed = 0;
    stats.particles += body.size();
    for (std::size_t i = 0; i < body.size(); ++i) {
        const double mass = static_cast<double>(body.mass[i]), plastic = static_cast<double>(body.flowed[i]);
        const Vec3 x = info.origin + vec(body.particles[i].position), v = vec(body.particles[i].velocity);
        stats.mass += mass;
        stats.momentum += mass * v;
        stats.center_of_mass += mass * x;
        stats.angular_momentum += mass * x.cross(v);
        stats.kinetic_energy += 0.5 * mass * v.squaredNorm();
        stats.elastic_energy += measures[i].energy;
        stats.bbox.add(x);
        stats.max_speed = std::max(stats.max_speed, v.norm());
        stats.max_stretch = std::max(stats.max_stretch, measures[i].stretch[0]);
        stats.plastic_strain_max = std::max(stats.plastic_strain_max, plastic);
        flowed += mass * plastic;
        raw += measures[i].raw_volume;
        // Where the neighbors do not span space, its own volume stands in.
        if (!(measures[i].raw_volume > 0)) stats.estimated_volume += static_cast<double>(body.volume[i]);
    }
    stats.estimated_volume += body.true_volume() * raw / body.raw_volume_at_start();
    stats.fragments += pieces_before(pieces_of(body, 0));
    if (stats.mass > mass_before)
        stats.plastic_strain_mean = (stats.plastic_strain_mean * mass_before + flowed) / stats.mass;
}

namespace {

/// m: as ParticleSet::radius.
double radius_of(const BodyInfo& info, const PointBody& body, std::size_t i) {
    return std::min(static_cast<double>(info.radius), static_cast<double>(body.radius[i]) / 6);
}

}  // namespace

void add_points(std::span<const BodyInfo> infos, std::span<const PointBody> points,
                std::span<const std::uint32_t> numbers, std::uint32_t first_id, std::uint32_t first_cluster_id,
                Frame& frame) {
    if (points.empty()) return;
    if (frame.ids.empty()) {
        frame.ids.resize(frame.positions.size());
        std::iota(frame.ids.begin(), frame.ids.end(), 0U);
    }
    if (frame.embedded.empty()) frame.embedded = frame.positions;
    for (std::size_t k = 0; k < points.size(); ++k) {
        const PointBody& body = points[k];
        const BodyInfo& info = infos[numbers[k]];
        const std::vector<PointMeasure> measures = measure_particles(body);
        const std::vector<std::uint32_t> pieces = pieces_of(body, pieces_before(frame.fragments));
        const auto cluster = static_cast<std::uint32_t>(frame.parents.size());
        frame.parents.push_back(cluster);
        frame.cluster_ids.push_back(first_cluster_id + static_cast<std::uint32_t>(k));
        // Storage follows a curve through the body; a frame is read by people and programs that go by number.
        std::vector<std::uint32_t> order(body.size());
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return body.id[a] < body.id[b]; });
        for (const std::uint32_t i : order) {
            frame.ids.push_back(point_frame_id(first_id, body.id[i], k, points.size()));
            frame.positions.push_back(info.origin + vec(body.particles[i].position));
            frame.embedded.push_back(info.origin + vec(body.embedded[i].value));
            frame.velocities.push_back(vec(body.particles[i].velocity));
            frame.radii.push_back(static_cast<float>(radius_of(info, body, i)));
            frame.bodies.push_back(numbers[k]);
            frame.clusters.push_back(cluster);
            frame.strains.push_back(static_cast<float>(largest_strain(measures[i].stretch)));
            frame.plastics.push_back(static_cast<float>(body.flowed[i]));
            frame.fragments.push_back(pieces[i]);
        }
    }
}

}  // namespace pliant
