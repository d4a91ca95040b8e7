#include "shape_matching/cluster_size.hpp"

#include "core/assert.hpp"
#include "math/decompose.hpp"
#include "shape_matching/refresh.hpp"

#include <cmath>

namespace pliant {

double mean_square_size(const Mat3& a_rr, const Mat3& missing) {
    const double extents = std::round(3 - missing.trace());
    return extents > 0 ? a_rr.trace() / extents : 0;
}

double springs_of(const BodyInput& input, const Clustering& level, std::size_t cluster) {
    PLIANT_ASSERT(input.modulus.size() == input.rest.size());
    double mass = 0, modulus = 0;
    Vec3 center = Vec3::Zero();
    const auto each = [&](const auto& f) {
        for (std::uint32_t k = level.offsets[cluster]; k < level.offsets[cluster + 1]; ++k)
            f(level.particles[k], level.weights[k] * input.mass[level.particles[k]]);
    };
    each([&](std::uint32_t i, double wm) {
        mass += wm;
        modulus += wm * input.modulus[i];
        center += wm * input.rest[i];
    });
    center /= mass;
    Mat3 a_rr = Mat3::Zero();
    each([&](std::uint32_t i, double wm) {
        a_rr += wm / mass * (input.rest[i] - center) * (input.rest[i] - center).transpose();
    });
    const double size = mean_square_size(a_rr, pseudo_inverse(a_rr, flat_cutoff).missing);
    return size > 0 ? modulus / mass / size : 0;
}

}  // namespace pliant
