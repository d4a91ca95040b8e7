#include "skin/binding.hpp"

#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "geometry/hash_grid.hpp"
#include "math/decompose.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace pliant {
namespace {

constexpr double reach = 2.2;        // in spacings: two dozen particles below a flat surface
constexpr std::size_t fewest = 16;   // a corner reaches further, for as many
constexpr double flat = 0.02;        // of the largest eigenvalue: a direction with less is not spanned
constexpr double negligible = 1e-6;  // of the spacing: off by rounding alone
constexpr std::size_t point_chunk = 256;
constexpr std::size_t crumb = 8;  // particles: fewer make no affine map that could be trusted

struct Neighbor {
    double squared;
    std::uint32_t particle;
    auto key() const { return std::tuple(squared, particle); }
};

/// The particles that a point is bound to, nearest first, and the radius at which their weights end.
struct Neighborhood {
    std::vector<Neighbor> neighbors;
    double radius = 0;
};

/// All particles within a radius that grows until there are enough; false where those that are not `parted` from the
/// point are too few.
template <class IsParted>
bool gather(const PointGrid& grid, const Vec3& point, double spacing, const IsParted& is_parted, Neighborhood& found) {
    const std::size_t wanted = std::min(fewest + 1, grid.size());
    double radius = reach * spacing;
    for (int tries = 0; tries < 60; ++tries, radius *= 1.5) {
        found.neighbors.clear();
        std::size_t seen = 0;
        grid.for_each_within(point, radius, [&](std::uint32_t i, double squared) {
            ++seen;
            if (!is_parted(i)) found.neighbors.push_back({squared, i});
        });
        if (found.neighbors.size() >= wanted) return true;
        if (seen == grid.size()) break;
    }
    return found.neighbors.size() == grid.size();
}

template <class IsParted>
void find_neighbors(const PointGrid& grid, const Vec3& point, double spacing, const IsParted& is_parted,
                    Neighborhood& found) {
    if (!gather(grid, point, spacing, is_parted, found))
        gather(
            grid, point, spacing, [](std::uint32_t) { return false; }, found);
    const std::size_t wanted = std::min(fewest + 1, grid.size());
    std::sort(found.neighbors.begin(), found.neighbors.end(),
              [](const Neighbor& a, const Neighbor& b) { return a.key() < b.key(); });
    const double last = std::sqrt(found.neighbors[wanted - 1].squared);
    // The last one wanted has no weight yet: it comes in smoothly. In a body of few particles all of them count.
    found.radius = std::max(reach * spacing, wanted == grid.size() ? 1.5 * last : last);
    while (found.neighbors.size() > 1 && found.neighbors.back().squared >= found.radius * found.radius)
        found.neighbors.pop_back();
}

struct PointRow {
    std::vector<std::uint32_t> particles;
    std::vector<float> coefficients;
    Vec3 off = Vec3::Zero();
    double distance = 0;  ///< to the nearest particle
};

/// The coefficients of the affine fit: θ_i (1/Σθ + (X_i − X̄) · b) with b such that linear functions come out right.
PointRow fit(const Vec3& point, std::span<const Vec3> particles, const Neighborhood& near, double spacing) {
    std::vector<double> theta;
    double sum = 0;
    Vec3 mean = Vec3::Zero();
    for (const Neighbor& n : near.neighbors) {
        const double inside = std::max(0.0, 1 - n.squared / (near.radius * near.radius));
        theta.push_back(inside * inside * inside);
        sum += theta.back();
        mean += theta.back() * particles[n.particle];
    }
    if (!(sum > 0)) theta.assign(theta.size(), 1), sum = 1, mean = particles[near.neighbors.front().particle];
    mean /= sum;
    Mat3 spread = Mat3::Zero();
    for (std::size_t k = 0; k < theta.size(); ++k) {
        const Vec3 arm = particles[near.neighbors[k].particle] - mean;
        spread += theta[k] * arm * arm.transpose();
    }
    const PseudoInverse inverse = pseudo_inverse(spread, flat);
    const Vec3 slope = inverse.inverse * (point - mean);
    PointRow row;
    row.distance = std::sqrt(near.neighbors.front().squared);
    row.off = inverse.missing * (point - mean);
    if (row.off.norm() < negligible * spacing) row.off.setZero();
    float rounded = 0;
    for (std::size_t k = 0; k < theta.size(); ++k) {
        const std::uint32_t i = near.neighbors[k].particle;
        row.particles.push_back(i);
        row.coefficients.push_back(static_cast<float>(theta[k] * (1 / sum + slope.dot(particles[i] - mean))));
        rounded += row.coefficients.back();
    }
    row.coefficients.front() += 1 - rounded;
    return row;
}

/// The rotation of the particles around a point; of all, where those around lie on a line.
Mat3 rotation_around(const Binding& binding, std::span<const Vec3> particles, std::uint32_t first, std::uint32_t last) {
    Vec3 before = Vec3::Zero(), now = Vec3::Zero();
    for (std::uint32_t k = first; k < last; ++k) {
        before += binding.rest[binding.particles[k]];
        now += particles[binding.particles[k]];
    }
    before /= last - first;
    now /= last - first;
    Mat3 turned = Mat3::Zero();
    for (std::uint32_t k = first; k < last; ++k)
        turned += (particles[binding.particles[k]] - now) * (binding.rest[binding.particles[k]] - before).transpose();
    return nearest_rotation(turned);
}

std::vector<PointRow> rows_of(std::span<const Vec3> points, std::span<const Vec3> particles, double spacing,
                              const Parted& parted) {
    const PointGrid grid(particles, spacing);
    std::vector<PointRow> rows(points.size());
    for_chunks(points.size(), point_chunk, true, [&](std::size_t begin, std::size_t end) {
        Neighborhood near;
        for (std::size_t p = begin; p < end; ++p) {
            const auto is_parted = [&](std::uint32_t i) { return parted && parted(static_cast<std::uint32_t>(p), i); };
            find_neighbors(grid, points[p], spacing, is_parted, near);
            rows[p] = fit(points[p], particles, near, spacing);
        }
    });
    return rows;
}

/// All particles alike, and what is beyond their middle turned with them: too few for an affine map.
std::vector<PointRow> rigid_rows_of(std::span<const Vec3> points, std::span<const Vec3> particles) {
    Vec3 mean = Vec3::Zero();
    for (const Vec3& x : particles) mean += x / static_cast<double>(particles.size());
    PointRow same;
    for (std::uint32_t i = 0; i < particles.size(); ++i) {
        same.particles.push_back(i);
        same.coefficients.push_back(1 / static_cast<float>(particles.size()));
    }
    std::vector<PointRow> rows(points.size(), same);
    for (std::size_t p = 0; p < points.size(); ++p) {
        rows[p].off = points[p] - mean;
        rows[p].distance = rows[p].off.norm();
    }
    return rows;
}

Binding binding_of(const std::vector<PointRow>& rows, std::span<const Vec3> particles) {
    Binding binding;
    binding.rows.push_back(0);
    for (std::uint32_t p = 0; p < rows.size(); ++p) {
        const PointRow& row = rows[p];
        binding.particles.insert(binding.particles.end(), row.particles.begin(), row.particles.end());
        binding.coefficients.insert(binding.coefficients.end(), row.coefficients.begin(), row.coefficients.end());
        binding.rows.push_back(static_cast<std::uint32_t>(binding.particles.size()));
        if (!row.off.isZero(0)) binding.off.push_back({p, row.off});
        if (row.distance > binding.farthest) {
            binding.farthest = row.distance;
            binding.farthest_point = p;
        }
    }
    if (!binding.off.empty()) binding.rest.assign(particles.begin(), particles.end());
    return binding;
}

}  // namespace

