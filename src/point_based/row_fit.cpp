#include "point_based/row_fit.hpp"

#include "math/decompose.hpp"
#include "particles/vectors.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// As in the kernels: a basis with a smaller determinant, against a round one of the same trace, is flat.
constexpr double flat_basis = 1e-2;
/// Of the largest stretch: a smaller one is that of a flat particle.
constexpr double flat_stretch = 0.2;
constexpr double torn_stretch = 5;

Vec3 offset(const PointBody& body, std::size_t i, std::size_t slot) {
    return vec(body.particles[body.neighbor[slot]].position) - vec(body.particles[i].position);
}

/// How the embedded neighborhood is turned in the world.
Mat3 turn_of(const PointBody& body, std::size_t i) {
    Mat3 sum = Mat3::Zero();
    const Vec3 e = vec(body.embedded[i].value);
    for (std::size_t s = i * most_neighbors; s < i * most_neighbors + body.count[i]; ++s)
        sum += offset(body, i, s) * (vec(body.embedded[body.neighbor[s]].value) - e).transpose();
    return nearest_rotation(sum);
}

}  // namespace

RowFit fit_row(const PointBody& body, std::size_t i) {
    Mat3 basis = Mat3::Zero(), moved = Mat3::Zero();
    double weight = 0, squares = 0;
    const double h = as_double(body.radius[i]);
    for (std::size_t s = i * most_neighbors; s < i * most_neighbors + body.count[i]; ++s) {
        const Vec3 u = vec(body.rest[s].vector), x = offset(body, i, s);
        const double inside = std::max(0.0, 1 - u.squaredNorm() / (h * h)), w = inside * inside * inside;
        basis += w * u * u.transpose();
        moved += w * x * u.transpose();
        squares += w * x.squaredNorm();
        weight += w;
    }
    RowFit fit;
    const double third = basis.trace() / 3;
    if (!(third > 0) || !(basis.determinant() > flat_basis * third * third * third)) return fit;
    const Mat3 inverse = basis.inverse();
    fit.solid = true;
    fit.raw_volume = std::sqrt(basis.determinant() / (weight * weight * weight));
    fit.f = moved * inverse;
    fit.stretch = signed_singular_values(fit.f);
    const Vec3 strain = fit.stretch - Vec3::Ones();
    const double mu = as_double(body.property(i, PointProperty::mu)),
                 lambda = as_double(body.property(i, PointProperty::lambda));
    // Σ w ‖x − F u‖² = Σ w ‖x‖² − F · Σ w x uᵀ, as F is the best fit.
    const double remainder = std::max(0.0, squares - fit.f.cwiseProduct(moved).sum());
    fit.density = mu * strain.squaredNorm() + 0.5 * lambda * strain.sum() * strain.sum() +
                  remainder_part * mu * inverse.trace() / 3 * remainder;
    return fit;
}

bool is_sound(const RowFit& fit) {
    return fit.solid && fit.stretch[2] > flat_stretch * fit.stretch[0] && fit.stretch[0] < torn_stretch;
}

bool keep_energy(PointBody& body, std::size_t i, const RowFit& before) {
    constexpr double rounding = 1e-5;  // of strains
    const double most =
        (1 + rounding) * before.density + rounding * rounding * as_double(body.property(i, PointProperty::mu));
    if (!(fit_row(body, i).density > most)) return false;
    const bool sound = is_sound(before);
    const Mat3 into_rest = sound ? Mat3(before.f.inverse()) : Mat3(turn_of(body, i).transpose());
    Member* row = body.rest.data() + i * most_neighbors;
    std::array<Vec3, most_neighbors> from, to;
    for (std::size_t s = 0; s < body.count[i]; ++s) {
        from[s] = vec(row[s].vector);
        to[s] = into_rest * offset(body, i, i * most_neighbors + s);
    }
    const auto lay_out = [&](double share) {
        for (std::size_t s = 0; s < body.count[i]; ++s) set_vector(row[s].vector, from[s] + share * (to[s] - from[s]));
    };
    double too_little = 0, enough = 1;
    for (int k = 0; sound && k < 6; ++k) {
        const double share = 0.5 * (too_little + enough);
        lay_out(share);
        (fit_row(body, i).density > most ? too_little : enough) = share;
    }
    lay_out(enough);
    return true;
}

}  // namespace pliant
