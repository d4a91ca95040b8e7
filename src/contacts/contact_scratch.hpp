// Work space of the contacts between bodies. Grows to the most that a step ever needed, and no further.
#pragma once

#include "collision/box_tree.hpp"
#include "collision/pair_response.hpp"
#include "collision/proxy.hpp"

#include <pliant/types.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

namespace pliant {

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

/// A struck cluster while contacts are resolved: as a rigid body, moved by what strikes it and by what its own
/// particles strike, and what it has taken so far from the former.
struct StruckCluster {
    Struck body;
    Struck arriving;                                 ///< the same as it came into the step
    bool held = false;                               ///< nothing moves it: all of its own particles are held
    Vec3 shift = Vec3::Zero(), spin = Vec3::Zero();  ///< change of the particles' velocities so far
    // The same of the motion that takes back penetrations and leaves no velocity behind.
    Vec3 recovery_shift = Vec3::Zero(), recovery_spin = Vec3::Zero();
    Vec3 recovery_velocity = Vec3::Zero(), recovery_turn = Vec3::Zero();  ///< with what its own particles strike
};

/// A particle that strikes something while contacts are resolved.
struct Striking {
    static constexpr std::uint32_t none = 0xffffffff;

    std::uint32_t particle = 0;
    std::uint32_t own = none;      ///< the struck cluster that it is an own particle of, if any
    Vec3 own_arm = Vec3::Zero();   ///< from that one's center, before the step
    Vec3 at_start = Vec3::Zero();  ///< its velocity before any contact was resolved
    Vec3 change = Vec3::Zero();    ///< of it by its contacts so far
    Vec3 recovery = Vec3::Zero();  ///< the same of the motion that takes back penetrations
};

/// Two pieces that were deep in each other when the piece of the step began (contacts/ease_apart.hpp).
struct DeepPair {
    struct Side {
        std::uint32_t body, piece;  ///< `piece` is a fragment
        auto operator<=>(const Side&) const = default;
    };
    Side a, b;         ///< a < b
    double depth = 0;  ///< m: the deepest of its contacts
};

struct ContactScratch {
    // Per cluster.
    std::vector<Ball> balls;
    std::vector<ClusterDrift> drift;
    std::vector<std::uint32_t> active_slot;   ///< in `active`, for those that are
    std::vector<std::uint32_t> struck_slot;   ///< in `struck`, likewise
    std::vector<std::uint32_t> partner_rows;  ///< one more at the end
    std::vector<std::uint8_t> is_active;      ///< may it be struck?
    // Per body.
    std::vector<BoxTree> trees;        ///< over its finest clusters (contacts/follow_colliders.hpp)
    std::vector<std::uint32_t> order;  ///< bodies along a space-filling curve
    std::vector<std::uint64_t> keys;
    std::vector<Ball> body_balls;  ///< in that order
    BoxTree body_tree;
    // Per particle.
    std::vector<ParticleTouches> touches;  ///< in the order of homes

    std::vector<ClusterPair> pairs;
    std::vector<std::uint32_t> partners;
    std::vector<std::uint32_t> active;  ///< clusters that have partners, rising
    std::vector<PlacedProxy> placed;    ///< of the active ones
    std::vector<PairContact> contacts;  ///< by particle's home, then particle, then struck body
    std::vector<Vec3> relative;  ///< per contact: the particle's velocity against the struck one's before the response
    std::vector<std::uint32_t> struck_clusters;  ///< rising
    std::vector<StruckCluster> struck;
    std::vector<Striking> striking;          ///< in the order of contacts, each once
    std::vector<std::uint32_t> striking_of;  ///< per contact: its slot in `striking`
    std::vector<Vec3> gained;                ///< per struck one, N m s: by moving it out of penetrations
    std::vector<DeepPair> deep;              ///< in the order of their first contacts

    void prepare(const SoftBodies& soft, std::size_t bodies);
};

}  // namespace pliant
