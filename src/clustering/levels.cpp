#include "clustering/levels.hpp"

#include "core/assert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// As many as a scene may ask for.
constexpr std::size_t most_levels = 16;

/// What the user said about one level, if anything.
const LevelOverride* override_of(const Clusters& settings, std::size_t level) {
    for (const LevelOverride& o : settings.level_overrides)
        if (static_cast<std::size_t>(o.level) == level) return &o;
    return nullptr;
}

double unscaled_weight(const LevelWeights& w, double level, double levels) {
    // "Coarse" favours high levels; "fine" is the same profile read from the other end.
    const double rank = w.favor == Favor::coarse ? level : levels - level - 1;
    switch (w.scheme) {
        case WeightScheme::uniform:
            return 1;
        case WeightScheme::linear:
            return rank + w.epsilon;
        case WeightScheme::gaussian:
            return std::exp(-0.5 * (levels - rank - 1) * (levels - rank - 1));
        case WeightScheme::polynomial:
            return std::pow(1 + w.b * rank / levels, w.c);
        case WeightScheme::list: {
            const auto index = static_cast<std::size_t>(level);
            return index < w.values.size() ? w.values[index] : 0;
        }
    }
    return 1;
}

}  // namespace

std::vector<Clustering> cluster_levels(std::span<const Vec3> points, std::span<const double> masses, double spacing,
                                       const Clusters& settings, std::uint64_t seed) {
    std::vector<Clustering> levels;
    Clusters level = settings;
    const std::size_t most = settings.levels == 0 ? most_levels : static_cast<std::size_t>(settings.levels);
    for (std::size_t l = 0; l < most; ++l) {
        if (const LevelOverride* o = override_of(settings, l)) {
            if (o->count > 0) level.count = o->count;
            if (o->radius > 0) level.radius = o->radius;
        }
        Clustering made = cluster_particles(points, masses, spacing, level, seed);
        if (settings.levels != 1)
            for (std::string& note : made.notes) note = fmt::format("Level {}: {}", l, note);
        const auto count = static_cast<double>(made.centers.size());
        // Random centers are as many as the radius needs to cover the body: one that hardly grows gives no fewer.
        if (settings.levels == 0 && !levels.empty() && made.centers.size() >= levels.back().centers.size()) {
            levels.back().notes.push_back(
                fmt::format("Level {} is the coarsest: {} clusters of the next radius, {:.4g} m, would be no fewer.",
                            l - 1, made.centers.size(), made.radius));
            break;
        }
        level.radius = settings.radius_factor * made.radius;
        level.count = std::max(1, static_cast<int>(count / settings.divide));
        levels.push_back(std::move(made));
        if (count <= 1) break;
    }
    return levels;
}

std::vector<double> level_weights(const LevelWeights& weights, std::size_t levels) {
    PLIANT_ASSERT(levels > 0);
    std::vector<double> result(levels);
    double sum = 0;
    for (std::size_t l = 0; l < levels; ++l)
        sum += result[l] = unscaled_weight(weights, static_cast<double>(l), static_cast<double>(levels));
    // All zero (a list that names only levels that are not there): the finest carries everything.
    if (!(sum > 0)) result.assign(levels, 0), result[0] = sum = 1;
    for (double& w : result) w /= sum;
    return result;
}

LevelSchedule::LevelSchedule(const Clusters& settings, std::size_t levels) {
    for (const LevelWeightsKey& key : settings.weight_keys)
        keys_.push_back({key.time, level_weights(key.weights, levels)});
    if (keys_.empty()) keys_.push_back({0, level_weights(settings.level_weights, levels)});
}

double LevelSchedule::weight(std::size_t level, double time) const {
    PLIANT_ASSERT(!keys_.empty() && level < keys_.front().weights.size());
    const auto after = std::find_if(keys_.begin(), keys_.end(), [&](const Key& k) { return k.time > time; });
    if (after == keys_.begin()) return keys_.front().weights[level];
    if (after == keys_.end()) return keys_.back().weights[level];
    const Key& before = *(after - 1);
    const double s = (time - before.time) / (after->time - before.time);
    return before.weights[level] + s * (after->weights[level] - before.weights[level]);
}

}  // namespace pliant
