// What a scene is: a plain description, validated, with nothing computed.
//
// A Scene comes from a JSON file (load_scene) or is filled in by hand in C++:
//
//     pliant::Scene scene;
//     scene.bodies.resize(1);                                   // a sphere of the default material
//     scene.bodies[0].material = pliant::material_preset("clay");
//     scene.obstacles.resize(1);                                // the ground, y = 0
//     pliant::Simulation simulation(scene);                     // checks it, as it would check a file
//
// The value of a field that nobody set is the one written here: the parameter table (parameters.hpp) reads it from
// these structs, adds unit, range and meaning, and feeds reading, checking, `pliant schema` and docs/parameters.md. Two
// things are not defaults of that kind. A material preset is a file of values of its own (scenes/presets). And where a
// comment says "0: automatic" or "null: …", the field's default is that 0 or null, and what it stands for is worked out
// from the rest of the scene when it is built.
//
// All lengths are in metres, times in seconds, angles in degrees, masses in kg, densities in kg/m³, frequencies in
// hertz. y is up. Which values are legal is in docs/parameters.md; others are refused with the path of the field.
#pragma once

#include <pliant/types.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pliant {

/// Rotation (axis and angle), then uniform scale, then translation, applied to a shape or a body: x = t + s R p.
struct Placement {
    Vec3 translate = Vec3::Zero();  ///< m
    Vec3 axis = Vec3::UnitY();      ///< what `angle` turns about; any length but zero
    double angle = 0;               ///< degrees about `axis`, counter-clockwise seen against it
    double scale = 1;               ///< above 0; nested ones multiply, to at most a million either way
};

/// What a shape is, and which of Shape's sizes count; the others are ignored.
enum class ShapeKind {
    sphere,        ///< radius
    ellipsoid,     ///< radii
    box,           ///< size
    rounded_box,   ///< size, radius of the rounding
    capsule,       ///< radius, length of the straight part, along y
    cylinder,      ///< radius, height, along y
    cone,          ///< radius at the bottom, top_radius, height, along y
    torus,         ///< radius of the ring, tube radius, ring in the xz plane
    half_space,    ///< everything below the plane through `point` with outward `normal`; only as a part of an
                   ///< intersection or a selector
    union_of,      ///< parts
    smooth_union,  ///< parts, blend distance
    intersection,  ///< parts
    difference,    ///< the first part minus the others
    mesh,          ///< file: OBJ, PLY, STL, OFF
    points,        ///< file: PLY, XYZ; the points are the particles
    sheet,         ///< size.x by size.z rectangle in the xz plane, one particle thick
    strand,        ///< polyline `path`, one particle thick
    ref            ///< a shape named in Scene::shapes
};

/// A shape, centered at the origin before it is placed. Of a body it is what the particles fill, elsewhere a region.
struct Shape {
    ShapeKind kind = ShapeKind::sphere;
    Placement place;                     ///< within the body's own coordinates, or those of the shape it is a part of
    double radius = 0.5;                 ///< m; a shape thinner than the body's spacing is refused when it is built
    double top_radius = 0;               ///< m; of a cone, 0 is a point
    double tube = 0.2;                   ///< m; of a torus, from `radius` on the hole is closed
    double height = 1;                   ///< m; also the length of a capsule's straight part
    double blend = 0.1;                  ///< m: over how far the parts of a smooth union melt into one another
    Vec3 size = Vec3::Ones();            ///< m: full lengths, not halves
    Vec3 radii = Vec3(0.5, 0.35, 0.25);  ///< m
    Vec3 point = Vec3::Zero();           ///< m: on the plane of a half-space
    Vec3 normal = Vec3::UnitY();         ///< out of the half-space; any length but zero
    std::vector<Vec3> path;              ///< strand only
    std::string file;                    ///< mesh and points; relative to the scene file
    std::string name;                    ///< ref only
    std::vector<Shape> parts;            ///< booleans only
};

