#include "cutting/cut_surface.hpp"

#include "clustering/union_find.hpp"
#include "core/assert.hpp"
#include "cutting/crossings.hpp"
#include "cutting/triangle_parts.hpp"
#include "geometry/mesh_tree.hpp"

#include <Eigen/Geometry>
#include <algorithm>
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
            cuts_.try_emplace(edge_key(first_crossing_ + s.a, first_crossing_ + s.b), std::pair(s.first, s.second));
        place_vertices(outer);
        outer_ = cut_all(outer, true);
        inner_ = cut_all(inner, false);
        find_patches(outer_);
        find_patches(inner_);
    }

    CutSurface assemble(const FragmentField& field, const MeshTree& inside) const {
        const std::vector<std::uint32_t> fragment = outer_fragments(field);
        const std::vector<bool> kept = inner_kept(inside);
        CutSurface result;
        std::unordered_map<std::uint64_t, std::uint32_t> number;  // looked up, never walked
        const auto point = [&](std::uint32_t vertex, std::uint32_t of) {
            const auto [it, made] =
                number.try_emplace(std::uint64_t{of} << 32 | vertex, static_cast<std::uint32_t>(result.points.size()));
            if (made) {
                result.points.push_back(vertices_[vertex]);
                result.point_fragments.push_back(of);
            }
            return it->second;
        };
        for (std::size_t t = 0; t < outer_.triangles.size(); ++t) {
            const PartOfTriangle& part = outer_.triangles[t];
            const std::uint32_t of = fragment[outer_.patch[t]];
            const auto& [a, b, c] = part.corners;
            result.outside.push_back({{point(a, of), point(b, of), point(c, of)}, of});
            set_source(part, result.outside.back());
        }
        for (std::size_t t = 0; t < inner_.triangles.size(); ++t) {
            if (!kept[inner_.patch[t]]) continue;
            const auto& [a, b, c] = inner_.triangles[t].corners;
            const CrackSurface::Face& face = crack_.faces[inner_.triangles[t].source];
            // Out of the fragment behind, which the normal points away from; turned, out of the one before.
            result.inside.push_back({{point(a, face.back), point(b, face.back), point(c, face.back)}, face.back});
            result.inside.push_back({{point(a, face.front), point(c, face.front), point(b, face.front)}, face.front});
        }
        std::vector<Triangle3> all;
        for (const auto* list : {&result.outside, &result.inside})
            for (const CutTriangle& triangle : *list) all.push_back(triangle.corners);
        result.closed = is_balanced(all);
        return result;
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
                for (int k = 0; k < 3; ++k)
                    at += point.within[k] * skin_points_[skin_triangles_[point.triangle][static_cast<std::size_t>(k)]];
            }
            vertices_.push_back(at);
        }
    }
    /// Cuts the triangles of one of the two surfaces.
    Parts cut_all(const EdgedTriangles& surface, bool is_first) const {
        const std::size_t count = surface.triangles.size();
        std::vector<std::vector<std::uint32_t>> on_edge(surface.ends.size()), within(count), segments(count);
        for (std::uint32_t p = 0; p < crossings_.points.size(); ++p) {
            const CrossingPoint& point = crossings_.points[p];
            (point.edge_of_first == is_first ? on_edge[point.edge] : within[point.triangle]).push_back(p);
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
                for (const std::uint32_t p : on_edge[surface.edges[t][k]])
                    add_on_edge(surface, t, k, p, places, number);
            for (const std::uint32_t p : within[t]) {
                places.push_back({crossings_.points[p].within, -1});
                number.push_back(first_crossing_ + p);
            }
            add_parts(t, places, number, segments[t], parts);
        }
        return parts;
    }
    void add_on_edge(const EdgedTriangles& surface, std::uint32_t t, std::size_t k, std::uint32_t p,
                     std::vector<PlaceInTriangle>& places, std::vector<std::uint32_t>& number) const {
        const double along = crossings_.points[p].along;
        const bool forward = surface.triangles[t][k] == surface.ends[surface.edges[t][k]].first;
        PlaceInTriangle place;
        place.side = static_cast<int>(k);
        place.shares[static_cast<int>(k)] = forward ? 1 - along : along;
        place.shares[static_cast<int>((k + 1) % 3)] = forward ? along : 1 - along;
        places.push_back(place);
        number.push_back(first_crossing_ + p);
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
    /// Calls f(part, the two triangles that cross, distance in front of the other surface's one) at every cut.
    template <class F>
    void at_cuts(const Parts& parts, bool is_first, const F& f) const {
        for (std::uint32_t t = 0; t < parts.triangles.size(); ++t)
            for (std::size_t k = 0; k < 3; ++k) {
                const auto& corners = parts.triangles[t].corners;
                const auto cut = cuts_.find(edge_key(corners[k], corners[(k + 1) % 3]));
                if (cut == cuts_.end()) continue;
                const auto [first, second] = cut->second;
                const Triangle3& other = is_first ? crack_triangles_[second] : skin_triangles_[first];
                const std::span<const Vec3> points = is_first ? std::span<const Vec3>(crack_.points) : skin_points_;
                const Vec3& a = points[other[0]];
                const Vec3 normal = (points[other[1]] - a).cross(points[other[2]] - a).stableNormalized();
                f(t, second, normal.dot(vertices_[corners[(k + 2) % 3]] - a));
            }
    }
    std::vector<std::uint32_t> outer_fragments(const FragmentField& field) const {
        std::vector<std::map<std::uint32_t, double>> votes(outer_.patches);
        at_cuts(outer_, true, [&](std::uint32_t t, std::uint32_t face, double before) {
            const CrackSurface::Face& of = crack_.faces[face];
            votes[outer_.patch[t]][before > 0 ? of.front : of.back] += std::abs(before);
        });
        std::vector<std::uint32_t> fragment(outer_.patches, nobody);
        for (std::uint32_t p = 0; p < outer_.patches; ++p)
            if (!votes[p].empty())
                fragment[p] = std::max_element(votes[p].begin(), votes[p].end(), [](const auto& a, const auto& b) {
                                  return a.second < b.second;
                              })->first;
        for (std::size_t t = 0; t < outer_.triangles.size(); ++t) {
            std::uint32_t& of = fragment[outer_.patch[t]];
            if (of == nobody) of = field.winner(field.votes(middle(outer_.triangles[t])));
        }
        return fragment;
    }
    /// Which patches of the crack are inside the surface.
    std::vector<bool> inner_kept(const MeshTree& inside) const {
        std::vector<double> votes(inner_.patches, 0);
        std::vector<bool> asked(inner_.patches, false), kept(inner_.patches);
        at_cuts(inner_, false, [&](std::uint32_t t, std::uint32_t, double before) {
            votes[inner_.patch[t]] -= before;
            asked[inner_.patch[t]] = true;
        });
        for (std::size_t t = 0; t < inner_.triangles.size(); ++t) {
            const std::uint32_t p = inner_.patch[t];
            if (asked[p]) continue;
            asked[p] = true;
            votes[p] = inside.winding_number(middle(inner_.triangles[t])) - 0.5;
        }
        for (std::uint32_t p = 0; p < inner_.patches; ++p) kept[p] = votes[p] > 0;
        return kept;
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
    std::unordered_map<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>> cuts_;  // looked up, never walked
    std::vector<Vec3> vertices_;
    Parts outer_, inner_;
};

}  // namespace

CutSurface cut_surface(std::span<const Vec3> points, std::span<const std::array<std::uint32_t, 3>> triangles,
                       const FragmentField& field, std::span<const Vec3> particles, const CutSettings& settings) {
    std::vector<Vec3> all(points.begin(), points.end());
    const std::vector<PartOfTriangle> parts = refine(all, welded(points, triangles), longest_edge * settings.cell);
    TriangleMesh mesh;
    mesh.vertices = all;
    for (const PartOfTriangle& part : parts) mesh.triangles.push_back(part.corners);
    const bool closed = is_balanced(mesh.triangles);
    const MeshTree inside(mesh);
    CutSurface result;
    for (std::uint64_t seed = 0; seed < tries; ++seed) {
        const CrackSurface crack = crack_surface(field, particles, settings.cell, settings.reach, seed);
        CutSurface cut = Cutter(all, parts, crack).assemble(field, inside);
        if (seed == 0 || cut.closed) result = std::move(cut);
        if (result.closed || !closed) break;
    }
    return result;
}

}  // namespace pliant
