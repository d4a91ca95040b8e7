#include "glue/ends.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

Mat3 cross_matrix(const Vec3& v) {
    Mat3 m;
    m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    return m;
}

Mat3 rotation_of(const std::array<double, 4>& q) {
    return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
}

GlueMover& mover_of(GlueWork& work, const GlueEnd& end) {
    return end.kind == GlueEndKind::rigid ? work.rigid[end.first] : work.obstacles[end.first];
}

/// Rows of a frame.
struct Rows {
    std::span<const GlueParent> parents;
    std::span<const std::uint32_t> particles;
    std::size_t first;
};
Rows rows_of(const GlueState& state, const GlueEnd& end) {
    return {std::span(state.parents).subspan(end.first, end.count),
            std::span(state.parent_particles).subspan(end.first, end.count), end.first};
}

GlueFrame fit_end(const GlueState& state, GlueWork& work, const GlueEnd& end, std::array<double, 4>& turn,
                  double time) {
    const Rows rows = rows_of(state, end);
    work.spot.resize(end.count);
    for (std::size_t k = 0; k < end.count; ++k) {
        const GlueParticle& particle = work.particles[rows.particles[k]];
        work.spot[k] = particle.before + time * particle.velocity;
    }
    return fit_frame(rows.parents, work.spot, turn);
}

}  // namespace

Mat3 turned_by(const Vec3& angle) {
    const double size = angle.norm();
    return size > 0 ? Eigen::AngleAxisd(size, angle / size).toRotationMatrix() : Mat3::Identity();
}

const GlueMover& mover_of(const GlueWork& work, const GlueEnd& end) {
    return end.kind == GlueEndKind::rigid ? work.rigid[end.first] : work.obstacles[end.first];
}

Mobility mobility_of(const GlueState& state, const GlueWork& work, const GlueEnd& end, const GlueEndWork& at) {
    if (end.kind == GlueEndKind::particle) return {work.particles[end.first].inverse_mass * Mat3::Identity(), {}};
    if (end.kind != GlueEndKind::frame) {
        const Mover& mover = mover_of(work, end).mover;
        const Mat3 r = cross_matrix(at.arm);
        return {mover.inverse_mass * Mat3::Identity() - r * mover.inverse_inertia * r, mover.inverse_inertia};
    }
    const Rows rows = rows_of(state, end);
    double sum = 0;
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();
    for (std::size_t k = 0; k < end.count; ++k) {
        const double w = rows.parents[k].weight, part = w * w * work.particles[rows.particles[k]].inverse_mass;
        const Vec3& q = work.arms[rows.first + k];
        sum += part;
        first += part * q;
        second += part * q * q.transpose();
    }
    const Mat3 c = second.trace() * Mat3::Identity() - second;  // Σ part [q×][q×]ᵀ
    const Mat3 t = cross_matrix(at.arm) * at.frame.response.transpose(), mixed = t * cross_matrix(first);
    return {sum * Mat3::Identity() - mixed - mixed.transpose() + t * c * t.transpose(),
            at.frame.response.transpose() * c * at.frame.response};
}

Vec3 spin_of(const GlueState& state, const GlueWork& work, const GlueEnd& end, const GlueEndWork& at) {
    if (end.kind != GlueEndKind::frame) return mover_of(work, end).mover.spin;
    const Rows rows = rows_of(state, end);
    Vec3 sum = Vec3::Zero();
    for (std::size_t k = 0; k < end.count; ++k)
        sum += rows.parents[k].weight * work.arms[rows.first + k].cross(work.particles[rows.particles[k]].velocity);
    return at.frame.response.transpose() * sum;
}

void push_end(const GlueState& state, GlueWork& work, const GlueEnd& end, const GlueEndWork& at, const Vec3& push,
              const Vec3& twist) {
    if (end.kind == GlueEndKind::particle) {
        GlueParticle& particle = work.particles[end.first];
        particle.velocity += particle.inverse_mass * push;
        return;
    }
    if (end.kind != GlueEndKind::frame) {
        Mover& mover = mover_of(work, end).mover;
        const Vec3 moment = at.arm.cross(push) + twist;
        mover.velocity += mover.inverse_mass * push;
        mover.spin += mover.inverse_inertia * moment;
        mover.push += push;
        mover.turn += moment;
        return;
    }
    const Rows rows = rows_of(state, end);
    const Vec3 turn = at.frame.response * (at.arm.cross(push) + twist);
    for (std::size_t k = 0; k < end.count; ++k) {
        GlueParticle& particle = work.particles[rows.particles[k]];
        particle.velocity +=
            (particle.inverse_mass * rows.parents[k].weight) * (push + turn.cross(work.arms[rows.first + k]));
    }
}

Refusal refused_push(const GlueEnd& end, const GlueEndWork& at) {
    constexpr double on_the_line = 1e-9;  // of the arm: there is no such moment
    if (end.kind != GlueEndKind::frame || !(at.frame.freedom > 0)) return {};
    const Vec3 across = at.frame.axis.cross(at.arm);
    const double size = across.norm();
    if (!(size > on_the_line * at.arm.norm())) return {};
    return {across / size, at.frame.freedom};
}

Refusal refused_twist(const GlueEnd& end, const GlueEndWork& at) {
    if (end.kind != GlueEndKind::frame || !(at.frame.freedom > 0)) return {};
    return {at.frame.axis, at.frame.freedom};
}

