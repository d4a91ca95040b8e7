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
          .meaning = "distance between neighbours",
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
          .extremes = "neighbours turned by more than 180 degrees spring back the wrong way"},
         &t.angle},
    };
}

Fields fields_of(Body& b) {
    Fields fields = {
        {{.name = "name", .meaning = "used in messages, output and forces; empty: body-0, body-1, …"}, &b.name},
        {{.name = "shape", .meaning = "what it fills", .required = true}, nested("shape", b.shape, true)},
        {{.name = "sampling", .meaning = "how the shape is filled with particles"}, nested("sampling", b.sampling)},
        {{.name = "clusters", .meaning = "how the particles are grouped"}, nested("clusters", b.clusters)},
        {{.name = "material", .meaning = "a preset's name, or values, or a preset with values that differ"},
         &b.material},
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
    };
    for (Field& field : fields_of(b.place)) fields.push_back(std::move(field));
    return fields;
}

}  // namespace pliant
