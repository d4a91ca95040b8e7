#include "glue/follow.hpp"

#include "core/assert.hpp"
#include "glue/frame.hpp"
#include "glue/parents.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <vector>

namespace pliant {
namespace {

class Follower {
  public:
    Follower(GlueState& state, std::span<const ParticleChange> changes, const GlueScenery& now)
        : state_(state), changes_(changes), scenery_(now), now_(now.particles), slot_(changes.size()) {
        for (std::uint32_t p = 0; p < changes.size(); ++p) slot_[p] = slot_after(p);
    }

    void follow(std::size_t k, FollowReport& report) {
        GlueLink& link = state_.links[k];
        if (link.status != GlueStatus::holds) return;
        GlueMotion& motion = state_.motions[k];
        const bool a = touches(link.a), b = touches(link.b);
        if (!a && !b) return;
        ++report.changed;
        if ((!a || keep_end(link.a, motion.a, link.b)) && (!b || keep_end(link.b, motion.b, link.a))) {
            if (b && link.b.kind == GlueEndKind::particle) hold_again(link, motion);
            return;
        }
        link.status = GlueStatus::lost;
        ++report.lost;
    }

  private:
    bool changed(std::uint32_t slot) const { return changes_[slot].fate != ParticleFate::same; }

    /// The slot of a particle after the change; an older entry for the successor is used again.
    std::uint32_t slot_after(std::uint32_t p) {
        if (changes_[p].fate != ParticleFate::replaced) return p;
        const GluedParticle successor{state_.particles[p].body, changes_[p].successor};
        for (std::uint32_t q = 0; q < changes_.size(); ++q)
            if (state_.particles[q] == successor && changes_[q].fate == ParticleFate::same) return q;
        state_.particles[p] = successor;
        return p;
    }

    bool touches(const GlueEnd& end) const {
        if (end.kind == GlueEndKind::particle) return changed(end.first);
        if (end.kind != GlueEndKind::frame) return false;
        const auto rows = std::span(state_.parent_particles).subspan(end.first, end.count);
        return std::any_of(rows.begin(), rows.end(), [&](std::uint32_t p) { return changed(p); });
    }

    /// World from rest space by the parents that did not change; where those fix no frame, as it was turned last, about
    /// the point that the other end holds.
    RigidPose pose_of(const GlueEnd& end, const GlueGrip& grip, const GlueEnd& other) const {
        std::vector<GlueParent> parents;
        std::vector<Vec3> positions;
        for (std::uint32_t i = end.first; i < end.first + end.count; ++i) {
            if (changed(state_.parent_particles[i])) continue;
            parents.push_back(state_.parents[i]);
            positions.push_back(now_[state_.parent_particles[i]]);
        }
        const Mat3 turn = Eigen::Quaterniond(grip.turn[0], grip.turn[1], grip.turn[2], grip.turn[3]).toRotationMatrix();
        if (parents.empty()) {
            const bool known = other.kind == GlueEndKind::particle;
            return {turn,
                    known ? Vec3(now_[other.first] - turn * grip.point) : now_[state_.parent_particles[end.first]]};
        }
        const Vec3 shift = center_parents(parents);
        std::array<double, 4> q = grip.turn;
        const GlueFrame frame = fit_frame(parents, positions, q);
        return {frame.rotation, frame.center - frame.rotation * shift};
    }

    bool keep_end(GlueEnd& end, GlueGrip& grip, const GlueEnd& other) {
        if (end.kind == GlueEndKind::particle) {
            if (changes_[end.first].fate == ParticleFate::gone) return false;
            end.first = slot_[end.first];
            return true;
        }
        const RigidPose pose = pose_of(end, grip, other);
        std::uint32_t kept = end.first;
        for (std::uint32_t i = end.first; i < end.first + end.count; ++i) {
            const std::uint32_t old = state_.parent_particles[i], slot = slot_[old];
            if (changes_[old].fate == ParticleFate::gone) continue;
            GlueParent parent = state_.parents[i];
            if (changed(old)) parent.rest = pose.rotation.transpose() * (now_[old] - pose.translation);
            const auto begin = state_.parent_particles.begin();
            const auto twin = std::find(begin + end.first, begin + kept, slot);
            if (twin != begin + kept) {  // two parents became one
                state_.parents[static_cast<std::size_t>(twin - begin)].weight += parent.weight;
                continue;
            }
            state_.parents[kept] = parent;
            state_.parent_particles[kept] = slot;
            ++kept;
        }
        PLIANT_ASSERT(kept <= end.first + end.count);
        end.count = kept - end.first;
        if (end.count < 2) return false;
        grip.point -= center_parents(std::span(state_.parents).subspan(end.first, end.count));
        const Eigen::Quaterniond q = Eigen::Quaterniond(pose.rotation).normalized();
        grip.turn = {q.w(), q.x(), q.y(), q.z()};
        return true;
    }

    /// The held particle is another one, or elsewhere: it is held where it is now.
    void hold_again(const GlueLink& link, GlueMotion& motion) const {
        const RigidPose pose = pose_after(link.a, motion.a);
        motion.a.point = pose.rotation.transpose() * (now_[link.b.first] - pose.translation);
    }

    RigidPose pose_after(const GlueEnd& end, const GlueGrip& grip) const {
        if (end.kind == GlueEndKind::rigid) return scenery_.rigid[end.first];
        if (end.kind == GlueEndKind::obstacle) return scenery_.obstacles[end.first];
        const auto parents = std::span(state_.parents).subspan(end.first, end.count);
        std::vector<Vec3> positions;
        for (std::uint32_t i = end.first; i < end.first + end.count; ++i)
            positions.push_back(now_[state_.parent_particles[i]]);
        std::array<double, 4> q = grip.turn;
        const GlueFrame frame = fit_frame(parents, positions, q);
        return {frame.rotation, frame.center};
    }

    GlueState& state_;
    std::span<const ParticleChange> changes_;
    GlueScenery scenery_;
    std::span<const Vec3> now_;
    std::vector<std::uint32_t> slot_;
};

}  // namespace

FollowReport follow_particles(GlueState& state, std::span<const ParticleChange> changes, const GlueScenery& now) {
    FollowReport report;
    PLIANT_ASSERT(changes.size() == state.particles.size() && now.particles.size() == changes.size());
    Follower follower(state, changes, now);
    for (std::size_t k = 0; k < state.size(); ++k) follower.follow(k, report);
    return report;
}

}  // namespace pliant
