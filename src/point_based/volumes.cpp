#include "point_based/volumes.hpp"

#include "point_based/loops.hpp"

namespace pliant {
namespace {

double as_double(Real x) { return static_cast<double>(x); }

}  // namespace

void add_momentum(PointBody& body, const Vec3& momentum, PointScratch& scratch) {
    if (momentum.isZero(0)) return;
    const double mass = sum_chunks(body.size(), scratch.sums, worth_threads(body),
                                   [&](std::size_t begin, std::size_t end, double* sums) {
                                       for (std::size_t i = begin; i < end; ++i) sums[0] += as_double(body.mass[i]);
                                   })[0];
    if (!(mass > 0)) return;
    const Vec3 velocity = momentum / mass;
    for_particles(body, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            for (int k = 0; k < 3; ++k) body.particles[i].velocity[k] += static_cast<Real>(velocity[k]);
    });
}

void share_volume(PointBody& body, PointScratch& scratch) {
    const bool parallel = worth_threads(body);
    const auto volumes =
        sum_chunks(body.size(), scratch.sums, parallel, [&](std::size_t begin, std::size_t end, double* sums) {
            for (std::size_t i = begin; i < end; ++i) {
                const Real raw = scratch.raw_volume[i];
                sums[raw > 0 ? 0 : 1] += as_double(raw > 0 ? raw : body.volume[i]);
            }
        });
    const double raw = volumes[0], kept = volumes[1];
    const double scale = raw > 0 && kept < body.true_volume() ? (body.true_volume() - kept) / raw : 1;
    const auto change =
        sum_chunks(body.size(), scratch.sums, parallel, [&](std::size_t begin, std::size_t end, double* sums) {
            for (std::size_t i = begin; i < end; ++i) {
                if (scratch.raw_volume[i] > 0)
                    body.volume[i] = static_cast<Real>(scale * as_double(scratch.raw_volume[i]));
                const Real mass = body.property(i, PointProperty::density) * body.volume[i];
                const double gain = as_double(mass) - as_double(body.mass[i]);
                for (int k = 0; k < 3; ++k) sums[k] += gain * as_double(body.particles[i].velocity[k]);
                body.mass[i] = mass;
            }
        });
    add_momentum(body, -Vec3(change[0], change[1], change[2]), scratch);
}

double estimated_volume(const PointBody& body, const PointScratch& scratch) {
    double raw = 0, kept = 0;
    for (std::size_t i = 0; i < body.size(); ++i) {
        raw += as_double(scratch.raw_volume[i]);
        if (!(scratch.raw_volume[i] > 0)) kept += as_double(body.volume[i]);
    }
    return kept + (body.raw_volume_at_start() > 0 ? body.true_volume() * raw / body.raw_volume_at_start() : 0);
}

}  // namespace pliant
