#include "point_based/stable_step.hpp"

#include "core/assert.hpp"
#include "particles/vectors.hpp"
#include "point_based/loops.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant {
namespace {

/// m: the distance of particles in the direction in which the neighborhood is thinnest. In one that is round and even,
/// Σ w u uᵀ / Σ w is 0.63 of the spacing squared in each direction (integrated over the ball of the 32 nearest); the
/// trace of A⁻¹ stands for its largest eigenvalue. Zero where the neighbors do not span space.
double thinnest_spacing(const PointScratch& scratch, std::size_t i) {
    double trace = 0;
    for (std::size_t k = 0; k < 3; ++k) trace += as_double(scratch.basis_inverse.at(i, k));
    const double weight = as_double(scratch.stress[i].moment[3]);
    return trace > 0 && weight > 0 ? std::sqrt(3 / (0.63 * weight * trace)) : 0;
}

double modulus_of(const PointBody& body, std::size_t i) {
    return as_double(body.property(i, PointProperty::lambda)) + 2 * as_double(body.property(i, PointProperty::mu));
}

double wave_step(const PointBody& body, double courant, const PointScratch& scratch, std::size_t i) {
    const double modulus = modulus_of(body, i), spacing = thinnest_spacing(scratch, i);
    if (!(modulus > 0 && spacing > 0)) return std::numeric_limits<double>::infinity();
    return courant * spacing / std::sqrt(modulus / as_double(body.property(i, PointProperty::density)));
}

/// What particle i's energy adds to the circles: by slot for its neighbors, and for itself. F = Σ x_ij g_ijᵀ with g = w
/// A⁻¹ u, so that the energy V (λ + 2μ) |F|² / 2 couples each pair of the neighborhood by V (λ + 2μ) |g_a| |g_b|; the
/// springs k w_ij couple each neighbor with i.
void weigh_circles(const PointBody& body, PointScratch& scratch, std::size_t i) {
    Mat3 inverse;
    const auto at = [&](std::size_t k) { return as_double(scratch.basis_inverse.at(i, k)); };
    inverse << at(0), at(5), at(4), at(5), at(1), at(3), at(4), at(3), at(2);
    const double volume = as_double(body.volume[i]);
    const double spring =
        remainder_part * 2 / 3 * as_double(body.property(i, PointProperty::mu)) * volume * inverse.trace();
    std::array<double, most_neighbors> size{};
    Vec3 own = Vec3::Zero();
    double sum = 0, weights = 0;
    for (std::size_t s = 0; s < body.count[i]; ++s) {
        const Member& u = body.rest[i * most_neighbors + s];
        const Vec3 g = as_double(u.weight) * (inverse * vec(u.vector));
        own += g;
        sum += size[s] = g.norm();
        weights += as_double(u.weight);
    }
    const double all = volume * modulus_of(body, i) * (sum + own.norm());
    for (std::size_t s = 0; s < most_neighbors; ++s) {
        const double weight = s < body.count[i] ? as_double(body.rest[i * most_neighbors + s].weight) : 0;
        scratch.one_way[i * most_neighbors + s] = static_cast<Real>(all * size[s] + 2 * spring * weight);
    }
    scratch.diagonal[i] = static_cast<Real>(all * own.norm() + 2 * spring * weights);
}

/// 1/s²: the radius and center of a particle's circle, together.
double circle_of(const PointBody& body, const PointScratch& scratch, std::size_t i) {
    double sum = as_double(scratch.diagonal[i]);
    for (std::uint32_t n = scratch.graph.rows[i]; n < scratch.graph.rows[i + 1]; ++n)
        sum += as_double(scratch.one_way[scratch.graph.backward[n]]);
    return body.mass[i] > 0 ? sum / as_double(body.mass[i]) : 0;
}

double drag_step(const PointBody& body, const PointScratch& scratch, std::size_t i) {
    double drag = 0;
    for (std::uint32_t n = scratch.graph.rows[i]; n < scratch.graph.rows[i + 1]; ++n)
        drag += as_double(scratch.drag[n]);
    // Two particles that drag each other relax at twice the rate of one in a fluid at rest.
    return drag > 0 ? 0.5 * as_double(body.mass[i]) / drag : std::numeric_limits<double>::infinity();
}

double stable_step_of(const PointBody& body, const PointBased& settings, const PointScratch& scratch, std::size_t i) {
    constexpr double usual_courant = 0.4;
    double step = wave_step(body, settings.courant, scratch, i);
    const double circle = circle_of(body, scratch, i);
    if (circle > 0) step = std::min(step, settings.courant / usual_courant * 2 / std::sqrt(circle));
    return settings.integrator == Integrator::newmark ? step : std::min(step, drag_step(body, scratch, i));
}

}  // namespace

double stable_step(const PointBody& body, const PointBased& settings, PointScratch& scratch) {
    PLIANT_ASSERT(settings.courant > 0 && scratch.basis_inverse.size() == body.size());
    if (scratch.step_valid) return scratch.stable_step;
    for_particles(body, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) weigh_circles(body, scratch, i);
    });
    scratch.one_way[body.size() * most_neighbors] = 0;
    scratch.sums.resize((body.size() + point_chunk - 1) / point_chunk);
    for_particles(body, [&](std::size_t begin, std::size_t end) {
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = begin; i < end; ++i) least = std::min(least, stable_step_of(body, settings, scratch, i));
        scratch.sums[begin / point_chunk][0] = least;
    });
    double step = std::numeric_limits<double>::infinity();
    for (const std::array<double, 4>& sums : scratch.sums) step = std::min(step, sums[0]);
    scratch.step_valid = true;
    return scratch.stable_step = step;
}

}  // namespace pliant
