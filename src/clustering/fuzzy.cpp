#include "clustering/fuzzy.hpp"

#include "clustering/distance.hpp"
#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "core/vector_clones.hpp"
#include "geometry/hash_grid.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>

namespace pliant {
namespace {

/// How far a center may move, in radii, before the particles around it are queried again: a few of its last steps, as
/// a query costs as much as some sweeps over what it found.
constexpr double least_slack = 0.05;
constexpr double most_slack = 0.2;
constexpr double steps_ahead = 8;

/// When more than this part of the clusters moved, nearly all of them share a particle with one that did, and it is
/// cheaper not to ask which.
constexpr double most = 0.3;

/// Particles, ordered in space, whose being touched is also noted together.
constexpr std::uint32_t block_size = 64;

struct Cluster {
    Vec3 center;
    Vec3 mean;                 ///< the center of mass that `center` was sent to; within reach of a member
    Vec3 step = Vec3::Zero();  ///< the last move
    Vec3 queried_at = Vec3::Constant(std::numeric_limits<double>::infinity());
    double slack = most_slack;
    bool moved = true;                      ///< by the last sweep
    bool shaken = true;                     ///< a member's weights may have changed
    std::vector<std::uint32_t> candidates;  ///< all particles within radius · (1 + slack) of queried_at
    std::vector<std::uint32_t> blocks;      ///< of the candidates
    std::vector<std::uint32_t> members;
    std::vector<double> rates;  ///< beside members, see WeightKernel
};

/// A particle out of every cluster's reach, which counts as a member of its nearest cluster.
struct Stray {
    std::uint32_t cluster, particle;
};

/// A particle as the loops over members read it: half a cache line.
struct alignas(32) Particle {
    double x, y, z;
    double mass;
};

/// What a sweep knows about a particle: the sums over its clusters, added in the order of the clusters.
struct Tally {
    double total = 0;
    std::uint32_t clusters = 0;
    std::uint32_t touched = 0;  ///< 1 for one that is or was a member of a cluster that moved
};

/// Squared distances become rates.
PLIANT_VECTOR_CLONES void weigh(const WeightKernel& kernel, double scale, double* squared, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) squared[k] = kernel.rate(squared[k] * scale);
}

PLIANT_VECTOR_CLONES void divide_by_totals(const double* shares, const Tally* tallies, const std::uint32_t* members,
                                           double* weights, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) weights[k] = shares[k] / tallies[members[k]].total;
}

class FuzzyIteration {
  public:
    FuzzyIteration(std::span<const Vec3> points, std::span<const double> masses, std::span<const Vec3> centers,
                   double radius, const WeightKernel& kernel)
        : points_(points),
          radius_(radius),
          kernel_(kernel),
          parallel_(points.size() >= parallel_threshold),
          grid_(points, 0.5 * radius),
          particles_(points.size()),
          tallies_(points.size()),
          nearest_(kernel.compares() ? points.size() : 0),
          touched_blocks_((points.size() + block_size - 1) / block_size, 0),
          clusters_(centers.size()) {
        for (std::size_t i = 0; i < points.size(); ++i)
            particles_[i] = {points[i].x(), points[i].y(), points[i].z(), masses[i]};
        for (std::size_t c = 0; c < centers.size(); ++c) clusters_[c].center = clusters_[c].mean = centers[c];
        for_clusters([&](Cluster& cluster) { update_members(cluster); });
    }

    /// Returns how many centers moved.
    std::size_t sweep() {
        update_shaken();
        update_totals();
        update_strays();
        move_centers();
        return moved_;
    }

    bool covered() const { return strays_.empty(); }
    std::vector<Vec3> centers() const {
        std::vector<Vec3> result;
        for (const Cluster& cluster : clusters_) result.push_back(cluster.center);
        return result;
    }

  private:
    template <class F>
    void for_clusters(const F& f) {
        for_chunks(clusters_.size(), 16, parallel_, [&](std::size_t begin, std::size_t end) {
            for (std::size_t c = begin; c < end; ++c) f(clusters_[c]);
        });
    }

    void touch_members(const Cluster& cluster);
    static void list_blocks(Cluster& cluster);
    void follow_center(Cluster& cluster);
    void update_shaken();
    void update_members(Cluster& cluster) const;
    void update_totals();
    void update_strays();
    void move_centers();
    void weigh_members(const Cluster& cluster, std::size_t first, std::size_t count, double* weights) const;
    Vec3 center_of_mass(const Cluster& cluster, std::span<const Stray> strays) const;

    std::span<const Vec3> points_;
    double radius_;
    WeightKernel kernel_;
    bool parallel_;
    PointGrid grid_;
    std::vector<Particle> particles_;
    std::vector<Tally> tallies_;
    std::vector<double> nearest_;                ///< smallest rate of each particle; fcm only
    bool vanishing_ = false;                     ///< some particle has clusters but no total
    std::vector<std::uint32_t> touched_blocks_;  ///< 1 for a block with a touched particle
    std::vector<Cluster> clusters_;
    std::size_t moved_ = clusters_.size();  ///< how many the last sweep moved
    bool most_moved_ = true;                ///< by the sweep before: everything counts as touched and shaken
    std::vector<Stray> strays_;             ///< by rising cluster, then particle
};

