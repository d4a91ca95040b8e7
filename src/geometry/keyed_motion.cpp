#include "geometry/keyed_motion.hpp"

#include "core/assert.hpp"
#include "math/decompose.hpp"

#include <algorithm>
#include <numbers>

namespace pliant {

KeyedMotion::KeyedMotion(const Motion& motion, const Vec3& default_pivot)
    : motion_(motion), pivot_(motion.pivot.value_or(default_pivot)) {
    PLIANT_ASSERT(std::is_sorted(motion.keys.begin(), motion.keys.end(),
                                 [](const MotionKey& a, const MotionKey& b) { return a.time < b.time; }));
}

RigidPose KeyedMotion::pose(double time) const {
    const auto& keys = motion_.keys;
    if (keys.empty()) return {};
    const auto after = std::find_if(keys.begin(), keys.end(), [&](const MotionKey& k) { return k.time > time; });
    const MotionKey& b = after == keys.end() ? keys.back() : *after;
    const MotionKey& a = after == keys.begin() ? keys.front() : *(after - 1);
    double s = b.time > a.time ? (time - a.time) / (b.time - a.time) : 0;
    if (motion_.interpolation == Interpolation::smooth) s = s * s * (3 - 2 * s);
    const double degrees = a.angle + s * (b.angle - a.angle);
    const Vec3 translate = a.translate + s * (b.translate - a.translate);
    const Mat3 rotation = axis_angle(motion_.axis, degrees * std::numbers::pi / 180);
    return {rotation, pivot_ - rotation * pivot_ + translate};
}

}  // namespace pliant
