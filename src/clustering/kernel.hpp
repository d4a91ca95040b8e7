// The five weighting kernels of clustered shape matching (CC15 eq. 8-13; docs/methods.md section 2, Weights).
//
// A kernel says how much a cluster wants a particle; divided by the sum over the particle's clusters it becomes the
// weight w_ic, so only ratios matter and every kernel here is written without units, as a function of
//     q = s² / d²,   s = distance from the particle to the cluster's center, d = the neighbor radius.
// Dropping the constant factors (315/(64π d³) of poly6, 1/d² of invsq) changes no weight.
#pragma once

#include <pliant/scene.hpp>

#include <cmath>
#include <cstdint>

namespace pliant {

/// A kernel with its parameters. Use: value = rate(q); then share(value, nearest) for each cluster of the particle,
/// `nearest` being the smallest of the particle's values; then weight().
struct WeightKernel {
    Kernel kind = Kernel::invsq;
    double beta = 0.1;        ///< blend: the part of the box kernel, relative to poly6 at the center
    double fcm_exponent = 1;  ///< fcm: 1/(m-1), the power of the squared distance

    WeightKernel() = default;
    explicit WeightKernel(const Clusters& settings)
        : kind(settings.kernel), beta(settings.blend_beta), fcm_exponent(1 / (settings.fcm_m - 1)) {}

    /// What one cluster alone determines. Only fcm compares clusters before it is a kernel value: its rate is q itself.
    double rate(double q) const {
        switch (kind) {
            case Kernel::box:
                return 1;
            case Kernel::poly6:
                return poly6(q);
            case Kernel::blend:
                return beta + poly6(q);
            case Kernel::invsq:
                return 1 / (q + 1e-4);
            case Kernel::fcm:
                return q;
        }
        return 0;
    }
    bool compares() const { return kind == Kernel::fcm; }

    /// The kernel's value. fcm is scaled to 1 for the nearest cluster: (q_nearest / q)^(1/(m-1)), which neither
    /// overflows for m near 1 nor divides by zero; a particle on a center belongs to the centers there alone.
    double share(double rate, double nearest_rate) const {
        if (kind != Kernel::fcm) return rate;
        if (rate <= nearest_rate) return 1;
        const double ratio = nearest_rate / rate;
        return fcm_exponent == 1 ? ratio : std::pow(ratio, fcm_exponent);
    }

    /// A value that clusters made at different times can be compared by: the weight of a particle in a cluster is its
    /// value over the sum of its values. For fcm within bounds that 32 bits can hold; never zero.
    double lasting(double q) const {
        if (kind != Kernel::fcm) return rate(q) > 1e-6 ? rate(q) : 1e-6;
        const double value = std::pow(q > 1e-6 ? q : 1e-6, -fcm_exponent);
        return value < 1e30 ? value : 1e30;
    }

    /// Equation 13. Where all kernels vanish (poly6 with every center exactly d away) the clusters share evenly.
    static double weight(double share, double total, std::uint32_t clusters) {
        return total > 0 ? share / total : 1.0 / clusters;
    }

  private:
    static double poly6(double q) {
        const double inside = q < 1 ? 1 - q : 0;
        return inside * inside * inside;
    }
};

}  // namespace pliant
