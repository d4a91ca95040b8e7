// Rows of the scene itself, its time, obstacles, forces, output and camera.
#include "scene/limits.hpp"
#include "scene/table.hpp"

namespace pliant {

Fields fields_of(Time& t) {
    return {
        {{.name = "fps",
          .unit = "1/s",
          .range = between(1, 10000),
          .meaning = "frames for each second of simulated time",
          .extremes = "low values need more substeps"},
         &t.fps},
        {{.name = "frames",
          .range = between(1, 1e6),
          .meaning = "how many frames to simulate after the first",
          .extremes = "run time grows in proportion"},
         &t.frames},
        {{.name = "substeps",
          .range = between(1, limits::substeps),
          .meaning = "steps for each frame",
          .extremes = "too few for the stiffness is an error; cost grows in proportion"},
         &t.substeps},
        {{.name = "max_step",
          .unit = "s",
          .range = zero_or(1e-8, 1),
          .meaning = "longest step: the fewest substeps that keep to it are used",
          .extremes = "0 uses substeps; small values cost more",
          .instead_of = "substeps"},
         &t.max_step},
    };
}

Fields fields_of(Collisions& c) {
    return {
        {{.name = "enabled", .meaning = "false: bodies pass through each other and themselves"}, &c.enabled},
        {{.name = "self", .meaning = "false: no body collides with itself"}, &c.self},
        {{.name = "plane_fraction",
          .range = between(0, 2),
          .meaning = "share of the cluster radius within which planes cut a cluster's proxy to its members",
          .extremes = "0 leaves plain spheres, which stand out of the body; 1 and more cuts wherever it can"},
         &c.plane_fraction},
        {{.name = "more_planes",
          .meaning = "cut proxies along the body's faces too, not only along the axes of their members as CC15 does"},
         &c.more_planes},
        {{.name = "gamma",
          .range = above_up_to(0, 1),
          .meaning = "share of a penetration that one step takes back (γ of CC15)",
          .extremes = "small values are soft and sink in; 1 resolves fully"},
         &c.gamma},
        {{.name = "thickness",
          .range = between(0, 10),
          .meaning = "how far from its center a particle's matter reaches, in halves of the spacing",
          .extremes = "0 lets the outer particles of two bodies meet; large values keep bodies apart"},
         &c.thickness},
        {{.name = "iterations",
          .range = between(1, 1000),
          .meaning = "relaxations of all contacts in each step",
          .extremes = "few leave some penetration; cost grows in proportion"},
         &c.iterations},
    };
}

Fields fields_of(Output& o) {
    return {
        {{.name = "every",
          .range = between(1, 1e6),
          .meaning = "write each n-th frame",
          .extremes = "above the number of frames only the first is written"},
         &o.every},
        {{.name = "frames", .meaning = "false writes no frames, only statistics"}, &o.frames},
    };
}

Fields fields_of(Camera& c) {
    return {
        {{.name = "eye",
          .unit = "m",
          .range = within(limits::position),
          .meaning = "where the camera stands",
          .extremes = "inside a body it sees nothing else",
          .required = true},
         &c.eye},
        {{.name = "target",
          .unit = "m",
          .range = within(limits::position),
          .meaning = "the point in the middle of the picture",
          .extremes = "the eye itself is an error",
          .required = true},
         &c.target},
        {{.name = "field_of_view",
          .unit = "degrees",
          .range = between(1, 150),
          .meaning = "angle from the lower to the upper edge of the picture",
          .extremes = "small ones look from afar, large ones bend the edges"},
         &c.field_of_view},
    };
}

Fields fields_of(Obstacle& o) {
    using K = ObstacleKind;
    const Range length = between(limits::smallest_size, limits::position);
    Fields fields = {
        {{.name = "type",
          .meaning = "which obstacle; a plane is y = 0 with up as its free side, before placement",
          .required = true},
         Kind{choice(o.kind)}},
        {{.name = "name", .meaning = "used in messages; empty: obstacle-0, obstacle-1, …"}, &o.name},
        {{.name = "radius",
          .unit = "m",
          .range = length,
          .meaning = "radius; of a cone at the bottom",
          .extremes = "smaller than a body's spacing slips between particles",
          .only = only_for(K::sphere, K::capsule, K::cylinder, K::cone)},
         &o.radius},
        {{.name = "top_radius",
          .unit = "m",
          .range = between(0, limits::position),
          .meaning = "radius at the top",
          .extremes = "0 gives a point",
          .only = only_for(K::cone)},
         &o.top_radius},
        {{.name = "height",
          .unit = "m",
          .range = length,
          .meaning = "height along y; of a capsule the straight part",
          .extremes = "thinner than a body moves in a step may be crossed",
          .only = only_for(K::capsule, K::cylinder, K::cone)},
         &o.height},
        {{.name = "size",
          .unit = "m",
          .range = length,
          .meaning = "full lengths of the sides",
          .extremes = "thinner than a body moves in a step may be crossed",
          .only = only_for(K::box)},
         &o.size},
        {{.name = "friction",
          .range = between(0, 100),
          .meaning = "Coulomb's coefficient; a pair uses the geometric mean",
          .extremes = "0 slides for ever; above 2 it sticks"},
         &o.friction},
        {{.name = "restitution",
          .range = between(0, 1),
          .meaning = "share of the speed that a bounce keeps; a pair uses the larger",
          .extremes = "0 does not bounce; 1 loses nothing"},
         &o.restitution},
        {{.name = "motion", .meaning = "how it moves"}, nested("motion", o.motion, true)},
    };
    for (Field& field : fields_of(o.place)) fields.push_back(std::move(field));
    return fields;
}

Fields fields_of(Force& f) {
    using K = ForceKind;
    return {
        {{.name = "type", .meaning = "which field of acceleration", .required = true}, Kind{choice(f.kind)}},
        {{.name = "name", .meaning = "used in messages; empty: force-0, force-1, …"}, &f.name},
        {{.name = "vector",
          .unit = "m/s²",
          .range = within(limits::acceleration),
          .meaning = "the acceleration",
          .extremes = "above a few hundred bodies are crushed flat",
          .only = only_for(K::uniform)},
         &f.vector},
        {{.name = "vector",
          .unit = "m/s",
          .range = within(limits::acceleration),
          .meaning = "the air's velocity",
          .extremes = "fast air carries bodies off",
          .only = only_for(K::wind)},
         &f.vector},
        {{.name = "strength",
          .unit = "1/s²",
          .range = between(0, 1e4),
          .meaning = "s of RC17's field s·(−x, 0, 0), along `axis` towards `center`",
          .extremes = "0 does nothing; strength · step² counts towards the bound on stiffness",
          .only = only_for(K::compress)},
         &f.strength},
        {{.name = "strength",
          .unit = "m/s²",
          .range = within(limits::acceleration),
          .meaning = "acceleration towards `center` at a distance of 1 m; negative pushes away",
          .extremes = "strong fields crush or scatter",
          .only = only_for(K::radial)},
         &f.strength},
        {{.name = "strength",
          .unit = "1/s",
          .range = between(0, 1e3),
          .meaning = "rate at which bodies take on the air's velocity",
          .extremes = "0 does nothing; high values hold bodies fast in the air",
          .only = only_for(K::wind)},
         &f.strength},
        {{.name = "center",
          .unit = "m",
          .range = within(limits::position),
          .meaning = "where the field points",
          .extremes = "any",
          .only = only_for(K::compress, K::radial)},
         &f.center},
        {{.name = "axis",
          .range = within(limits::position),
          .meaning = "direction that is squeezed",
          .extremes = "zero is an error",
          .only = only_for(K::compress)},
         Direction{&f.axis}},
        {{.name = "falloff",
          .range = between(0, 4),
          .meaning = "acceleration = strength / distance^falloff",
          .extremes = "0 is the same everywhere; high values are violent near the center",
          .only = only_for(K::radial)},
         &f.falloff},
        {{.name = "start",
          .unit = "s",
          .range = between(0, limits::time),
          .meaning = "acts from this time",
          .extremes = "after the last frame it never acts"},
         &f.start},
        {{.name = "end",
          .unit = "s",
          .range = between(0, limits::time),
          .meaning = "acts until this time; null: for ever",
          .extremes = "must be after start"},
         &f.end},
        {{.name = "bodies", .meaning = "names of the bodies it acts on; empty: all"}, &f.bodies},
    };
}

Fields fields_of(Scene& s) {
    const MapOf shapes = {type_of<Shape>("shape", true),
                          [&s] {
                              std::vector<std::string> keys;
                              for (const auto& [key, shape] : s.shapes) keys.push_back(key);
                              return keys;
                          },
                          [&s](const std::string& key) { return fields_of(s.shapes[key]); }};
    return {
        {{.name = "title", .meaning = "one line for `pliant scenes`"}, &s.title},
        {{.name = "description", .meaning = "what the scene shows"}, &s.description},
        {{.name = "time", .meaning = "how long, in which steps"}, nested("time", s.time)},
        {{.name = "gravity",
          .unit = "m/s²",
          .range = within(limits::acceleration),
          .meaning = "acceleration of everything",
          .extremes = "zero floats; above a few hundred bodies are crushed flat"},
         &s.gravity},
        {{.name = "seed",
          .range = between(0, limits::seed),
          .meaning = "mixed into every body's seeds",
          .extremes = "any"},
         &s.seed},
        {{.name = "shapes", .meaning = "named shapes that bodies, regions and pins share by {\"ref\": name}"}, shapes},
        {{.name = "bodies", .meaning = "the soft things", .required = true}, list_of("body", s.bodies, 1)},
        {{.name = "obstacles", .meaning = "rigid things that bodies bump into"}, list_of("obstacle", s.obstacles)},
        {{.name = "forces", .meaning = "fields of acceleration besides gravity"}, list_of("force", s.forces)},
        {{.name = "collisions", .meaning = "between soft bodies, and of a body with itself"},
         nested("collisions", s.collisions)},
        {{.name = "output", .meaning = "what is written"}, nested("output", s.output)},
        {{.name = "camera", .meaning = "where pictures are taken from; null: so that the whole motion is seen"},
         maybe_nested("camera", s.camera)},
    };
}

}  // namespace pliant