/// What a scalar is inside a shape.
struct RegionValue {
    Shape shape;       ///< in the body's own coordinates, before placement
    double value = 0;  ///< in the unit of the parameter
};
/// A scalar that is constant, or varies in space. Regions are tried in order, the last one that holds the point wins.
/// In JSON: 5, or {"value": 5, "regions": [{"shape": …, "value": 20}]}, or {"attribute": "stiff", "scale": 10}.
///
///     material.stiffness = 5;                          // everywhere
///     material.stiffness.regions = {{upper_half, 20}};  // and 20 in there
struct Varying {
    Varying(double constant = 0) : value(constant) {}
    double value;                      ///< outside of all regions
    std::vector<RegionValue> regions;  ///< each value in the parameter's range, as `value`
    std::string attribute;  ///< name of a float property of the body's PLY file; value = offset + scale · attribute
    double scale = 1;       ///< only with an attribute
    double offset = 0;      ///< only with an attribute
};

/// Which rotation a cluster's goals are turned by.
enum class RotationMode {
    least_squares,  ///< of the best fit: keeps energy and angular momentum
    deformation     ///< of the deformation gradient, as in the papers: may gain energy
};
/// What damping brakes towards.
enum class DampingMode {
    body,   ///< the rigid motion of the whole body: every swing dies at the same rate, whatever the clusters
    rigid,  ///< a cluster's rigid motion: spares rotation, and swings of the whole body too
    mean    ///< a cluster's mean velocity, as in the papers: brakes rotation too
};
/// What happens beyond the strain limit.
enum class StrainLimiter {
    spring,     ///< the material is `limit_stiffness` times as stiff there: an energy, the same at any step
    projection  ///< particles are moved back onto the limit, as in the papers: depends on the step, may gain energy
};

/// A second colour that goes through a thing like its grain.
enum class LookPattern {
    none,
    checker,  ///< cubes
    grain,    ///< wood: year rings around an axis along x
    weave,    ///< cloth: threads along x and z
    speckle,  ///< dots: cork, sponge
    marble    ///< veins
};
/// What a thing looks like in pictures, and in files that hold materials. It changes nothing that is computed.
struct Look {
    std::optional<Vec3> color;  ///< red, green, blue from 0 to 1 (sRGB); null: one by its place in the scene
    double roughness = 0.7;     ///< 0 mirrors, 1 is chalk
    double metalness = 0;       ///< 1: mirrors in its own colour
    double translucency = 0;    ///< 0 is opaque; 1: light shines all through
    LookPattern pattern = LookPattern::none;
    Vec3 second = Vec3(0.9, 0.9, 0.9);  ///< the pattern's other colour
    double pattern_size = 0;            ///< m; 0: an eighth of the thing's size
    std::string texture;                ///< a PNG by the skin's UVs, in place of the colour; relative to the scene file
};

