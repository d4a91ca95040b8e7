// Adding and removing particles and clusters of the flat arrays, in mid-run.
//
// One call makes all the changes of a step: all rows are written anew, in time proportional to the memberships, and
// edits are rare next to steps. Afterwards every array is as its traits say (for_each_array): what stays keeps its
// values, what is new has its value at birth, ids are never used twice, weights sum to 1 on every level, clusters that
// lost or gained members are refreshed, and fragments are told anew where bodies may have come apart.
//
// Particles of one body stay contiguous, in the order they had; new ones come last. So do clusters of one body and
// level; new ones come last among the finest of their body. What else knows particles by their slots (pins, glue,
// contacts) is told by SoftMoves (sim/follow_edits.hpp).
#pragma once

#include "shape_matching/soft_bodies.hpp"

#include <span>
#include <vector>

namespace pliant {

/// A particle of a cluster to be.
struct NewMember {
    std::uint32_t particle;  ///< its slot before the edit; new particles are numbered on from there
    Vec3 p;                  ///< m, in the cluster's rest shape, from the middle of its sphere
    double kernel;           ///< as in FinestMemberships::born
};

/// A finest cluster to be: Fᵖ = I and R = I. Its settings are inherited from its members' present clusters.
struct NewCluster {
    std::uint32_t body = 0;
    std::uint32_t id = 0;
    std::vector<NewMember> members;  ///< by rising particle
    Real fade = 1;
    Fading fading = Fading::none;
};

/// Which of the two a membership goes on with when a particle becomes two.
enum class MembershipSide : std::uint8_t { both, parent, twin };

/// A particle to be: a copy of another one at the same position, with a part of its mass. The two together weigh and
/// move as the one did.
struct NewParticle {
    std::uint32_t parent = 0;           ///< slot before the edit
    double share = 0.5;                 ///< of the parent's mass, between 0 and 1
    std::vector<MembershipSide> sides;  ///< per membership of the parent, in the order of its row; empty: all both
};

struct SoftEdit {
    std::vector<std::uint32_t> removed_particles;  ///< rising
    std::vector<NewParticle> new_particles;        ///< by rising parent; no parent is removed
    std::vector<std::uint32_t> removed_clusters;   ///< rising
    std::vector<NewCluster> new_clusters;          ///< by rising body

    bool changes_particles() const { return !removed_particles.empty() || !new_particles.empty(); }
    bool empty() const { return !changes_particles() && removed_clusters.empty() && new_clusters.empty(); }
};

/// Where things went: the new slot of each old particle, then of each new one; of each old cluster, then of each new
/// one; no_slot for what is gone. Clusters that lost their last member are gone too.
struct SoftMoves {
    std::vector<std::uint32_t> particle, cluster;
};

/// No particle may be left without a finest cluster. New clusters have no weight and no mass until the caller has set
/// the weights of their members' memberships (plasticity/fades.hpp), unless `weigh` is true: then weights are the
/// kernel's values over their sum.
SoftMoves edit(SoftBodies& soft, const SoftEdit& changes, bool weigh = true);

/// Gives cluster `c` of `to` what clusters inherit, as these particles know it: of their finest clusters in `from`, by
/// weight and mass.
void inherit_settings(const SoftBodies& from, std::span<const std::uint32_t> particles, SoftBodies& to, std::size_t c);

}  // namespace pliant
