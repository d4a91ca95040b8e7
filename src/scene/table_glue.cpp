// Rows of glue.
#include "scene/limits.hpp"
#include "scene/table.hpp"

namespace pliant {
namespace {

/// Where the time step no longer sees a difference from exact.
constexpr double most_stiffness = 1e6;

}  // namespace

Fields fields_of(GlueKey& k) {
    return {
        key_time(k.time),
        {{.name = "stiffness",
          .unit = "Hz",
          .range = between(0, most_stiffness),
          .meaning = "stiffness at that time, linear between keys",
          .extremes = "0 does not hold",
          .required = true},
         &k.stiffness},
    };
}

Fields fields_of(Glue& g) {
    using M = GlueMode;
    return {
        {{.name = "mode",
          .meaning =
              "hard: b's particles are placed by a's frame; soft: springs between them; joint: one point of each, "
              "by a frame on both sides",
          .required = true},
         Kind{choice(g.mode)}},
        {{.name = "name", .meaning = "used in messages and output; empty: glue-0, glue-1, …"}, &g.name},
        {{.name = "a", .meaning = "what holds: the name of a body or an obstacle", .required = true}, &g.a},
        {{.name = "b", .meaning = "whose particles are held: the name of a body", .required = true}, &g.b},
        {{.name = "where",
          .meaning = "b's particles inside this shape are held; of a joint, the center of those is the point"},
         maybe_nested("shape", g.where, true)},
        {{.name = "space",
          .meaning = "the coordinates of `where`: the world's at the start, or b's own before placement"},
         choice(g.space)},
        {{.name = "particles",
          .range = between(0, limits::particles),
          .meaning = "b's particles by number, in place of `where`",
          .extremes = "numbers that b does not have are an error"},
         &g.particles},
        {{.name = "kind",
          .meaning = "ball: the two points stay together; welded: a and b also stay turned alike",
          .only = only_for(M::joint)},
         choice(g.kind)},
        {{.name = "stiffness",
          .unit = "Hz",
          .range = between(0, most_stiffness),
          .meaning =
              "how fast the lighter of the two bodies swings on all of the glue; null: 20 for soft, exact for joint",
          .extremes = "0 does not hold; any high value is stable",
          .only = only_for(M::soft, M::joint)},
         &g.stiffness},
        {{.name = "damping",
          .unit = "1/s",
          .range = between(0, 1e6),
          .meaning = "how fast the two bodies' relative motion dies, where there is a stiffness",
          .extremes = "0 swings on; high values hold like syrup",
          .only = only_for(M::soft, M::joint)},
         &g.damping},
        {{.name = "parents",
          .range = between(0, 1000),
          .meaning = "how many particles make a frame, the nearest; 0: as many as it takes to fix it well",
          .extremes = "1 and 2 cannot fix it; many smooth the frame, and cost more"},
         &g.parents},
        {{.name = "radius",
          .unit = "m",
          .range = zero_or(limits::smallest_size, limits::position),
          .meaning = "how far from the held point those may be; 0: as far as it takes",
          .extremes = "with none inside it is an error"},
         &g.radius},
        {{.name = "keys",
          .meaning = "stiffness over time, in place of `stiffness`",
          .only = only_for(M::soft, M::joint)},
         list_of("glue key", g.keys)},
        {{.name = "release",
          .unit = "s",
          .range = between(0, limits::time),
          .meaning = "let go at this time; null: never",
          .extremes = "0 holds nothing"},
         &g.release},
        {{.name = "break_force",
          .unit = "N",
          .range = above_up_to(0, 1e12),
          .meaning = "break when the forces of all its bindings together exceed this in a step; null: never",
          .extremes = "below the weight it carries it breaks at once"},
         &g.break_force},
        {{.name = "collides", .meaning = "whether a and b collide with each other while it holds"}, &g.collides},
    };
}

}  // namespace pliant