/// What a body is made of. Shape matching uses young or stiffness, volume, damping, strain limit, flow and yield; the
/// point-based solver the ones in pascals; density, friction and restitution count for all. scene_notes() names what a
/// solver ignores.
struct Material {
    std::string preset;          ///< the preset the values started from, or empty
    Varying density = 1000;      ///< kg/m³
    Varying young = 1e5;         ///< Pa: Young's modulus, whatever the clusters, the particles and the step
    Varying stiffness = 0;       ///< Hz: how fast a single cluster springs back, in place of young; 0: young counts
    Varying volume = 0;          ///< 0 (foam) to 1 (jelly, rubber): how strongly shape matching keeps its volume
    Varying damping = 4;         ///< 1/s: how fast motion inside the body dies
    Varying strain_limit = 0.1;  ///< largest distance from the goal, as a fraction of the cluster's size
    Varying flow = 0;            ///< 1/s: how fast strain beyond the yield becomes permanent; 0 is elastic
    Varying yield = 0.1;         ///< strain up to which a cluster springs back
    Varying toughness = 0;       ///< elastic strain at which shape matching breaks; 0: never
    Varying hardening = 0;       ///< 1/s: yield gained by a second of unit strain; negative softens
    double plastic_limit = 10;   ///< largest stretch that may become permanent
    double recovery = 0;         ///< 1/s: how fast what became permanent is forgotten
    Varying poisson = 0.3;       ///< Poisson's ratio; this and the next four are the point-based solver's
    Varying lame_lambda = 0;     ///< Pa: λ, in place of young and poisson where lame_mu is above 0
    Varying lame_mu = 0;         ///< Pa: μ; 0: young and poisson count
    Varying yield_stress = 1e4;  ///< Pa: stress up to which it springs back
    Varying viscosity = 1;       ///< Pa s: how strongly neighbors drag each other along
    Varying friction = 0.5;      ///< Coulomb's coefficient; a pair uses the geometric mean
    Varying restitution = 0.2;   ///< share of the speed that a bounce keeps, 0 to 1; a pair uses the larger
    double alpha = 0;            ///< raw α of MR20 per step, in place of stiffness when above 0; depends on the step
    double k_d = 0;              ///< raw k_d of MR20 per step, in place of damping when above 0; depends on the step
    RotationMode rotation = RotationMode::least_squares;   ///< the other one is for comparison with the papers
    DampingMode damping_mode = DampingMode::body;          ///< the others are for comparison
    StrainLimiter strain_limiter = StrainLimiter::spring;  ///< likewise
    double limit_stiffness = 25;                           ///< spring: how many times as stiff it is beyond the limit
    int strain_sweeps = 5;           ///< projection: most passes per step. 0: no limit. Costs half a step each
    double strain_relaxation = 0.3;  ///< projection: how far a pass goes, above 0 to 1; 1 may jitter
    Look look;                       ///< of all solvers
    std::optional<Look> inside;      ///< of what a break brings to light; null: as `look`, without its texture
};

/// How the point-based solver moves its points in time.
enum class Integrator {
    leapfrog,  ///< explicit
    newmark    ///< with viscosity solved for: large viscosities need no shorter steps
};
/// Which points are neighbors of a point that has flowed.
enum class Neighborhoods {
    fixed,     ///< those at the start: fails when it flows far
    embedded,  ///< the nearest in the shape of least stress
    world      ///< the nearest where they are now
};
/// How that shape is found.
enum class EmbeddingMode {
    linear,    ///< one linear solve: quicker
    nonlinear  ///< follows rotations, by several solves
};
/// How the second solver runs a body (DE14: moving-least-squares points with an embedded rest shape).
struct PointBased {
    Integrator integrator = Integrator::newmark;
    double max_step = 0;   ///< s; 0: from the material's wave speed
    double courant = 0.4;  ///< automatic step: the distance a wave travels in it, in particle spacings
    Neighborhoods neighborhoods = Neighborhoods::embedded;  ///< the others are for comparison
    EmbeddingMode embedding = EmbeddingMode::linear;
    bool resampling = true;  ///< splits and merges points where they thin out or crowd; the four below say when
    double split = 0.5;      ///< splits where the largest eigenvalue of B falls below this share of the least at start
    double merge = 2;        ///< merges where the smallest one rises above this multiple of the greatest at start
    double crowded = 2;      ///< and where the largest one rises above this multiple of the greatest at start
    double surface = 0.25;   ///< a particle this far from its neighbors' center, in radii, is on the surface
};

/// How a shape is filled with particles.
enum class SamplingMethod {
    blue_noise,  ///< even, and without a direction that stands out
    grid         ///< a cubic lattice
};
/// A part of a body that is sampled more finely or coarsely.
struct SamplingRegion {
    Shape shape;           ///< in the body's own coordinates, before placement
    double spacing = 0.5;  ///< over the body's spacing
};
/// How a body is filled with particles: by their number, or by their distance.
struct Sampling {
    SamplingMethod method = SamplingMethod::blue_noise;
    int particles = 2000;                 ///< used when spacing is 0; met within 2 %. Cost grows in proportion
    double spacing = 0;                   ///< m between neighbors; 0: from particles. Half of it, eight times as many
    std::uint64_t seed = 1;               ///< another one, another random arrangement
    double thickness = 0;                 ///< m; sheets and strands: what mass is computed from; 0 = the spacing
    std::vector<SamplingRegion> regions;  ///< solids only; the last one that holds a point wins
};

