// The work space of a step: never saved, every number in it follows from the model and the state.
#pragma once

#include "contacts/ball_input.hpp"
#include "contacts/contact_scratch.hpp"
#include "contacts/obstacle_contacts.hpp"
#include "contacts/rigid_scratch.hpp"
#include "contacts/rolling.hpp"
#include "core/parallel.hpp"
#include "fracture/fracture_rules.hpp"
#include "glue/place.hpp"
#include "measure/cluster_measure.hpp"
#include "particles/kept_apart.hpp"
#include "particles/pins.hpp"
#include "plasticity/recluster_rules.hpp"
#include "point_based/point_step.hpp"
#include "shape_matching/kernels.hpp"
#include "shape_matching/piece_motion.hpp"

namespace pliant {

/// Of the bodies of shape matching.
struct SoftScratch {
    MatchScratch match;
    std::vector<Vector4> acceleration;  ///< per particle; empty without force fields
    std::vector<Vector4> arriving;      ///< per particle: its velocity at the start of the step; empty if none bounces
    std::vector<std::uint8_t> held;     ///< per particle: by a pin in this step; empty without pins
    std::vector<Vector4> impulse;  ///< per particle, N s: by contacts since the frame began; empty if there can be none
    std::vector<ChunkReport> touched;  ///< per part of the particles: contacts with obstacles
    std::vector<Limited> limited;      ///< per part of the particles: those over the speed limit
    /// Borders of chunks of clusters with about as much work each: a coarse cluster has as many members as hundreds of
    /// fine ones. Whole blocks.
    std::vector<std::uint32_t> cluster_chunks;
    // What steps work on: all, but for the bodies that sleep. Particles in chunks; clusters in those chunks, once in
    // whole blocks, which may hold a few that sleep, and once exactly.
    std::vector<WorkPart> particle_parts, block_parts, cluster_parts;
    int strain_sweeps = 0;       ///< the most that any cluster asks for
    bool limit_springs = false;  ///< is the strain limit of any cluster a spring?
    bool elastic = false;        ///< has any cluster more to its springs than the papers'?
    PieceScratch pieces;
    Colliders colliders;
    ContactScratch contacts;
    RollingScratch rolling;
    ReclusterScratch recluster;
    FractureScratch fracture;
    MeasuredClusters measured;    ///< of the state as it is, once it was looked at
    std::vector<double> volumes;  ///< per cluster, over that at rest: at the end of the last frame
};

/// Of one point-based body.
struct PointBodyScratch {
    PointWork work;
    std::vector<Vector4> acceleration;  ///< per particle; empty without force fields
    std::vector<Vector4> arriving;      ///< per particle: its velocity at the start of the step
    std::vector<std::uint8_t> held;     ///< per particle: pinned now; empty if none ever is
    std::vector<ChunkReport> touched;   ///< per chunk
    std::vector<Vector4> push;          ///< per particle, N s: by obstacles in this step
    Vec3 impulse = Vec3::Zero();        ///< N s: by contacts since the frame began
    std::vector<Blade> blades;          ///< of this step
    PointReport done;                   ///< of the scene's step so far
};

/// Of glue. What the bindings determine is found anew when one of them lets go.
struct GlueScratch {
    GlueWork work;
    std::vector<ParticleRef> refs;  ///< per glued particle: where it is stored now
    PlacedGlue placed;
    std::vector<double> force;        ///< per binding, N: summed over the frame's steps so far
    std::uint64_t steps = 0;          ///< of the frame so far
    std::vector<double> load;         ///< per rule, N: in this step
    std::vector<std::uint8_t> slack;  ///< per rule: its stiffness is 0 in this step
};

/// Of the contacts in the points' own steps.
struct OwnContactScratch {
    ParticleSets sets;                 ///< as those of Scratch, but for shape matching
    std::vector<Particle> soft;        ///< the particles of shape matching, as they were then
    std::vector<RigidArrival> gained;  ///< per rigid body: by the forces of the scene's step
};

/// Where a body is, and how fast it moves.
struct BodyBounds {
    Box box;
    double speed = 0;  ///< m/s: of its fastest point
    double mean = 0;   ///< m/s: root mean square over its particles; of a rigid body the same as `speed`
};

/// Of sleeping bodies (sim/sleep.hpp).
struct SleepScratch {
    std::vector<std::uint8_t> asleep;   ///< per body; empty: none sleeps
    std::vector<BodyBounds> bounds;     ///< per body; of those that sleep, as they lie
    std::vector<std::uint32_t> order;   ///< those that sleep, by the lower x of their boxes
    double widest = 0;                  ///< m: the longest of them along x
    std::vector<std::uint32_t> leader;  ///< per body, of its group, while groups are found
};

struct Scratch {
    SoftScratch soft;
    std::vector<PointBodyScratch> points;
    RigidScratch rigid;
    GlueScratch glue;
    KeptApart apart;  ///< bodies that do not collide while glue holds them
    PinSlots pins;
    BallScratch balls;
    std::vector<ObstacleStep> obstacles;
    ParticleSets sets;  ///< of the state as it is now
    SleepScratch sleep;
    OwnContactScratch own;
};

}  // namespace pliant
