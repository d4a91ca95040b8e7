#include "skin/contour.hpp"

#include "core/parallel.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace pliant {
namespace {

using Node = FieldGrid::Node;

/// An edge of the lattice that the surface crosses: from `node` along `axis`.
struct Crossing {
    Node node;
    int axis;
    bool leaves;  ///< inside at its node
    Vec3 position;
    Vec3 normal = Vec3::Zero();
};

std::uint64_t key_of(const Node& node) {
    // Nodes of cells begin at −1.
    const auto part = [](int i) { return static_cast<std::uint64_t>(i + 1); };
    return part(node.x()) | part(node.y()) << 21 | part(node.z()) << 42;
}

/// In the order of the open blocks. A crossing lies between two nodes of which at least one is in an open block.
std::vector<Crossing> crossings_of(const FieldGrid& grid) {
    std::vector<Crossing> found;
    for (std::size_t b = 0; b < grid.open_blocks(); ++b) {
        for (int n = 0; n < FieldGrid::side * FieldGrid::side * FieldGrid::side; ++n) {
            const Node node = grid.lower(b) + Node(n % FieldGrid::side, n / FieldGrid::side % FieldGrid::side,
                                                   n / (FieldGrid::side * FieldGrid::side));
            const float here = grid.value(node);
            for (int axis = 0; axis < 3; ++axis) {
                const Node next = node + Node::Unit(axis);
                const float there = grid.value(next);
                if ((here < 0) == (there < 0)) continue;
                const double t = static_cast<double>(here) / (static_cast<double>(here) - static_cast<double>(there));
                found.push_back({node, axis, here < 0,
                                 grid.position(node) + std::clamp(t, 0.0, 1.0) * grid.cell() * Vec3::Unit(axis)});
            }
        }
    }
    return found;
}

/// The crossings of a cell's edges.
struct CellCrossings {
    std::uint32_t count = 0;
    std::array<std::uint32_t, 12> crossing;
};

/// Points of the cells around all crossings, and the quadrangles between them.
template <class PointOf>
RawSurface surface_of(const std::vector<Crossing>& crossings, const PointOf& point_of) {
    std::unordered_map<std::uint64_t, std::uint32_t> number;  // looked up, never walked
    std::vector<CellCrossings> cells;
    std::vector<Node> nodes;
    std::vector<std::array<std::uint32_t, 4>> quads;
    for (std::uint32_t k = 0; k < crossings.size(); ++k) {
        const Crossing& crossing = crossings[k];
        const Node u = Node::Unit((crossing.axis + 1) % 3), v = Node::Unit((crossing.axis + 2) % 3);
        std::array<std::uint32_t, 4> quad;
        std::size_t corner = 0;
        for (const Node& cell :
             {Node(crossing.node - u - v), Node(crossing.node - v), crossing.node, Node(crossing.node - u)}) {
            const auto [found, made] = number.try_emplace(key_of(cell), static_cast<std::uint32_t>(cells.size()));
            if (made) {
                cells.emplace_back();
                nodes.push_back(cell);
            }
            CellCrossings& of_cell = cells[found->second];
            of_cell.crossing[of_cell.count++] = k;
            quad[corner++] = found->second;
        }
        if (!crossing.leaves) std::swap(quad[1], quad[3]);
        quads.push_back(quad);
    }
    RawSurface raw;
    raw.points.resize(cells.size());
    for_chunks(cells.size(), 512, true, [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c) raw.points[c] = point_of(nodes[c], cells[c]);
    });
    for (const auto& q : quads) {
        // Along the shorter diagonal.
        const bool first = (raw.points[q[0]] - raw.points[q[2]]).norm() <= (raw.points[q[1]] - raw.points[q[3]]).norm();
        raw.triangles.push_back(first ? std::array{q[0], q[1], q[2]} : std::array{q[0], q[1], q[3]});
        raw.triangles.push_back(first ? std::array{q[0], q[2], q[3]} : std::array{q[1], q[2], q[3]});
    }
    return raw;
}

