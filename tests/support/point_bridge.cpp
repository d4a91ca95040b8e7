#include "support/point_bridge.hpp"

#include <algorithm>

namespace pliant {

Vec3 position_of(const PointBody& body, std::size_t i) {
    const Real* x = body.particles[i].position;
    return Vec3(x[0], x[1], x[2]);
}
Vec3 velocity_of(const PointBody& body, std::size_t i) {
    const Real* v = body.particles[i].velocity;
    return Vec3(v[0], v[1], v[2]);
}
reference::PointCloudBody reference_of(const PointBody& body) {
    reference::PointCloudBody result;
    result.volume = body.true_volume();
    result.embedding_due = body.embedding_is_due();
    const auto vec = [](const Real* v) { return Vec3(v[0], v[1], v[2]); };
    for (std::size_t i = 0; i < body.size(); ++i) {
        const auto of = [&](PointProperty p) { return double(body.property(i, p)); };
        reference::PointParticle p{position_of(body, i),        velocity_of(body, i),    vec(body.embedded[i].value),
                                   of(PointProperty::lambda),   of(PointProperty::mu),   of(PointProperty::density),
                                   of(PointProperty::yield),    of(PointProperty::flow), of(PointProperty::hardening),
                                   of(PointProperty::viscosity)};
        p.radius = double(body.radius[i]);
        p.volume = double(body.volume[i]);
        p.mass = double(body.mass[i]);
        p.hardened = double(body.hardened[i]);
        p.flowed = double(body.flowed[i]);
        p.queried = vec(body.queried[i].value);
        for (std::size_t s = 0; s < body.count[i]; ++s) {
            const std::size_t slot = i * most_neighbors + s;
            p.neighbors.push_back({body.neighbor[slot], vec(body.rest[slot].vector)});
        }
        result.particles.push_back(p);
    }
    return result;
}

double farthest_apart(const PointBody& body, const reference::PointCloudBody& other) {
    double most = 0;
    for (std::size_t i = 0; i < body.size(); ++i)
        most = std::max(most, (position_of(body, i) - other.particles[i].x).norm());
    return most;
}

}  // namespace pliant
