#include "build/fracture.hpp"

#include "core/parallel.hpp"
#include "core/random.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace pliant {
namespace {

/// So many of the body's points, all different, by the seed.
std::vector<Vec3> sites_of(const std::vector<Vec3>& points, int count, std::uint64_t seed) {
    std::vector<std::uint32_t> order(points.size());
    std::iota(order.begin(), order.end(), 0U);
    Random random(seed);
    std::vector<Vec3> sites;
    for (std::size_t k = 0; k < order.size() && sites.size() < static_cast<std::size_t>(count); ++k) {
        const auto left = static_cast<double>(order.size() - k);
        std::swap(order[k],
                  order[k + std::min(order.size() - k - 1, static_cast<std::size_t>(left * random.uniform()))]);
        sites.push_back(points[order[k]]);
    }
    return sites;
}

void add_cells(const std::vector<Vec3>& points, const std::vector<Vec3>& sites, std::vector<std::uint32_t>& cell) {
    for_chunks(points.size(), particle_chunk, true, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            double nearest = std::numeric_limits<double>::infinity();
            for (std::uint32_t k = 0; k < sites.size(); ++k)
                if (const double d = (points[i] - sites[k]).squaredNorm(); d < nearest) nearest = d, cell[i] = k;
        }
    });
}

/// Sets the bit of a surface in the cells of the particles inside it.
void add_surface(const Solid& solid, std::uint32_t surface, const std::vector<Vec3>& points,
                 std::vector<std::uint32_t>& cell) {
    for (std::size_t i = 0; i < points.size(); ++i)
        if (solid.distance(points[i]) <= 0) cell[i] |= 1U << (first_surface_bit + surface);
}

double brittleness(double toughness) { return toughness > 0 ? 1 / toughness : 0; }

}  // namespace

void set_fracture(ShapeBuilder& shapes, const Body& body, const BodySamples& samples, const FieldValues& toughness,
                  const std::string& path, const Scene& scene, BuiltBody& built) {
    const Fracture& fracture = body.fracture;
    FractureRule& rule = built.fracture;
    BodyInput& input = built.input;
    rule.stress =
        std::any_of(toughness.begin(), toughness.end(), [](double t) { return t > 0; }) || !fracture.weakenings.empty();
    for (std::size_t i = 0; rule.stress && i < toughness.size(); ++i)
        input.brittle.push_back(brittleness(toughness[i]));
    rule.blades = fracture.blades &&
                  std::any_of(scene.obstacles.begin(), scene.obstacles.end(), [](const Obstacle& o) { return o.cuts; });
    rule.delay = fracture.delay;
    rule.boost = fracture.boost;
    rule.boost_time = fracture.boost_time;
    rule.smallest = static_cast<std::uint32_t>(fracture.smallest);
    rule.most_fragments = static_cast<std::uint32_t>(fracture.most_fragments);
    rule.score = fracture.score_toughness;
    rule.only_scores = fracture.only_scores;
    rule.radius = 0.5 * samples.spacing;
    // place_particles puts the particles about their center of mass, scaled.
    rule.scale = body.place.scale;
    rule.center = samples.points.front() - input.rest.front() / rule.scale;

    const auto at = [&](const char* list, std::size_t k, const char* field) {
        return fmt::format("{}.fracture.{}[{}].{}", path, list, k, field);
    };
    std::uint32_t surface = 0;
    if (fracture.cells > 1 || !fracture.scores.empty() || !fracture.cuts.empty())
        input.cell.assign(samples.points.size(), 0);
    if (fracture.cells > 1) {
        add_cells(samples.points, sites_of(samples.points, fracture.cells, mixed_seed(scene.seed, fracture.cell_seed)),
                  input.cell);
        rule.scores |= most_cells - 1;
    }
    for (std::size_t k = 0; k < fracture.scores.size(); ++k, ++surface) {
        add_surface(*shapes.solid(fracture.scores[k].shape, at("scores", k, "shape")), surface, samples.points,
                    input.cell);
        rule.scores |= 1U << (first_surface_bit + surface);
    }
    for (std::size_t k = 0; k < fracture.cuts.size(); ++k, ++surface) {
        add_surface(*shapes.solid(fracture.cuts[k].shape, at("cuts", k, "shape")), surface, samples.points, input.cell);
        rule.cuts.push_back({fracture.cuts[k].time, surface});
    }
    for (std::size_t k = 0; k < fracture.weakenings.size(); ++k)
        rule.weakened.push_back({fracture.weakenings[k].time, brittleness(fracture.weakenings[k].toughness),
                                 shapes.solid(fracture.weakenings[k].region, at("weakenings", k, "region"))});
}

PointBreaking set_point_fracture(ShapeBuilder& shapes, const Body& body, const BodySamples& samples,
                                 const FieldValues& toughness, const std::string& path, const Scene& scene,
                                 BuiltBody& built) {
    set_fracture(shapes, body, samples, toughness, path, scene, built);
    const FractureRule& rule = built.fracture;
    PointBodyInput& points = built.points;
    points.may_break = rule.any();
    points.brittle = std::move(built.input.brittle);
    points.cell = std::move(built.input.cell);
    PointBreaking breaking{rule.stress,
                           rule.blades,
                           rule.delay,
                           rule.boost,
                           rule.boost_time,
                           rule.smallest,
                           rule.most_fragments,
                           rule.score,
                           rule.only_scores,
                           rule.scores,
                           {},
                           {}};
    for (const CutRule& cut : rule.cuts) breaking.cuts.push_back({cut.time, 1U << (first_surface_bit + cut.surface)});
    constexpr std::size_t most_weakenings = 32;
    if (rule.weakened.size() > most_weakenings)
        throw InputError({.what = "a point-based body knows no more changes of toughness",
                          .path = path + ".fracture.weakenings",
                          .value = fmt::format("{}", rule.weakened.size()),
                          .allowed = fmt::format("{} at most", most_weakenings)});
    if (!rule.weakened.empty()) points.weak.assign(samples.points.size(), 0);
    for (std::uint32_t k = 0; k < rule.weakened.size(); ++k) {
        breaking.weakened.push_back({rule.weakened[k].time, 1U << k, rule.weakened[k].brittle});
        for (std::size_t i = 0; i < points.weak.size(); ++i)
            if (rule.weakened[k].region->distance(samples.points[i]) <= 0) points.weak[i] |= 1U << k;
    }
    return breaking;
}

}  // namespace pliant
