// What a scene is: a plain description, validated, with nothing computed.
//
// A Scene comes from a JSON file (load_scene) or is filled in by hand in C++. Every default lives in these structs and
// nowhere else: the parameter table (parameters.hpp) reads the defaults from here and adds unit, range and meaning, and
// feeds validation, `pliant schema` and docs/parameters.md from them. All lengths are in metres, times in seconds,
// angles in degrees, densities in kg/m³, frequencies in hertz.
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
    Vec3 translate = Vec3::Zero();
    Vec3 axis = Vec3::UnitY();
    double angle = 0;  ///< degrees about `axis`
    double scale = 1;
};

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

struct Shape {
    ShapeKind kind = ShapeKind::sphere;
    Placement place;
    double radius = 0.5;
    double top_radius = 0;
    double tube = 0.2;
    double height = 1;  ///< also the length of a capsule's straight part
    double blend = 0.1;
    Vec3 size = Vec3::Ones();
    Vec3 radii = Vec3(0.5, 0.35, 0.25);
    Vec3 point = Vec3::Zero();
    Vec3 normal = Vec3::UnitY();
    std::vector<Vec3> path;    ///< strand only
    std::string file;          ///< mesh and points; relative to the scene file
    std::string name;          ///< ref only
    std::vector<Shape> parts;  ///< booleans only
};

/// A scalar that is constant, or varies in space. Regions are tried in order, the last one that holds the point wins.
/// In JSON: 5, or {"value": 5, "regions": [{"shape": …, "value": 20}]}, or {"attribute": "stiff", "scale": 10}.
struct RegionValue {
    Shape shape;  ///< in the body's own coordinates, before placement
    double value = 0;
};
struct Varying {
    Varying(double constant = 0) : value(constant) {}
    double value;
    std::vector<RegionValue> regions;
    std::string attribute;  ///< name of a float property of the body's PLY file; value = offset + scale · attribute
    double scale = 1;
    double offset = 0;
};

enum class RotationMode { least_squares, deformation };
enum class DampingMode { rigid, mean };

/// What a body is made of.
struct Material {
    std::string preset;          ///< the preset the values started from, or empty
    Varying density = 1000;      ///< kg/m³
    Varying stiffness = 6;       ///< Hz: how fast a cluster springs back; independent of the step
    Varying damping = 2;         ///< 1/s: how fast motion relative to the clusters dies
    Varying strain_limit = 0.1;  ///< largest distance from the goal, as a fraction of the cluster's size
    Varying flow = 0;            ///< 1/s: how fast strain beyond the yield becomes permanent; 0 is elastic
    Varying yield = 0.1;         ///< strain up to which a cluster springs back
    Varying hardening = 0;       ///< 1/s: yield gained by a second of unit strain; negative softens
    double plastic_limit = 10;   ///< largest stretch that may become permanent
    double recovery = 0;         ///< 1/s: how fast what became permanent is forgotten
    Varying young = 1e5;         ///< Pa: Young's modulus; this and the next five are the point-based solver's
    Varying poisson = 0.3;       ///< Poisson's ratio
    Varying lame_lambda = 0;     ///< Pa: λ, in place of young and poisson where lame_mu is above 0
    Varying lame_mu = 0;         ///< Pa: μ
    Varying yield_stress = 1e4;  ///< Pa: stress up to which it springs back
    Varying viscosity = 1;       ///< Pa s: how strongly neighbors drag each other along
    Varying friction = 0.5;
    Varying restitution = 0.2;
    double alpha = 0;  ///< raw α of MR20 per step, in place of stiffness when above 0; depends on the step
    double k_d = 0;    ///< raw k_d of MR20 per step, in place of damping when above 0; depends on the step
    RotationMode rotation = RotationMode::least_squares;
    DampingMode damping_mode = DampingMode::rigid;
    int strain_sweeps = 5;
    double strain_relaxation = 0.3;
};

enum class Integrator { leapfrog, newmark };
enum class Neighborhoods { fixed, embedded, world };
enum class EmbeddingMode { linear, nonlinear };
/// How the second solver runs a body (DE14: moving-least-squares points with an embedded rest shape).
struct PointBased {
    Integrator integrator = Integrator::newmark;
    double max_step = 0;   ///< s; 0: from the material's wave speed
    double courant = 0.4;  ///< automatic step: the distance a wave travels in it, in particle spacings
    Neighborhoods neighborhoods = Neighborhoods::embedded;
    EmbeddingMode embedding = EmbeddingMode::linear;
    bool resampling = true;
    double split = 0.5;     ///< splits where the largest eigenvalue of B falls below this share of the least at start
    double merge = 2;       ///< merges where the smallest one rises above this multiple of the greatest at start
    double crowded = 2;     ///< and where the largest one rises above this multiple of the greatest at start
    double surface = 0.25;  ///< a particle this far from its neighbors' center, in radii, is on the surface
};