/// How clusters are found; see docs/methods.md.
enum class ClusterAlgorithm {
    random,  ///< around random particles: quickest and roughest
    kmeans,  ///< around the centers of mass of cells
    fuzzy    ///< k-means whose members may belong to several clusters: overlaps evenly
};
/// How a particle's weight falls with its distance from a cluster's center.
enum class Kernel {
    box,    ///< 1 within the radius
    poly6,  ///< (1 − d²)³
    blend,  ///< poly6 plus `blend_beta`
    invsq,  ///< 1/d², softened at the center
    fcm     ///< d^(−2/(m−1)) with m = `fcm_m`, as in fuzzy c-means
};
/// How the weights of levels follow from their rank.
enum class WeightScheme {
    uniform,     ///< all alike
    linear,      ///< rank + `epsilon`
    gaussian,    ///< falls off as half a bell from the end that is favoured
    polynomial,  ///< (1 + b rank / levels)^c
    list         ///< `values`
};
/// Which end of the levels has the highest rank.
enum class Favor {
    coarse,  ///< stiffens
    fine     ///< softens
};
/// How much each level of clusters counts (MR20 eq. 14–21); always normalised to sum 1.
struct LevelWeights {
    WeightScheme scheme = WeightScheme::uniform;
    Favor favor = Favor::coarse;
    double epsilon = 1;          ///< linear: rank + ε; near 0 one end hardly counts, large is uniform
    double b = 10;               ///< polynomial: (1 + b rank / levels)^c; 0 is uniform
    double c = 1;                ///< 0 is uniform, large leaves one level alone
    std::vector<double> values;  ///< list: finest first; levels beyond it count nothing
};
/// Level weights at a time; between two keys they are mixed linearly.
struct LevelWeightsKey {
    double time = 0;  ///< s; keys stand in rising order, at least 0.1 ms apart
    LevelWeights weights;
};
/// What differs on one level; what is left out is as for the others.
struct LevelOverride {
    int level = 0;                    ///< 0 is the finest
    int count = 0;                    ///< clusters; 0: an eighth of the next finer level's
    double radius = 0;                ///< m; 0: twice the next finer level's
    std::optional<double> stiffness;  ///< Hz
    std::optional<double> damping;    ///< 1/s
};
/// How shape matching groups a body's particles into overlapping clusters, on one level or several.
struct Clusters {
    ClusterAlgorithm algorithm = ClusterAlgorithm::fuzzy;
    Kernel kernel = Kernel::invsq;
    int count = 0;             ///< 0: from per_cluster
    double per_cluster = 25;   ///< particles per cluster, when count is 0
    double radius = 0;         ///< m; 0 = automatic
    double overlap = 1.25;     ///< automatic radius: times the smallest that covers and connects
    double blend_beta = 0.1;   ///< β of the blend kernel
    double fcm_m = 2;          ///< m of the fcm kernel, above 1
    int max_iterations = 100;  ///< rounds of clustering before it is called not converged, in BodySummary::notes
    std::uint64_t seed = 1;    ///< another one, other centers to start from
    int levels = 1;            ///< resolutions, finest first; 0: until one cluster is left
    double divide = 8;         ///< each level has the next finer one's clusters divided by this
    double radius_factor = 2;  ///< m of MR20: and its radius times this
    LevelWeights level_weights;
    std::vector<LevelWeightsKey> weight_keys;  ///< in place of level_weights, mixed linearly over time
    std::vector<LevelOverride> level_overrides;
};

