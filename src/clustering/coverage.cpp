#include "clustering/coverage.hpp"

#include "clustering/distance.hpp"
#include "clustering/union_find.hpp"
#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "geometry/hash_grid.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// A pair of clusters that must end up connected.
struct Need {
    std::uint32_t a, b;
};

/// One particle seen by one cluster: at squared radius `squared` the cluster is linked to the particle's home cluster.
struct Link {
    double squared;
    std::uint32_t cluster, home;
};

struct Homes {
    std::vector<std::uint32_t> cluster;  ///< nearest center of each particle
    double farthest = 0;                 ///< greatest squared distance from a particle to its home
};

Homes nearest_centers(std::span<const Vec3> points, std::span<const Vec3> centers, double cell) {
    const PointGrid grid(centers, cell);
    Homes homes;
    homes.cluster.resize(points.size());
    std::vector<double> squared(points.size());
    for_chunks(points.size(), 1024, points.size() >= parallel_threshold, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto nearest = grid.nearest(points[i]);
            homes.cluster[i] = nearest.index;
            squared[i] = nearest.squared_distance;
        }
    });
    homes.farthest = *std::max_element(squared.begin(), squared.end());
    return homes;
}

/// For each body the homes of its particles, chained to the first one's.
std::vector<Need> connections_needed(std::span<const std::uint32_t> bodies, const Homes& homes) {
    std::vector<std::uint32_t> first(bodies.size(), PointGrid::none);
    std::vector<Need> needs;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        std::uint32_t& start = first[bodies[i]];
        if (start == PointGrid::none) start = homes.cluster[i];
        if (start != homes.cluster[i]) needs.push_back({start, homes.cluster[i]});
    }
    return needs;
}

void drop_met(std::vector<Need>& needs, UnionFind& clusters) {
    while (!needs.empty() && clusters.same(needs.back().a, needs.back().b)) needs.pop_back();
}

}  // namespace

std::vector<std::uint32_t> connected_bodies(std::span<const Vec3> points, double spacing) {
    PLIANT_ASSERT(spacing > 0);
    const double reach = body_link * spacing;
    const PointGrid grid(points, reach);
    UnionFind sets(points.size());
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        grid.for_each_within(points[i], reach, [&](std::uint32_t j, double) {
            if (j < i) sets.unite(i, j);
        });
    }
    std::vector<std::uint32_t> body(points.size());
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const std::uint32_t root = sets.find(i);  // the lowest particle of its body, so it was numbered before
        body[i] = root == i ? count++ : body[root];
    }
    return body;
}

double center_gap(std::span<const Vec3> points, std::size_t count, double spacing) {
    Box box;
    for (const Vec3& p : points) box.add(p);
    // Half as much again: larger cells were faster, mostly because a body that leaves much of its bounding box empty
    // still gets PointGrid's direct table.
    const double gap = 1.5 * spacing * std::cbrt(static_cast<double>(points.size()) / static_cast<double>(count));
    // Where the spacing is far too small for the points, cells a thousandth of the body still work.
    return std::max(gap, 1e-3 * box.size().maxCoeff());
}

double smallest_radius(std::span<const Vec3> points, std::span<const std::uint32_t> bodies,
                       std::span<const Vec3> centers, double spacing) {
    PLIANT_ASSERT(bodies.size() == points.size() && !centers.empty());
    const Homes homes = nearest_centers(points, centers, center_gap(points, centers.size(), spacing));
    std::vector<Need> needs = connections_needed(bodies, homes);
    UnionFind clusters(centers.size());
    double radius = radius_reaching(homes.farthest);
    if (needs.empty()) return radius;

    // Kruskal's rule on the links by rising length, gathered ring by ring. All links below the covering radius are
    // there anyway and need no order.
    const PointGrid grid(points, std::max(0.5 * std::sqrt(homes.farthest), spacing));
    auto for_links = [&](double inner, double outer, auto use) {
        for (std::uint32_t c = 0; c < centers.size(); ++c) {
            grid.for_each_within(centers[c], outer, [&](std::uint32_t i, double squared) {
                if (squared > inner) use(Link{squared, c, homes.cluster[i]});
            });
        }
    };
    for_links(-1, radius, [&](const Link& link) { clusters.unite(link.cluster, link.home); });
    drop_met(needs, clusters);
    if (needs.empty()) return radius;
    // Ends at the latest when every cluster reaches body_link spacings past its home particles.
    for (std::vector<Link> links;;) {
        const double inner = radius * radius;
        const double outer = 1.25 * radius + 0.25 * spacing;
        links.clear();
        for_links(inner, outer, [&](const Link& link) { links.push_back(link); });
        std::sort(links.begin(), links.end(), [](const Link& a, const Link& b) {
            if (a.squared != b.squared) return a.squared < b.squared;
            return a.cluster != b.cluster ? a.cluster < b.cluster : a.home < b.home;
        });
        radius = outer;
        for (const Link& link : links) {
            if (!clusters.unite(link.cluster, link.home)) continue;
            drop_met(needs, clusters);
            if (needs.empty()) return radius_reaching(link.squared);
        }
    }
}

}  // namespace pliant
