#include "bodies.hpp"

#include "core/random.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace pliant {

PointBodyInput bar_input(const TestBar& bar) {
    PointBodyInput input;
    Random random(7);
    const Eigen::Array3i count = (bar.size.array() / bar.spacing).round().cast<int>();
    for (int z = 0; z < count[2]; ++z)
        for (int y = 0; y < count[1]; ++y)
            for (int x = 0; x < count[0]; ++x) {
                Vec3 p = bar.spacing * Vec3(x + 0.5, y + 0.5, z + 0.5) - 0.5 * bar.size;
                for (int k = 0; k < 3; ++k) p[k] += bar.spacing * bar.jitter * (2 * random.uniform() - 1);
                input.rest.push_back(p);
            }
    const std::size_t particles = input.rest.size();
    input.position = input.rest;
    input.velocity.assign(particles, Vec3::Zero());
    const double lambda = bar.young * bar.poisson / ((1 + bar.poisson) * (1 - 2 * bar.poisson));
    const double values[] = {lambda,
                             bar.young / (2 * (1 + bar.poisson)),
                             bar.density,
                             bar.yield,
                             bar.flow,
                             bar.hardening,
                             bar.viscosity,
                             0.5,
                             0};
    for (std::size_t k = 0; k < point_property_count; ++k) input.material[k].assign(particles, values[k]);
    input.volume = bar.size.prod();
    input.spacing = bar.spacing;
    return input;
}

PointRun::PointRun(const PointBodyInput& input, const std::string& instruction_set)
    : body(make_point_body(input, *find_point_kernels(instruction_set), work)) {}

void PointRun::step(double dt, const Vec3& gravity) {
    PointInput input;
    input.dt = dt;
    input.gravity = gravity;
    point_step(body, settings, input, work, report);
}

Vec3 position_of(const PointBody& body, std::size_t i) {
    const Real* x = body.particles[i].position;
    return Vec3(x[0], x[1], x[2]);
}
Vec3 velocity_of(const PointBody& body, std::size_t i) {
    const Real* v = body.particles[i].velocity;
    return Vec3(v[0], v[1], v[2]);
}
Vec3 momentum_of(const PointBody& body) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < body.size(); ++i) sum += double(body.mass[i]) * velocity_of(body, i);
    return sum;
}
Vec3 angular_momentum_of(const PointBody& body) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < body.size(); ++i)
        sum += double(body.mass[i]) * position_of(body, i).cross(velocity_of(body, i));
    return sum;
}
double mass_of(const PointBody& body) {
    double sum = 0;
    for (const Real m : body.mass) sum += double(m);
    return sum;
}

void deform(PointBody& body, const std::function<Vec3(const Vec3&)>& f) {
    for (std::size_t i = 0; i < body.size(); ++i) {
        const Vec3 x = f(position_of(body, i));
        for (int k = 0; k < 3; ++k) body.particles[i].position[k] = static_cast<Real>(x[k]);
    }
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