/// In which shape new clusters are made.
enum class ReclusterMode {
    off,      ///< none are: a body that flows far goes bad
    world,    ///< as it is now: keeps the stress that is in it, for comparison
    embedded  ///< that of least stress
};
/// How clusters that flowed far are replaced by new ones (RC17). Acts only where the material flows.
struct Reclustering {
    ReclusterMode mode = ReclusterMode::embedded;
    double max_condition = 3;  ///< largest over smallest stretch of Fᵖ beyond which a cluster is replaced
    double fade_out = 0.2;     ///< s that a replaced cluster takes to go; short ones jolt the body
    double fade_in = 0.1;      ///< s that a new one takes to come; below fade_out
    int sweeps = 20;           ///< most sweeps of the embedding
};

/// A surface, as the boundary of a shape, along which a body breaks easily.
struct Score {
    Shape shape;  ///< in the body's own coordinates, before placement
};
/// A surface, as the boundary of a shape, along which a body is cut through at a time.
struct SurfaceCut {
    Shape shape;      ///< in the body's own coordinates, before placement
    double time = 0;  ///< s
};
/// A region whose toughness changes at a time.
struct Weakening {
    Shape region;             ///< in the body's own coordinates, before placement
    double time = 0;          ///< s
    double toughness = 1e-6;  ///< from then on; 0: it never breaks
};
/// How a body of shape matching breaks (docs/fracture.md). What breaks by itself has a `toughness` in its material.
struct Fracture {
    int cells = 0;                      ///< number of Voronoi cells that it is scored into; 0: none
    std::uint64_t cell_seed = 1;        ///< another seed, other cells
    std::vector<Score> scores;          ///< at most 16, with the cuts
    double score_toughness = 0.3;       ///< toughness along scores and between cells, over that of the material
    bool only_scores = false;           ///< true: it breaks along scores and between cells alone
    std::vector<SurfaceCut> cuts;       ///< whatever the toughness
    std::vector<Weakening> weakenings;  ///< keyed breaks
    bool blades = true;                 ///< is it cut by obstacles that cut?
    int smallest = 10;                  ///< particles: a part of a cluster with fewer does not break off
    int most_fragments = 0;             ///< when it is in so many pieces it breaks no more; 0: no bound
    double delay = 0;                   ///< s: the parts of what broke do not break before
    double boost = 0;                   ///< by which part they are tougher at first
    double boost_time = 0.1;            ///< s: over which that falls to a third
};

/// Between two keys of a motion.
enum class Interpolation {
    linear,  ///< at constant speed
    smooth   ///< starting and ending at rest
};
/// Where something is at a time, measured from where it starts. Before the first key and after the last it rests.
struct MotionKey {
    double time = 0;                ///< s; keys stand in rising order, at least 0.1 ms apart
    Vec3 translate = Vec3::Zero();  ///< m
    double angle = 0;               ///< degrees about the motion's axis; more than 360 are several turns
};
/// Keyed rigid motion: x(t) = pivot + R(axis, angle(t)) (x₀ − pivot) + translate(t). No keys: at rest.
struct Motion {
    std::vector<MotionKey> keys;
    Vec3 axis = Vec3::UnitY();  ///< any length but zero
    std::optional<Vec3> pivot;  ///< m, world; null: the centre of what moves
    Interpolation interpolation = Interpolation::smooth;
};

/// Whose coordinates a region is given in.
enum class Space {
    body,  ///< the body's own, before placement
    world  ///< the world's, at the start
};
/// Particles of a soft body that are held, or moved along keys, whatever pulls at them. Holding none is refused.
struct Pin {
    Shape region;                   ///< particles inside it at the start are held
    Space space = Space::body;      ///< of `region`
    Motion motion;                  ///< how the held ones move; without keys they stay
    std::optional<double> release;  ///< s: when it lets go; null: never
};

/// A body wrung about its center at the start.
struct Twist {
    Vec3 axis = Vec3::UnitX();  ///< any length but zero
    double angle = 0;           ///< degrees per metre along the axis; 180 between neighbors springs back the wrong way
};

