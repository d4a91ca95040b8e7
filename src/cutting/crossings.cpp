#include "cutting/crossings.hpp"

#include "core/parallel.hpp"
#include "cutting/triangle_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace pliant {
namespace {

// With 19 bits a coordinate six times the volume of a tetrahedron stays below 2^63.
constexpr double finest = 1 << 19;

using Whole = std::array<std::int64_t, 3>;

/// Six times the signed volume: positive where d is on the back of abc, which is counter-clockwise seen from its front.
std::int64_t volume(const Whole& a, const Whole& b, const Whole& c, const Whole& d) {
    const std::int64_t ax = a[0] - d[0], ay = a[1] - d[1], az = a[2] - d[2];
    const std::int64_t bx = b[0] - d[0], by = b[1] - d[1], bz = b[2] - d[2];
    const std::int64_t cx = c[0] - d[0], cy = c[1] - d[1], cz = c[2] - d[2];
    return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}

struct WholePoints {
    std::vector<Whole> first, second;
    double cell = 1;  ///< m

    WholePoints(const EdgedTriangles& a, const EdgedTriangles& b) {
        Box box;
        for (const EdgedTriangles* surface : {&a, &b})
            for (const Vec3& p : surface->points) box.add(p);
        const double size = box.size().maxCoeff();
        const double scale = size > 0 ? (finest - 2) / size : 1;
        cell = 1 / scale;
        const auto put = [&](std::span<const Vec3> points, std::vector<Whole>& to) {
            for (const Vec3& p : points) {
                const Vec3 at = scale * (p - box.lower);
                to.push_back({std::llround(at.x()), std::llround(at.y()), std::llround(at.z())});
            }
        };
        put(a.points, first);
        put(b.points, second);
    }
};

/// Does pq go through abc? Then the share of pq, and the shares of the corners.
bool goes_through(const Whole& p, const Whole& q, const Whole& a, const Whole& b, const Whole& c, double& along,
                  Vec3& within) {
    const std::int64_t at_p = volume(a, b, c, p), at_q = volume(a, b, c, q);
    if ((at_p < 0) == (at_q < 0)) return false;
    const std::int64_t ab = volume(p, q, a, b), bc = volume(p, q, b, c), ca = volume(p, q, c, a);
    if ((ab < 0) != (bc < 0) || (bc < 0) != (ca < 0)) return false;
    along = static_cast<double>(at_p) / (static_cast<double>(at_p) - static_cast<double>(at_q));
    within =
        Vec3(std::abs(static_cast<double>(bc)), std::abs(static_cast<double>(ca)), std::abs(static_cast<double>(ab)));
    const double sum = within.sum();
    within = sum > 0 ? Vec3(within / sum) : Vec3(Vec3::Constant(1.0 / 3));
    return true;
}

struct EdgeHit {
    CrossingPoint point;
    std::uint64_t key() const {
        return (std::uint64_t{point.edge} << 32 | point.triangle) << 1 | (point.edge_of_first ? 1U : 0U);
    }
};

/// The up to six places where edges of the pair go through the other triangle.
template <class Found>
void test_pair(const EdgedTriangles& first, const EdgedTriangles& second, const WholePoints& at, std::uint32_t f,
               std::uint32_t s, const Found& found) {
    const Triangle3 &t = first.triangles[f], &u = second.triangles[s];
    CrossingPoint point{};
    for (std::size_t k = 0; k < 3; ++k) {
        const auto [p, q] = first.ends[first.edges[f][k]];
        if (goes_through(at.first[p], at.first[q], at.second[u[0]], at.second[u[1]], at.second[u[2]], point.along,
                         point.within))
            found(CrossingPoint{true, first.edges[f][k], s, point.along, point.within});
        const auto [r, v] = second.ends[second.edges[s][k]];
        if (goes_through(at.second[r], at.second[v], at.first[t[0]], at.first[t[1]], at.first[t[2]], point.along,
                         point.within))
            found(CrossingPoint{false, second.edges[s][k], f, point.along, point.within});
    }
}

/// `wider`: the lattice may have moved a point by so much.
Box box_of(const EdgedTriangles& surface, std::size_t t, double wider = 0) {
    Box box;
    for (const std::uint32_t p : surface.triangles[t]) box.add(surface.points[p]);
    box.lower.array() -= wider;
    box.upper.array() += wider;
    return box;
}

}  // namespace

EdgedTriangles::EdgedTriangles(std::span<const Vec3> all_points, std::span<const Triangle3> all_triangles)
    : points(all_points), triangles(all_triangles), edges(all_triangles.size()) {
    struct Side {
        std::uint32_t low, high, triangle, corner;
        auto key() const { return std::tuple(low, high, triangle, corner); }
    };
    std::vector<Side> sides;
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
        for (std::uint32_t k = 0; k < 3; ++k) {
            const std::uint32_t a = triangles[t][k], b = triangles[t][(k + 1) % 3];
            sides.push_back({std::min(a, b), std::max(a, b), t, k});
        }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.key() < b.key(); });
    for (const Side& side : sides) {
        const std::pair pair(side.low, side.high);
        if (ends.empty() || ends.back() != pair) ends.push_back(pair);
        edges[side.triangle][side.corner] = static_cast<std::uint32_t>(ends.size() - 1);
    }
}

Crossings find_crossings(const EdgedTriangles& first, const EdgedTriangles& second) {
    const WholePoints at(first, second);
    std::vector<Box> boxes;
    for (std::size_t t = 0; t < first.triangles.size(); ++t) boxes.push_back(box_of(first, t));
    const TriangleBoxes tree(std::move(boxes));
    struct PairHits {
        std::uint32_t first, second;
        std::vector<EdgeHit> hits;
    };
    constexpr std::size_t chunk = 256;
    std::vector<std::vector<PairHits>> found((second.triangles.size() + chunk - 1) / chunk);
    for_chunks(second.triangles.size(), chunk, true, [&](std::size_t begin, std::size_t end) {
        for (std::size_t s = begin; s < end; ++s) {
            std::vector<std::uint32_t> near;
            tree.for_each_touching(box_of(second, s, 4 * at.cell), [&](std::uint32_t f) { near.push_back(f); });
            std::sort(near.begin(), near.end());
            for (const std::uint32_t f : near) {
                PairHits pair{f, static_cast<std::uint32_t>(s), {}};
                test_pair(first, second, at, f, pair.second,
                          [&](const CrossingPoint& point) { pair.hits.push_back({point}); });
                if (!pair.hits.empty()) found[begin / chunk].push_back(std::move(pair));
            }
        }
    });
    Crossings crossings;
    std::unordered_map<std::uint64_t, std::uint32_t> number;  // looked up, never walked
    for (const auto& part : found)
        for (const PairHits& pair : part) {
            std::vector<std::uint32_t> ends;
            for (const EdgeHit& hit : pair.hits) {
                const auto [it, made] =
                    number.try_emplace(hit.key(), static_cast<std::uint32_t>(crossings.points.size()));
                if (made) crossings.points.push_back(hit.point);
                ends.push_back(it->second);
            }
            if (ends.size() == 2) crossings.segments.push_back({pair.first, pair.second, ends[0], ends[1]});
        }
    return crossings;
}

}  // namespace pliant
