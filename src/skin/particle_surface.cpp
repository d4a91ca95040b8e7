#include "skin/particle_surface.hpp"

#include "core/parallel.hpp"
#include "geometry/hash_grid.hpp"
#include "skin/contour.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant {
namespace {

constexpr double kernel_reach = 2;      // of a blob, in spacings
constexpr double neighbor_reach = 2.5;  // in spacings
constexpr double centering = 0.5;       // how far a blob goes from its particle to the mean of those around
constexpr double longest = 3;           // largest over smallest axis of a blob
constexpr std::size_t lonely = 8;       // with fewer neighbors a blob is round
constexpr double all_directions = 180;  // degrees: no edge is sharp

struct Blob {
    Vec3 center;
    Mat3 shrink;    ///< from the world to the unit ball
    double height;  ///< density at the center
    Vec3 reach;     ///< half the size of its box
};

Blob round_blob(const Vec3& center, double radius, double volume) {
    Blob blob;
    blob.center = center;
    blob.shrink = Mat3::Identity() / radius;
    blob.height = volume * 315 / (64 * std::numbers::pi) / (radius * radius * radius);
    blob.reach = Vec3::Constant(radius);
    return blob;
}

Blob blob_of(const PointGrid& grid, std::span<const Vec3> particles, std::size_t i, double spacing, double volume) {
    const double reach = neighbor_reach * spacing;
    double sum = 0;
    std::size_t count = 0;
    Vec3 mean = Vec3::Zero();
    Mat3 second = Mat3::Zero();
    grid.for_each_within(particles[i], reach, [&](std::uint32_t j, double squared) {
        const double w = 1 - std::pow(squared / (reach * reach), 1.5);
        const Vec3 arm = particles[j] - particles[i];
        sum += w;
        mean += w * arm;
        second += w * arm * arm.transpose();
        ++count;
    });
    const double radius = kernel_reach * spacing;
    if (count < lonely) return round_blob(particles[i], 0.5 * radius, volume);
    mean /= sum;
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(second / sum - mean * mean.transpose());
    Vec3 axes = solver.eigenvalues().cwiseMax(0).cwiseSqrt();
    axes = axes.cwiseMax(axes.maxCoeff() / longest);
    axes /= std::cbrt(axes.prod());
    const Mat3& turn = solver.eigenvectors();
    Blob blob = round_blob(particles[i] + centering * mean, radius, volume);
    blob.shrink = turn * (radius * axes).cwiseInverse().asDiagonal() * turn.transpose();
    blob.reach = (turn.array().square().matrix() * (radius * axes).array().square().matrix()).cwiseSqrt();
    return blob;
}

std::vector<Blob> blobs_of(const ParticleSurface& surface, std::span<const Vec3> particles,
                           std::span<const float> radii) {
    const PointGrid grid(particles, surface.spacing);
    std::vector<Blob> blobs(particles.size());
    for_chunks(particles.size(), 256, true, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            // Particles that were split are smaller.
            const double share = radii.empty() ? 1 : 2 * static_cast<double>(radii[i]) / surface.spacing;
            blobs[i] =
                blob_of(grid, particles, i, surface.spacing, surface.volume * std::min(1.0, share * share * share));
        }
    });
    return blobs;
}

/// Adds a blob's density to the nodes of one slice of blocks, those with z in [first, last).
void add_blob(const Blob& blob, FieldGrid& grid, int first, int last) {
    const FieldGrid::Node low = grid.node_below(blob.center - blob.reach) + FieldGrid::Node::Ones(),
                          high = grid.node_below(blob.center + blob.reach);
    const Vec3 step = grid.cell() * blob.shrink.col(0);
    for (int z = std::max(low.z(), first); z <= std::min(high.z(), last - 1); ++z) {
        for (int y = low.y(); y <= high.y(); ++y) {
            Vec3 q = blob.shrink * (grid.position({low.x(), y, z}) - blob.center);
            for (int x = low.x(); x <= high.x(); ++x, q += step) {
                const double inside = 1 - q.squaredNorm();
                if (inside > 0) grid.at({x, y, z}) -= static_cast<float>(blob.height * inside * inside * inside);
            }
        }
    }
}

/// Minus the density.
FieldGrid density_of(const std::vector<Blob>& blobs, double edge) {
    Box box;
    for (const Blob& blob : blobs) {
        box.add(blob.center - blob.reach);
        box.add(blob.center + blob.reach);
    }
    FieldGrid grid(box, edge, 0);
    for (const Blob& blob : blobs) {
        const FieldGrid::Node low = grid.node_below(blob.center - blob.reach) / FieldGrid::side,
                              high = grid.node_below(blob.center + blob.reach) / FieldGrid::side;
        for (int z = low.z(); z <= high.z(); ++z)
            for (int y = low.y(); y <= high.y(); ++y)
                for (int x = low.x(); x <= high.x(); ++x) grid.open({x, y, z});
    }
    // Slices of their own for the threads: each node sums its blobs in their order.
    for_chunks(static_cast<std::size_t>(grid.blocks().z()), 1, true, [&](std::size_t slice, std::size_t) {
        const int first = FieldGrid::side * static_cast<int>(slice);
        for (const Blob& blob : blobs) add_blob(blob, grid, first, first + FieldGrid::side);
    });
    return grid;
}

void shift(FieldGrid& grid, float by) {
    for (std::size_t b = 0; b < grid.open_blocks(); ++b)
        for (float& value : grid.values(b)) value += by;
}

SkinMesh surface_at(FieldGrid& grid, double level) {
    shift(grid, static_cast<float>(level));
    SkinMesh mesh = make_skin_mesh(contour(grid), all_directions);
    shift(grid, -static_cast<float>(level));
    return mesh;
}

double volume_at(FieldGrid& grid, double level) {
    shift(grid, static_cast<float>(level));
    RawSurface raw = contour(grid);
    shift(grid, -static_cast<float>(level));
    double six = 0;
    for (const auto& [a, b, c] : raw.triangles)
        six +=
            (raw.points[a] - raw.points[0]).dot((raw.points[b] - raw.points[0]).cross(raw.points[c] - raw.points[0]));
    return six / 6;
}

/// The level of this volume, which falls as the level rises.
double level_of(FieldGrid& grid, double volume) {
    double low = 0.1, high = 0.9;
    for (int k = 0; k < 9; ++k) {
        const double middle = 0.5 * (low + high);
        (volume_at(grid, middle) > volume ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

}  // namespace

ParticleSurface make_particle_surface(std::span<const Vec3> rest, double spacing, double volume, double edge) {
    ParticleSurface surface;
    surface.spacing = spacing;
    surface.volume = volume / static_cast<double>(rest.size());
    surface.edge = edge;
    surface.count = rest.size();
    FieldGrid grid = density_of(blobs_of(surface, rest, {}), edge);
    surface.level = level_of(grid, volume);
    return surface;
}

SkinMesh surface_around(const ParticleSurface& surface, std::span<const Vec3> particles, std::span<const float> radii,
                        std::size_t all) {
    if (particles.empty()) return {};
    const bool same = all == surface.count;
    FieldGrid grid = density_of(blobs_of(surface, particles, same ? std::span<const float>() : radii), surface.edge);
    const double share = static_cast<double>(particles.size()) / static_cast<double>(all);
    const double volume = share * surface.volume * static_cast<double>(surface.count);
    return surface_at(grid, same ? surface.level : level_of(grid, volume));
}

}  // namespace pliant
