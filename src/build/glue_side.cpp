#include "build/glue_side.hpp"

#include "particles/vectors.hpp"
#include "scene/limits.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

GlueSide soft_side(const Model& model, const State& state, std::uint32_t body) {
    GlueSide side;
    side.body = body;
    side.mass = 0;
    const SoftBodies& soft = state.soft;
    const SlotRange range = particles_of(soft, body);
    side.particles.resize(range.size());
    std::uint32_t first_id = std::numeric_limits<std::uint32_t>::max();
    for (std::uint32_t i = range.first; i < range.last; ++i) first_id = std::min(first_id, soft.id[i]);
    for (std::uint32_t i = range.first; i < range.last; ++i) {
        const double mass = static_cast<double>(soft.mass[i]);
        side.particles[soft.id[i] - first_id] = {i, model.bodies[body].origin + vec(soft.particles[i].position), mass};
        side.mass += mass;
    }
    return side;
}

/// Particles that the fastest waves in the body cross in one step of the scene.
double crossed_in_a_step(const Model& model, const PointModel& points, const PointBody& body) {
    double fastest = 0;
    for (std::size_t i = 0; i < body.size(); ++i) {
        const auto of = [&](PointProperty p) { return static_cast<double>(body.property(i, p)); };
        const double modulus = of(PointProperty::lambda) + 2 * of(PointProperty::mu);
        fastest = std::max(fastest, std::sqrt(modulus / of(PointProperty::density)));
    }
    return fastest * model.dt / model.summaries[points.body].spacing;
}

/// Glue acts once a step, also on bodies that are moved in many short ones. What waves carry away from it meanwhile is
/// thrown back in the next: from about three particles on, bodies are shaken apart in every mode.
void check_waves(const Scene& scene, const Model& model, const PointModel& points, const PointBody& body) {
    constexpr double most = 2;
    const double crossed = crossed_in_a_step(model, points, body);
    if (!(crossed > most)) return;
    const double needed = std::ceil(model.substeps * crossed / most);
    const std::string softer = "lower its young or sampling.particles";
    throw InputError(
        {.what = fmt::format("the step is too long to glue {}, a point-based body: it would explode",
                             scene.bodies[points.body].name),
         .value = fmt::format("waves in it cross {:.1f} particles in a step of {:.4g} s", crossed, model.dt),
         .allowed = fmt::format("at most {:.0f}, as glue acts once a step", most),
         .hint = needed <= limits::substeps
                     ? fmt::format("time.substeps = {:.0f} would do (now {}), or {}", needed, model.substeps, softer)
                     : softer});
}

GlueSide point_side(const Scene& scene, const Model& model, const State& state, std::size_t k) {
    const PointBody& body = state.points[k];
    check_waves(scene, model, model.points[k], body);
    GlueSide side;
    side.body = model.points[k].body;
    side.mass = 0;
    side.particles.resize(body.size());
    for (std::size_t i = 0; i < body.size(); ++i) {
        const double mass = static_cast<double>(body.mass[i]);
        const Vec3 position = model.bodies[side.body].origin + vec(body.particles[i].position);
        side.particles[body.id[i]] = {body.id[i], position, mass};
        side.mass += mass;
    }
    return side;
}

GlueSide rigid_side(const Model& model, const State& state, std::uint32_t r) {
    const RigidBody& rigid = model.rigid[r];
    GlueSide side;
    side.body = rigid.body;
    side.kind = GlueEndKind::rigid;
    side.index = r;
    side.pose = pose_of(state.rigid.motions[r]);
    if (!rigid.keyed) side.mass = rigid.mass;
    for (std::uint32_t i = 0; i < rigid.particles.size(); ++i)
        side.particles.push_back({i, side.pose(rigid.particles[i]), rigid.mass * rigid.particle_shares[i]});
    return side;
}

}  // namespace

GlueSide glue_side(const Scene& scene, const Model& model, const State& state, double time, const std::string& name) {
    for (std::uint32_t b = 0; b < scene.bodies.size(); ++b) {
        if (scene.bodies[b].name != name) continue;
        for (std::uint32_t r = 0; r < model.rigid.size(); ++r)
            if (model.rigid[r].body == b) return rigid_side(model, state, r);
        for (std::size_t k = 0; k < model.points.size(); ++k)
            if (model.points[k].body == b) return point_side(scene, model, state, k);
        return soft_side(model, state, b);
    }
    GlueSide side;
    side.kind = GlueEndKind::obstacle;
    for (std::uint32_t k = 0; k < scene.obstacles.size(); ++k)
        if (scene.obstacles[k].name == name) side.index = k;
    side.pose = model.obstacles[side.index].pose(time);
    return side;
}

double size_about(const GlueSide& side, const Vec3& point) {
    if (side.particles.empty()) return std::numeric_limits<double>::infinity();
    double sum = 0;
    for (const GlueCandidate& particle : side.particles) sum += (particle.position - point).squaredNorm();
    return std::sqrt(sum / static_cast<double>(side.particles.size()));
}

}  // namespace pliant
