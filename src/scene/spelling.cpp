#include "scene/spelling.hpp"

#include <array>

namespace pliant {
namespace {

using std::string_view;

/// The names, checked against the enum's last value.
template <auto last, std::size_t n>
constexpr Spellings checked(const std::array<string_view, n>& names) {
    static_assert(static_cast<std::size_t>(last) + 1 == n, "an enum and its names differ in length");
    return names;
}

constexpr auto shapes = std::to_array<string_view>(
    {"sphere", "ellipsoid", "box", "rounded_box", "capsule", "cylinder", "cone", "torus", "half_space", "union",
     "smooth_union", "intersection", "difference", "mesh", "points", "sheet", "strand", "ref"});
constexpr auto solvers = std::to_array<string_view>({"shape_matching", "rigid", "point_based"});
constexpr auto integrators = std::to_array<string_view>({"leapfrog", "newmark"});
constexpr auto neighborhoods = std::to_array<string_view>({"fixed", "embedded", "world"});
constexpr auto embeddings = std::to_array<string_view>({"linear", "nonlinear"});
constexpr auto obstacles =
    std::to_array<string_view>({"plane", "sphere", "box", "capsule", "cylinder", "cone", "mesh"});
constexpr auto forces = std::to_array<string_view>({"uniform", "compress", "radial", "wind"});
constexpr auto recluster_modes = std::to_array<string_view>({"off", "world", "embedded"});
constexpr auto rotations = std::to_array<string_view>({"least_squares", "deformation"});
constexpr auto dampings = std::to_array<string_view>({"body", "rigid", "mean"});
constexpr auto limiters = std::to_array<string_view>({"spring", "projection"});
constexpr auto methods = std::to_array<string_view>({"blue_noise", "grid"});
constexpr auto algorithms = std::to_array<string_view>({"random", "kmeans", "fuzzy"});
constexpr auto kernels = std::to_array<string_view>({"box", "poly6", "blend", "invsq", "fcm"});
constexpr auto schemes = std::to_array<string_view>({"uniform", "linear", "gaussian", "polynomial", "list"});
constexpr auto favors = std::to_array<string_view>({"coarse", "fine"});
constexpr auto interpolations = std::to_array<string_view>({"linear", "smooth"});
constexpr auto spaces = std::to_array<string_view>({"body", "world"});
constexpr auto glue_modes = std::to_array<string_view>({"hard", "soft", "joint"});
constexpr auto joint_kinds = std::to_array<string_view>({"ball", "welded"});

}  // namespace

Spellings names_of(ShapeKind) { return checked<ShapeKind::ref>(shapes); }
Spellings names_of(Solver) { return checked<Solver::point_based>(solvers); }
Spellings names_of(Integrator) { return checked<Integrator::newmark>(integrators); }
Spellings names_of(Neighborhoods) { return checked<Neighborhoods::world>(neighborhoods); }
Spellings names_of(EmbeddingMode) { return checked<EmbeddingMode::nonlinear>(embeddings); }
Spellings names_of(ObstacleKind) { return checked<ObstacleKind::mesh>(obstacles); }
Spellings names_of(ForceKind) { return checked<ForceKind::wind>(forces); }
Spellings names_of(ReclusterMode) { return checked<ReclusterMode::embedded>(recluster_modes); }
Spellings names_of(RotationMode) { return checked<RotationMode::deformation>(rotations); }
Spellings names_of(DampingMode) { return checked<DampingMode::mean>(dampings); }
Spellings names_of(StrainLimiter) { return checked<StrainLimiter::projection>(limiters); }
Spellings names_of(SamplingMethod) { return checked<SamplingMethod::grid>(methods); }
Spellings names_of(ClusterAlgorithm) { return checked<ClusterAlgorithm::fuzzy>(algorithms); }
Spellings names_of(Kernel) { return checked<Kernel::fcm>(kernels); }
Spellings names_of(WeightScheme) { return checked<WeightScheme::list>(schemes); }
Spellings names_of(Favor) { return checked<Favor::fine>(favors); }
Spellings names_of(Interpolation) { return checked<Interpolation::smooth>(interpolations); }
Spellings names_of(Space) { return checked<Space::world>(spaces); }
Spellings names_of(GlueMode) { return checked<GlueMode::joint>(glue_modes); }
Spellings names_of(JointKind) { return checked<JointKind::welded>(joint_kinds); }

}  // namespace pliant
