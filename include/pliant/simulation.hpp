// Running a scene.
//
//     pliant::Simulation simulation(pliant::load_scene("scenes/falling-ball.json"));
//     while (simulation.frame() < simulation.frame_count()) {
//         pliant::StepReport report = simulation.advance_frame();
//         const pliant::Frame frame = simulation.snapshot();   // positions, velocities, …
//     }
//
// A Simulation owns everything it needs: two of them in one process never disturb each other. Files are read only while
// it is built (the meshes and points that the scene names); a step reads nothing but its own state. The one clock it
// looks at is a steady one, for StepReport::milliseconds: nothing that is computed depends on it. The same scene gives
// the same bits at any number of threads (per instruction set).
#pragma once

#include <pliant/scene.hpp>
#include <pliant/types.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

/// Trouble that a step handled; counted in StepReport::warnings.
enum class Warning {
    speed_limited,        ///< a particle exceeded the speed limit or lost its finite velocity
    non_finite_particle,  ///< a particle's place was lost (not a number, or absurdly far); put back where its clusters
                          ///< want it
    inverted_cluster,     ///< a cluster was turned inside out at the end of a frame
    collapsed_cluster,    ///< a cluster had lost 98 % of its volume at the end of a frame
    fast_contact,         ///< bodies met too fast for a step to be cut finely enough: they may pass through each other
    deep_contact,         ///< a particle was so deep inside another body that the way out is a guess
    fly_away,             ///< a particle of a point-based body had left its neighbours and was put back among them
    unconverged,          ///< a solve of a point-based body ended before it was exact enough
    glue_on_a_line,       ///< the parents of a glue's frame lay on a line: it could turn freely about it
    glue_inverted,        ///< the parents of a glue's frame were turned inside out: the nearest rotation is used
    glue_collapsed,       ///< the parents of a glue's frame coincided, or had no place: it did not hold in that step
    glue_changed,         ///< a particle that glue holds or hangs on was replaced: another one took its part
    glue_lost,            ///< … and there was none to take its part: that binding is gone
};
inline constexpr std::size_t warning_count = 13;
std::string_view warning_name(Warning warning);

/// The stages of a step, in order.
enum class Stage { forces, match, flow, integrate, strain, points, glue, collide, recluster, finish };
inline constexpr std::size_t stage_count = 10;
std::string_view stage_name(Stage stage);

/// What happened during one or more steps.
struct StepReport {
    std::uint64_t steps = 0;
    std::array<std::uint64_t, warning_count> warnings{};
    std::array<double, stage_count> milliseconds{};
    std::uint64_t contacts = 0;            ///< of particles with obstacles and bodies, summed over the steps
    double max_penetration = 0;            ///< m: deepest end point before contacts moved it back
    double left_penetration = 0;           ///< m: the most that was left of it between bodies; obstacles leave nothing
    std::uint64_t point_steps = 0;         ///< most steps that a point-based body was moved by in one step
    std::uint64_t splits = 0, merges = 0;  ///< of particles of point-based bodies
    std::uint64_t collision_pieces = 0;  ///< most pieces a step was cut into, so that fast bodies do not pass; 1: whole
    std::uint64_t clusters_added = 0;    ///< by reclustering
    std::uint64_t clusters_removed = 0;  ///< those whose fade ended
    std::uint64_t embedding_sweeps = 0;  ///< the most that an embedding took; 0: there was none
    double embedding_residual = 0;       ///< the largest rms distance from a goal that one left, over the radius
    double embedding_milliseconds = 0;   ///< part of Stage::recluster
    std::uint64_t glue_released = 0;     ///< bindings that their key let go
    std::uint64_t glue_broken = 0;       ///< bindings that a force broke

    void add(const StepReport& other);
    std::uint64_t warning(Warning w) const { return warnings[static_cast<std::size_t>(w)]; }
};

/// One entry of the scene's glue.
struct GlueStats {
    std::size_t holding = 0;     ///< of its bindings
    double force = 0;            ///< N: the sum of `forces`
    std::vector<double> forces;  ///< N, per binding: the mean size over the frame's steps
};

/// Sums over the whole state; all in SI units and world coordinates.
struct Stats {
    int frame = 0;
    double time = 0;
    std::size_t particles = 0;
    std::vector<std::size_t> clusters;  ///< per level, finest first
    std::size_t memberships = 0;
    double mass = 0;
    Vec3 momentum = Vec3::Zero();
    Vec3 angular_momentum = Vec3::Zero();  ///< about the world's origin
    double kinetic_energy = 0;
    double elastic_energy = 0;
    Box bbox;
    double max_speed = 0;
    std::size_t fragments = 0;        ///< pieces of all bodies together
    double plastic_strain_max = 0;    ///< largest |singular value − 1| of any finest cluster's Fᵖ
    double plastic_strain_mean = 0;   ///< the mean over the finest clusters, by their mass
    double det_fp_error = 0;          ///< largest |det Fᵖ − 1|: plastic flow keeps volume
    std::size_t clusters_fading = 0;  ///< in or out
    double weight_error = 0;          ///< largest |Σ_c w_ic − 1| of any particle on any level
    double max_stretch = 0;           ///< largest singular value of any finest cluster's deformation gradient
    /// Per body, N s: what contacts with obstacles and other bodies gave it since the frame began. Divided by the
    /// frame's length it is the mean contact force.
    std::vector<Vec3> contact_impulses;
    /// m³: what DE14's estimate (eq. 3) makes of the volume of the point-based bodies; plastic flow keeps the true one.
    double estimated_volume = 0;
    std::vector<GlueStats> glue;  ///< in the order of the scene
    std::uint64_t hash = 0;
};

