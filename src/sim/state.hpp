// All that changes while a simulation runs, and the work space of a step.
#pragma once

#include "collision/contact.hpp"
#include "plasticity/recluster.hpp"
#include "point_based/point_step.hpp"
#include "rigid/rigid_bodies.hpp"
#include "shape_matching/kernels.hpp"
#include "shape_matching/soft_bodies.hpp"
#include "contacts/contact_scratch.hpp"
#include "sim/glue_scratch.hpp"
#include "contacts/rigid_scratch.hpp"

namespace pliant {

struct Model;

/// A checkpoint is this and nothing else.
struct State {
    std::uint64_t step = 0;
    SoftBodies soft;
    std::vector<PointBody> points;  ///< the bodies of the point-based solver
    RigidBodies rigid;
    GlueState glue;
};

/// Per-chunk results of the particle loops, added up in the order of the chunks.
struct ChunkReport {
    std::uint64_t contacts = 0;
    std::uint64_t speed_limited = 0;
    std::uint64_t non_finite = 0;
    double max_penetration = 0;
};

/// Work space of one point-based body.
struct PointBodyScratch {
    PointWork work;
    std::vector<Vector4> acceleration;  ///< per particle; empty without force fields
    std::vector<Vec3> arriving;         ///< per particle: its velocity at the start of the step
    std::vector<std::uint8_t> held;     ///< per particle: pinned now; empty if none ever is
    std::vector<std::uint32_t> place;   ///< by id: where it is stored; empty without pins
    std::vector<ChunkReport> chunks;
    std::vector<Vec3> chunk_impulse;
    Vec3 impulse = Vec3::Zero();  ///< N s: by contacts since the frame began
};

/// A body among others (point_contacts.hpp), over its particles that collide.
struct MeetingBody {
    Box places, velocities;
    bool is_points = false, meets_itself = false;
    std::uint32_t set = 0;    ///< of its particles (particle_sets.hpp)
    std::vector<Box> others;  ///< places of those that it may touch
};
/// A particle in a contact of a point-based body.
struct ContactBall {
    static constexpr std::uint32_t none = 0xffffffff;

