#include "measure/point_measure.hpp"

#include "clustering/union_find.hpp"
#include "core/parallel.hpp"
#include "particles/fragment_numbers.hpp"
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

void count_pieces(const PointBody& body, Stats& stats) {
    if (body.fragment_parents.empty()) {
        stats.fragments += pieces_before(pieces_of(body, 0));
        return;
    }
    std::vector<std::uint32_t> size(body.fragment_parents.size(), 0);
    for (const std::uint32_t f : body.fragment) ++size[f];
    for (std::uint32_t f = 0; f < size.size(); ++f) {
        stats.fragments += size[f] > 0 ? 1 : 0;
        stats.crumbs += body.fragment_parents[f] != f && size[f] > 0 && size[f] < crumb_size ? 1 : 0;
    }
}

/// The numbers of all pieces in a frame. First those that were built, of shape matching, rigid bodies and each of the
/// point-based ones; those that broke off take turns, so that none ever changes.
class FragmentNumbers {
  public:
    FragmentNumbers(std::span<const PointBody> points, bool soft_breaks, Frame& frame) : points_(points) {
        turn_.push_back(0);
        turns_ = soft_breaks ? 1 : 0;
        first_broken_.push_back(count_built(frame.fragment_parents, pieces_before(frame.fragments)));
        for (const PointBody& body : points) {
            turn_.push_back(turns_);
            turns_ += body.may_break() ? 1 : 0;
            base_.push_back(built_ += first_broken_.back());
            pieces_.push_back(body.fragment_parents.empty() ? pieces_of(body, 0) : body.fragment);
            first_broken_.push_back(count_built(body.fragment_parents, pieces_before(pieces_.back())));
        }
        built_ += first_broken_.back();
        renumber(frame);
    }
    std::uint32_t operator()(std::size_t k, std::size_t i) const { return number(k + 1, base_[k], pieces_[k][i]); }

  private:
    static std::uint32_t count_built(const std::vector<std::uint32_t>& parents, std::uint32_t pieces) {
        if (parents.empty()) return pieces;
        std::uint32_t built = 0;
        while (built < parents.size() && parents[built] == built) ++built;
        return built;
    }
    /// Of the pieces of shape matching and rigid bodies (source 0), or of a point-based body.
    std::uint32_t number(std::size_t source, std::uint32_t base, std::uint32_t piece) const {
        const std::uint32_t built = first_broken_[source];
        if (piece < built) return base + piece;
        return static_cast<std::uint32_t>(built_ + (piece - built) * turns_ + turn_[source]);
    }
    void renumber(Frame& frame) const {
        const bool broke =
            std::any_of(points_.begin(), points_.end(), [](const PointBody& b) { return !b.fragment_parents.empty(); });
        if (!broke && frame.fragment_parents.empty()) return;
        const std::vector<std::uint32_t> soft = std::move(frame.fragment_parents);
        std::vector<std::uint32_t> parents(built_);
        const auto add = [&](const std::vector<std::uint32_t>& from, std::size_t source, std::uint32_t base) {
            for (std::uint32_t f = first_broken_[source]; f < from.size(); ++f) {
                const std::uint32_t to = number(source, base, f);
                while (parents.size() <= to) parents.push_back(no_slot);
                parents[to] = number(source, base, from[f]);
            }
        };
        add(soft, 0, 0);
        for (std::size_t k = 0; k < points_.size(); ++k) add(points_[k].fragment_parents, k + 1, base_[k]);
        for (std::uint32_t f = 0; f < parents.size(); ++f)
            if (f < built_ || parents[f] == no_slot) parents[f] = f;
        for (std::uint32_t& f : frame.fragments) f = number(0, 0, f);
        frame.fragment_parents = std::move(parents);
    }

    std::span<const PointBody> points_;
    std::uint32_t built_ = 0;
    std::size_t turns_ = 0;
    std::vector<std::size_t> turn_;            ///< per source that may break
    std::vector<std::uint32_t> first_broken_;  ///< per source: how many of its own were built
    std::vector<std::uint32_t> base_;          ///< per point-based body: the number of its first one
    std::vector<std::vector<std::uint32_t>> pieces_;
};

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
    count_pieces(body, stats);
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
                bool soft_breaks, Frame& frame) {
    if (points.empty()) return;
    if (frame.ids.empty()) {
        frame.ids.resize(frame.positions.size());
        std::iota(frame.ids.begin(), frame.ids.end(), 0U);
    }
    if (frame.embedded.empty()) frame.embedded = frame.positions;
    const FragmentNumbers fragment_of(points, soft_breaks, frame);
    for (std::size_t k = 0; k < points.size(); ++k) {
        const PointBody& body = points[k];
        const BodyInfo& info = infos[numbers[k]];
        const std::vector<PointMeasure> measures = measure_particles(body);
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
            frame.fragments.push_back(fragment_of(k, i));
        }
    }
}

}  // namespace pliant