/// From several threads at once, all of which write the same.
void FuzzyIteration::touch_members(const Cluster& cluster) {
    for (const std::uint32_t i : cluster.members)
        std::atomic_ref(tallies_[i].touched).store(1, std::memory_order_relaxed);
    for (const std::uint32_t b : cluster.blocks)
        std::atomic_ref(touched_blocks_[b]).store(1, std::memory_order_relaxed);
}

void FuzzyIteration::list_blocks(Cluster& cluster) {
    cluster.blocks.clear();
    for (const std::uint32_t i : cluster.candidates) {
        const std::uint32_t block = i / block_size;
        if (cluster.blocks.empty() || cluster.blocks.back() != block) cluster.blocks.push_back(block);
    }
    std::sort(cluster.blocks.begin(), cluster.blocks.end());
    cluster.blocks.erase(std::unique(cluster.blocks.begin(), cluster.blocks.end()), cluster.blocks.end());
}

/// Members of a cluster that moved; right after the move, while what it reads is at hand.
void FuzzyIteration::follow_center(Cluster& cluster) {
    if (!most_moved_) touch_members(cluster);
    update_members(cluster);
    if (cluster.members.empty()) {
        cluster.center = cluster.mean;  // the step ran past all of them
        update_members(cluster);
    }
    if (!most_moved_) touch_members(cluster);
}

void FuzzyIteration::update_shaken() {
    for_clusters([&](Cluster& cluster) {
        cluster.shaken = most_moved_ || (std::any_of(cluster.blocks.begin(), cluster.blocks.end(),
                                                     [&](std::uint32_t b) { return touched_blocks_[b] != 0; }) &&
                                         std::any_of(cluster.members.begin(), cluster.members.end(),
                                                     [&](std::uint32_t i) { return tallies_[i].touched != 0; }));
    });
    std::fill(touched_blocks_.begin(), touched_blocks_.end(), 0U);
}

void FuzzyIteration::update_members(Cluster& cluster) const {
    const double leash = (1 - 1e-9) * cluster.slack * radius_;  // rounding must not lose a member
    if (!(squared_distance(cluster.center, cluster.queried_at) <= leash * leash)) {
        cluster.queried_at = cluster.center;
        const double ahead = steps_ahead * cluster.step.norm() / radius_;
        cluster.slack = ahead > 0 ? std::clamp(ahead, least_slack, most_slack) : most_slack;
        cluster.candidates.clear();
        grid_.for_each_within(cluster.center, (1 + cluster.slack) * radius_,
                              [&](std::uint32_t i, double) { cluster.candidates.push_back(i); });
        list_blocks(cluster);
    }
    // Without a branch on the distance, which nobody can predict.
    const double limit = radius_ * radius_;
    const double x = cluster.center.x(), y = cluster.center.y(), z = cluster.center.z();
    cluster.members.resize(cluster.candidates.size());
    cluster.rates.resize(cluster.candidates.size());
    std::uint32_t* const members = cluster.members.data();
    double* const rates = cluster.rates.data();
    std::size_t count = 0;
    for (const std::uint32_t i : cluster.candidates) {
        const Particle& p = particles_[i];
        const double dx = p.x - x, dy = p.y - y, dz = p.z - z;
        const double squared = dx * dx + dy * dy + dz * dz;  // as squared_distance()
        members[count] = i;
        rates[count] = squared;
        count += squared <= limit ? 1 : 0;
    }
    cluster.members.resize(count);
    cluster.rates.resize(count);
    weigh(kernel_, 1 / limit, rates, count);
}

/// Sums again over the clusters of each touched particle; all of them are shaken.
void FuzzyIteration::update_totals() {
    for (std::size_t i = 0; i < tallies_.size(); ++i) {
        if (!most_moved_ && !tallies_[i].touched) continue;
        tallies_[i] = {.touched = 1};
        if (kernel_.compares()) nearest_[i] = std::numeric_limits<double>::infinity();
    }
    auto for_shaken = [&](auto use) {
        for (const Cluster& cluster : clusters_) {
            if (!cluster.shaken) continue;
            for (std::size_t k = 0; k < cluster.members.size(); ++k) use(cluster.members[k], cluster.rates[k]);
        }
    };
    // Without a branch on being touched: adding zero changes nothing.
    auto add = [&](std::uint32_t i, double share) {
        Tally& tally = tallies_[i];
        tally.total += tally.touched ? share : 0;
        tally.clusters += tally.touched;
    };
    if (kernel_.compares()) {
        for_shaken([&](std::uint32_t i, double rate) {
            if (tallies_[i].touched) nearest_[i] = std::min(nearest_[i], rate);
        });
        for_shaken([&](std::uint32_t i, double rate) { add(i, kernel_.share(rate, nearest_[i])); });
    } else {
        for_shaken(add);
    }
    for (Tally& tally : tallies_) tally.touched = 0;
}

