// Work space of the contacts between bodies. Grows to the most that a step ever needed, and no further.
#pragma once

#include "collision/box_tree.hpp"
#include "collision/pair_response.hpp"
#include "collision/proxy.hpp"

#include <pliant/types.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace pliant {

struct Colliders;
struct SoftBodies;

struct ClusterPair {
    std::uint32_t first, second;
};

/// The mean velocity of a cluster's own particles and how much they differ from it, m/s.
struct ClusterDrift {
    Vec3 mean = Vec3::Zero();
    double spread = 0;
};

/// A particle inside a proxy, as the narrow phase finds it.
struct FoundTouch {
    std::uint32_t particle, cluster;
    Touch touch;
};

/// The deepest touches of a particle, one for each body; of more bodies than `most` the deepest ones.
struct ParticleTouches {
    static constexpr std::size_t most = 2;
    std::array<FoundTouch, most> found;
    std::size_t count = 0;
};

/// A particle that moves with a struck cluster.
struct StruckMember {
    std::uint32_t particle;
    double weight;  ///< how much of the cluster's change of velocity it takes
    double mass;    ///< kg: its own times the weight
    Vec3 arm;       ///< m, before the step, from the cluster's center
};

/// A particle that contacts have moved, and its velocity before they did.
struct Moved {
    std::uint32_t particle;
    Real velocity[3];
};

struct ContactScratch {
    // Per cluster.
    std::vector<Ball> balls;
    std::vector<ClusterDrift> drift;
    std::vector<std::uint32_t> place;         ///< in `active`, for those that are
    std::vector<std::uint32_t> struck_place;  ///< in `struck`, likewise
    std::vector<std::uint32_t> partner_rows;  ///< one more at the end
    std::vector<std::uint8_t> is_active;      ///< may it be struck?
    // Per body.
    std::vector<BoxTree> trees;
    std::vector<std::uint32_t> order;  ///< bodies along a space-filling curve
    std::vector<std::uint64_t> keys;
    std::vector<Ball> body_balls;  ///< in that order
    BoxTree body_tree;
    // Per particle.
    std::vector<ParticleTouches> touches;  ///< in the order of homes
    std::vector<std::uint8_t> is_moved;    ///< by the contacts of this piece
    std::vector<Real> inverse_mass;        ///< 1/kg; 0 where it is pinned

    std::vector<ClusterPair> pairs;
    std::vector<std::uint32_t> partners;
    std::vector<std::uint32_t> active;           ///< clusters that have partners, rising
    std::vector<PlacedProxy> placed;             ///< of the active ones
    std::vector<PairContact> contacts;           ///< by particle's home, then particle, then struck body
    std::vector<double> speeds;                  ///< per contact: relative normal velocity before the response, m/s
    std::vector<std::uint32_t> struck_clusters;  ///< rising
    std::vector<Struck> struck;
    std::vector<Struck> arriving;            ///< the same as they came into the step
    std::vector<std::uint32_t> member_rows;  ///< of the struck: their rows in `members`, and one more
    std::vector<StruckMember> members;
    std::vector<Vec3> push, turn;  ///< per struck: impulse and its moment in this relaxation
    std::vector<Moved> moved;

    void prepare(const Colliders& colliders, const SoftBodies& soft);
};

}  // namespace pliant
