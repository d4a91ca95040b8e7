#include "glue/solver.hpp"

#include "core/assert.hpp"
#include "glue/ends.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <utility>

namespace pliant {
namespace {

void set_turn(std::array<double, 4>& turn, const Mat3& rotation) {
    const Eigen::Quaterniond q = Eigen::Quaterniond(rotation).normalized();
    turn = {q.w(), q.x(), q.y(), q.z()};
}

/// The smallest turn from one rotation to the other, rad.
Vec3 turn_between(const Mat3& from, const Mat3& to) {
    const Eigen::AngleAxisd turn(Mat3(to * from.transpose()));
    return turn.angle() * turn.axis();
}

/// Turns the frames that are free to turn towards what they hold; their bound points after that.
std::pair<Vec3, Vec3> swing_ends(const GlueLink& link, const GlueMotion& motion, GlueFrame& frame_a, GlueFrame& frame_b,
                                 Vec3 at_a, Vec3 at_b) {
    if (link.a.kind == GlueEndKind::frame && frame_a.freedom > 0) {
        swing(frame_a, motion.a.point, at_b);
        at_a = frame_a.center + frame_a.rotation * motion.a.point;
    }
    if (link.b.kind == GlueEndKind::frame && frame_b.freedom > 0) {
        swing(frame_b, motion.b.point, at_a);
        at_b = frame_b.center + frame_b.rotation * motion.b.point;
    }
    return {at_a, at_b};
}

/// Near the middle of a joint's two points; on the line of a frame that turns freely about one, where pushes have no
/// moment that it could not carry.
Vec3 shared_point(const GlueBindingWork& binding, const Vec3& middle) {
    const GlueFrame& frame = binding.a.frame.freedom > 0 ? binding.a.frame : binding.b.frame;
    const Vec3 offset = middle - frame.center;
    return middle - frame.freedom * (offset - frame.axis.dot(offset) * frame.axis);
}

/// Turns an end that is free to turn about a line until it is turned as the other is, as far as that goes.
void align(const GlueFrame& frame, const Mat3& other, Mat3& turn) {
    if (!(frame.freedom > 0)) return;
    const double angle = frame.freedom * angle_towards(turn, other, frame.axis);
    turn = Eigen::AngleAxisd(angle, frame.axis) * turn;
}

Vec3 limited(const Vec3& v, double most) {
    const double size = v.norm();
    return size > most ? Vec3(most / size * v) : v;
}

/// How much farther a is turned than b, rad.
Vec3 turn_of(const GlueWork& work, const GlueLink& link, const GlueMotion& motion, const GlueFrame& frame_a,
             const GlueFrame& frame_b, double time) {
    Mat3 a = turned(work, link.a, motion.a, frame_a, time), b = turned(work, link.b, motion.b, frame_b, time);
    align(frame_a, b, a);
    align(frame_b, a, b);
    return turn_between(b, a);
}

double size_of_grip(const GlueState& state, const GlueEnd& end, const GlueGrip& grip) {
    return end.kind == GlueEndKind::frame ? std::max(size_of_frame(state, end), grip.point.norm()) : 0;
}

/// m. Of a binding without frames: the lever at which what is rigid is held.
double size_of_binding(const GlueState& state, const GlueWork& work, std::size_t k) {
    const GlueLink& link = state.links[k];
    const GlueMotion& motion = state.motions[k];
    const double size = std::max(size_of_grip(state, link.a, motion.a), size_of_grip(state, link.b, motion.b));
    if (size > 0) return size;
    const double spread = std::sqrt(work.holds[k].levers.trace() / 3);
    return work.holds[k].welded && spread > 0 ? spread : std::max(motion.a.point.norm(), motion.b.point.norm());
}

/// What nothing moves takes any impulse wherever it acts: there the end's velocity is that of its bound point, and
/// springs are damped against that. Against the velocity that it has at the other end they would be damped in the frame
/// that turns with it, and what swings slower than it turns would be thrown out ever farther.
void keep_bound_point(const GlueWork& work, const GlueEnd& end, const Vec3& point, GlueEndWork& at) {
    if (end.kind != GlueEndKind::rigid && end.kind != GlueEndKind::obstacle) return;
    const Mover& mover = mover_of(work, end).mover;
    if (mover.inverse_mass == 0) at.arm = point - mover.center;
}

/// Where impulses act: at the particle, where one end is one; else halfway between.
void place_binding(const GlueState& state, GlueWork& work, std::size_t k, GlueMotion& motion, GlueTrouble& trouble) {
    const GlueLink& link = state.links[k];
    GlueBindingWork& binding = work.bindings[k];
    binding = {};
    if (!work.holds[k].active || !place_end(state, work, link.a, motion.a, binding.a, trouble) ||
        !place_end(state, work, link.b, motion.b, binding.b, trouble)) {
        binding.idle = true;
        trouble.idle += work.holds[k].active ? 1 : 0;
        return;
    }
    const auto [at_a, at_b] =
        swing_ends(link, motion, binding.a.frame, binding.b.frame, point_before(work, link.a, motion.a, binding.a),
                   point_before(work, link.b, motion.b, binding.b));
    if (binding.a.frame.freedom > 0) set_turn(motion.a.turn, binding.a.frame.rotation);
    if (binding.b.frame.freedom > 0) set_turn(motion.b.turn, binding.b.frame.rotation);
    binding.point = link.b.kind == GlueEndKind::particle ? at_b : shared_point(binding, 0.5 * (at_a + at_b));
    if (!aim_end(state, work, link.a, binding.point, binding.a) ||
        !aim_end(state, work, link.b, binding.point, binding.b)) {
        binding.idle = true;
        ++trouble.idle;
        return;
    }
    keep_bound_point(work, link.a, at_a, binding.a);
    keep_bound_point(work, link.b, at_b, binding.b);
    binding.size = size_of_binding(state, work, k);
    binding.bias = at_a - at_b;
    if (work.holds[k].welded) binding.turn_bias = turn_of(work, link, motion, binding.a.frame, binding.b.frame, 0);
}

/// From 0, where the gap is one that loads leave, to 1, where something else must have opened it.
double strain_of(double gap, double size) {
    constexpr double usual = 0.02;
    return size > 0 ? std::clamp(gap / (usual * size) - 1, 0.0, 1.0) : 0;
}

/// Makes the binding at least this soft.
void soften(double least, GlueBindingWork& binding) {
    if (!(binding.softness < least)) return;
    binding.share *= binding.softness > 0 ? least / binding.softness : 1;
    binding.share = std::min(binding.share, 1.0);
    binding.softness = least;
}

void soften_turn(double least, GlueBindingWork& binding) {
    binding.turn_softness += std::max(0.0, least - binding.turn_softness.trace() / 3) * Mat3::Identity();
}

/// GlueHold::levers, turned along with end a.
Mat3 turned_levers(const GlueState& state, const GlueWork& work, std::size_t k, const GlueBindingWork& binding) {
    const Mat3 turn = turned(work, state.links[k].a, state.motions[k].a, binding.a.frame, 0);
    return turn * work.holds[k].levers * turn.transpose();
}

bool has_frame(const GlueLink& link) { return link.a.kind == GlueEndKind::frame || link.b.kind == GlueEndKind::frame; }

/// How many times of what it takes back in a step a spring of this softness must be stretched; 1 if it is exact.
double stretch_of(double softness, double mobility) { return mobility > 0 ? 1 + softness / mobility : 1; }

/// What a binding is, for its limits.
struct Taking {
    bool has_frame, exact;
    bool anchored;                 ///< nothing moves one of its ends
    double stretch, turn_stretch;  ///< of its spring, along and about
};

/// What is taken back becomes velocity. Where both ends are free that is limited as a speed: else, the shorter the
/// steps, the faster it would be, and ends that are light would throw each other about, ever harder. Springs, what
/// joins rigid things, and what hangs on something that nothing moves, do not.
GlueLimits limits_of(const GlueBindingWork& binding, const Taking& taking, double step) {
    constexpr double gap_rate = 30, turn_rate = 10;  // 1/s: of the limits of a long step
    constexpr double most_turn = 0.2;                // rad: the derivative would not hold for more
    const double most_gap = taking.has_frame ? binding.size : 0.1 * binding.size;  // rigid things do not give way
    const bool throws = taking.has_frame && taking.exact && !taking.anchored;
    const double gap_part = throws ? std::min(1.0, gap_rate * step) : 1,
                 turn_part = throws ? std::min(1.0, turn_rate * step) : 1;
    return {gap_part * most_gap * taking.stretch, turn_part * most_turn * taking.turn_stretch};
}

void set_responses(const GlueState& state, const GlueWork& work, std::size_t k, double step,
                   const GlueSettings& settings, GlueBindingWork& binding) {
    const GlueLink& link = state.links[k];
    const GlueHold& hold = work.holds[k];
    const double elastic = step * step * hold.stiffness, total = elastic + step * hold.damping;
    binding.share = settings.recovery;
    if (!hold.exact) {
        PLIANT_ASSERT(total > 0);
        binding.softness = 1 / total;
        binding.share = elastic / total;
        if (hold.welded) binding.turn_softness = binding.softness * turned_levers(state, work, k, binding).inverse();
    }
    const Mobility a = mobility_of(state, work, link.a, binding.a), b = mobility_of(state, work, link.b, binding.b);
    const double moves = (a.linear + b.linear).trace() / 3, turns = (a.angular + b.angular).trace() / 3;
    const bool anchored = a.linear.isZero(0) || b.linear.isZero(0);
    binding.limits = limits_of(binding,
                               {has_frame(link), hold.exact, anchored, stretch_of(binding.softness, moves),
                                stretch_of(binding.turn_softness.trace() / 3, turns)},
                               step);
    binding.allowed = allowed_of(refused_push(link.a, binding.a), refused_push(link.b, binding.b));
    // Points of one rigid body cannot give way one by one, however light it is.
    const double held = link.b.kind == GlueEndKind::particle ? b.linear.trace() / 3 : 0;
    if (hold.shared) soften(0.5 * (binding.allowed * a.linear * binding.allowed).trace() / 3 - held, binding);
    soften(settings.give * strain_of(binding.bias.norm(), binding.size) * moves, binding);
    soften_turn(settings.give * strain_of(binding.turn_bias.norm(), 1) * turns, binding);
    binding.share = std::min(binding.share, settings.recovery * stretch_of(binding.softness, moves));
    binding.bias = binding.share / step * limited(binding.bias, binding.limits.gap);
    binding.turn_bias = binding.share / step * limited(binding.turn_bias, binding.limits.turn);
    binding.response = response_of(a.linear + b.linear, binding.softness * Mat3::Identity(), binding.allowed);
    if (!hold.welded) return;
    binding.allowed_turn = allowed_of(refused_twist(link.a, binding.a), refused_twist(link.b, binding.b));
    binding.turn_response = response_of(a.angular + b.angular, binding.turn_softness, binding.allowed_turn);
}

Vec3 gap_rate(const GlueState& state, const GlueWork& work, const GlueLink& link, const GlueBindingWork& binding) {
    return end_velocity(state, work, link.a, binding.a) - end_velocity(state, work, link.b, binding.b);
}
Vec3 turn_rate(const GlueState& state, const GlueWork& work, const GlueLink& link, const GlueBindingWork& binding) {
    return spin_of(state, work, link.a, binding.a) - spin_of(state, work, link.b, binding.b);
}

/// c'/h minus what the present velocities contribute to it.
void look_ahead(const GlueState& state, GlueWork& work, std::size_t k, double step) {
    GlueBindingWork& binding = work.bindings[k];
    const GlueLink& link = state.links[k];
    // The frames of the end are looked for from those of the start; they are not kept.
    GlueGrip a = state.motions[k].a, b = state.motions[k].b;
    GlueFrame frame_a, frame_b;
    const Vec3 bound_a = end_position(state, work, link.a, a, step, frame_a);
    const Vec3 bound_b = end_position(state, work, link.b, b, step, frame_b);
    const auto [at_a, at_b] = swing_ends(link, state.motions[k], frame_a, frame_b, bound_a, bound_b);
    const Vec3 gap = at_a - at_b - step * gap_rate(state, work, link, binding);
    binding.bias = binding.share / step * limited(gap, binding.limits.gap);
    if (!work.holds[k].welded) return;
    const Vec3 angle = turn_of(work, link, state.motions[k], frame_a, frame_b, step);
    binding.turn_bias =
        binding.share / step * limited(angle - step * turn_rate(state, work, link, binding), binding.limits.turn);
}

/// Relaxes one binding; returns what its gap lacked, over its size.
double relax(const GlueState& state, GlueWork& work, std::size_t k, double step, GlueMotion& motion) {
    GlueBindingWork& binding = work.bindings[k];
    if (binding.idle) return 0;
    const GlueLink& link = state.links[k];
    const Vec3 left =
        binding.allowed * (gap_rate(state, work, link, binding) + binding.bias + binding.softness * motion.push);
    const Vec3 push = -(binding.response * left);
    motion.push += push;
    push_end(state, work, link.a, binding.a, push, Vec3::Zero());
    push_end(state, work, link.b, binding.b, -push, Vec3::Zero());
    double lacking = binding.size > 0 ? step * left.norm() / binding.size : 1;
    if (work.holds[k].welded) {
        const Vec3 missed = binding.allowed_turn * (turn_rate(state, work, link, binding) + binding.turn_bias +
                                                    binding.turn_softness * motion.twist);
        const Vec3 twist = -(binding.turn_response * missed);
        motion.twist += twist;
        push_end(state, work, link.a, binding.a, Vec3::Zero(), twist);
        push_end(state, work, link.b, binding.b, Vec3::Zero(), -twist);
        lacking = std::max(lacking, step * missed.norm());
    }
    return lacking;
}

/// The part of its last impulse that a binding starts from. What a sweep adds to take back a gap is no load, and the
/// next step would add it again; sweeps take that off, but slowly where bindings share their parents, and then it grows
/// from step to step. Joints need more of it: in a chain of them, the loads of the lower ones come up by few links in a
/// step.
double kept_part(const GlueHold& hold) { return hold.shared ? 0.5 : 0.9; }

/// Starts from the impulses of the last step, as far as the ends can carry them now.
void start_warm(const GlueState& state, GlueWork& work, std::size_t k, GlueMotion& motion) {
    const GlueBindingWork& binding = work.bindings[k];
    if (binding.idle) {
        motion.push.setZero();
        motion.twist.setZero();
        return;
    }
    const GlueLink& link = state.links[k];
    const double part = kept_part(work.holds[k]);
    motion.push = part * binding.allowed * motion.push;
    motion.twist = part * binding.allowed_turn * motion.twist;
    push_end(state, work, link.a, binding.a, motion.push, motion.twist);
    push_end(state, work, link.b, binding.b, -motion.push, -motion.twist);
}

/// Every other sweep goes backwards, so that loads run along chains both ways.
void sweep_all(const GlueState& state, GlueWork& work, std::vector<GlueMotion>& motions, double step,
               const GlueSettings& settings) {
    const std::size_t count = motions.size();
    for (int sweep = 0; sweep < settings.sweeps; ++sweep) {
        double worst = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t k = sweep % 2 == 0 ? i : count - 1 - i;
            worst = std::max(worst, relax(state, work, k, step, motions[k]));
        }
        if (worst < settings.tolerance) return;
    }
}

}  // namespace

