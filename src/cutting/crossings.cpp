#include "cutting/crossings.hpp"

#include "core/assert.hpp"
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

/// A segment in a triangle of the second surface, by shares of its corners.
struct FlatSegment {
    Vec3 a, b;
    std::vector<std::pair<double, std::uint32_t>> folds;  ///< share of the way from a to b, number
};

/// Shares of the ways along two segments at which they cross, if they do so between their ends.
bool cross(const FlatSegment& s, const FlatSegment& t, double& along_s, double& along_t) {
    // Two of three shares are coordinates in the triangle's plane.
    const auto turn = [](const Vec3& p, const Vec3& q) { return p.x() * q.y() - p.y() * q.x(); };
    const Vec3 ds = s.b - s.a, dt = t.b - t.a, between = t.a - s.a;
    const double area = turn(ds, dt);
    if (area == 0) return false;
    along_s = turn(between, dt) / area;
    along_t = turn(between, ds) / area;
    return along_s > 0 && along_s < 1 && along_t > 0 && along_t < 1;
}

/// Parts the segments of one triangle of the second surface where they cross each other.
class FoldFinder {
  public:
    FoldFinder(const EdgedTriangles& first, const EdgedTriangles& second, Crossings& crossings)
        : first_(first), second_(second), crossings_(crossings) {}

    void part(std::span<const CrossingSegment> segments, std::vector<CrossingSegment>& parted) {
        std::vector<FlatSegment> flat;
        for (const CrossingSegment& s : segments)
            flat.push_back({shares(second_, false, s.second, s.a), shares(second_, false, s.second, s.b), {}});
        for (std::size_t i = 0; i < flat.size(); ++i)
            for (std::size_t j = i + 1; j < flat.size(); ++j) {
                const bool joined = segments[i].a == segments[j].a || segments[i].a == segments[j].b ||
                                    segments[i].b == segments[j].a || segments[i].b == segments[j].b;
                double u = 0, v = 0;
                if (joined || !cross(flat[i], flat[j], u, v)) continue;
                const std::uint32_t number = add(segments[i], u, segments[j], v, flat[i]);
                flat[i].folds.emplace_back(u, number);
                flat[j].folds.emplace_back(v, number);
            }
        for (std::size_t i = 0; i < flat.size(); ++i) {
            std::sort(flat[i].folds.begin(), flat[i].folds.end());
            CrossingSegment s = segments[i];
            for (const auto& [along, number] : flat[i].folds) {
                parted.push_back({s.first, s.second, s.a, number});
                s.a = number;
            }
            parted.push_back(s);
        }
    }

  private:
    Vec3 shares(const EdgedTriangles& surface, bool is_first, std::uint32_t triangle, std::uint32_t point) const {
        return place_in(surface, is_first, triangle, crossings_.points[point]).shares;
    }
    Vec3 in_first(const CrossingSegment& s, double along) const {
        return (1 - along) * shares(first_, true, s.first, s.a) + along * shares(first_, true, s.first, s.b);
    }
    std::uint32_t add(const CrossingSegment& s, double u, const CrossingSegment& t, double v, const FlatSegment& at) {
        crossings_.folds.push_back(
            {s.second, {s.first, t.first}, (1 - u) * at.a + u * at.b, {in_first(s, u), in_first(t, v)}});
        return static_cast<std::uint32_t>(crossings_.points.size() + crossings_.folds.size() - 1);
    }

    const EdgedTriangles &first_, &second_;
    Crossings& crossings_;
};

void part_at_folds(const EdgedTriangles& first, const EdgedTriangles& second, Crossings& crossings) {
    FoldFinder finder(first, second, crossings);
    std::vector<CrossingSegment> parted;
    const std::span<const CrossingSegment> all = crossings.segments;
    for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
        while (end < all.size() && all[end].second == all[begin].second) ++end;
        finder.part(all.subspan(begin, end - begin), parted);
    }
    crossings.segments = std::move(parted);
}

}  // namespace

PlaceInTriangle place_in(const EdgedTriangles& surface, bool is_first, std::uint32_t triangle,
                         const CrossingPoint& point) {
    if (point.edge_of_first != is_first) return {point.within, -1};
    PlaceInTriangle place;
    const Triangle3& edges = surface.edges[triangle];
    place.side = static_cast<int>(std::find(edges.begin(), edges.end(), point.edge) - edges.begin());
    PLIANT_ASSERT(place.side < 3);
    const auto side = static_cast<std::size_t>(place.side);
    const bool forward = surface.triangles[triangle][side] == surface.ends[point.edge].first;
    place.shares[place.side] = forward ? 1 - point.along : point.along;
    place.shares[(place.side + 1) % 3] = forward ? point.along : 1 - point.along;
    return place;
}

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
    part_at_folds(first, second, crossings);
    return crossings;
}

}  // namespace pliant
