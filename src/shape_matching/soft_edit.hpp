// What is to be added to and removed from the flat arrays (shape_matching/edit.hpp), and where things went.
#pragma once

#include "shape_matching/soft_bodies.hpp"

#include <algorithm>
#include <compare>
#include <vector>

namespace pliant {

/// A particle of a cluster to be.
struct NewMember {
    std::uint32_t particle;  ///< its slot before the edit; new particles are numbered on from there
    Vec3 p;                  ///< m, in the cluster's rest shape, from the middle of its sphere
    double kernel;           ///< as in FinestMemberships::born
    double weight = -1;      ///< w before normalisation; below 0: the kernel
};

/// A cluster to be. Without a parent it is a finest one, Fᵖ = I and R = I, and its settings are inherited from its
/// members' present clusters; a part of a parent, which is to be removed, has all that the parent had.
struct NewCluster {
    std::uint32_t body = 0;
    std::uint32_t id = 0;
    std::uint32_t parent = no_slot;  ///< slot before the edit
    std::uint8_t level = 0;          ///< the parent's
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
    bool hidden = false;                ///< as SoftBodies::hidden
};

/// A particle that leaves a finest cluster, by their slots before the edit. It has others.
struct Leaving {
    std::uint32_t particle = 0, cluster = 0;
    auto operator<=>(const Leaving&) const = default;
};

struct SoftEdit {
    std::vector<std::uint32_t> removed_particles;  ///< rising
    std::vector<NewParticle> new_particles;        ///< by rising parent; no parent is removed
    std::vector<std::uint32_t> removed_clusters;   ///< rising
    std::vector<Leaving> leaving;                  ///< rising; neither is removed, and no cluster loses its last member
    std::vector<NewCluster> new_clusters;          ///< by rising body, then level

    bool changes_particles() const { return !removed_particles.empty() || !new_particles.empty(); }
    /// May what hung together be apart afterwards?
    bool may_separate() const {
        return changes_particles() || !leaving.empty() ||
               std::any_of(new_clusters.begin(), new_clusters.end(),
                           [](const NewCluster& c) { return c.parent != no_slot; });
    }
    bool empty() const {
        return !changes_particles() && removed_clusters.empty() && new_clusters.empty() && leaving.empty();
    }
};

/// Where things went: the new slot of each old particle, then of each new one; of each old cluster, then of each new
/// one; no_slot for what is gone. Clusters that lost their last member are gone too.
struct SoftMoves {
    std::vector<std::uint32_t> particle, cluster;
};

}  // namespace pliant
