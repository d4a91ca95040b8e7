// Rows of bodies and what stands in them.
#include "scene/limits.hpp"
#include "scene/table.hpp"

namespace pliant {

Fields fields_of(Sampling& s) {
    return {
        {{.name = "method", .meaning = "blue_noise is even and without direction; grid is a cubic lattice"},
         choice(s.method)},
        {{.name = "particles",
          .range = between(1, limits::particles),
          .meaning = "how many, met within 2 %",
          .extremes = "few look coarse; a step's cost grows in proportion"},
         &s.particles},
        {{.name = "spacing",
          .unit = "m",
          .range = zero_or(limits::smallest_size, limits::position),
          .meaning = "distance between neighbors",
          .extremes = "0 uses particles; half the spacing is eight times the particles",
          .instead_of = "particles"},
         &s.spacing},
        {{.name = "seed",
          .range = between(0, limits::seed),
          .meaning = "another seed, another random arrangement",
          .extremes = "any"},
         &s.seed},
        {{.name = "thickness",
          .unit = "m",
          .range = zero_or(limits::smallest_size, limits::position),
          .meaning = "of sheets and strands: what their mass is computed from",
          .extremes = "0 takes the spacing"},
         &s.thickness},
        {{.name = "regions", .meaning = "parts that are sampled more finely or coarsely; for point-based solids"},
         list_of("sampling_region", s.regions)},
    };
}

Fields fields_of(SamplingRegion& r) {
    return {
        {{.name = "shape", .meaning = "where, in the body's own coordinates", .required = true},
         nested("shape", r.shape, true)},
        {{.name = "spacing",
          .range = between(0.1, 10),
          .meaning = "the spacing there, over the body's",
          .extremes = "0.5 is eight times the particles per volume"},
         &r.spacing},
    };
}

Fields fields_of(Clusters& c) {
    return {
        {{.name = "algorithm", .meaning = "fuzzy overlaps evenly; kmeans and random are quicker and rougher"},
         choice(c.algorithm)},
        {{.name = "kernel", .meaning = "how a particle's weight falls with the distance to a cluster's center"},
         choice(c.kernel)},
        {{.name = "count",
          .range = between(0, 1e6),
          .meaning = "how many clusters",
          .extremes = "0 uses per_cluster; one is a single stiff lump, many are softer and cost more",
          .instead_of = "per_cluster"},
         &c.count},
        {{.name = "per_cluster",
          .range = between(1, 1e6),
          .meaning = "particles for each cluster, overlap not counted",
          .extremes = "below 5 clusters may be flat; above the body's number there is one cluster"},
         &c.per_cluster},
        {{.name = "radius",
          .unit = "m",
          .range = zero_or(limits::smallest_size, limits::position),
          .meaning = "how far from its center a cluster takes particles",
          .extremes =
              "0 finds the smallest that covers and connects the body; too small is grown, large is stiff and slow"},
         &c.radius},
        {{.name = "overlap",
          .range = between(1, 5),
          .meaning = "the automatic radius, over the smallest that works",
          .extremes = "1 barely connects; memberships grow with the cube"},
         &c.overlap},
        {{.name = "blend_beta",
          .range = between(0, 100),
          .meaning = "β of the blend kernel",
          .extremes = "0 is poly6, large is box"},
         &c.blend_beta},
        {{.name = "fcm_m",
          .range = between(1.1, 100),
          .meaning = "m of the fcm kernel: weight = distance^(−2/(m−1))",
          .extremes = "near 1 each particle has one cluster; large values weigh all alike"},
         &c.fcm_m},
        {{.name = "max_iterations",
          .range = between(1, 10000),
          .meaning = "rounds of clustering before it is called not converged",
          .extremes = "few may leave uneven clusters"},
         &c.max_iterations},
        {{.name = "seed",
          .range = between(0, limits::seed),
          .meaning = "another seed, other starting centers",
          .extremes = "any"},
         &c.seed},
        {{.name = "levels",
          .range = between(1, 16),
          .meaning = "resolutions of clusters, each coarser than the last; auto: until one cluster is left",
          .extremes = "1 is the finest alone; each level costs one more pass over all particles"},
         AutoCount{&c.levels}},
        {{.name = "divide",
          .range = between(1.5, 1e6),
          .meaning = "a level has the next finer one's clusters divided by this",
          .extremes = "8 halves the resolution along each axis; small values make many levels"},
         &c.divide},
        {{.name = "radius_factor",
          .range = between(1, 100),
          .meaning = "m of MR20: a level's radius over the next finer one's",
          .extremes = "below the cube root of divide clusters cannot cover and are grown"},
         &c.radius_factor},
        {{.name = "level_weights", .meaning = "how much each level counts", .live = true},
         nested("level_weights", c.level_weights)},
        {{.name = "weight_keys", .meaning = "level weights over time, in place of level_weights, mixed linearly"},
         list_of("weight_key", c.weight_keys)},
        {{.name = "level_overrides", .meaning = "what differs on single levels"},
         list_of("level_override", c.level_overrides)},
    };
}

Fields fields_of(LevelWeights& w) {
    return {
        {{.name = "scheme", .meaning = "uniform, a profile over the levels (MR20 eq. 14 to 20), or a list"},
         choice(w.scheme)},
        {{.name = "favor", .meaning = "which end a profile favours: coarse stiffens, fine softens"}, choice(w.favor)},
        {{.name = "epsilon",
          .range = above_up_to(0, 1e9),
          .meaning = "ε of the linear profile: rank + ε",
          .extremes = "near 0 one end hardly counts; large is uniform"},
         &w.epsilon},
        {{.name = "b",
          .range = between(0, 1e6),
          .meaning = "b of the polynomial profile: (1 + b · rank/levels)^c",
          .extremes = "0 is uniform"},
         &w.b},
        {{.name = "c",
          .range = between(0, 32),
          .meaning = "c of the polynomial profile",
          .extremes = "0 is uniform; large leaves one level alone"},
         &w.c},
        {{.name = "values",
          .range = between(0, 1e9),
          .meaning = "the list, finest first; levels beyond it count nothing",
          .extremes = "normalised to sum 1"},
         &w.values},
    };
}

Fields fields_of(LevelWeightsKey& k) {
    Fields fields = {
        key_time(k.time),
    };
    Fields weights = fields_of(k.weights);
    fields.insert(fields.end(), std::make_move_iterator(weights.begin()), std::make_move_iterator(weights.end()));
    return fields;
}

Fields fields_of(LevelOverride& o) {
    return {
        {{.name = "level",
          .range = between(0, 15),
          .meaning = "which one, 0 is the finest",
          .extremes = "a level that is not built changes nothing",
          .required = true},
         &o.level},
        {{.name = "count",
          .range = between(0, 1e6),
          .meaning = "clusters",
          .extremes = "0 divides the next finer level's number"},
         &o.count},
        {{.name = "radius",
          .unit = "m",
          .range = zero_or(limits::smallest_size, limits::position),
          .meaning = "how far a cluster takes particles",
          .extremes = "0 multiplies the next finer level's radius"},
         &o.radius},
        {{.name = "stiffness",
          .unit = "Hz",
          .range = between(0, 1e4),
          .meaning = "in place of the material's; null: the material's",
          .extremes = "as the material's"},
         &o.stiffness},
        {{.name = "damping",
          .unit = "1/s",
          .range = between(0, 1e4),
          .meaning = "in place of the material's; null: the material's",
          .extremes = "as the material's"},
         &o.damping},
    };
}

Fields fields_of(Reclustering& r) {
    return {
        {{.name = "mode",
          .meaning =
              "embedded: in the shape of least stress (RC17); world: in the shape as it is, for comparison; off"},
         choice(r.mode)},
        {{.name = "max_condition",
          .range = between(1.1, 1e4),
          .meaning = "a cluster whose permanent shape has a largest over smallest stretch beyond this is replaced",
          .extremes = "near 1 clusters come and go all the time; large ones go bad before they are replaced"},
         &r.max_condition},
        {{.name = "fade_out",
          .unit = "s",
          .range = between(1e-4, 100),
          .meaning = "how long a replaced cluster takes to go",
          .extremes = "short jolts the body; long keeps bad clusters and costs memory"},
         &r.fade_out},
        {{.name = "fade_in",
          .unit = "s",
          .range = between(1e-4, 100),
          .meaning = "how long a new cluster takes to come; below fade_out",
          .extremes = "short jolts the body; above fade_out is an error"},
         &r.fade_in},
        {{.name = "sweeps",
          .range = between(1, 1000),
          .meaning = "most sweeps of the embedding",
          .extremes = "few leave stress in new clusters; it stops by itself when nothing moves"},
         &r.sweeps},
    };
}

Fields fields_of(Pin& p) {
    return {
        {{.name = "region", .meaning = "particles inside this shape are held", .required = true},
         nested("shape", p.region, true)},
        {{.name = "space",
          .meaning = "the region's coordinates: the body's own before placement, or the world's at the start"},
         choice(p.space)},
        {{.name = "motion", .meaning = "how the held particles move"}, nested("motion", p.motion, true)},
        {{.name = "release",
          .unit = "s",
          .range = between(0, limits::time),
          .meaning = "let go at this time; null: never",
          .extremes = "0 holds nothing"},
         &p.release},
    };
}

Fields fields_of(Twist& t) {
    return {
        {{.name = "axis",
          .range = within(limits::position),
          .meaning = "direction of the twist",
          .extremes = "zero is an error"},
         Direction{&t.axis}},
        {{.name = "angle",
          .unit = "degrees/m",
          .range = within(1e5),
          .meaning = "how much it turns along the axis",
          .extremes = "neighbors turned by more than 180 degrees spring back the wrong way"},
         &t.angle},
    };
}

Fields fields_of(Body& b) {
    Fields fields = {
        {{.name = "name", .meaning = "used in messages, output and forces; empty: body-0, body-1, …"}, &b.name},
        {{.name = "solver",
          .meaning = "what moves its particles; shape_matching: soft, by clusters; rigid: in one piece; point_based: "
                     "elastoplastic points"},
         choice(b.solver)},
        {{.name = "shape", .meaning = "what it fills", .required = true}, nested("shape", b.shape, true)},
        {{.name = "sampling", .meaning = "how the shape is filled with particles"}, nested("sampling", b.sampling)},
        {{.name = "clusters", .meaning = "how the particles are grouped", .solvers = only_for(Solver::shape_matching)},
         nested("clusters", b.clusters)},
        {{.name = "point_based",
          .meaning = "how the point-based solver runs it",
          .solvers = only_for(Solver::point_based)},
         nested("point_based", b.point_based)},
        {{.name = "material",
          .meaning = "a preset's name, or values, or a preset with values that differ",
          .live = true},
         &b.material},
        {{.name = "reclustering",
          .meaning = "how clusters that flowed far are replaced; without flow it means nothing",
          .solvers = only_for(Solver::shape_matching)},
         nested("reclustering", b.reclustering)},
        {{.name = "fracture",
          .meaning = "how it breaks, where its material has a toughness, and how it is cut",
          .solvers = only_for(Solver::shape_matching)},
         nested("fracture", b.fracture)},
        {{.name = "skin", .meaning = "the surface it is drawn and exported with"}, nested("skin", b.skin)},
        {{.name = "velocity",
          .unit = "m/s",
          .range = within(limits::speed),
          .meaning = "at the start",
          .extremes = "above its size per frame a body may cross thin obstacles"},
         &b.velocity},
        {{.name = "spin",
          .unit = "degrees/s",
          .range = within(1e5),
          .meaning = "at the start, about the center of mass",
          .extremes = "fast spin pulls a soft body apart"},
         &b.spin},
        {{.name = "stretch",
          .range = within(100),
          .meaning = "at the start, along the body's own axes, about its center",
          .extremes = "0 is flattened, negative is turned inside out; both spring back"},
         &b.stretch},
        {{.name = "twist", .meaning = "at the start, about the body's center"}, nested("twist", b.twist)},
        {{.name = "pins", .meaning = "regions held in place or moved"}, list_of("pin", b.pins)},
        {{.name = "mass",
          .unit = "kg",
          .range = between(1e-12, 1e15),
          .meaning = "rigid bodies only; null: from the material's density",
          .extremes = "a body much heavier than a soft one it lies on sinks into it"},
         &b.mass},
        {{.name = "motion", .meaning = "rigid bodies only: how keys move it; without keys it moves freely"},
         nested("motion", b.motion, true)},
        {{.name = "collides", .meaning = "false: passes through other bodies and itself, not through obstacles"},
         &b.collides},
        {{.name = "self_collides", .meaning = "false: passes through itself"}, &b.self_collides},
    };
    for (Field& field : fields_of(b.place)) fields.push_back(std::move(field));
    return fields;
}

}  // namespace pliant