enum class SamplingMethod { blue_noise, grid };
/// A part of a body that is sampled more finely or coarsely.
struct SamplingRegion {
    Shape shape;           ///< in the body's own coordinates, before placement
    double spacing = 0.5;  ///< over the body's spacing
};
struct Sampling {
    SamplingMethod method = SamplingMethod::blue_noise;
    int particles = 2000;  ///< used when spacing is 0; met within 2 %
    double spacing = 0;    ///< m
    std::uint64_t seed = 1;
    double thickness = 0;                 ///< m; sheets and strands: what mass is computed from; 0 = the spacing
    std::vector<SamplingRegion> regions;  ///< solids only; the last one that holds a point wins
};

enum class ClusterAlgorithm { random, kmeans, fuzzy };
enum class Kernel { box, poly6, blend, invsq, fcm };
enum class WeightScheme { uniform, linear, gaussian, polynomial, list };
enum class Favor { coarse, fine };
/// How much each level of clusters counts (MR20 eq. 14–21); always normalised to sum 1.
struct LevelWeights {
    WeightScheme scheme = WeightScheme::uniform;
    Favor favor = Favor::coarse;
    double epsilon = 1;  ///< linear: rank + ε
    double b = 10;       ///< polynomial: (1 + b rank / levels)^c
    double c = 1;
    std::vector<double> values;  ///< list: finest first
};
struct LevelWeightsKey {
    double time = 0;  ///< s
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
struct Clusters {
    ClusterAlgorithm algorithm = ClusterAlgorithm::fuzzy;
    Kernel kernel = Kernel::invsq;
    int count = 0;            ///< 0: from per_cluster
    double per_cluster = 25;  ///< particles per cluster, when count is 0
    double radius = 0;        ///< m; 0 = automatic
    double overlap = 1.25;    ///< automatic radius: times the smallest that covers and connects
    double blend_beta = 0.1;  ///< β of the blend kernel
    double fcm_m = 2;         ///< m of the fcm kernel, above 1
    int max_iterations = 100;
    std::uint64_t seed = 1;
    int levels = 1;            ///< resolutions, finest first; 0: until one cluster is left
    double divide = 8;         ///< each level has the next finer one's clusters divided by this
    double radius_factor = 2;  ///< m of MR20: and its radius times this
    LevelWeights level_weights;
    std::vector<LevelWeightsKey> weight_keys;  ///< in place of level_weights, mixed linearly over time
    std::vector<LevelOverride> level_overrides;
};

enum class ReclusterMode { off, world, embedded };
/// How clusters that flowed far are replaced by new ones (RC17). Acts only where the material flows.
struct Reclustering {
    ReclusterMode mode = ReclusterMode::embedded;
    double max_condition = 3;  ///< largest over smallest stretch of Fᵖ beyond which a cluster is replaced
    double fade_out = 0.2;     ///< s
    double fade_in = 0.1;      ///< s, below fade_out
    int sweeps = 20;           ///< most sweeps of the embedding
};

enum class Interpolation { linear, smooth };
struct MotionKey {
    double time = 0;
    Vec3 translate = Vec3::Zero();
    double angle = 0;  ///< degrees about the motion's axis
};
/// Keyed rigid motion: x(t) = pivot + R(axis, angle(t)) (x₀ − pivot) + translate(t). No keys: at rest.
struct Motion {
    std::vector<MotionKey> keys;
    Vec3 axis = Vec3::UnitY();
    std::optional<Vec3> pivot;  ///< default: the centre of what moves
    Interpolation interpolation = Interpolation::smooth;
};

enum class Space { body, world };
struct Pin {
    Shape region;  ///< particles inside are held
    Space space =
        Space::body;  ///< the region's coordinates: the body's own before placement, or the world's at the start
    Motion motion;
    std::optional<double> release;  ///< s
};

struct Twist {
    Vec3 axis = Vec3::UnitX();
    double angle = 0;  ///< degrees per metre along the axis
};

/// How bodies collide with each other and soft ones with themselves; friction and restitution come from the materials.
struct Collisions {
    bool enabled = true;
    bool self = true;              ///< parts of one body too, where they are not neighbors
    double plane_fraction = 0.95;  ///< of the cluster radius: farther planes do not cut a proxy; 0: spheres only
    bool more_planes = true;       ///< planes along the body's faces besides those of CC15
    double gamma = 1;              ///< share of a penetration that one step takes back
    double thickness = 1;          ///< of half the spacing: how far from its center a particle's matter reaches
    int iterations = 8;            ///< relaxations of all contacts for each step
    int rigid_iterations = 20;     ///< relaxations of the contacts of rigid bodies for each step
};

/// What moves a body's particles.
enum class Solver {
    shape_matching,  ///< soft: clusters that are pulled towards their rest shape
    rigid,           ///< one piece that never deforms
    point_based      ///< soft: points with physical elasticity and plasticity (DE14)
};

struct Body {
    std::string name;
    Solver solver = Solver::shape_matching;
    Shape shape;
    Sampling sampling;
    Clusters clusters;       ///< of shape matching
    PointBased point_based;  ///< of the point-based solver
    Material material;
    Reclustering reclustering;
    Placement place;
    Vec3 velocity = Vec3::Zero();  ///< m/s
    Vec3 spin = Vec3::Zero();      ///< degrees per second about the body's centre of mass
    Vec3 stretch = Vec3::Ones();   ///< initial stretch along the body's own axes, about its centre
    Twist twist;                   ///< initial twist about the body's centre
    std::vector<Pin> pins;
    std::optional<double> mass;  ///< kg; rigid only, in place of the material's density
    Motion motion;               ///< rigid only: moved along these keys, whatever strikes it; no keys: it moves freely
    bool collides = true;        ///< with other bodies
    bool self_collides = true;   ///< with itself
};

enum class ObstacleKind { plane, sphere, box, capsule, cylinder, cone, mesh };
/// A rigid thing that bodies bump into; static, or moved by keys. Sizes as in Shape; a plane is y = 0, up, before
/// placement.
struct Obstacle {
    std::string name;
    ObstacleKind kind = ObstacleKind::plane;
    Placement place;
    double radius = 0.5;
    double top_radius = 0;
    double height = 1;
    Vec3 size = Vec3::Ones();
    std::string file;          ///< mesh only; relative to the scene file
    double friction = 0.5;     ///< the pair uses the geometric mean with the body's
    double restitution = 0.2;  ///< the pair uses the larger one
    Motion motion;
};

enum class ForceKind { uniform, compress, radial, wind };
/// An acceleration field in m/s².
struct Force {
    std::string name;
    ForceKind kind = ForceKind::uniform;
    Vec3 vector = Vec3::Zero();  ///< uniform: the acceleration; wind: the air's velocity in m/s
    double strength = 1;  ///< compress: s of s·(−x,0,0), 1/s²; radial: m/s² towards the centre at distance 1 m
                          ///< (negative pushes); wind: drag rate, 1/s
    Vec3 center = Vec3::Zero();       ///< compress, radial
    Vec3 axis = Vec3::UnitX();        ///< compress: the direction squeezed
    double falloff = 0;               ///< radial: acceleration ~ strength / distance^falloff
    double start = 0;                 ///< s
    std::optional<double> end;        ///< s
    std::vector<std::string> bodies;  ///< names; empty = all
};

enum class GlueMode {
    hard,  ///< the particles are placed by the frame of what holds them
    soft,  ///< springs between the particles and that frame
    joint  ///< one point of a and one of b, held together by a frame on each side
};
enum class JointKind { ball, welded };
struct GlueKey {
    double time = 0;        ///< s
    double stiffness = 20;  ///< Hz; 0 does not hold
};
/// Particles of one body held by the best-fit frame of another's particles, or by something rigid (PG10; docs/glue.md).
struct Glue {
    std::string name;
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
    std::optional<double> release;    ///< s
    std::optional<double> break_force;  ///< N, summed over its bindings
    bool collides = false;              ///< do a and b collide with each other while it holds?
};

struct Time {
    double fps = 60;
    int frames = 120;
    int substeps = 4;     ///< steps per frame, when max_step is 0
    double max_step = 0;  ///< s; above 0: the fewest substeps that stay at or below it
};

struct Output {
    int every = 1;  ///< write each n-th frame
    bool frames = true;
};

/// Where pictures are taken from. Without one they frame the whole motion.
struct Camera {
    Vec3 eye = Vec3(3, 2, 4);
    Vec3 target = Vec3::Zero();  ///< what stands in the middle of the picture
    double field_of_view = 30;   ///< degrees from the lower to the upper edge
};

struct Scene {
    std::string title;  ///< one line for `pliant scenes`
    std::string description;
    Time time;
    Vec3 gravity = Vec3(0, -9.81, 0);
    std::uint64_t seed = 1;               ///< mixed into every body's seeds
    std::map<std::string, Shape> shapes;  ///< named shapes that bodies, regions and pins may share by {"ref": name}
    std::vector<Body> bodies;
    std::vector<Obstacle> obstacles;
    std::vector<Force> forces;
    std::vector<Glue> glue;
    Collisions collisions;
    Output output;
    std::optional<Camera> camera;

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

/// A scene filled in by hand, checked like a file, with names filled in. Throws InputError.
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
