// Several resolutions of clusters over the same particles, and how much each counts (MR20 section 4; docs/methods.md
// section 2, Levels). Level 0 is the finest; each next one has an eighth of the clusters (settings.divide) with twice
// the radius (settings.radius_factor).
#pragma once

#include "clustering/clustering.hpp"

namespace pliant {

/// settings.levels of them, or, when that is 0, until one cluster is left. A level whose count was already 1 ends the
/// list, however many were asked for. Notes name the level.
std::vector<Clustering> cluster_levels(std::span<const Vec3> points, std::span<const double> masses, double spacing,
                                       const Clusters& settings, std::uint64_t seed);

/// W_ℓ of MR20 eq. 14–20, normalised to sum 1 (eq. 21); `levels` of them, finest first. A list that is shorter than the
/// number of levels weighs the missing, coarser ones with 0.
std::vector<double> level_weights(const LevelWeights& weights, std::size_t levels);

/// Level weights over time: those of the settings' keys, mixed linearly between two of them, or constant without keys.
class LevelSchedule {
  public:
    LevelSchedule(const Clusters& settings, std::size_t levels);
    double weight(std::size_t level, double time) const;
    bool is_constant() const { return keys_.size() == 1; }

  private:
    struct Key {
        double time;
        std::vector<double> weights;
    };
    std::vector<Key> keys_;  // at least one
};

}  // namespace pliant
