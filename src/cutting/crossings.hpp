// Where two surfaces of triangles cross each other, without a wrong answer.
//
// Points are put on a lattice of whole numbers, fine beside any triangle, on which "on which side of a plane" is
// answered exactly. So the crossings fit together: two triangles that cross do so along one segment, whose two ends are
// where an edge of one goes through the other, and triangles that share an edge share the ends on it. The first surface
// may meet itself: segments that cross are parted at a fold. The second one must not. Three points and
// a fourth on one plane count as on its front: where that makes a contradiction, surfaces do not close, and the caller
// tries again with other roughness.
#pragma once

#include <pliant/types.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

using Triangle3 = std::array<std::uint32_t, 3>;

/// Triangles with their edges numbered.
struct EdgedTriangles {
    std::span<const Vec3> points;
    std::span<const Triangle3> triangles;
    std::vector<Triangle3> edges;                               ///< per triangle: edge k goes from corner k to k + 1
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;  ///< per edge: its points, the lower number first

    EdgedTriangles(std::span<const Vec3> points, std::span<const Triangle3> triangles);
};

/// A point where an edge of one surface goes through a triangle of the other.
struct CrossingPoint {
    bool edge_of_first;  ///< of which surface the edge is
    std::uint32_t edge;
    std::uint32_t triangle;  ///< of the other surface
    double along;            ///< share of the edge, from its first end
    Vec3 within;             ///< shares of the triangle's corners
};

/// The ends of the segment that two triangles have in common.
struct CrossingSegment {
    std::uint32_t first, second;  ///< triangles of the two surfaces
    std::uint32_t a, b;           ///< crossing points, and behind them folds
};

/// A point in a triangle of the second surface where two segments cross: the first surface meets itself there.
struct FoldPoint {
    std::uint32_t second;
    std::array<std::uint32_t, 2> first;  ///< the two triangles that meet
    Vec3 within_second;                  ///< shares of the triangles' corners
    std::array<Vec3, 2> within_first;
};

struct Crossings {
    std::vector<CrossingPoint> points;
    std::vector<FoldPoint> folds;           ///< numbered on from the points
    std::vector<CrossingSegment> segments;  ///< by rising triangle of the second surface; they meet at ends only
};

Crossings find_crossings(const EdgedTriangles& first, const EdgedTriangles& second);

/// Where a crossing point lies in a triangle whose edge it is on, or that it goes through.
struct PlaceInTriangle {
    Vec3 shares = Vec3::Zero();  ///< of the corners
    int side = -1;               ///< on the side from corner `side` to the next; −1: inside
};
PlaceInTriangle place_in(const EdgedTriangles& surface, bool is_first, std::uint32_t triangle,
                         const CrossingPoint& point);

}  // namespace pliant
