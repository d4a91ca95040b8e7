#include "point_based/volumes.hpp"

#include "core/assert.hpp"
#include "particles/vectors.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// The cube of the mean distance of the nearest neighbors, at most three; of one that has none, that of its kernel.
double cube_of_distance(const PointBody& body, std::size_t i) {
    std::array<double, most_neighbors> distance{};
    const auto end = distance.begin() + body.count[i];
    for (std::size_t s = 0; s < body.count[i]; ++s) distance[s] = vec(body.rest[i * most_neighbors + s].vector).norm();
    const std::size_t nearest = std::min<std::size_t>(3, body.count[i]);
    std::partial_sort(distance.begin(), distance.begin() + static_cast<std::ptrdiff_t>(nearest), end);
    double mean = 0;
    for (std::size_t s = 0; s < nearest; ++s) mean += distance[s] / static_cast<double>(nearest);
    if (!(mean > 0)) mean = as_double(body.radius[i]) / 3;
    return mean * mean * mean;
}

}  // namespace

void first_volumes(PointBody& body) {
    std::vector<double> own(body.size()), smooth(body.size());
    for (std::size_t i = 0; i < body.size(); ++i) own[i] = cube_of_distance(body, i);
    double total = 0;
    for (std::size_t i = 0; i < body.size(); ++i) {
        double sum = own[i], weight = 1;
        const double h = as_double(body.radius[i]);
        for (std::size_t s = i * most_neighbors; s < i * most_neighbors + body.count[i]; ++s) {
            const double inside = std::max(0.0, 1 - vec(body.rest[s].vector).squaredNorm() / (h * h));
            const double w = inside * inside * inside;
            sum += w * own[body.neighbor[s]];
            weight += w;
        }
        total += smooth[i] = sum / weight;
    }
    PLIANT_ASSERT(total > 0);
    for (std::size_t i = 0; i < body.size(); ++i) {
        body.volume[i] = static_cast<Real>(body.true_volume() * (smooth[i] / total));
        body.mass[i] = body.property(i, PointProperty::density) * body.volume[i];
    }
}

double estimated_volume(const PointBody& body, const PointScratch& scratch) {
    double raw = 0, kept = 0;
    for (std::size_t i = 0; i < body.size(); ++i) {
        raw += as_double(scratch.raw_volume[i]);
        if (!(scratch.raw_volume[i] > 0)) kept += as_double(body.volume[i]);
    }
    return kept + (body.raw_volume_at_start() > 0 ? body.true_volume() * raw / body.raw_volume_at_start() : 0);
}

}  // namespace pliant