/// Opens the blocks that the surface may cross, and asks the solid at their nodes.
FieldGrid band_of(const Solid& solid, double edge) {
    FieldGrid grid(solid.bounds(), edge, 1);
    const double reach = 0.5 * std::sqrt(3.0) * (FieldGrid::side + 1) * grid.cell();
    for (int z = 0; z < grid.blocks().z(); ++z)
        for (int y = 0; y < grid.blocks().y(); ++y)
            for (int x = 0; x < grid.blocks().x(); ++x) {
                const Node block(x, y, z);
                const Vec3 center =
                    grid.position(FieldGrid::side * block) + Vec3::Constant(0.5 * (FieldGrid::side - 1) * grid.cell());
                const double distance = solid.distance(center);
                if (std::abs(distance) <= reach)
                    grid.open(block);
                else if (distance < 0)
                    grid.mark(block);
            }
    for_chunks(grid.open_blocks(), 1, true, [&](std::size_t b, std::size_t) {
        auto& values = grid.values(b);
        for (int n = 0; n < static_cast<int>(values.size()); ++n) {
            const Node node = grid.lower(b) + Node(n % FieldGrid::side, n / FieldGrid::side % FieldGrid::side,
                                                   n / (FieldGrid::side * FieldGrid::side));
            values[static_cast<std::size_t>(n)] = static_cast<float>(solid.distance(grid.position(node)));
        }
    });
    return grid;
}

/// Bisects the edge, and finds the normal there.
void refine(const Solid& solid, const FieldGrid& grid, Crossing& crossing) {
    Vec3 inside = grid.position(crossing.node), outside = inside + grid.cell() * Vec3::Unit(crossing.axis);
    if (!crossing.leaves) std::swap(inside, outside);
    for (int k = 0; k < 12; ++k) {
        const Vec3 middle = 0.5 * (inside + outside);
        (solid.distance(middle) < 0 ? inside : outside) = middle;
    }
    crossing.position = 0.5 * (inside + outside);
    // Near enough that an edge of the solid close by does not blur it.
    const Vec3 gradient = distance_gradient(solid, crossing.position, 10 * grid.cell());
    if (gradient.norm() > 0) crossing.normal = gradient.normalized();
}

/// The point with the least sum of squared distances from the tangent planes; from the mean along directions that the
/// planes leave open; in the cell or near it, as a corner of the solid may stick out of the cells that it crosses.
Vec3 meeting_point(const FieldGrid& grid, const std::vector<Crossing>& crossings, const Node& node,
                   const CellCrossings& cell) {
    Vec3 mean = Vec3::Zero();
    for (std::uint32_t k = 0; k < cell.count; ++k) mean += crossings[cell.crossing[k]].position;
    mean /= cell.count;
    Mat3 planes = Mat3::Zero();
    Vec3 offset = Vec3::Zero();
    for (std::uint32_t k = 0; k < cell.count; ++k) {
        const Crossing& crossing = crossings[cell.crossing[k]];
        planes += crossing.normal * crossing.normal.transpose();
        offset += crossing.normal.dot(crossing.position - mean) * crossing.normal;
    }
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(planes);
    constexpr double open = 0.05;  // of the largest eigenvalue: below it a direction is flat
    Vec3 shift = Vec3::Zero();
    for (int k = 0; k < 3; ++k) {
        const Vec3 axis = solver.eigenvectors().col(k);
        if (solver.eigenvalues()[k] > open * solver.eigenvalues()[2])
            shift += axis.dot(offset) / solver.eigenvalues()[k] * axis;
    }
    const Vec3 slack = Vec3::Constant(0.25 * grid.cell());
    const Vec3 lower = grid.position(node) - slack, upper = grid.position(node + Node::Ones()) + slack;
    return (mean + shift).cwiseMax(lower).cwiseMin(upper);
}

}  // namespace

RawSurface contour(const Solid& solid, double edge) {
    const FieldGrid grid = band_of(solid, edge);
    std::vector<Crossing> crossings = crossings_of(grid);
    for_chunks(crossings.size(), 256, true, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) refine(solid, grid, crossings[k]);
    });
    return surface_of(crossings, [&](const Node& node, const CellCrossings& cell) {
        return meeting_point(grid, crossings, node, cell);
    });
}

RawSurface contour(const FieldGrid& grid) {
    const std::vector<Crossing> crossings = crossings_of(grid);
    return surface_of(crossings, [&](const Node&, const CellCrossings& cell) {
        Vec3 mean = Vec3::Zero();
        for (std::uint32_t k = 0; k < cell.count; ++k) mean += crossings[cell.crossing[k]].position;
        return Vec3(mean / cell.count);
    });
}

}  // namespace pliant