/// How bodies collide with each other and soft ones with themselves; friction and restitution come from the materials.
struct Collisions {
    bool enabled = true;             ///< false: bodies pass through each other, not through obstacles
    bool self = true;                ///< parts of one body too, where they are not neighbors
    double plane_fraction = 0.95;    ///< of the cluster radius: farther planes do not cut a proxy; 0: spheres only
    bool more_planes = true;         ///< planes along the body's faces besides those of CC15
    double gamma = 1;                ///< share of a penetration that one step takes back
    double thickness = 1;            ///< of half the spacing: how far from its center a particle's matter reaches
    int iterations = 30;             ///< most relaxations of all contacts for each step; fewer when they have settled
    double rolling_friction = 0.05;  ///< of soft bodies: how much of a load's lever resists rolling and swaying
    int rigid_iterations = 20;       ///< relaxations of the contacts of rigid bodies for each step
};

/// Bodies at rest that are not simulated until something touches them (docs/live.md).
struct Sleeping {
    bool enabled = false;  ///< false: every body is simulated in every step
    double motion = 0.01;  ///< of its spacing, in a frame: a body whose particles move less (rms) rests
    double seconds = 0.5;  ///< so long all bodies of a group must have rested
};

/// What moves a body's particles.
enum class Solver {
    shape_matching,  ///< soft: clusters that are pulled towards their rest shape
    rigid,           ///< one piece that never deforms
    point_based      ///< soft: points with physical elasticity and plasticity (DE14)
};

/// Which surface a body is drawn and exported with.
enum class SkinKind {
    automatic,  ///< "auto": the input mesh itself, or a mesh of the shape; of point clouds and of bodies that resample:
                ///< as `particles`
    mesh,       ///< a file of the user's
    particles,  ///< built anew around the particles of every frame: for what flows far
    none        ///< not seen, not exported
};
/// A surface that follows the body (docs/skins.md).
struct Skin {
    SkinKind kind = SkinKind::automatic;
    std::string file;  ///< mesh only: OBJ, PLY, STL, OFF, in the body's own coordinates before placement
    double edge = 0;   ///< m: length of the edges of a surface that is made; 0: half the spacing
};

/// A thing that moves: its shape, what it is made of, and how it starts.
struct Body {
    std::string name;                        ///< its own in the scene; empty: "body-0", "body-1", … by its place
    Solver solver = Solver::shape_matching;  ///< decides which of the fields below count
    Shape shape;                             ///< bounded: a half-space only as a part
    Sampling sampling;
    Clusters clusters;       ///< of shape matching
    PointBased point_based;  ///< of the point-based solver
    Material material;
    Reclustering reclustering;
    Fracture fracture;
    Skin skin;  ///< what it looks like from outside
    Placement place;
    Vec3 velocity = Vec3::Zero();  ///< m/s
    Vec3 spin = Vec3::Zero();      ///< degrees per second about the body's centre of mass
    Vec3 stretch = Vec3::Ones();   ///< initial stretch along the body's own axes, about its centre
    Twist twist;                   ///< initial twist about the body's centre
    std::vector<Pin> pins;         ///< soft only
    std::optional<double> mass;    ///< kg; rigid only, in place of the material's density
    Motion motion;              ///< rigid only: moved along these keys, whatever strikes it; no keys: it moves freely
    bool collides = true;       ///< with other bodies
    bool self_collides = true;  ///< with itself
};

