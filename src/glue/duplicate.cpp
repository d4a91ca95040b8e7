#include "glue/duplicate.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace pliant {
namespace {

/// Copies the bindings one by one, changed as the duplicates ask, and with them the rows of their frames.
class Copier {
  public:
    Copier(const GlueState& from, std::span<const Duplicate> duplicates)
        : from_(from), duplicate_(from.places.size(), nullptr), twin_place_(from.places.size(), 0) {
        to.places = from.places;
        for (const Duplicate& duplicate : duplicates) {
            duplicate_[duplicate.place] = &duplicate;
            twin_place_[duplicate.place] = static_cast<std::uint32_t>(to.places.size());
            to.places.push_back({from.places[duplicate.place].body, duplicate.twin});
        }
    }

    /// True when the binding has one of them.
    bool copy(std::size_t k, DuplicateSide side) {
        GlueLink link = from_.links[k];
        GlueMotion motion = from_.motions[k];
        if (link.status != GlueStatus::holds) side = DuplicateSide::original;
        const bool a = copy_rows(link.a, side), b = copy_rows(link.b, side);
        const Duplicate* held = link.b.kind == GlueEndKind::particle ? duplicate_[link.b.first] : nullptr;
        if (held && side == DuplicateSide::twin) link.b.first = twin_place_[held->place];
        if (!held || side != DuplicateSide::both) {
            add(link, motion);
            return a || b || held;
        }
        const Vec3 push = motion.push;
        motion.push = (1 - held->share) * push;
        add(link, motion);
        // Rows of its own: what happens to the one later need not happen to the other.
        link.a = from_.links[k].a;
        copy_rows(link.a, side);
        link.b.first = twin_place_[held->place];
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
            const std::uint32_t place = from_.parent_places[i];
            GlueParent parent = from_.parents[i];
            const Duplicate* duplicate = duplicate_[place];
            changed |= duplicate != nullptr;
            // At one place, with one rest place: however the weight is divided, the frame is the same.
            const double share = !duplicate || side == DuplicateSide::original ? 0
                                 : side == DuplicateSide::twin                 ? 1
                                                                               : duplicate->share;
            const double weight = parent.weight;
            for (const auto& [part, to_place] : {std::pair(1 - share, place), std::pair(share, twin_place_[place])}) {
                if (part == 0) continue;
                parent.weight = part * weight;
                to.parents.push_back(parent);
                to.parent_places.push_back(to_place);
            }
        }
        end = {end.kind, first, static_cast<std::uint32_t>(to.parents.size()) - first};
        return changed;
    }

    const GlueState& from_;
    std::vector<const Duplicate*> duplicate_;  ///< per place; null: none
    std::vector<std::uint32_t> twin_place_;
};

}  // namespace

FollowReport follow_duplicates(GlueState& state, std::span<const Duplicate> duplicates,
                               std::span<const DuplicateSide> sides) {
    FollowReport report;
    Copier copier(state, duplicates);
    for (std::size_t k = 0; k < state.size(); ++k)
        report.changed += copier.copy(k, sides.empty() ? DuplicateSide::both : sides[k]) ? 1 : 0;
    state = std::move(copier.to);
    return report;
}

}  // namespace pliant
