// Rows of materials and of scalars that vary in space.
#include "scene/table.hpp"

namespace pliant {

namespace {

constexpr Kinds shape_matching_only = only_for(Solver::shape_matching);
constexpr Kinds point_based_only = only_for(Solver::point_based);
constexpr Kinds soft_only = only_for(Solver::shape_matching, Solver::point_based);

}  // namespace

Fields fields_of(Material& m) {
    return {
        {{.name = "preset",
          .meaning = "values to start from: a preset's name, or a preset file beside the scene's (name.json)"},
         PresetName{&m.preset}},
        {{.name = "density",
          .unit = "kg/m³",
          .range = between(1e-3, 1e6),
          .meaning = "mass per volume",
          .extremes = "alone it changes no motion; between bodies the heavier one wins"},
         &m.density},
        {{.name = "young",
          .unit = "Pa",
          .range = between(1e-3, 1e12),
          .meaning = "Young's modulus: the same body at any number of particles and clusters, and any step",
          .extremes = "a hundred times stiffer needs ten times as many steps",
          .solvers = soft_only},
         &m.young},
        {{.name = "stiffness",
          .unit = "Hz",
          .range = between(0, 1e4),
          .meaning = "how fast a single cluster springs back, in place of young: smaller clusters make a softer body",
          .extremes =
              "0 uses young; high values need more substeps: (2π · stiffness · step)² must stay below the bound",
          .solvers = shape_matching_only},
         &m.stiffness},
        {{.name = "volume",
          .range = between(0, 1),
          .meaning = "how strongly volume is kept: λ/2μ = 10 volume",
          .extremes = "0 is foam, which gives way in every direction; 1 is jelly, Poisson's ratio 0.476, and needs "
                      "5.6 times as many substeps",
          .solvers = shape_matching_only},
         &m.volume},
        {{.name = "damping",
          .unit = "1/s",
          .range = between(0, 1e4),
          .meaning = "how fast motion inside the body dies, whatever the step and the clusters",
          .extremes = "0 rings for ever; high values creep back without swinging",
          .solvers = shape_matching_only},
         &m.damping},
        {{.name = "strain_limit",
          .range = between(0, 100),
          .meaning = "largest distance of a particle from its goal, as a fraction of the cluster's radius",
          .extremes = "0 is almost rigid; above 1 it hardly ever acts",
          .solvers = shape_matching_only},
         &m.strain_limit},
        {{.name = "flow",
          .unit = "1/s",
          .range = between(0, 1e4),
          .meaning = "plasticity: how fast strain beyond the yield becomes permanent, whatever the step",
          .extremes = "0 is elastic; 1000 is at once; let strain_limit be well above yield (0.5), or it stops the flow",
          .solvers = soft_only},
         &m.flow},
        {{.name = "yield",
          .range = between(0, 10),
          .meaning = "strain up to which a cluster springs back; without flow it means nothing",
          .extremes = "0 keeps every dent; above strain_limit it is never reached",
          .solvers = shape_matching_only},
         &m.yield},
        {{.name = "toughness",
          .range = zero_or(1e-6, 100),
          .meaning = "elastic strain at which it breaks",
          .extremes =
              "0 never breaks; small values are brittle; above strain_limit it is hard to reach; above yield it "
              "flows before it breaks",
          .solvers = shape_matching_only},
         &m.toughness},
        {{.name = "hardening",
          .unit = "1/s",
          .range = within(1e4),
          .meaning = "yield gained by each second that a cluster flows under unit strain; negative softens",
          .extremes = "high values stop the flow soon; below 0 it goes on more and more easily",
          .solvers = soft_only},
         &m.hardening},
        {{.name = "plastic_limit",
          .range = between(1.01, 1000),
          .meaning = "largest stretch that may become permanent; beyond it the body is elastic again",
          .extremes = "near 1 hardly anything is kept; high values need reclustering to stay in shape",
          .solvers = shape_matching_only},
         &m.plastic_limit},
        {{.name = "recovery",
          .unit = "1/s",
          .range = between(0, 1e3),
          .meaning = "how fast permanent strain is forgotten, as by foam that swells again",
          .extremes = "0 keeps it for ever; above flow nothing is kept",
          .solvers = shape_matching_only},
         &m.recovery},
        {{.name = "poisson",
          .range = between(-0.5, 0.49),
          .meaning = "Poisson's ratio: how much it thins when stretched",
          .extremes = "0 keeps its width; near 0.5 it keeps its volume and needs short steps",
          .solvers = point_based_only},
         &m.poisson},
        {{.name = "lame_lambda",
          .unit = "Pa",
          .range = between(0, 1e13),
          .meaning = "λ, in place of young and poisson where lame_mu is above 0",
          .extremes = "large values keep volume",
          .solvers = point_based_only},
         &m.lame_lambda},
        {{.name = "lame_mu",
          .unit = "Pa",
          .range = zero_or(1e-3, 1e13),
          .meaning = "μ, the shear modulus",
          .extremes = "0 uses young and poisson",
          .solvers = point_based_only},
         &m.lame_mu},
        {{.name = "yield_stress",
          .unit = "Pa",
          .range = between(0, 1e12),
          .meaning = "stress up to which it springs back; without flow it means nothing",
          .extremes = "0 keeps every dent; far above young it is never reached",
          .solvers = point_based_only},
         &m.yield_stress},
        {{.name = "viscosity",
          .unit = "Pa s",
          .range = between(0, 1e9),
          .meaning = "how strongly neighbors drag each other along",
          .extremes = "0 rings for ever; high values move like dough, and brake rotation",
          .solvers = point_based_only},
         &m.viscosity},
        {{.name = "friction",
          .range = between(0, 100),
          .meaning = "Coulomb's coefficient; a pair uses the geometric mean",
          .extremes = "0 slides for ever; above 2 it sticks"},
         &m.friction},
        {{.name = "restitution",
          .range = between(0, 1),
          .meaning = "share of the speed that a bounce keeps; a pair uses the larger",
          .extremes = "0 does not bounce; 1 adds bounce to the springing of the body itself"},
         &m.restitution},
        {{.name = "alpha",
          .range = zero_or(1e-9, 4),
          .meaning = "raw α of MR20 per step; depends on the step",
          .extremes = "0 uses stiffness; must stay below 4 − 2 k_d, and above 2 it rattles",
          .solvers = shape_matching_only,
          .instead_of = "stiffness"},
         &m.alpha},
        {{.name = "k_d",
          .range = zero_or(1e-9, 1),
          .meaning = "raw k_d of MR20 per step; depends on the step",
          .extremes = "0 uses damping; 1 leaves no motion relative to the clusters",
          .solvers = shape_matching_only,
          .instead_of = "damping"},
         &m.k_d},
        {{.name = "rotation",
          .meaning =
              "least_squares keeps energy and angular momentum; deformation is the papers' choice and may gain energy",
          .solvers = shape_matching_only},
         choice(m.rotation)},
        {{.name = "damping_mode",
          .meaning = "body acts alike on every swing; rigid spares those of the whole body; mean is the papers' choice "
                     "and brakes "
                     "rotation",
          .solvers = shape_matching_only},
         choice(m.damping_mode)},
        {{.name = "strain_limiter",
          .meaning = "spring is an energy, the same at any step; projection is the papers' choice, depends on the step "
                     "and may gain energy",
          .solvers = shape_matching_only},
         choice(m.strain_limiter)},
        {{.name = "limit_stiffness",
          .range = between(1, 1e4),
          .meaning = "spring: how many times as stiff the body is beyond its strain limit",
          .extremes = "1 hardly limits; high values cost more passes, and damp what strikes the limit",
          .solvers = shape_matching_only},
         &m.limit_stiffness},
        {{.name = "strain_sweeps",
          .range = between(0, 100),
          .meaning = "passes of strain limiting per step; a spring takes as many as it needs",
          .extremes = "0 turns it off; each pass costs about half a step",
          .solvers = shape_matching_only},
         &m.strain_sweeps},
        {{.name = "strain_relaxation",
          .range = above_up_to(0, 1),
          .meaning = "projection: how far each pass goes",
          .extremes = "near 0 it hardly acts; 1 is stiff and may jitter",
          .solvers = shape_matching_only},
         &m.strain_relaxation},
        {{.name = "look", .meaning = "what it looks like; changes nothing that is computed"},
         nested("look", m.look, true)},
        {{.name = "inside",
          .meaning = "what a break brings to light looks like; null: as its look, without the texture"},
         maybe_nested("look", m.inside, true)},
    };
}

Fields fields_of(RegionValue& r, const Row& of) {
    return {
        {{.name = "shape", .meaning = "where, in the body's own coordinates", .required = true},
         nested("shape", r.shape, true)},
        {{.name = "value",
          .unit = of.unit,
          .range = of.range,
          .meaning = "the value there",
          .extremes = of.extremes,
          .required = true},
         &r.value},
    };
}

Fields fields_of(Varying& v, const Row& of) {
    const Type region = {"region", false, [of] {
                             auto value = std::make_shared<RegionValue>();
                             Fields fields = fields_of(*value, of);
                             return Blank{std::move(value), std::move(fields)};
                         }};
    return {
        {{.name = "value",
          .unit = of.unit,
          .range = of.range,
          .meaning = "the value outside every region",
          .extremes = of.extremes},
         &v.value},
        {{.name = "regions", .meaning = "values inside shapes; the last one that holds the point wins"},
         ListOf{region, 0, [&v] { return v.regions.size(); }, [&v](std::size_t n) { v.regions.resize(n); },
                [&v, of](std::size_t i) { return fields_of(v.regions[i], of); }}},
        {{.name = "attribute",
          .meaning = "a float property of the body's PLY file, in place of value: offset + scale · property"},
         &v.attribute},
        {{.name = "scale",
          .range = within(1e9),
          .meaning = "times the attribute",
          .extremes = "values that leave the parameter's range are an error"},
         &v.scale},
        {{.name = "offset",
          .range = within(1e9),
          .meaning = "added to the scaled attribute",
          .extremes = "values that leave the parameter's range are an error"},
         &v.offset},
    };
}

Type varying_type() {
    return {"varying", true, [] {
                auto value = std::make_shared<Varying>();
                Fields fields = fields_of(*value, Row{.name = "value", .extremes = "as the parameter it stands in"});
                return Blank{std::move(value), std::move(fields)};
            }};
}

Type material_type() { return type_of<Material>("material"); }

}  // namespace pliant
