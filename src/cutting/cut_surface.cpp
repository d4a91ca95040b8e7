#include "cutting/cut_surface.hpp"

#include "clustering/union_find.hpp"
#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "cutting/crossings.hpp"
#include "cutting/triangle_parts.hpp"
#include "geometry/mesh_tree.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace pliant {
namespace {

constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();
constexpr double longest_edge = 8;  // in cells: longer ones are halved before
constexpr std::uint64_t tries = 4;  // with another roughness each

std::uint64_t edge_key(std::uint32_t a, std::uint32_t b) {
    return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

/// Points at one place become one, so that surfaces whose triangles have corners of their own are joined.
std::vector<Triangle3> welded(std::span<const Vec3> points, std::span<const Triangle3> triangles) {
    std::vector<std::uint32_t> order(points.size()), same(points.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto key = [&](std::uint32_t i) { return std::tuple(points[i].x(), points[i].y(), points[i].z(), i); };
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    for (std::size_t k = 0; k < order.size(); ++k)
        same[order[k]] = k > 0 && points[order[k]] == points[order[k - 1]] ? same[order[k - 1]] : order[k];
    std::vector<Triangle3> result;
    for (const Triangle3& t : triangles) result.push_back({same[t[0]], same[t[1]], same[t[2]]});
    return result;
}

bool is_balanced(const std::vector<Triangle3>& triangles) {
    std::vector<std::pair<std::uint64_t, int>> edges;
    for (const Triangle3& t : triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = t[k], b = t[(k + 1) % 3];
            if (a != b) edges.emplace_back(edge_key(a, b), a < b ? 1 : -1);
        }
    std::sort(edges.begin(), edges.end());
    for (std::size_t k = 0; k < edges.size();) {
        int sum = 0;
        std::size_t end = k;
        for (; end < edges.size() && edges[end].first == edges[k].first; ++end) sum += edges[end].second;
        if (sum != 0) return false;
        k = end;
    }
    return true;
}

/// The parts of one surface's triangles; corners by the numbers of all vertices (Cutter).
struct Parts {
    std::vector<PartOfTriangle> triangles;
    std::vector<std::uint32_t> patch;  ///< per part: parts of one patch hang together without a cut between them
    std::uint32_t patches = 0;
};

/// Gives the surface's points their numbers: a vertex is one point for each flap that it is of, but one alone for flaps
/// that hold together there.
class PointMaker {
  public:
    PointMaker(const Tears& tears, const std::vector<Vec3>& vertices) : tears_(tears), vertices_(vertices) {}

    CutSurface made;

    /// Flaps a and b hold together at a vertex.
    void weld(std::uint32_t vertex, std::uint32_t a, std::uint32_t b) {
        const std::uint32_t low = root(vertex, std::min(a, b)), high = root(vertex, std::max(a, b));
        if (low != high) joined_[key(vertex, std::max(low, high))] = std::min(low, high);
        welded_.try_emplace(key(vertex, std::min(low, high)), true);
    }
    CutTriangle triangle(const Triangle3& corners, std::uint32_t flap) {
        const auto& [a, b, c] = corners;
        return {{point(a, flap), point(b, flap), point(c, flap)}, tears_.fragment_of(flap)};
    }

  private:
    static std::uint64_t key(std::uint32_t vertex, std::uint32_t flap) { return std::uint64_t{flap} << 32 | vertex; }
    std::uint32_t root(std::uint32_t vertex, std::uint32_t flap) const {
        for (auto at = joined_.find(key(vertex, flap)); at != joined_.end(); at = joined_.find(key(vertex, flap)))
            flap = at->second;
        return flap;
    }
    std::uint32_t point(std::uint32_t vertex, std::uint32_t flap) {
        const std::uint32_t of = root(vertex, flap);
        const auto [it, fresh] = number_.try_emplace(key(vertex, of), static_cast<std::uint32_t>(made.points.size()));
        if (fresh) {
            made.points.push_back(vertices_[vertex]);
            made.point_fragments.push_back(tears_.fragment_of(of));
            made.point_flaps.push_back(welded_.contains(key(vertex, of)) ? no_flap : of);
        }
        return it->second;
    }

    const Tears& tears_;
    const std::vector<Vec3>& vertices_;
    // Looked up, never walked.
    std::unordered_map<std::uint64_t, std::uint32_t> number_, joined_;
    std::unordered_map<std::uint64_t, bool> welded_;
};

/// Everything about one cut. Vertices are numbered: the surface's points, the crack's, the crossings.
class Cutter {
  public:
    Cutter(std::span<const Vec3> points, std::span<const PartOfTriangle> skin, const CrackSurface& crack)
        : skin_points_(points), skin_(skin), crack_(crack) {
        for (const PartOfTriangle& part : skin) skin_triangles_.push_back(part.corners);
        for (const CrackSurface::Face& face : crack.faces) crack_triangles_.push_back(face.corners);
        const EdgedTriangles outer(points, skin_triangles_), inner(crack.points, crack_triangles_);
        crossings_ = find_crossings(outer, inner);
        first_crossing_ = static_cast<std::uint32_t>(points.size() + crack.points.size());
        for (const CrossingSegment& s : crossings_.segments)
            cuts_.try_emplace(edge_key(first_crossing_ + s.a, first_crossing_ + s.b), s.second);
        place_vertices(outer);
        outer_ = cut_all(outer, true);
        inner_ = cut_all(inner, false);
        find_patches(outer_);
        find_patches(inner_);
    }

    CutSurface assemble(const FragmentField& field, const Tears& tears, const MeshTree& inside, bool alone) const {
        const std::vector<std::uint32_t> flap = outer_flaps(field);
        const std::vector<int> times = times_inside(inside, alone);
        const std::vector<bool> open = open_faces(tears);
        PointMaker points(tears, vertices_);
        for (std::size_t t = 0; t < inner_.triangles.size(); ++t) {
            const auto& [corners, front, back] = crack_.faces[inner_.triangles[t].source];
            if (times[t] == 0 || open[inner_.triangles[t].source]) continue;
            for (const std::uint32_t vertex : inner_.triangles[t].corners) points.weld(vertex, front, back);
        }
        CutSurface& result = points.made;
        for (std::size_t t = 0; t < outer_.triangles.size(); ++t) {
            const PartOfTriangle& part = outer_.triangles[t];
            result.outside.push_back(points.triangle(part.corners, flap[outer_.patch[t]]));
            set_source(part, result.outside.back());
        }
        for (std::size_t t = 0; t < inner_.triangles.size(); ++t) {
            const auto [corners, front, back] = crack_.faces[inner_.triangles[t].source];
            if (!open[inner_.triangles[t].source]) continue;
            auto [a, b, c] = inner_.triangles[t].corners;
            if (times[t] < 0) std::swap(b, c);
            for (int k = 0; k < std::abs(times[t]); ++k) {
                // Out of what is behind, which the normal points away from; turned, out of what is before.
                result.inside.push_back(points.triangle({a, b, c}, back));
                result.inside.push_back(points.triangle({a, c, b}, front));
            }
        }
        std::vector<Triangle3> all;
        for (const auto* list : {&result.outside, &result.inside})
            for (const CutTriangle& triangle : *list) all.push_back(triangle.corners);
        result.closed = is_balanced(all);
        return std::move(result);
    }

  private:
    /// A part of a part: its corners in the triangle that was there first.
    void set_source(const PartOfTriangle& part, CutTriangle& triangle) const {
        const PartOfTriangle& of = skin_[part.source];
        triangle.source = of.source;
        for (std::size_t k = 0; k < 3; ++k) {
            triangle.shares[k].setZero();
            for (int j = 0; j < 3; ++j)
                triangle.shares[k] += part.shares[k][j] * of.shares[static_cast<std::size_t>(j)];
        }
    }
    void place_vertices(const EdgedTriangles& outer) {
        vertices_.assign(skin_points_.begin(), skin_points_.end());
        vertices_.insert(vertices_.end(), crack_.points.begin(), crack_.points.end());
        for (const CrossingPoint& point : crossings_.points) {
            Vec3 at = Vec3::Zero();
            if (point.edge_of_first) {
                const auto [a, b] = outer.ends[point.edge];
                at = (1 - point.along) * skin_points_[a] + point.along * skin_points_[b];
            } else {
                at = in_skin(point.triangle, point.within);
            }
            vertices_.push_back(at);
        }
        for (const FoldPoint& fold : crossings_.folds)
            vertices_.push_back(in_skin(fold.first[0], fold.within_first[0]));
    }
    Vec3 in_skin(std::uint32_t triangle, const Vec3& shares) const {
        Vec3 at = Vec3::Zero();
        for (int k = 0; k < 3; ++k)
            at += shares[k] * skin_points_[skin_triangles_[triangle][static_cast<std::size_t>(k)]];
        return at;
    }
    /// Cuts the triangles of one of the two surfaces.
    Parts cut_all(const EdgedTriangles& surface, bool is_first) const {
        const std::size_t count = surface.triangles.size();
        std::vector<std::vector<std::uint32_t>> on_edge(surface.ends.size()), segments(count);
        std::vector<std::vector<std::pair<std::uint32_t, Vec3>>> within(count);
        for (std::uint32_t p = 0; p < crossings_.points.size(); ++p) {
            const CrossingPoint& point = crossings_.points[p];
            if (point.edge_of_first == is_first)
                on_edge[point.edge].push_back(p);
            else
                within[point.triangle].emplace_back(p, point.within);
        }
        for (std::uint32_t f = 0; f < crossings_.folds.size(); ++f) {
            const FoldPoint& fold = crossings_.folds[f];
            const auto number = static_cast<std::uint32_t>(crossings_.points.size() + f);
            if (!is_first) within[fold.second].emplace_back(number, fold.within_second);
            for (std::size_t k = 0; is_first && k < 2; ++k)
                within[fold.first[k]].emplace_back(number, fold.within_first[k]);
        }
        for (std::uint32_t s = 0; s < crossings_.segments.size(); ++s)
            segments[is_first ? crossings_.segments[s].first : crossings_.segments[s].second].push_back(s);
        const auto offset = static_cast<std::uint32_t>(is_first ? 0 : skin_points_.size());
        Parts parts;
        for (std::uint32_t t = 0; t < count; ++t) {
            std::vector<PlaceInTriangle> places;
            std::vector<std::uint32_t> number;  // of the corners and places, among all vertices
            for (const std::uint32_t corner : surface.triangles[t]) number.push_back(offset + corner);
            for (std::size_t k = 0; k < 3; ++k)
                for (const std::uint32_t p : on_edge[surface.edges[t][k]]) {
                    places.push_back(place_in(surface, is_first, t, crossings_.points[p]));
                    number.push_back(first_crossing_ + p);
                }
            for (const auto& [p, shares] : within[t]) {
                places.push_back({shares, -1});
                number.push_back(first_crossing_ + p);
            }
            add_parts(t, places, number, segments[t], parts);
        }
        return parts;
    }
    void add_parts(std::uint32_t t, const std::vector<PlaceInTriangle>& places,
                   const std::vector<std::uint32_t>& number, const std::vector<std::uint32_t>& segments,
                   Parts& parts) const {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> joined;
        const auto local = [&](std::uint32_t crossing) {
            const auto it = std::find(number.begin(), number.end(), first_crossing_ + crossing);
            PLIANT_ASSERT(it != number.end());
            return static_cast<std::uint32_t>(it - number.begin());
        };
        for (const std::uint32_t s : segments)
            joined.emplace_back(local(crossings_.segments[s].a), local(crossings_.segments[s].b));
        for (const auto& corners : cut_triangle(places, joined).triangles) {
            PartOfTriangle part;
            part.source = t;
            for (std::size_t k = 0; k < 3; ++k) {
                part.corners[k] = number[corners[k]];
                part.shares[k] =
                    corners[k] < 3 ? Vec3(Vec3::Unit(static_cast<int>(corners[k]))) : places[corners[k] - 3].shares;
            }
            parts.triangles.push_back(part);
        }
    }
    void find_patches(Parts& parts) const {
        std::vector<std::pair<std::uint64_t, std::uint32_t>> edges;
        for (std::uint32_t t = 0; t < parts.triangles.size(); ++t)
            for (std::size_t k = 0; k < 3; ++k) {
                const auto& corners = parts.triangles[t].corners;
                edges.emplace_back(edge_key(corners[k], corners[(k + 1) % 3]), t);
            }
        std::sort(edges.begin(), edges.end());
        UnionFind sets(parts.triangles.size());
        for (std::size_t k = 0; k + 1 < edges.size(); ++k)
            if (edges[k].first == edges[k + 1].first && !cuts_.contains(edges[k].first))
                sets.unite(edges[k].second, edges[k + 1].second);
        std::vector<std::uint32_t> number(parts.triangles.size(), nobody);
        for (std::uint32_t t = 0; t < parts.triangles.size(); ++t) {
            std::uint32_t& patch = number[sets.find(t)];
            if (patch == nobody) patch = parts.patches++;
            parts.patch.push_back(patch);
        }
    }
    /// Calls f(part of the skin, face of the crack, distance in front of that face) at every cut.
    template <class F>
    void at_cuts(const F& f) const {
        for (std::uint32_t t = 0; t < outer_.triangles.size(); ++t)
            for (std::size_t k = 0; k < 3; ++k) {
                const auto& corners = outer_.triangles[t].corners;
                const auto cut = cuts_.find(edge_key(corners[k], corners[(k + 1) % 3]));
                if (cut == cuts_.end()) continue;
                const Triangle3& face = crack_triangles_[cut->second];
                const Vec3& a = crack_.points[face[0]];
                const Vec3 normal = (crack_.points[face[1]] - a).cross(crack_.points[face[2]] - a).stableNormalized();
                f(t, cut->second, normal.dot(vertices_[corners[(k + 2) % 3]] - a));
            }
    }
    std::vector<bool> open_faces(const Tears& tears) const {
        std::vector<bool> open;
        for (const CrackSurface::Face& face : crack_.faces) {
            const auto& [a, b, c] = face.corners;
            open.push_back(
                tears.is_open(face.front, face.back, (crack_.points[a] + crack_.points[b] + crack_.points[c]) / 3));
        }
        return open;
    }
    std::vector<std::uint32_t> outer_flaps(const FragmentField& field) const {
        std::vector<std::map<std::uint32_t, double>> votes(outer_.patches);
        at_cuts([&](std::uint32_t t, std::uint32_t face, double before) {
            const CrackSurface::Face& of = crack_.faces[face];
            votes[outer_.patch[t]][before > 0 ? of.front : of.back] += std::abs(before);
        });
        std::vector<std::uint32_t> flap(outer_.patches, nobody);
        for (std::uint32_t p = 0; p < outer_.patches; ++p)
            if (!votes[p].empty())
                flap[p] = std::max_element(votes[p].begin(), votes[p].end(), [](const auto& a, const auto& b) {
                              return a.second < b.second;
                          })->first;
        for (std::size_t t = 0; t < outer_.triangles.size(); ++t) {
            std::uint32_t& of = flap[outer_.patch[t]];
            if (of == nobody) of = field.winner(field.votes(middle(outer_.triangles[t])));
        }
        return flap;
    }
    /// How often the surface goes around each part of the crack: 0 outside, 1 inside, other whole numbers where it
    /// meets itself. A patch has one number, found where it is widest; `alone`: each part has its own, for surfaces
    /// whose cuts do not fit together.
    std::vector<int> times_inside(const MeshTree& inside, bool alone) const {
        const auto area = [&](std::uint32_t t) {
            const auto& [a, b, c] = inner_.triangles[t].corners;
            return (vertices_[b] - vertices_[a]).cross(vertices_[c] - vertices_[a]).norm();
        };
        std::vector<std::uint32_t> widest(inner_.patches, nobody);
        for (std::uint32_t t = 0; t < inner_.triangles.size(); ++t) {
            std::uint32_t& best = widest[inner_.patch[t]];
            if (best == nobody || area(t) > area(best)) best = t;
        }
        const auto around = [&](std::uint32_t t) {
            return static_cast<int>(std::lround(inside.winding_number(middle(inner_.triangles[t]))));
        };
        std::vector<int> of_patch(inner_.patches, 0), times(inner_.triangles.size());
        for (std::uint32_t p = 0; !alone && p < inner_.patches; ++p) of_patch[p] = around(widest[p]);
        for_chunks(times.size(), 256, true, [&](std::size_t begin, std::size_t end) {
            for (std::size_t t = begin; t < end; ++t)
                times[t] = alone ? around(static_cast<std::uint32_t>(t)) : of_patch[inner_.patch[t]];
        });
        return times;
    }
    Vec3 middle(const PartOfTriangle& part) const {
        return (vertices_[part.corners[0]] + vertices_[part.corners[1]] + vertices_[part.corners[2]]) / 3;
    }

    std::span<const Vec3> skin_points_;
    std::span<const PartOfTriangle> skin_;
    const CrackSurface& crack_;
    std::vector<Triangle3> skin_triangles_, crack_triangles_;
    Crossings crossings_;
    std::uint32_t first_crossing_ = 0;
    std::unordered_map<std::uint64_t, std::uint32_t> cuts_;  // edges to faces of the crack; looked up, never walked
    std::vector<Vec3> vertices_;
    Parts outer_, inner_;
};

}  // namespace

CutSurface cut_surface(std::span<const Vec3> points, std::span<const std::array<std::uint32_t, 3>> triangles,
                       std::span<const Vec3> particles, const Tears& tears, const CutSettings& settings) {
    const FragmentField field(particles, tears.flaps(), tears.parents(), tears.spacing());
    std::vector<Vec3> all(points.begin(), points.end());
    const std::vector<PartOfTriangle> parts = refine(all, welded(points, triangles), longest_edge * settings.cell);
    TriangleMesh mesh;
    mesh.vertices = all;
    for (const PartOfTriangle& part : parts) mesh.triangles.push_back(part.corners);
    const bool closed = is_balanced(mesh.triangles);
    const MeshTree inside(mesh);
    for (std::uint64_t seed = 0; closed && seed < tries; ++seed) {
        const CrackSurface crack = crack_surface(field, particles, settings.cell, settings.reach, seed);
        CutSurface result = Cutter(all, parts, crack).assemble(field, tears, inside, false);
        if (result.closed) return result;
    }
    // Open, or too messy: what is inside is asked for each part of the crack, so that no mistake reaches far.
    const CrackSurface crack = crack_surface(field, particles, settings.cell, settings.reach, 0);
    return Cutter(all, parts, crack).assemble(field, tears, inside, true);
}

}  // namespace pliant
