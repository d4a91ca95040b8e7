// What the parts of fracture share: the rules of the bodies, the work space, and the report of a step.
#pragma once

#include "geometry/shape.hpp"
#include "shape_matching/soft_edit.hpp"

#include <pliant/types.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace pliant {

/// Cells of the artist's pattern: a particle's cell is the number of its Voronoi cell, and above that one bit for each
/// surface, set inside it.
inline constexpr std::uint32_t first_surface_bit = 16;
inline constexpr std::uint32_t most_surfaces = 16;
inline constexpr std::uint32_t most_cells = 1U << first_surface_bit;

/// A surface along which a body is cut at a time.
struct CutRule {
    double time = 0;            ///< s
    std::uint32_t surface = 0;  ///< which of the bits of SoftBodies::cell
};

/// A change of toughness at a time.
struct WeakenRule {
    double time = 0;     ///< s
    double brittle = 0;  ///< as SoftBodies::brittle, from then on
    std::shared_ptr<const Solid> region;
};

/// How a body breaks.
struct FractureRule {
    bool stress = false;               ///< does stretch break any of it?
    bool blades = false;               ///< do blades cut it?
    double delay = 0;                  ///< s: what came out of a split does not break before
    double boost = 0;                  ///< part by which it is tougher at first
    double boost_time = 1;             ///< s: over which that falls to 1/e
    std::uint32_t smallest = 1;        ///< particles: a part with fewer does not break off
    std::uint32_t most_fragments = 0;  ///< 0: as many as there are
    double score = 1;                  ///< toughness along the pattern, over that elsewhere
    bool only_scores = false;          ///< does it break along the pattern alone?
    std::uint32_t scores = 0;          ///< bits of SoftBodies::cell that count for stress: the others are for cuts
    std::vector<CutRule> cuts;
    std::vector<WeakenRule> weakened;
    double radius = 0;           ///< m: half the spacing: how far matter reaches beyond a particle at a crack
    Vec3 center = Vec3::Zero();  ///< a particle built at r was at center + r / scale in the body's own coordinates
    double scale = 1;

    bool any() const { return stress || blades || !cuts.empty(); }
};

struct FractureRules {
    std::vector<FractureRule> bodies;
    std::uint32_t built_clusters = 0;  ///< ids of new clusters begin here
    bool any = false;                  ///< can anything break?
    bool any_stress = false;           ///< by its own strain?
};

/// A blade in a step: a rectangle that moves, in world coordinates.
struct Blade {
    Vec3 center = Vec3::Zero();
    Mat3 axes = Mat3::Identity();  ///< columns: two along the rectangle, the last one its normal
    double half[2] = {0, 0};       ///< m: half its sides
};

/// Work space; never saved.
struct FractureScratch {
    std::vector<Blade> blades;            ///< of this step
    std::vector<Blade> blades_before;     ///< where they were when it began
    std::vector<std::uint32_t> at_crack;  ///< clusters that are parts of others or hold twins, rising
    std::vector<Leaving> hinges;          ///< at cracks: all that a cluster holds of another cell is a joint, rising

    /// After the clusters changed.
    void prepare(const SoftBodies& soft, const FractureRules& rules);
};

struct FractureReport {
    std::uint64_t splits = 0;  ///< of clusters, all levels
    std::uint64_t twins = 0;   ///< particles that became two
    double force = 0;          ///< N: the largest that the springs of a cluster carried across the crack it broke by
};

}  // namespace pliant