/// One frame's particles, those of shape matching ordered by id, then those of point-based bodies; world coordinates in
/// 32 bits (64 in memory, so that nothing is lost far away).
struct Frame {
    int number = 0;
    double time = 0;
    std::vector<Vec3> positions;
    std::vector<Vec3> velocities;
    /// A number that a particle keeps while others are added and removed; empty: its place in the frame.
    std::vector<std::uint32_t> ids;
    std::vector<float> radii;  ///< half the spacing of the particle's body
    std::vector<std::uint32_t> bodies;
    std::vector<std::uint32_t> clusters;   ///< nearest finest cluster; of a point-based body: one for the whole body
    std::vector<float> strains;            ///< largest |stretch − 1|, blended from the particle's clusters
    std::vector<float> plastics;           ///< the same of Fᵖ: what has become permanent
    std::vector<std::uint32_t> fragments;  ///< which piece of a body it is in: pieces hang together through clusters
    /// Per cluster: the nearest one of the next coarser level; of the coarsest, itself.
    std::vector<std::uint32_t> parents;
    /// Per cluster: a number that stays its own from frame to frame, while reclustering adds and removes others.
    std::vector<std::uint32_t> cluster_ids;
    std::uint32_t built_clusters = 0;  ///< clusters with lower ids were built with the scene; the others are new

    std::uint32_t id_of(std::size_t i) const { return ids.empty() ? static_cast<std::uint32_t>(i) : ids[i]; }
};

/// How a body was built, for people.
struct BodySummary {
    std::string name;
    std::size_t particles = 0;
    std::vector<std::size_t> clusters;  ///< per level; none in a rigid body
    std::size_t memberships = 0;
    double mass = 0;     ///< kg
    double volume = 0;   ///< m³
    double spacing = 0;  ///< m
    double radius = 0;   ///< m, neighbour radius of the finest clusters
    std::size_t pinned = 0;
    std::vector<std::string> notes;  ///< plain sentences: what was adjusted and why
};

/// How one entry of the scene's glue was built, for people.
struct GlueSummary {
    std::string name;
    std::string a, b;
    std::size_t points = 0;                            ///< that are held
    std::size_t bindings = 0;                          ///< as many; fewer where both are rigid, as those say the same
    std::size_t fewest_parents = 0, most_parents = 0;  ///< 0: held by something rigid
    double conditioning = 0;  ///< the worst frame's (ProcrustesFrame::conditioning); 0 for something rigid
    double reach = 0;         ///< the farthest point's distance from its frame's center, over the frame's size
    std::vector<std::string> notes;
};

/// The collision shape of one finest cluster in the world: the points center + shape · q with |q − sphere| ≤ radius and
/// n·q ≤ a for each of the planes (n, a) (docs/collisions.md).
struct ProxyShape {
    std::uint32_t body = 0;
    std::uint32_t cluster = 0;      ///< as in Frame::clusters
    Vec3 center = Vec3::Zero();     ///< m, world
    Mat3 shape = Mat3::Identity();  ///< the cluster's deformation gradient, from the axes of its proxy
    Vec3 sphere = Vec3::Zero();     ///< m
    double radius = 0;              ///< m
    std::vector<std::pair<Vec3, double>> planes;
};

struct BuildOptions {
    int threads = 0;              ///< 0: as many as the machine has
    std::string instruction_set;  ///< empty: the best this machine has; or one of instruction_sets()
    /// Called with what is being built ("sampling", the body's name) as it starts.
    std::function<void(std::string_view stage, std::string_view body)> progress;
};

class Simulation {
  public:
    /// Samples, clusters and places the scene's bodies. Throws InputError for what only building can find out: a mesh
    /// without an inside, a shape too thin for the spacing, a pin that holds nothing.
    explicit Simulation(const Scene& scene, const BuildOptions& options = {});
    ~Simulation();
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;

    /// One step of dt().
    StepReport step();
    /// All steps up to the next frame.
    StepReport advance_frame();

    int frame() const;        ///< frames done
    int frame_count() const;  ///< frames the scene asks for
    double time() const;      ///< s
    double dt() const;        ///< s
    int substeps() const;

    Frame snapshot() const;
    Stats stats() const;
    /// The collision shapes of all finest clusters, for particles where this frame of the same scene has them.
    std::vector<ProxyShape> proxies(const Frame& frame) const;
    /// A hash of all that the future depends on; equal hashes mean equal runs from here on.
    std::uint64_t hash() const;
    const std::vector<BodySummary>& bodies() const;
    const std::vector<GlueSummary>& glue() const;
    std::string_view instruction_set() const;
    int threads() const;

    struct Parts;  ///< model, state and scratch: src/sim/parts.hpp, for tests and tools inside the project
    const Parts& parts() const { return *parts_; }
    Parts& parts() { return *parts_; }

  private:
    std::unique_ptr<Parts> parts_;
};

/// The instruction sets this machine can run, best first.
std::vector<std::string> instruction_sets();

}  // namespace pliant
