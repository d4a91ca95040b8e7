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
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

/// Trouble that a step handled; counted, with its first culprit, in StepReport. A new one is added here, and nowhere
/// else: its name, and what it means, as people read it.
#define PLIANT_WARNINGS(X)                                                                                         \
    X(speed_limited, "a particle exceeded the speed limit or lost its finite velocity")                            \
    X(non_finite_particle,                                                                                         \
      "a particle's position was lost (not a number, or absurdly far); put back where its clusters want it")       \
    X(inverted_cluster, "a cluster was turned inside out at the end of a frame")                                   \
    X(collapsed_cluster, "a cluster had lost 98 % of its volume at the end of a frame")                            \
    X(fast_contact, "bodies met too fast for a step to be cut finely enough: they may pass through each other")    \
    X(deep_contact, "a particle was so deep inside another body that the way out is a guess")                      \
    X(fly_away, "a particle of a point-based body had left its neighbors and was put back among them")             \
    X(unconverged, "a solve of a point-based body ended before it was exact enough")                               \
    X(glue_on_a_line, "the parents of a glue's frame lay on a line: it could turn freely about it")                \
    X(glue_inverted, "the parents of a glue's frame were turned inside out: the nearest rotation is used")         \
    X(glue_collapsed, "the parents of a glue's frame coincided, or had no position: it did not hold in that step") \
    X(glue_changed, "a particle that glue holds or hangs on was replaced: another one took its part")              \
    X(glue_lost, "a particle that glue holds or hangs on is gone, and none could take its part: that binding is lost")

enum class Warning {
#define PLIANT_NAME(name, meaning) name,
    PLIANT_WARNINGS(PLIANT_NAME)
};
#define PLIANT_ONE(...) +1
inline constexpr std::size_t warning_count = 0 PLIANT_WARNINGS(PLIANT_ONE);
std::string_view warning_name(Warning warning);     ///< "speed_limited"
std::string_view warning_meaning(Warning warning);  ///< one plain sentence

/// What a warning is about: the first particle, cluster, body or glue that gave cause for it.
struct Culprit {
    enum class Kind : std::uint32_t { none, body, particle, cluster, glue };
    Kind kind = Kind::none;
    std::uint32_t body = 0;    ///< its place in the scene; of glue: that of the entry in Scene::glue
    std::uint32_t number = 0;  ///< of the particle or cluster: its id, as in Frame::ids and Frame::cluster_ids
    int frame = -1;            ///< in which it happened

    static Culprit of_body(std::uint32_t body) { return {Kind::body, body, 0, -1}; }
    static Culprit particle(std::uint32_t body, std::uint32_t id) { return {Kind::particle, body, id, -1}; }
    static Culprit cluster(std::uint32_t body, std::uint32_t id) { return {Kind::cluster, body, id, -1}; }
    static Culprit glue(std::uint32_t entry) { return {Kind::glue, entry, 0, -1}; }
    bool operator==(const Culprit&) const = default;
};
/// For people: "particle 12 of ball, frame 7".
std::string culprit_text(const Culprit& culprit, const Scene& scene);
std::string_view culprit_kind_name(Culprit::Kind kind);  ///< "particle"

/// The stages of a step, in order. A new one is added here and called in step() (src/sim/step.cpp); reports, timings
/// and benchmarks know it from then on.
#define PLIANT_STAGES(X)                                                                \
    X(forces, "gravity's companions: force fields, keyed weights and glue")             \
    X(match, "clusters are fitted to their particles")                                  \
    X(flow, "rest shapes flow plastically")                                             \
    X(integrate, "particles are pulled to their goals and moved")                       \
    X(strain, "strain is limited")                                                      \
    X(points, "point-based bodies are moved")                                           \
    X(glue, "bindings are held, and what they bind is put into its place")              \
    X(collide, "contacts with obstacles, between bodies, and the motion of rigid ones") \
    X(fracture, "clusters that are strained too far, or cut, split")                    \
    X(recluster, "clusters are replaced and refitted")                                  \
    X(finish, "counting")

enum class Stage {
    PLIANT_STAGES(PLIANT_NAME)
#undef PLIANT_NAME
};
inline constexpr std::size_t stage_count = 0 PLIANT_STAGES(PLIANT_ONE);
#undef PLIANT_ONE
std::string_view stage_name(Stage stage);
std::string_view stage_meaning(Stage stage);

/// Energies of everything together, joule.
struct Energy {
    double kinetic = 0;
    double elastic = 0;  ///< of the springs of every level, and of point-based bodies
    double gravity = 0;  ///< potential: 0 at the world's origin

    double total() const { return kinetic + elastic + gravity; }
    Energy operator-(const Energy& o) const { return {kinetic - o.kinetic, elastic - o.elastic, gravity - o.gravity}; }
    Energy& operator+=(const Energy& o) {
        kinetic += o.kinetic;
        elastic += o.elastic;
        gravity += o.gravity;
        return *this;
    }
};

/// What happened during one or more steps.
struct StepReport {
    std::uint64_t steps = 0;
    std::array<std::uint64_t, warning_count> warnings{};  ///< how often, by Warning
    std::array<Culprit, warning_count> culprits{};        ///< the first of each
    std::array<double, stage_count> milliseconds{};       ///< by Stage
    /// By Stage: what it added to the energies, or took. All zero unless the scene asks for it (Output::energy);
    /// docs/physics.md says how to read it.
    std::array<Energy, stage_count> energy{};
    bool energy_measured = false;
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
    std::uint64_t cluster_splits = 0;    ///< clusters that broke or were cut in two, all levels
    std::uint64_t duplicated_particles = 0;  ///< particles that became two at a crack
    double breaking_force = 0;  ///< N: the most that the springs of a cluster carried across the crack it broke by

