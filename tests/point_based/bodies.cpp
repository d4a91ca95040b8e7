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

}  // namespace pliant