Mat3 allowed_of(const Refusal& a, const Refusal& b) {
    constexpr double distinct = 1e-9;
    Mat3 allowed = Mat3::Identity() - a.part * a.direction * a.direction.transpose();
    const Vec3 rest = b.direction - a.direction.dot(b.direction) * a.direction;
    const double size = rest.squaredNorm();
    if (size > distinct * distinct)
        allowed -= b.part / size * rest * rest.transpose();
    else if (b.part > a.part)
        allowed = Mat3::Identity() - b.part * b.direction * b.direction.transpose();
    return allowed;
}

Mat3 response_of(const Mat3& mobility, const Mat3& softness, const Mat3& allowed) {
    const Mat3 soft = mobility + softness;
    const double size = soft.trace();
    if (!(size > 0)) return Mat3::Zero();  // nothing moves either end
    const Mat3 kept = allowed * soft * allowed + size * (Mat3::Identity() - allowed);
    return allowed * kept.inverse() * allowed;
}

double size_of_frame(const GlueState& state, const GlueEnd& end) {
    constexpr std::size_t enough = 4;
    double size = 0;
    for (const GlueParent& parent : rows_of(state, end).parents.first(std::min<std::size_t>(enough, end.count)))
        size = std::max(size, parent.rest.norm());
    return size;
}

bool place_end(const GlueState& state, GlueWork& work, const GlueEnd& end, GlueGrip& grip, GlueEndWork& at,
               GlueTrouble& trouble) {
    if (end.kind != GlueEndKind::frame) return true;
    at.frame = fit_end(state, work, end, grip.turn, 0);
    trouble.hinged += at.frame.freedom > 0 ? 1 : 0;
    trouble.inverted += at.frame.inverted ? 1 : 0;
    return at.frame.center.allFinite() && at.frame.response.trace() > 0;
}

Vec3 center_of(const GlueWork& work, const GlueEnd& end, const GlueEndWork& at) {
    return end.kind == GlueEndKind::frame ? at.frame.center : mover_of(work, end).mover.center;
}

bool aim_end(const GlueState& state, GlueWork& work, const GlueEnd& end, const Vec3& point, GlueEndWork& at) {
    if (end.kind == GlueEndKind::particle) return true;
    at.arm = point - center_of(work, end, at);
    if (end.kind != GlueEndKind::frame) return true;
    const Rows rows = rows_of(state, end);
    for (std::size_t k = 0; k < end.count; ++k) work.arms[rows.first + k] = at.frame.rotation * rows.parents[k].rest;
    if (!(at.frame.freedom > 0)) return true;
    Mat3 stretched = Mat3::Zero();
    for (std::size_t k = 0; k < end.count; ++k)
        stretched += rows.parents[k].weight * (work.particles[rows.particles[k]].before - at.frame.center) *
                     work.arms[rows.first + k].transpose();
    settle(at.frame, stretched);
    return at.frame.response.trace() > 0;
}

Vec3 point_before(const GlueWork& work, const GlueEnd& end, const GlueGrip& grip, const GlueEndWork& at) {
    if (end.kind == GlueEndKind::particle) return work.particles[end.first].before;
    const Mat3& rotation = end.kind == GlueEndKind::frame ? at.frame.rotation : mover_of(work, end).rotation;
    return center_of(work, end, at) + rotation * grip.point;
}

Mat3 turned(const GlueWork& work, const GlueEnd& end, const GlueGrip& grip, const GlueFrame& frame, double time) {
    if (end.kind == GlueEndKind::frame) return frame.rotation;
    const GlueMover& mover = mover_of(work, end);
    const Mat3 now =
        mover.after && time > 0 ? mover.after->rotation : Mat3(turned_by(time * mover.mover.spin) * mover.rotation);
    return now * rotation_of(grip.turn).transpose();
}

Vec3 end_velocity(const GlueState& state, const GlueWork& work, const GlueEnd& end, const GlueEndWork& at) {
    if (end.kind == GlueEndKind::particle) return work.particles[end.first].velocity;
    if (end.kind != GlueEndKind::frame) return velocity_at(mover_of(work, end).mover, at.arm);
    const Rows rows = rows_of(state, end);
    Vec3 mean = Vec3::Zero(), turn = Vec3::Zero();
    for (std::size_t k = 0; k < end.count; ++k) {
        const Vec3 weighed = rows.parents[k].weight * work.particles[rows.particles[k]].velocity;
        mean += weighed;
        turn += work.arms[rows.first + k].cross(weighed);
    }
    return mean + (at.frame.response.transpose() * turn).cross(at.arm);
}

Vec3 end_position(const GlueState& state, GlueWork& work, const GlueEnd& end, GlueGrip& grip, double time,
                  GlueFrame& frame) {
    if (end.kind == GlueEndKind::particle)
        return work.particles[end.first].before + time * work.particles[end.first].velocity;
    if (end.kind == GlueEndKind::frame) {
        frame = fit_end(state, work, end, grip.turn, time);
        return frame.center + frame.rotation * grip.point;
    }
    const GlueMover& mover = mover_of(work, end);
    if (mover.after && time > 0) return (*mover.after)(grip.point);
    return mover.mover.center + time * mover.mover.velocity +
           turned_by(time * mover.mover.spin) * mover.rotation * grip.point;
}

}  // namespace pliant