Binding bind_points(std::span<const Vec3> points, std::span<const Vec3> particles, double spacing) {
    PLIANT_ASSERT(!particles.empty() && spacing > 0);
    return binding_of(rows_of(points, particles, spacing, {}), particles);
}

Binding bind_points(std::span<const Vec3> points, std::span<const std::uint32_t> point_fragments,
                    std::span<const Vec3> particles, std::span<const std::uint32_t> fragments, double spacing,
                    const Parted& parted) {
    PLIANT_ASSERT(points.size() == point_fragments.size() && particles.size() == fragments.size());
    struct Piece {
        std::vector<Vec3> points, particles;
        std::vector<std::uint32_t> point_numbers, particle_numbers;
    };
    std::map<std::uint32_t, Piece> pieces;
    for (std::uint32_t p = 0; p < points.size(); ++p) {
        pieces[point_fragments[p]].points.push_back(points[p]);
        pieces[point_fragments[p]].point_numbers.push_back(p);
    }
    for (std::uint32_t i = 0; i < particles.size(); ++i) {
        const auto piece = pieces.find(fragments[i]);
        if (piece == pieces.end()) continue;
        piece->second.particles.push_back(particles[i]);
        piece->second.particle_numbers.push_back(i);
    }
    std::vector<PointRow> rows(points.size());
    for (const auto& [fragment, piece] : pieces) {
        PLIANT_ASSERT(!piece.particles.empty());
        const Parted in_piece = [&](std::uint32_t p, std::uint32_t i) {
            return parted(piece.point_numbers[p], piece.particle_numbers[i]);
        };
        std::vector<PointRow> own = piece.particles.size() < crumb
                                        ? rigid_rows_of(piece.points, piece.particles)
                                        : rows_of(piece.points, piece.particles, spacing, parted ? in_piece : Parted());
        for (std::size_t k = 0; k < own.size(); ++k) {
            for (std::uint32_t& i : own[k].particles) i = piece.particle_numbers[i];
            rows[piece.point_numbers[k]] = std::move(own[k]);
        }
    }
    return binding_of(rows, particles);
}

std::vector<Vec3> follow(const Binding& binding, std::span<const Vec3> particles) {
    std::vector<Vec3> points(binding.point_count());
    for_chunks(points.size(), 4096, true, [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p) {
            double x = 0, y = 0, z = 0;
            for (std::uint32_t k = binding.rows[p]; k < binding.rows[p + 1]; ++k) {
                const double c = static_cast<double>(binding.coefficients[k]);
                const Vec3& at = particles[binding.particles[k]];
                x += c * at.x();
                y += c * at.y();
                z += c * at.z();
            }
            points[p] = {x, y, z};
        }
    });
    for (const Binding::Off& off : binding.off)
        points[off.point] +=
            rotation_around(binding, particles, binding.rows[off.point], binding.rows[off.point + 1]) * off.off;
    return points;
}

std::uint32_t nearest_particle(const Binding& binding, std::size_t point) {
    const auto first = binding.coefficients.begin() + binding.rows[point];
    const auto last = binding.coefficients.begin() + binding.rows[point + 1];
    return binding.particles[static_cast<std::size_t>(std::max_element(first, last) - binding.coefficients.begin())];
}

}  // namespace pliant