/// As the shapes of the same names; a plane has no end.
enum class ObstacleKind { plane, sphere, box, capsule, cylinder, cone, mesh };
/// A rigid thing that bodies bump into; static, or moved by keys. Sizes as in Shape; a plane is y = 0, up, before
/// placement.
struct Obstacle {
    std::string name;  ///< its own in the scene; empty: "obstacle-0", …
    ObstacleKind kind = ObstacleKind::plane;
    Placement place;
    double radius = 0.5;       ///< m; smaller than a body's spacing it slips between particles
    double top_radius = 0;     ///< m
    double height = 1;         ///< m
    Vec3 size = Vec3::Ones();  ///< m, full lengths; thinner than a body moves in a step may be crossed
    std::string file;          ///< mesh only; relative to the scene file
    double friction = 0.5;     ///< the pair uses the geometric mean with the body's
    double restitution = 0.2;  ///< the pair uses the larger one
    Motion motion;
    bool cuts = false;  ///< box only: a blade, along the middle of its thinnest side; it does not push what it cuts
    Look look;          ///< without a colour: a warm grey
};

/// Which field of acceleration.
enum class ForceKind {
    uniform,   ///< the same everywhere
    compress,  ///< towards a plane through `center`, in proportion to the distance from it
    radial,    ///< towards `center`
    wind       ///< bodies take on the air's velocity
};
/// An acceleration field in m/s².
struct Force {
    std::string name;  ///< its own in the scene; empty: "force-0", …
    ForceKind kind = ForceKind::uniform;
    Vec3 vector = Vec3::Zero();  ///< uniform: the acceleration; wind: the air's velocity in m/s
    double strength = 1;  ///< compress: s of s·(−x,0,0), 1/s²; radial: m/s² towards the centre at distance 1 m
                          ///< (negative pushes); wind: drag rate, 1/s
    Vec3 center = Vec3::Zero();       ///< compress, radial
    Vec3 axis = Vec3::UnitX();        ///< compress: the direction squeezed
    double falloff = 0;               ///< radial: acceleration ~ strength / distance^falloff
    double start = 0;                 ///< s: acts from here …
    std::optional<double> end;        ///< s: … to here; null: for ever
    std::vector<std::string> bodies;  ///< names; empty = all
};

enum class GlueMode {
    hard,  ///< the particles are placed by the frame of what holds them
    soft,  ///< springs between the particles and that frame
    joint  ///< one point of a and one of b, held together by a frame on each side
};
/// What a joint holds.
enum class JointKind {
    ball,   ///< the two points stay together
    welded  ///< and the two bodies stay turned alike
};
/// Hz: what soft glue holds with when its stiffness is null.
inline constexpr double soft_glue_stiffness = 20;
/// The stiffness of glue at a time, linear between keys.
struct GlueKey {
    double time = 0;                         ///< s; keys stand in rising order, at least 0.1 ms apart
    double stiffness = soft_glue_stiffness;  ///< Hz; 0 does not hold
};
/// Particles of one body held by the best-fit frame of another's particles, or by something rigid (PG10; docs/glue.md).
struct Glue {
    std::string name;  ///< its own in the scene; empty: "glue-0", …
    GlueMode mode = GlueMode::hard;
    std::string a;                     ///< what holds: a body or an obstacle
    std::string b;                     ///< whose particles are held: a body
    std::optional<Shape> where;        ///< those of b's particles inside are held; of a joint: their center is
    Space space = Space::world;        ///< of `where`: the world's at the start, or b's own before placement
    std::vector<int> particles;        ///< b's particles by number, in place of `where`
    JointKind kind = JointKind::ball;  ///< joint only: welded ones keep a and b turned alike too
    std::optional<double> stiffness;  ///< Hz: how fast the lighter body swings on all of it; null: soft 20, joint exact
    double damping = 5;               ///< 1/s: how fast the relative motion of a and b dies
    int parents = 0;                  ///< particles that make a frame; 0: as many as it needs
    double radius = 0;                ///< m: how far from the held point they may be; 0: as far as it takes
    std::vector<GlueKey> keys;        ///< of the stiffness, in place of `stiffness`
    std::optional<double> release;    ///< s: when it lets go; null: never
    std::optional<double> break_force;  ///< N, summed over its bindings; null: nothing breaks it
    bool collides = false;              ///< do a and b collide with each other while it holds?
};

