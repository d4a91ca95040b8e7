#include "cutting/triangle_parts.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>

namespace pliant {
namespace {

constexpr std::uint32_t outside_all = std::numeric_limits<std::uint32_t>::max();

constexpr double on_the_edge = 1e-8;  // of the triangle's size

using Vec2 = Eigen::Vector2d;

/// Twice the area: positive when counter-clockwise.
double turn(const Vec2& a, const Vec2& b, const Vec2& c) {
    return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

/// Positive when d is inside the circle through a, b, c (counter-clockwise).
double in_circle(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
    const Vec2 u = a - d, v = b - d, w = c - d;
    return u.squaredNorm() * (v.x() * w.y() - v.y() * w.x()) - v.squaredNorm() * (u.x() * w.y() - u.y() * w.x()) +
           w.squaredNorm() * (u.x() * v.y() - u.y() * v.x());
}

/// Corners counter-clockwise; across[k] is the triangle beyond the edge from corner k to k + 1.
struct Part {
    std::array<std::uint32_t, 3> corners;
    std::array<std::uint32_t, 3> across;
    std::array<bool, 3> kept{};  ///< edges that are segments

    int corner_of(std::uint32_t vertex) const {
        for (int k = 0; k < 3; ++k)
            if (corners[static_cast<std::size_t>(k)] == vertex) return k;
        return -1;
    }
};

class Triangulation {
  public:
    explicit Triangulation(const std::vector<PlaceInTriangle>& places) {
        const Vec2 a(0, 0), b(1, 0), c(0.5, 0.75);
        vertices_ = {a, b, c};
        side_ = {-1, -1, -1};
        for (const PlaceInTriangle& place : places) {
            vertices_.push_back(place.shares[0] * a + place.shares[1] * b + place.shares[2] * c);
            side_.push_back(place.side);
        }
        parts_.push_back({{0, 1, 2}, {outside_all, outside_all, outside_all}, {}});
        for (std::uint32_t v = 3; v < vertices_.size(); ++v)
            if (side_[v] >= 0) put_on_side(v);
        for (std::uint32_t v = 3; v < vertices_.size(); ++v)
            if (side_[v] < 0) put_inside(v);
        improve();
    }

    /// Makes the segment an edge. False when others that are kept stand in its way.
    bool keep(std::uint32_t a, std::uint32_t b) {
        std::deque<std::pair<std::uint32_t, std::uint32_t>> crossed = crossed_by(a, b);
        const std::size_t most = 64 * (crossed.size() + 1) * (crossed.size() + 1);
        for (std::size_t tries = 0; !crossed.empty(); ++tries) {
            if (tries > most) return false;
            const auto [c, d] = crossed.front();
            crossed.pop_front();
            const auto edge = find_edge(c, d);
            if (!edge || parts_[edge->first].kept[at(edge->second)]) return false;
            if (!is_convex(edge->first, edge->second)) {
                crossed.emplace_back(c, d);
                continue;
            }
            const auto [e, f] = flip(edge->first, edge->second);
            if (crosses(a, b, e, f)) crossed.emplace_back(e, f);
        }
        const auto edge = find_edge(a, b);
        if (!edge) return false;
        mark(edge->first, edge->second);
        return true;
    }
    /// More even triangles, between what is kept.
    void improve() {
        const std::size_t most = 8 * parts_.size() * parts_.size() + 64;
        std::size_t flips = 0;
        for (bool again = true; again && flips < most;) {
            again = false;
            for (std::uint32_t t = 0; t < parts_.size(); ++t)
                for (int k = 0; k < 3; ++k)
                    if (is_uneven(t, k) && flips++ < most) {
                        flip(t, k);
                        again = true;
                    }
        }
    }
    std::vector<std::array<std::uint32_t, 3>> triangles() const {
        std::vector<std::array<std::uint32_t, 3>> result;
        for (const Part& part : parts_) result.push_back(part.corners);
        return result;
    }

  private:
    static std::size_t at(int k) { return static_cast<std::size_t>(k % 3); }

    void put_on_side(std::uint32_t v) {
        // The outer edge of this side whose ends are on either side of v.
        std::uint32_t best = outside_all;
        int edge = 0;
        double margin = -std::numeric_limits<double>::infinity();
        for (std::uint32_t t = 0; t < parts_.size(); ++t)
            for (int k = 0; k < 3; ++k) {
                if (parts_[t].across[at(k)] != outside_all) continue;
                const std::uint32_t a = parts_[t].corners[at(k)], b = parts_[t].corners[at(k + 1)];
                if (!is_on(side_[v], a) || !is_on(side_[v], b)) continue;
                const Vec2 along = vertices_[b] - vertices_[a];
                const double inside =
                    std::min(along.dot(vertices_[v] - vertices_[a]), along.dot(vertices_[b] - vertices_[v]));
                if (inside <= margin) continue;
                margin = inside;
                best = t;
                edge = k;
            }
        PLIANT_ASSERT(best != outside_all);
        const auto fresh = static_cast<std::uint32_t>(parts_.size());
        Part& old = parts_[best];
        const std::uint32_t b = old.corners[at(edge + 1)], c = old.corners[at(edge + 2)];
        const std::uint32_t beyond = old.across[at(edge + 1)];
        old.corners[at(edge + 1)] = v;
        old.across[at(edge + 1)] = fresh;
        parts_.push_back({{v, b, c}, {outside_all, beyond, best}, {}});
        relink(beyond, c, fresh);
    }
    bool is_on(int side, std::uint32_t v) const {
        return v < 3 ? static_cast<int>(v) == side || static_cast<int>(v) == (side + 1) % 3 : side_[v] == side;
    }
    void put_inside(std::uint32_t v) {
        std::uint32_t best = 0;
        int nearest = 0;
        double margin = -std::numeric_limits<double>::infinity();
        for (std::uint32_t t = 0; t < parts_.size(); ++t) {
            double inside = std::numeric_limits<double>::infinity();
            int edge = 0;
            for (int k = 0; k < 3; ++k) {
                const double height = height_over(t, k, v);
                if (height >= inside) continue;
                inside = height;
                edge = k;
            }
            if (inside <= margin) continue;
            margin = inside;
            best = t;
            nearest = edge;
        }
        if (margin < on_the_edge && parts_[best].across[at(nearest)] != outside_all)
            split_edge(best, nearest, v);
        else
            split_part(best, v);
    }
    double height_over(std::uint32_t t, int k, std::uint32_t v) const {
        const Vec2 &a = vertices_[parts_[t].corners[at(k)]], &b = vertices_[parts_[t].corners[at(k + 1)]];
        return turn(a, b, vertices_[v]) / std::max((b - a).norm(), on_the_edge);
    }
    void split_part(std::uint32_t t, std::uint32_t v) {
        const Part old = parts_[t];
        const auto fresh = static_cast<std::uint32_t>(parts_.size());
        parts_[t] = {{old.corners[0], old.corners[1], v}, {old.across[0], fresh, fresh + 1}, {}};
        parts_.push_back({{old.corners[1], old.corners[2], v}, {old.across[1], fresh + 1, t}, {}});
        parts_.push_back({{old.corners[2], old.corners[0], v}, {old.across[2], t, fresh}, {}});
        relink(old.across[1], old.corners[2], fresh);
        relink(old.across[2], old.corners[0], fresh + 1);
    }
    /// Surfaces with flat sides put many places on one line.
    void split_edge(std::uint32_t t, int k, std::uint32_t v) {
        const std::uint32_t u = parts_[t].across[at(k)];
        const Part one = parts_[t], two = parts_[u];
        const std::uint32_t a = one.corners[at(k)], b = one.corners[at(k + 1)], c = one.corners[at(k + 2)];
        const int j = two.corner_of(b);
        const std::uint32_t d = two.corners[at(j + 2)];
        const auto fresh = static_cast<std::uint32_t>(parts_.size());
        parts_[t] = {{a, v, c}, {fresh + 1, fresh, one.across[at(k + 2)]}, {}};
        parts_.push_back({{v, b, c}, {u, one.across[at(k + 1)], t}, {}});
        parts_[u] = {{b, v, d}, {fresh, fresh + 1, two.across[at(j + 2)]}, {}};
        parts_.push_back({{v, a, d}, {t, two.across[at(j + 1)], u}, {}});
        relink(one.across[at(k + 1)], c, fresh);
        relink(two.across[at(j + 1)], d, fresh + 1);
    }
    /// Beyond the edge of `part` that starts at this corner is another triangle now.
    void relink(std::uint32_t part, std::uint32_t corner, std::uint32_t to) {
        if (part != outside_all) parts_[part].across[at(parts_[part].corner_of(corner))] = to;
    }
    /// The corner of the triangle beyond edge k that is not on it.
    std::uint32_t opposite(std::uint32_t t, int k) const {
        const Part& other = parts_[parts_[t].across[at(k)]];
        const int corner = other.corner_of(parts_[t].corners[at(k)]);
        return other.corners[at(corner + 1)];
    }
    bool is_convex(std::uint32_t t, int k) const {
        if (parts_[t].across[at(k)] == outside_all) return false;
        const Vec2 &a = vertices_[parts_[t].corners[at(k)]], &b = vertices_[parts_[t].corners[at(k + 1)]];
        const Vec2 &c = vertices_[parts_[t].corners[at(k + 2)]], &d = vertices_[opposite(t, k)];
        return turn(c, a, d) > 0 && turn(d, b, c) > 0;
    }
    bool is_uneven(std::uint32_t t, int k) const {
        if (parts_[t].kept[at(k)] || !is_convex(t, k)) return false;
        constexpr double clearly = 1e-12;
        return in_circle(vertices_[parts_[t].corners[0]], vertices_[parts_[t].corners[1]],
                         vertices_[parts_[t].corners[2]], vertices_[opposite(t, k)]) > clearly;
    }
    /// Turns edge k of t, and returns the new one's ends.
    std::pair<std::uint32_t, std::uint32_t> flip(std::uint32_t t, int k) {
        const std::uint32_t u = parts_[t].across[at(k)];
        const Part one = parts_[t], two = parts_[u];
        const std::uint32_t a = one.corners[at(k)], b = one.corners[at(k + 1)], c = one.corners[at(k + 2)];
        const int j = two.corner_of(b);  // its edge j goes from b to a
        const std::uint32_t d = two.corners[at(j + 2)];
        parts_[t] = {{c, a, d},
                     {one.across[at(k + 2)], two.across[at(j + 1)], u},
                     {one.kept[at(k + 2)], two.kept[at(j + 1)], false}};
        parts_[u] = {{d, b, c},
                     {two.across[at(j + 2)], one.across[at(k + 1)], t},
                     {two.kept[at(j + 2)], one.kept[at(k + 1)], false}};
        relink(two.across[at(j + 1)], d, t);
        relink(one.across[at(k + 1)], c, u);
        return {c, d};
    }
    std::optional<std::pair<std::uint32_t, int>> find_edge(std::uint32_t a, std::uint32_t b) const {
        for (std::uint32_t t = 0; t < parts_.size(); ++t)
            for (int k = 0; k < 3; ++k) {
                const std::uint32_t p = parts_[t].corners[at(k)], q = parts_[t].corners[at(k + 1)];
                if ((p == a && q == b) || (p == b && q == a)) return std::pair(t, k);
            }
        return std::nullopt;
    }
    void mark(std::uint32_t t, int k) {
        parts_[t].kept[at(k)] = true;
        const std::uint32_t u = parts_[t].across[at(k)];
        if (u != outside_all) parts_[u].kept[at(parts_[u].corner_of(parts_[t].corners[at(k + 1)]))] = true;
    }
    bool crosses(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const {
        if (a == c || a == d || b == c || b == d) return false;
        const Vec2 &pa = vertices_[a], &pb = vertices_[b], &pc = vertices_[c], &pd = vertices_[d];
        return (turn(pa, pb, pc) > 0) != (turn(pa, pb, pd) > 0) && (turn(pc, pd, pa) > 0) != (turn(pc, pd, pb) > 0);
    }
    std::deque<std::pair<std::uint32_t, std::uint32_t>> crossed_by(std::uint32_t a, std::uint32_t b) const {
        std::deque<std::pair<std::uint32_t, std::uint32_t>> found;
        if (find_edge(a, b)) return found;
        for (std::uint32_t t = 0; t < parts_.size(); ++t)
            for (int k = 0; k < 3; ++k) {
                if (parts_[t].across[at(k)] == outside_all || parts_[t].across[at(k)] < t) continue;
                const std::uint32_t c = parts_[t].corners[at(k)], d = parts_[t].corners[at(k + 1)];
                if (crosses(a, b, c, d)) found.emplace_back(c, d);
            }
        return found;
    }

    std::vector<Vec2> vertices_;
    std::vector<int> side_;
    std::vector<Part> parts_;
};

}  // namespace

TriangleParts cut_triangle(const std::vector<PlaceInTriangle>& places,
                           const std::vector<std::pair<std::uint32_t, std::uint32_t>>& segments) {
    Triangulation triangulation(places);
    TriangleParts parts;
    for (const auto& [a, b] : segments)
        if (!triangulation.keep(a, b)) ++parts.missing;
    triangulation.improve();
    parts.triangles = triangulation.triangles();
    return parts;
}

}  // namespace pliant