    void add(const StepReport& other);
    std::uint64_t warning(Warning w) const { return warnings[static_cast<std::size_t>(w)]; }
    const Culprit& culprit(Warning w) const { return culprits[static_cast<std::size_t>(w)]; }
    /// Counts a warning; the first culprit is kept.
    void warn(Warning w, std::uint64_t times, const Culprit& who) {
        if (times == 0) return;
        const auto k = static_cast<std::size_t>(w);
        warnings[k] += times;
        if (culprits[k].kind == Culprit::Kind::none) culprits[k] = who;
    }
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
    Vec3 center_of_mass = Vec3::Zero();    ///< m, world
    double kinetic_energy = 0;
    double elastic_energy = 0;
    double gravity_energy = 0;  ///< J: potential in the scene's gravity, 0 at the world's origin
    Box bbox;
    double max_speed = 0;
    std::size_t fragments = 0;        ///< pieces of all bodies together
    std::size_t crumbs = 0;           ///< those of them that broke off with fewer than eight particles
    std::size_t duplicates = 0;       ///< particles that cracks have added so far
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

/// Where a rigid body is: a point that the scene's description puts to p is at to + turn (p − from).
struct RigidPlace {
    std::uint32_t body = 0;        ///< its place in the scene
    Mat3 turn = Mat3::Identity();  ///< a rotation
    Vec3 from = Vec3::Zero();      ///< m: the center of mass as described
    Vec3 to = Vec3::Zero();        ///< m: and now
};

/// One frame's particles, those of shape matching ordered by id, then those of point-based bodies; world coordinates in
/// 32 bits (64 in memory, so that nothing is lost far away). Twins that cracks leave on their wrong sides, which have
/// mass but no matter of their own, are not among them: what breaks keeps its particles.
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
    /// Once anything broke, per fragment, by its number: the one that it broke from; of those that were built, itself.
    std::vector<std::uint32_t> fragment_parents;
    /// Pairs of particles, by their places here, that were neighbors until a crack went between them: where a piece is
    /// torn half through, too.
    std::vector<std::array<std::uint32_t, 2>> torn;
    /// Where the particle is in the shape of least stress that its body is embedded in (DE14, RC17), m; the same as its
    /// position where its body has none. Empty when no body has one.
    std::vector<Vec3> embedded;
    /// Per cluster: the nearest one of the next coarser level; of the coarsest, itself.
    std::vector<std::uint32_t> parents;
    /// Per cluster: a number that stays its own from frame to frame, while reclustering adds and removes others.
    std::vector<std::uint32_t> cluster_ids;
    std::uint32_t built_clusters = 0;  ///< clusters with lower ids were built with the scene; the others are new
    std::vector<RigidPlace> rigid;     ///< of the rigid bodies, in the order of the scene

    std::uint32_t id_of(std::size_t i) const { return ids.empty() ? static_cast<std::uint32_t>(i) : ids[i]; }
};

/// Vectors of a body as they lie in memory: element k is offset + linear · (three numbers of the array). No copy is
/// made; valid until the state changes.
class VectorView {
  public:
    VectorView() = default;
    /// `stride` in numbers.
    VectorView(const Real* first, std::size_t count, std::size_t stride, const Vec3& offset)
        : reals_(first), count_(count), stride_(stride), offset_(offset) {}
    VectorView(const double* first, std::size_t count, std::size_t stride, const Vec3& offset, const Mat3& linear)
        : doubles_(first), count_(count), stride_(stride), offset_(offset), linear_(linear) {}

    std::size_t size() const { return count_; }
    Vec3 operator[](std::size_t k) const {
        if (doubles_) return offset_ + linear_ * Vec3(doubles_ + k * stride_);
        const Real* x = reals_ + k * stride_;
        return offset_ + Vec3(x[0], x[1], x[2]);
    }
    /// Of soft bodies: the numbers themselves, to which `offset` is to be added; null of rigid ones.
    const Real* data() const { return reals_; }
    std::size_t stride() const { return stride_; }  ///< numbers from one vector to the next
    const Vec3& offset() const { return offset_; }

  private:
    const Real* reals_ = nullptr;
    const double* doubles_ = nullptr;
    std::size_t count_ = 0, stride_ = 0;
    Vec3 offset_ = Vec3::Zero();
    Mat3 linear_ = Mat3::Identity();
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
    double radius = 0;   ///< m, neighbor radius of the finest clusters
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

    /// Particles of a body (its place in the scene) in world coordinates, without a copy; valid until the next step.
    VectorView positions(std::uint32_t body) const;
    VectorView velocities(std::uint32_t body) const;
    /// Numbers that the particles in those views keep while others come and go; empty of a rigid body: their places.
    std::span<const std::uint32_t> particle_ids(std::uint32_t body) const;
    /// Of a rigid body; what another one has is the identity.
    RigidPlace transform(std::uint32_t body) const;

    /// Does it sleep (Scene::sleeping)? Then it is at rest, and steps leave it out until something disturbs it.
    bool is_asleep(std::uint32_t body) const;

    Frame snapshot() const;
    /// The same without what needs a fit of every cluster: strains, plastics, clusters and what is per cluster are
    /// empty or 0.
    Frame snapshot_unfitted() const;
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
    Parts& parts();  ///< to change them; what was measured of the state is forgotten

  private:
    std::unique_ptr<Parts> parts_;
};

/// The instruction sets this machine can run, best first.
std::vector<std::string> instruction_sets();

}  // namespace pliant