/// How long a scene runs, in which steps. Steps too long for the stiffness are refused, with the number that would do.
struct Time {
    double fps = 60;      ///< frames for each second of simulated time
    int frames = 120;     ///< after the first one, frame 0
    int substeps = 0;     ///< steps per frame, when max_step is 0; 0: as many as the stiffness asks for, at least 4
    double max_step = 0;  ///< s; above 0: the fewest substeps that stay at or below it
};

/// What `pliant run` and RunWriter leave behind.
struct Output {
    int every = 1;       ///< write each n-th frame
    bool frames = true;  ///< false: only statistics
    /// Measure the energies before and after each stage (StepReport::energy), for `--stats` and the report. Costs more
    /// than the step itself.
    bool energy = false;
};

/// Where pictures are taken from. Without one they frame the whole motion.
struct Camera {
    Vec3 eye = Vec3(3, 2, 4);    ///< m: where the camera stands
    Vec3 target = Vec3::Zero();  ///< m: what stands in the middle of the picture; not the eye itself
    double field_of_view = 30;   ///< degrees from the lower to the upper edge
};

/// The whole description. What is in no list does not exist: without obstacles there is no ground.
struct Scene {
    std::string title;        ///< one line for `pliant scenes`
    std::string description;  ///< what the scene shows
    Time time;
    Vec3 gravity = Vec3(0, -9.81, 0);     ///< m/s²
    std::uint64_t seed = 1;               ///< mixed into every body's seeds
    std::map<std::string, Shape> shapes;  ///< named shapes that bodies, regions and pins may share by {"ref": name}
    std::vector<Body> bodies;             ///< at least one
    std::vector<Obstacle> obstacles;      ///< rigid things that bodies bump into
    std::vector<Force> forces;            ///< besides gravity
    std::vector<Glue> glue;
    Collisions collisions;
    Sleeping sleeping;
    Output output;
    std::optional<Camera> camera;  ///< null: pictures frame the whole motion

    std::string name;            ///< from the file's name
    std::filesystem::path file;  ///< where it came from; relative files are looked up beside it
};

/// One `--set path=value`: "bodies.0.clusters.count" and "50".
using Override = std::pair<std::string, std::string>;

/// A scene's text: from a file, or bundled with the library.
struct SceneSource {
    std::string name;  ///< the file's name without folder and extension, or the bundled scene's name
    std::string text;
    std::filesystem::path file;  ///< empty for a bundled scene
};

/// A path given by a user, or the name of a bundled scene ("falling-ball"). Files come first. Throws InputError with
/// near names when it is neither.
SceneSource find_scene(const std::string& name_or_path);

/// The bundled scenes' names, sorted.
std::vector<std::string> bundled_scenes();

/// Finds, reads and checks a scene (JSON with comments), after applying the overrides. Throws InputError.
Scene load_scene(const std::string& name_or_path, const std::vector<Override>& overrides = {});

/// The same from text; `name` stands in for the file's name in messages, relative files are looked up in `folder`.
Scene parse_scene(std::string_view text, const std::string& name, const std::vector<Override>& overrides = {},
                  const std::filesystem::path& folder = {});

/// A scene filled in by hand, checked field by field as a file is, in the same words, with names filled in; what the
/// kinds of its shapes, obstacles and forces do not use is set back to its default. Throws InputError at the first
/// problem. A Simulation does it with the scene it is given, so that it is only needed to know before.
Scene check_scene(const Scene& scene);

/// Remarks that are no errors: values that are legal but that a user should know of.
std::vector<std::string> scene_notes(const Scene& scene);

/// The scene as complete JSON text: every field that is in use, defaults filled in. Loading it again gives the same
/// scene.
std::string scene_to_json(const Scene& scene);

/// Names of the material presets, sorted; and one of them. Throws InputError with near names.
std::vector<std::string> material_presets();
Material material_preset(const std::string& name);
/// One line on what the preset is like.
std::string material_preset_summary(const std::string& name);

}  // namespace pliant