void FuzzyIteration::update_strays() {
    for (const Stray& stray : strays_) clusters_[stray.cluster].shaken = true;
    strays_.clear();
    vanishing_ = false;
    PointGrid center_grid;
    for (std::uint32_t i = 0; i < tallies_.size(); ++i) {
        if (tallies_[i].clusters > 0) {
            vanishing_ |= !(tallies_[i].total > 0);
            continue;
        }
        if (center_grid.size() == 0) center_grid = PointGrid(centers(), radius_);
        strays_.push_back({center_grid.nearest(points_[i]).index, i});
    }
    std::sort(strays_.begin(), strays_.end(), [](const Stray& a, const Stray& b) {
        return a.cluster != b.cluster ? a.cluster < b.cluster : a.particle < b.particle;
    });
    for (const Stray& stray : strays_) clusters_[stray.cluster].shaken = true;
}

void FuzzyIteration::move_centers() {
    const double tolerance = fuzzy_tolerance * radius_;
    most_moved_ = static_cast<double>(moved_) > most * static_cast<double>(clusters_.size());
    for_chunks(clusters_.size(), 16, parallel_, [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c) {
            Cluster& cluster = clusters_[c];
            cluster.moved = false;
            if (!cluster.shaken) continue;
            const auto mine = std::equal_range(strays_.begin(), strays_.end(), Stray{static_cast<std::uint32_t>(c), 0},
                                               [](const Stray& a, const Stray& b) { return a.cluster < b.cluster; });
            cluster.mean = center_of_mass(cluster, {mine.first, mine.second});
            const Vec3 pull = cluster.mean - cluster.center;
            cluster.moved = squared_distance(cluster.mean, cluster.center) > tolerance * tolerance;
            if (!cluster.moved) {
                cluster.step.setZero();
            } else if (pull.dot(cluster.step) > 0) {
                cluster.step = fuzzy_overshoot * pull + fuzzy_momentum * cluster.step;
            } else {
                cluster.step = pull;
            }
            cluster.center += cluster.step;
            if (cluster.moved) follow_center(cluster);
        }
    });
    moved_ = static_cast<std::size_t>(
        std::count_if(clusters_.begin(), clusters_.end(), [](const Cluster& cluster) { return cluster.moved; }));
}

/// Weights of `count` members from the `first` on.
void FuzzyIteration::weigh_members(const Cluster& cluster, std::size_t first, std::size_t count,
                                   double* weights) const {
    const double* const rates = cluster.rates.data() + first;
    const std::uint32_t* const members = cluster.members.data() + first;
    if (!kernel_.compares() && !vanishing_) return divide_by_totals(rates, tallies_.data(), members, weights, count);
    for (std::size_t k = 0; k < count; ++k) {
        const Tally& tally = tallies_[members[k]];
        const double share = kernel_.compares() ? kernel_.share(rates[k], nearest_[members[k]]) : rates[k];
        weights[k] = WeightKernel::weight(share, tally.total, tally.clusters);
    }
}

/// CC15 eq. 7 with squared weights, summed relative to the old center. Without mass (every member wholly another's) the
/// center stays.
Vec3 FuzzyIteration::center_of_mass(const Cluster& cluster, std::span<const Stray> strays) const {
    const double x = cluster.center.x(), y = cluster.center.y(), z = cluster.center.z();
    double sum_x = 0, sum_y = 0, sum_z = 0, mass = 0;
    auto add = [&](const Particle& p, double weight) {
        const double share = p.mass * weight * weight;
        sum_x += share * (p.x - x);
        sum_y += share * (p.y - y);
        sum_z += share * (p.z - z);
        mass += share;
    };
    std::array<double, 256> weights;  // a block at a time, divided in vectors
    for (std::size_t first = 0; first < cluster.members.size(); first += weights.size()) {
        const std::size_t count = std::min(weights.size(), cluster.members.size() - first);
        weigh_members(cluster, first, count, weights.data());
        for (std::size_t k = 0; k < count; ++k) add(particles_[cluster.members[first + k]], weights[k]);
    }
    for (const Stray& stray : strays) add(particles_[stray.particle], 1);
    return mass > 0 ? Vec3(cluster.center + Vec3(sum_x, sum_y, sum_z) / mass) : cluster.center;
}

}  // namespace

FuzzyCenters fuzzy_centers(std::span<const Vec3> points, std::span<const double> masses, std::span<const Vec3> centers,
                           double radius, const WeightKernel& kernel, int max_iterations) {
    PLIANT_ASSERT(radius > 0 && !centers.empty() && masses.size() == points.size());
    FuzzyIteration iteration(points, masses, centers, radius, kernel);
    FuzzyCenters result;
    const double budget = static_cast<double>(max_iterations) * static_cast<double>(centers.size());
    for (double moves = 0; moves < budget && result.sweeps < 4 * max_iterations && !result.settled; ++result.sweeps) {
        const std::size_t moved = iteration.sweep();
        moves += static_cast<double>(moved);
        result.settled = moved == 0;
    }
    result.covered = iteration.covered();
    result.centers = iteration.centers();
    return result;
}

}  // namespace pliant