GlueTrouble solve_glue(GlueState& state, GlueWork& work, double step, const GlueSettings& settings) {
    PLIANT_ASSERT(step > 0 && state.motions.size() == state.size());
    PLIANT_ASSERT(work.particles.size() == state.particles.size() && work.arms.size() == state.parents.size());
    PLIANT_ASSERT(work.holds.size() == state.size() && work.bindings.size() == state.size());
    GlueTrouble trouble;
    for (std::size_t k = 0; k < state.size(); ++k) {
        const GlueTrouble before = trouble;
        place_binding(state, work, k, state.motions[k], trouble);
        if (before.hinged == 0) trouble.first_hinged = state.links[k].glue;
        if (before.inverted == 0) trouble.first_inverted = state.links[k].glue;
        if (before.idle == 0) trouble.first_idle = state.links[k].glue;
        if (!work.bindings[k].idle) set_responses(state, work, k, step, settings, work.bindings[k]);
    }
    for (std::size_t k = 0; k < state.size(); ++k) start_warm(state, work, k, state.motions[k]);
    for (int round = 0; round < std::max(1, settings.rounds); ++round) {
        // Without a frame to be fitted again, looking ahead costs nothing.
        for (std::size_t k = 0; k < state.size(); ++k)
            if (!work.bindings[k].idle && (settings.rounds > 0 || !has_frame(state.links[k])))
                look_ahead(state, work, k, step);
        sweep_all(state, work, state.motions, step, settings);
    }
    return trouble;
}

}  // namespace pliant
