// What a run cannot change: settings, materials, obstacles, force fields, pins and their motion.
#pragma once

#include "clustering/levels.hpp"
#include "collision/obstacle.hpp"
#include "glue/glue.hpp"
#include "plasticity/recluster.hpp"
#include "plasticity/refit_levels.hpp"
#include "point_based/kernels.hpp"
#include "rigid/keyed_motion.hpp"
#include "rigid/rigid_bodies.hpp"
#include "shape_matching/kernels.hpp"
#include "contacts/colliders.hpp"

#include <pliant/simulation.hpp>

#include <optional>

namespace pliant {

/// A body's place in the flat arrays.
struct BodyRange {
    Vec3 origin;  ///< world position of its local coordinates' origin
    std::uint32_t first_particle, particle_count;
    Real radius;  ///< m: how far from a particle's centre its matter reaches
};

/// Particles held, in storage order, where they were at the start (world), and how that place moves.
struct PinnedSet {
    std::vector<std::uint32_t> particles;
    std::vector<Vec3> start;
    KeyedMotion motion;
    std::optional<double> release;
};

/// A body whose level weights change over time.
struct KeyedLevels {
    std::uint32_t body;
    LevelSchedule schedule;
};

/// A body of the point-based solver: State::points in the same order.
struct PointModel {
    std::uint32_t body;  ///< in `ranges`, where it has no particles of shape matching
    PointBased settings;
    std::vector<PinnedSet> pins;  ///< particles by id
    bool collides = true, self_collides = true;
};

struct ForceField {
    Force force;
    std::vector<bool> on_body;  ///< per body
};

struct Model {
    double fps = 60;
    int frames = 0;
    int substeps = 1;
    double dt = 0;
    Vec3 gravity = Vec3::Zero();
    double speed_limit = 0;  ///< m/s
    std::vector<BodyRange> ranges;
    std::vector<BodySummary> summaries;
    std::vector<Real> friction;     ///< per particle, storage order
    std::vector<Real> restitution;  ///< likewise
    Colliders colliders;            ///< of the clusters as they are (contacts/follow_clusters.hpp)
    BuiltColliders built_colliders;
    std::vector<ObstacleBody> obstacles;
    std::vector<RigidBody> rigid;  ///< in the order of the scene; their ranges hold no soft particles
    std::vector<ForceField> fields;
    std::vector<KeyedLevels> keyed_levels;
    std::vector<PinnedSet> pins;
    std::vector<PointModel> points;
    const PointKernels* point_kernels = nullptr;
    std::vector<GlueRule> glue;               ///< in the order of the scene
    std::vector<GlueSummary> glue_summaries;  ///< likewise
    DampingWork damping = DampingWork::none;
    bool any_deformation_rotation = false;
    int max_strain_sweeps = 0;
    bool any_plastic = false;
    std::vector<LayeredBody> layered;  ///< bodies with coarser levels that flow
    ReclusterRules reclustering;
    std::uint64_t built_bodies = 0;  ///< hash_bodies of the state as built
    const Kernels* kernels = nullptr;
};

/// What an obstacle is called where bodies and obstacles are numbered together.
inline std::uint32_t obstacle_number(const Model& model, std::size_t obstacle) {
    return static_cast<std::uint32_t>(model.ranges.size() + obstacle);
}

}  // namespace pliant
