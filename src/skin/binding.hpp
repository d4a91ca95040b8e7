// How the points of a surface follow the particles of a body.
//
// A point X of the rest shape gets the value at X of the affine map that fits the particles around it best, by weights
// that fall off smoothly (moving least squares):
//
//     x(X) = a,   a and A minimise  Σ_i θ_i ‖a + A (X_i − X) − x_i‖²,   θ_i = (1 − ‖X_i − X‖²/r²)³
//
// That is x = Σ c_i x_i with numbers c_i that depend on the rest shape alone. They are found once; a frame needs the
// particles' positions and nothing else, and velocities follow by the same sum. Linear maps, and so rigid motions, are
// reproduced; x is smooth in X and as continuous in time as the particles are: clusters that fade or are replaced never
// show. To keep particles beyond a crack out, a point is bound again to those of its own side: bind_points takes any
// subset.
//
// Where the particles lie in a plane or on a line, the affine map is open across it. What it does not reach of X is
// kept as `off` and turned with the particles around.
#pragma once

#include <pliant/types.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace pliant {

/// Rows of coefficients, one a point.
struct Binding {
    std::vector<std::uint32_t> rows;       ///< where each point's coefficients begin; one more at the end
    std::vector<std::uint32_t> particles;  ///< by their place in the list that was bound to
    std::vector<float> coefficients;       ///< of one point they sum to 1

    /// A point that the affine map does not reach.
    struct Off {
        std::uint32_t point;
        Vec3 off;  ///< m, at rest
    };
    std::vector<Off> off;
    std::vector<Vec3> rest;  ///< of the particles; only where there is something off
    double farthest = 0;     ///< m: from a point to the particle nearest to it, the largest of all
    std::uint32_t farthest_point = 0;

    std::size_t point_count() const { return rows.empty() ? 0 : rows.size() - 1; }
};

/// `spacing` is about the distance between neighboring particles, all in the coordinates of the rest shape.
Binding bind_points(std::span<const Vec3> points, std::span<const Vec3> particles, double spacing);

/// Is something between a point and a particle, by their numbers?
using Parted = std::function<bool(std::uint32_t, std::uint32_t)>;

/// The same where the body broke: a point is bound to particles of its own fragment alone, and of those to the ones
/// that it is not `parted` from, as far as there are any. Pieces of few particles move as a whole.
Binding bind_points(std::span<const Vec3> points, std::span<const std::uint32_t> point_fragments,
                    std::span<const Vec3> particles, std::span<const std::uint32_t> fragments, double spacing,
                    const Parted& parted = {});

/// Where the points are when the particles are there.
std::vector<Vec3> follow(const Binding& binding, std::span<const Vec3> particles);

/// The particle with the most to say about a point; for colours that do not mix.
std::uint32_t nearest_particle(const Binding& binding, std::size_t point);

}  // namespace pliant
