#include "glue/duplicate.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace pliant {
namespace {

/// Copies the bindings one by one, changed as the duplicates ask, and with them the rows of their frames.
class Copier {
  public:
    Copier(const GlueState& from, std::span<const Duplicate> duplicates)
        : from_(from), duplicate_(from.particles.size(), nullptr), twin_slot_(from.particles.size(), 0) {
        to.particles = from.particles;
        for (const Duplicate& duplicate : duplicates) {
            PLIANT_ASSERT(duplicate.slot < from.particles.size() && duplicate.share >= 0 && duplicate.share <= 1);
            duplicate_[duplicate.slot] = &duplicate;
            twin_slot_[duplicate.slot] = static_cast<std::uint32_t>(to.particles.size());
            to.particles.push_back({from.particles[duplicate.slot].body, duplicate.twin});
        }
    }

    /// True when the binding has one of them.
    bool copy(std::size_t k, DuplicateSide side) {
        GlueLink link = from_.links[k];
        GlueMotion motion = from_.motions[k];
        if (link.status != GlueStatus::holds) side = DuplicateSide::original;
        const bool a = copy_rows(link.a, side), b = copy_rows(link.b, side);
        const Duplicate* held = link.b.kind == GlueEndKind::particle ? duplicate_[link.b.first] : nullptr;
        if (held && side == DuplicateSide::twin) link.b.first = twin_slot_[held->slot];
        if (!held || side != DuplicateSide::both) {
            add(link, motion);
            return a || b || held;
        }
        const Vec3 push = motion.push;
        motion.push = (1 - held->share) * push;
        add(link, motion);
        // Separate rows: what happens to the one later need not happen to the other.
        link.a = from_.links[k].a;
        copy_rows(link.a, side);
        link.b.first = twin_slot_[held->slot];
        motion.push = held->share * push;
        add(link, motion);
        return true;
    }

    GlueState to;

  private:
    void add(const GlueLink& link, const GlueMotion& motion) {
        to.links.push_back(link);
        to.motions.push_back(motion);
    }

    bool copy_rows(GlueEnd& end, DuplicateSide side) {
        if (end.kind != GlueEndKind::frame) return false;
        bool changed = false;
        const auto first = static_cast<std::uint32_t>(to.parents.size());
        for (std::uint32_t i = end.first; i < end.first + end.count; ++i) {
            const std::uint32_t slot = from_.parent_particles[i];
            GlueParent parent = from_.parents[i];
            const Duplicate* duplicate = duplicate_[slot];
            changed |= duplicate != nullptr;
            // At one position, with one rest position: however the weight is divided, the frame is the same.
            const double share = !duplicate || side == DuplicateSide::original ? 0
                                 : side == DuplicateSide::twin                 ? 1
                                                                               : duplicate->share;
            const double weight = parent.weight;
            for (const auto& [part, to_slot] : {std::pair(1 - share, slot), std::pair(share, twin_slot_[slot])}) {
                if (part == 0) continue;
                parent.weight = part * weight;
                to.parents.push_back(parent);
                to.parent_particles.push_back(to_slot);
            }
        }
        end = {end.kind, first, static_cast<std::uint32_t>(to.parents.size()) - first};
        return changed;
    }

    const GlueState& from_;
    std::vector<const Duplicate*> duplicate_;  ///< per particle; null: none
    std::vector<std::uint32_t> twin_slot_;
};

}  // namespace

FollowReport follow_duplicates(GlueState& state, std::span<const Duplicate> duplicates,
                               std::span<const DuplicateSide> sides) {
    PLIANT_ASSERT(sides.empty() || sides.size() == state.size());
    FollowReport report;
    Copier copier(state, duplicates);
    for (std::size_t k = 0; k < state.size(); ++k)
        report.changed += copier.copy(k, sides.empty() ? DuplicateSide::both : sides[k]) ? 1 : 0;
    PLIANT_ASSERT(copier.to.parents.size() == copier.to.parent_particles.size() && copier.to.size() >= state.size());
    state = std::move(copier.to);
    return report;
}

}  // namespace pliant
