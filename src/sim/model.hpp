// What a run cannot change: settings, materials, obstacles, force fields, the rules of pins, glue and collisions.
//
// A Model is const once it is built. What follows from particles and clusters, which a run may add and remove, is in
// State or Scratch.
#pragma once

#include "clustering/levels.hpp"
#include "collision/obstacle.hpp"
#include "contacts/colliders.hpp"
#include "fracture/fracture_rules.hpp"
#include "glue/glue.hpp"
#include "particles/force_fields.hpp"
#include "particles/particle_set.hpp"
#include "particles/pins.hpp"
#include "plasticity/recluster_rules.hpp"
#include "plasticity/refit_levels.hpp"
#include "point_based/cracks.hpp"
#include "point_based/kernels.hpp"
#include "rigid/rigid_bodies.hpp"
#include "shape_matching/kernels.hpp"

#include <pliant/simulation.hpp>

namespace pliant {

/// A body whose level weights change over time.
struct KeyedLevels {
    std::uint32_t body;
    LevelSchedule schedule;
};

/// What the bodies of shape matching have in common.
struct SoftModel {
    const Kernels* kernels = nullptr;
    std::vector<KeyedLevels> keyed_levels;
    DampingWork damping = DampingWork::none;
    bool any_deformation_rotation = false;
    bool any_plastic = false;
    std::vector<LayeredBody> layered;  ///< bodies with coarser levels that flow
    ReclusterRules reclustering;
    FractureRules fracture;
    ColliderRules colliders;
};

/// A body of the point-based solver: State::points in the same order.
struct PointModel {
    std::uint32_t body;  ///< in Model::bodies
    PointBased settings;
    bool may_break = false;
    PointBreaking breaking;  ///< where it may
};

/// Which bodies may sleep, and when (sim/sleep.hpp).
struct SleepRules {
    bool any = false;
    double motion = 0;                 ///< of the spacing, in a frame
    int frames = 1;                    ///< at rest before a body sleeps
    std::vector<std::uint8_t> may;     ///< per body
    std::vector<std::uint32_t> rigid;  ///< per body: its number among the rigid ones, or no_slot
};

struct Model {
    double fps = 60;
    int frames = 0;
    int substeps = 1;
    double dt = 0;
    Vec3 gravity = Vec3::Zero();
    double speed_limit = 0;       ///< m/s
    bool energy_account = false;  ///< measure the energies before and after each stage
    std::vector<BodyInfo> bodies;
    std::vector<BodySummary> summaries;  ///< likewise
    std::vector<ObstacleBody> obstacles;
    std::vector<ForceField> fields;
    std::vector<PinRule> pins;
    SoftModel soft;
    std::vector<PointModel> points;
    const PointKernels* point_kernels = nullptr;
    std::vector<RigidBody> rigid;             ///< in the order of the scene
    std::vector<GlueRule> glue;               ///< in the order of the scene
    std::vector<GlueSummary> glue_summaries;  ///< likewise
    SleepRules sleep;
    std::uint64_t built_bodies = 0;      ///< hash_bodies of the state as built
    std::uint64_t built_parameters = 0;  ///< hash_parameters likewise, and of the step

    bool can_touch() const { return !obstacles.empty() || soft.colliders.any || !rigid.empty(); }
    /// Per body: the number of the set its particles are in (particles/particle_set.hpp).
    std::vector<std::uint32_t> sets_of_bodies() const {
        std::vector<std::uint32_t> sets(bodies.size(), 0);
        for (std::uint32_t k = 0; k < points.size(); ++k) sets[points[k].body] = k + 1;
        return sets;
    }
};

}  // namespace pliant
