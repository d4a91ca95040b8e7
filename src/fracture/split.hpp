// Clusters in two: the plan of an edit (shape_matching/edit.hpp; docs/methods.md section 7).
//
// The members on either side become two clusters that have all that the one had. That alone does not open a crack:
// neighbors reach across it and hold both sides. A crack that stress opens is opened where the cluster was by
// duplicating particles: of a member's other clusters those on the far side go on with a twin of it, which has their
// part of the mass. Position and velocity are copied, so that mass and both momenta are as before, and each cluster has
// the mass that it had. A twin lies on the wrong side of the crack: it is hidden from contacts and from view.
//
// A cut (by a blade, or by a surface that somebody drew) splits all clusters that it goes through at once, each member
// to its own side. No other cluster reaches across, and nothing is duplicated.
#pragma once

#include "fracture/fracture_rules.hpp"
#include "shape_matching/soft_edit.hpp"

#include <functional>
#include <span>
#include <vector>

namespace pliant {

/// A cluster to be split: per member, in the order of its row, which of the two sides it is on.
struct Split {
    std::uint32_t cluster = 0;
    std::vector<std::uint8_t> far;
    bool duplicates = false;      ///< by the plane below, which also tells on which side neighbors lie
    Vec3 normal = Vec3::UnitX();  ///< to the far side, world
    Vec3 center = Vec3::Zero();   ///< on the plane, body-local
};

/// Those members of a cluster, by their sides, that can be seen.
struct SideCounts {
    std::uint32_t near = 0, far = 0;
};
SideCounts visible_members(const SoftBodies& soft, const Split& split);

/// The particles of clusters that are split.
std::vector<std::uint32_t> members_of(const SoftBodies& soft, std::span<const Split> splits);

/// Where the visible members of a cluster are now: their mean, body-local.
Vec3 visible_center(const SoftBodies& soft, std::uint32_t cluster);

/// The edit that makes the splits, which are by rising cluster; those that duplicate share no particle with any other.
/// A side with fewer visible members than `smallest` becomes no cluster of its own: its members stay with others that
/// they are in, or with the other side.
/// Ids of new clusters begin at `first_id`.
SoftEdit edit_of(const SoftBodies& soft, std::span<const Split> splits,
                 const std::function<std::uint32_t(std::uint32_t body)>& smallest, std::uint32_t first_id);

}  // namespace pliant
