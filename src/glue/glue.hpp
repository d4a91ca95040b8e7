// Point cloud glue (PG10; docs/methods.md section 6): what is bound to what, and how it stands now.
//
// A binding holds two ends together. An end is a particle, the best-fit frame of several particles (its parents), or a
// point of something rigid. All that a run may change about it is here, as flat arrays of numbers: stiffness and keys
// belong to the glue's rule (GlueRule), which a run cannot change.
#pragma once

#include "particles/arrays.hpp"

#include <pliant/scene.hpp>
#include <pliant/types.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace pliant {

/// A particle that glue touches. By slot in bodies of shape matching, by id in those of the
/// point-based solver.
struct GluedParticle {
    std::uint32_t body;      ///< in the scene
    std::uint32_t particle;  ///< its slot, or its id
    bool operator==(const GluedParticle&) const = default;
};

/// One parent of a frame. Over a frame the weights sum to 1, and Σ weight · rest = 0.
struct GlueParent {
    double weight;
    Vec3 rest;  ///< m, about the parents' weighted center, at the time the glue was made
};
static_assert(sizeof(GlueParent) == 4 * sizeof(double));

enum class GlueEndKind : std::uint32_t {
    particle,  ///< `first` in GlueState::particles
    frame,     ///< rows [first, first + count) of GlueState::parents
    rigid,     ///< `first` in Model::rigid
    obstacle   ///< `first` in Model::obstacles
};

struct GlueEnd {
    GlueEndKind kind = GlueEndKind::particle;
    std::uint32_t first = 0, count = 0;
};

enum class GlueStatus : std::uint32_t {
    holds,
    released,  ///< by its key
    broken,    ///< by a force
    lost       ///< one of its ends is no more
};

/// Which things a binding joins; whole numbers only.
struct GlueLink {
    std::uint32_t glue = 0;  ///< the rule, in the order of the scene
    GlueStatus status = GlueStatus::holds;
    GlueEnd a, b;
};
static_assert(sizeof(GlueLink) == 8 * sizeof(std::uint32_t));

/// How an end is held; numbers only.
struct GlueGrip {
    /// m: the bound point. Of a frame in its rest space; of something rigid in its own coordinates; unused by
    /// particles.
    Vec3 point = Vec3::Zero();
    /// Unit quaternion w x y z. Of a frame: R, from which the next one is found; of something rigid: how it was turned
    /// when the glue was made.
    std::array<double, 4> turn = {1, 0, 0, 0};
};

struct GlueMotion {
    GlueGrip a, b;
    Vec3 push = Vec3::Zero();   ///< N s on a in the last step (b got the opposite): the next one starts from there
    Vec3 twist = Vec3::Zero();  ///< N m s likewise, of welded joints
};
static_assert(sizeof(GlueMotion) == 20 * sizeof(double));

struct GlueState {
    std::vector<GluedParticle> particles;         ///< each once
    std::vector<std::uint32_t> parent_particles;  ///< per parent, in `particles`
    std::vector<GlueParent> parents;
    std::vector<GlueLink> links;      ///< per binding, in the order in which they are solved (glue/order.hpp)
    std::vector<GlueMotion> motions;  ///< per binding

    std::size_t size() const { return links.size(); }
};

/// Calls f(traits, value at birth, array…) for every array. All of it is hashed, in this order.
template <class F, class... Glue>
void for_each_array(const F& f, Glue&... glue) requires(std::is_same_v<std::remove_const_t<Glue>, GlueState>&&...) {
    constexpr auto motion = ArrayRole::motion;
    f(ArrayTraits{"particle", Per::other, motion, Hashed::always}, given, glue.particles...);
    f(ArrayTraits{"parent_particle", Per::other, motion, Hashed::always}, given, glue.parent_particles...);
    f(ArrayTraits{"parent", Per::other, motion, Hashed::always}, given, glue.parents...);
    f(ArrayTraits{"link", Per::other, motion, Hashed::always}, given, glue.links...);
    f(ArrayTraits{"motion", Per::other, motion, Hashed::always}, given, glue.motions...);
}

/// Do the arrays' sizes and indices fit together?
bool is_consistent(const GlueState& state, std::size_t rules, std::size_t rigid, std::size_t obstacles);

/// What a run cannot change about one entry of the scene's glue.
struct GlueRule {
    std::string name;
    GlueMode mode = GlueMode::hard;
    bool welded = false;                ///< its bindings also keep the ends' relative orientation
    bool shared = false;                ///< its bindings' ends take part in others of the same glue
    std::uint32_t bindings = 0;         ///< that it was made with; stiffness is shared among them
    double mass = 0;                    ///< kg: reduced mass of the two bodies, by which frequencies become stiffnesses
    Mat3 levers = Mat3::Zero();         ///< m²: times stiffness, that against turning; as of the start, world axes
    std::optional<double> stiffness;    ///< Hz; none: exact
    double damping = 0;                 ///< 1/s
    std::vector<GlueKey> keys;          ///< of the stiffness
    std::optional<double> release;      ///< s
    std::optional<double> break_force;  ///< N
    bool collides = false;              ///< do the two bodies collide with each other while it holds?
};

/// Stiffness at a time, in hertz: by the keys, linear between them, or the constant one; none: exact.
std::optional<double> stiffness_at(const GlueRule& rule, double time);

}  // namespace pliant
