#include "clustering/fuzzy.hpp"

#include "clustering/distance.hpp"
#include "core/parallel.hpp"
#include "geometry/hash_grid.hpp"

#include <algorithm>
#include <cassert>
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

struct Cluster {
    Vec3 center;
    Vec3 mean;                 ///< the center of mass that `center` was sent to; within reach of a member
    Vec3 step = Vec3::Zero();  ///< the last move
    Vec3 queried_at = Vec3::Constant(std::numeric_limits<double>::infinity());
    double slack = most_slack;
    bool moved = true;                      ///< by the last sweep: members and rates are out of date
    bool shaken = true;                     ///< a member's weights may have changed
    std::vector<std::uint32_t> candidates;  ///< all particles within radius · (1 + slack) of queried_at
    std::vector<std::uint32_t> members;
    std::vector<double> rates;  ///< beside members, see WeightKernel
};

/// A particle out of every cluster's reach, which counts as a member of its nearest cluster.
struct Stray {
    std::uint32_t cluster, particle;
};

/// What a sweep knows about a particle: the sums over its clusters, added in the order of the clusters.
struct Particle {
    double total = 0;
    double nearest = std::numeric_limits<double>::infinity();  ///< smallest rate; fcm only
    std::uint32_t clusters = 0;
};

class FuzzyIteration {
  public:
    FuzzyIteration(std::span<const Vec3> points, std::span<const double> masses, std::span<const Vec3> centers,
                   double radius, const WeightKernel& kernel)
        : points_(points),
          masses_(masses),
          radius_(radius),
          kernel_(kernel),
          parallel_(points.size() >= parallel_threshold),
          grid_(points, 0.5 * radius),
          particles_(points.size()),
          touched_(points.size(), 0),
          clusters_(centers.size()) {
        for (std::size_t c = 0; c < centers.size(); ++c) clusters_[c].center = clusters_[c].mean = centers[c];
    }

    /// Returns how many centers moved.
    std::size_t sweep() {
        const bool most_moved = static_cast<double>(moved_) > most * static_cast<double>(clusters_.size());
        if (most_moved)
            std::fill(touched_.begin(), touched_.end(), 1);
        else
            touch_members();
        for_clusters([&](Cluster& cluster) {
            if (!cluster.moved) return;
            update_members(cluster);
            if (!cluster.members.empty()) return;
            cluster.center = cluster.mean;  // the step ran past all of them
            update_members(cluster);
        });
        if (!most_moved) touch_members();
        for_clusters([&](Cluster& cluster) {
            cluster.shaken = std::any_of(cluster.members.begin(), cluster.members.end(),
                                         [&](std::uint32_t i) { return touched_[i] != 0; });
        });
        update_totals();
        update_strays();
        move_centers();
        moved_ = static_cast<std::size_t>(
            std::count_if(clusters_.begin(), clusters_.end(), [](const Cluster& cluster) { return cluster.moved; }));
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

    void touch_members() {
        for (const Cluster& cluster : clusters_) {
            if (!cluster.moved) continue;
            for (const std::uint32_t i : cluster.members) touched_[i] = 1;
        }
    }

    void update_members(Cluster& cluster) const;
    void update_totals();
    void update_strays();
    void move_centers();
    Vec3 center_of_mass(const Cluster& cluster, std::span<const Stray> strays) const;

    std::span<const Vec3> points_;
    std::span<const double> masses_;
    double radius_;
    WeightKernel kernel_;
    bool parallel_;
    PointGrid grid_;
    std::vector<Particle> particles_;
    std::vector<char> touched_;  ///< particles that are or were members of a cluster that moved
    std::vector<Cluster> clusters_;
    std::size_t moved_ = clusters_.size();  ///< how many the last sweep moved
    std::vector<Stray> strays_;             ///< by rising cluster, then particle
};

void FuzzyIteration::update_members(Cluster& cluster) const {
    const double leash = (1 - 1e-9) * cluster.slack * radius_;  // rounding must not lose a member
    if (!(squared_distance(cluster.center, cluster.queried_at) <= leash * leash)) {
        cluster.queried_at = cluster.center;
        const double ahead = steps_ahead * cluster.step.norm() / radius_;
        cluster.slack = ahead > 0 ? std::clamp(ahead, least_slack, most_slack) : most_slack;
        cluster.candidates.clear();
        grid_.for_each_within(cluster.center, (1 + cluster.slack) * radius_,
                              [&](std::uint32_t i, double) { cluster.candidates.push_back(i); });
    }
    // Without a branch on the distance, which nobody can predict.
    const double limit = radius_ * radius_;
    cluster.members.resize(cluster.candidates.size());
    cluster.rates.resize(cluster.candidates.size());
    std::size_t count = 0;
    for (const std::uint32_t i : cluster.candidates) {
        const double squared = squared_distance(points_[i], cluster.center);
        cluster.members[count] = i;
        cluster.rates[count] = squared;
        count += squared <= limit ? 1 : 0;
    }
    cluster.members.resize(count);
    cluster.rates.resize(count);
    const double scale = 1 / limit;
    for (double& rate : cluster.rates) rate = kernel_.rate(rate * scale);
}

/// Sums again over the clusters of each touched particle; all of them are shaken.
void FuzzyIteration::update_totals() {
    for (std::size_t i = 0; i < particles_.size(); ++i) {
        if (touched_[i]) particles_[i] = {};
    }
    auto for_touched = [&](auto use) {
        for (const Cluster& cluster : clusters_) {
            if (!cluster.shaken) continue;
            for (std::size_t k = 0; k < cluster.members.size(); ++k) {
                const std::uint32_t i = cluster.members[k];
                if (touched_[i]) use(particles_[i], cluster.rates[k]);
            }
        }
    };
    if (kernel_.compares()) for_touched([](Particle& p, double rate) { p.nearest = std::min(p.nearest, rate); });
    for_touched([&](Particle& p, double rate) {
        p.total += kernel_.share(rate, p.nearest);
        ++p.clusters;
    });
    std::fill(touched_.begin(), touched_.end(), 0);
}

void FuzzyIteration::update_strays() {
    for (const Stray& stray : strays_) clusters_[stray.cluster].shaken = true;
    strays_.clear();
    PointGrid center_grid;
    for (std::uint32_t i = 0; i < particles_.size(); ++i) {
        if (particles_[i].clusters > 0) continue;
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
        }
    });
}

/// CC15 eq. 7 with squared weights, summed relative to the old center. Without mass (every member wholly another's) the
/// center stays.
Vec3 FuzzyIteration::center_of_mass(const Cluster& cluster, std::span<const Stray> strays) const {
    Vec3 sum = Vec3::Zero();
    double mass = 0;
    auto add = [&](std::uint32_t i, double weight) {
        const double share = masses_[i] * weight * weight;
        sum += share * (points_[i] - cluster.center);
        mass += share;
    };
    for (std::size_t k = 0; k < cluster.members.size(); ++k) {
        const std::uint32_t i = cluster.members[k];
        const Particle& p = particles_[i];
        add(i, WeightKernel::weight(kernel_.share(cluster.rates[k], p.nearest), p.total, p.clusters));
    }
    for (const Stray& stray : strays) add(stray.particle, 1);
    return mass > 0 ? Vec3(cluster.center + sum / mass) : cluster.center;
}

}  // namespace

FuzzyCenters fuzzy_centers(std::span<const Vec3> points, std::span<const double> masses, std::span<const Vec3> centers,
                           double radius, const WeightKernel& kernel, int max_iterations) {
    assert(radius > 0 && !centers.empty() && masses.size() == points.size());
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