    Vec3 position, arriving;  ///< world; velocity before the step
    double radius = 0, inverse_mass = 0, friction = 0, restitution = 0;
    std::uint32_t body = 0;
    std::uint32_t mover = none;  ///< in PointContacts::touching, if it is
    ParticleRef particle;
};
struct BallContact {
    std::uint32_t first, second;  ///< in PointContacts::balls
};
struct PointContacts {
    std::vector<MeetingBody> bodies;
    std::vector<ContactBall> balls;
    std::vector<Vec3> centers;
    PointGrid grid;
    std::vector<std::vector<BallContact>> found;  ///< per chunk
    std::vector<BallContact> contacts;
    std::vector<std::uint32_t> touching;  ///< balls that have contacts
    std::vector<Mover> movers;            ///< of those
    std::vector<ImpulseContact> impulses;
    std::vector<Vec3> turns;  ///< per body, N m s
};

/// Never saved; every number in it is rebuilt by the step that reads it.
struct Scratch {
    MatchScratch match;
    std::vector<Vector4> acceleration;  ///< per particle; empty without force fields
    std::vector<Vector4> arriving;      ///< per particle: its velocity at the start of the step; empty if none bounces
    std::vector<std::uint8_t> held;     ///< per particle: by a pin in this step; empty when none has to know
    std::vector<ObstacleStep> obstacles;
    std::vector<ChunkReport> chunks;
    /// Borders of chunks of clusters with about as much work each: a coarse cluster has as many members as hundreds of
    /// fine ones. Whole blocks.
    std::vector<std::uint32_t> cluster_chunks;
    ContactScratch contacts;
    std::vector<PointBodyScratch> points;
    PointContacts point_contacts;
    ReclusterScratch recluster;
    RigidScratch rigid;
    GlueScratch glue;
    std::vector<Vector4> impulse;  ///< per particle, N s: by contacts since the frame began; empty if there can be none
};

/// Sizes the work space, so that steps allocate nothing.
void prepare_scratch(const Model& model, const State& state, Scratch& scratch);

/// The part of it that depends on the clusters, after a step has changed them.
void fit_scratch(const Model& model, const State& state, Scratch& scratch);

/// A hash of everything in the state.
std::uint64_t hash_state(const State& state);

/// What an array of the state is to checkpoints (which hold all of them) and to branches, which go on from a state
/// under a changed scene.
enum class ArrayRole {
    bodies,     ///< which particles and clusters there are, and their rest shapes: a branch must have the same
    parameter,  ///< follows from the bodies and the scene's parameters: a branch has its own
    motion      ///< what the steps change: a branch takes it over
};

/// Calls f(name, role, array…) for every array, with the array of each of the SoftBodies given; a std::vector or
/// Columns. An array that is added to SoftBodies is added here; names are part of the checkpoints' format.
template <class F, class... Soft>
void for_each_array(F&& f, Soft&... soft) {
    f("particles", ArrayRole::motion, soft.particles...);
    f("mass", ArrayRole::parameter, soft.mass...);
    f("body", ArrayRole::bodies, soft.body...);
    f("fragment", ArrayRole::bodies, soft.fragment...);
    f("id", ArrayRole::bodies, soft.id...);
    f("embedded", ArrayRole::motion, soft.embedded...);
    f("by_cluster.rows", ArrayRole::bodies, soft.by_cluster.rows...);
    f("by_cluster.index", ArrayRole::bodies, soft.by_cluster.index...);
    f("by_cluster.members", ArrayRole::parameter, soft.by_cluster.members...);
    f("by_particle.rows", ArrayRole::bodies, soft.by_particle.rows...);
    f("by_particle.index", ArrayRole::bodies, soft.by_particle.index...);
    f("by_particle.members", ArrayRole::bodies, soft.by_particle.members...);
    f("finest.rows", ArrayRole::bodies, soft.finest.rows...);
    f("finest.cluster", ArrayRole::bodies, soft.finest.cluster...);
    f("finest.twin", ArrayRole::bodies, soft.finest.twin...);
    f("finest.born", ArrayRole::parameter, soft.finest.born...);
    f("cluster_body", ArrayRole::bodies, soft.cluster_body...);
    f("mode", ArrayRole::parameter, soft.mode...);
    f("rotation", ArrayRole::motion, soft.rotation...);
    f("center", ArrayRole::motion, soft.center...);
    f("plastic", ArrayRole::motion, soft.plastic...);
    f("hardened", ArrayRole::motion, soft.hardened...);
    f("flowed", ArrayRole::motion, soft.flowed...);
    f("refits", ArrayRole::motion, soft.refits...);
    f("flow", ArrayRole::parameter, soft.flow...);
    f("rest_inverse", ArrayRole::parameter, soft.rest_inverse...);
    f("rest_missing", ArrayRole::parameter, soft.rest_missing...);
    f("cluster_mass", ArrayRole::parameter, soft.cluster_mass...);
    f("response", ArrayRole::parameter, soft.response...);
    f("full_response", ArrayRole::parameter, soft.full_response...);
    f("origin", ArrayRole::motion, soft.origin...);
    f("fade", ArrayRole::motion, soft.fade...);
    f("fading", ArrayRole::motion, soft.fading...);
    f("cluster_id", ArrayRole::motion, soft.cluster_id...);
}

/// Calls f(name, array…) for every array of a point-based body; names are part of the checkpoints' format.
template <class F, class... Body>
void for_each_point_array(F&& f, Body&... body) {
    f("particles", body.particles...);
    f("embedded", body.embedded...);
    f("queried", body.queried...);
    f("id", body.id...);
    f("count", body.count...);
    f("neighbor", body.neighbor...);
    f("rest", body.rest...);
    f("radius", body.radius...);
    f("volume", body.volume...);
    f("mass", body.mass...);
    f("hardened", body.hardened...);
    f("flowed", body.flowed...);
    f("material", body.material...);
    f("next_id", body.next_id...);
    f("constants", body.constants...);
}

/// A hash of the arrays with the role `bodies`, which no step changes but one that reclusters.
std::uint64_t hash_bodies(const State& state);

/// Have clusters begun to be replaced (plasticity/recluster.hpp) or refitted (plasticity/refit_levels.hpp)? Then the
/// arrays with the role `bodies` are the state's own.
bool has_reclustered(const SoftBodies& soft);

/// Do the arrays' sizes and indices fit together, so that a step stays inside them?
bool is_consistent(const SoftBodies& soft);
bool is_consistent(const PointBody& body);

}  // namespace pliant
