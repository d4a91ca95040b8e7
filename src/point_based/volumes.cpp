#include "point_based/volumes.hpp"

namespace pliant {
namespace {

double as_double(Real x) { return static_cast<double>(x); }

}  // namespace

void add_momentum(PointBody& body, const Vec3& momentum) {
    double mass = 0;
    for (const Real m : body.mass) mass += as_double(m);
    if (!(mass > 0) || momentum.isZero(0)) return;
    const Vec3 velocity = momentum / mass;
    for (Particle& particle : body.particles)
        for (int k = 0; k < 3; ++k) particle.velocity[k] += static_cast<Real>(velocity[k]);
}

void share_volume(PointBody& body, PointScratch& scratch) {
    double raw = 0, kept = 0;
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (scratch.raw_volume[i] > 0)
            raw += as_double(scratch.raw_volume[i]);
        else
            kept += as_double(body.volume[i]);
    }
    const double scale = raw > 0 && kept < body.true_volume() ? (body.true_volume() - kept) / raw : 1;
    Vec3 change = Vec3::Zero();
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (scratch.raw_volume[i] > 0) body.volume[i] = static_cast<Real>(scale * as_double(scratch.raw_volume[i]));
        const Real mass = body.property(i, PointProperty::density) * body.volume[i];
        const double gain = as_double(mass) - as_double(body.mass[i]);
        for (int k = 0; k < 3; ++k) change[k] += gain * as_double(body.particles[i].velocity[k]);
        body.mass[i] = mass;
    }
    add_momentum(body, -change);
}

double estimated_volume(const PointBody& body, const PointScratch& scratch) {
    double raw = 0;
    for (const Real v : scratch.raw_volume) raw += as_double(v);
    return body.raw_volume_at_start() > 0 ? body.true_volume() * raw / body.raw_volume_at_start() : 0;
}

}  // namespace pliant
