// Rows of how bodies break.
#include "scene/limits.hpp"
#include "scene/table.hpp"

namespace pliant {

Fields fields_of(Score& s) {
    return {
        {{.name = "shape",
          .meaning = "its surface is weak, in the body's own coordinates; a half_space is a plane",
          .required = true},
         nested("shape", s.shape, true)},
    };
}

Fields fields_of(SurfaceCut& c) {
    return {
        {{.name = "shape",
          .meaning = "its surface cuts, in the body's own coordinates; a half_space is a plane",
          .required = true},
         nested("shape", c.shape, true)},
        {{.name = "time", .unit = "s", .range = between(0, limits::time), .meaning = "when", .extremes = "any"},
         &c.time},
    };
}

Fields fields_of(Weakening& w) {
    return {
        {{.name = "region", .meaning = "where, in the body's own coordinates", .required = true},
         nested("shape", w.region, true)},
        {{.name = "time", .unit = "s", .range = between(0, limits::time), .meaning = "when", .extremes = "any"},
         &w.time},
        {{.name = "toughness",
          .range = zero_or(1e-6, 100),
          .meaning = "the toughness there from then on",
          .extremes = "the least breaks at once; 0 never breaks"},
         &w.toughness},
    };
}

Fields fields_of(Fracture& f) {
    return {
        {{.name = "cells",
          .range = between(0, 65535),
          .meaning = "how many Voronoi cells it is scored into, as glass breaks",
          .extremes = "0 has none; smaller than a cluster they leave crumbs"},
         &f.cells},
        {{.name = "cell_seed",
          .range = between(0, limits::seed),
          .meaning = "another seed, other cells",
          .extremes = "any"},
         &f.cell_seed},
        {{.name = "scores", .meaning = "surfaces along which it breaks easily; at most 16 with the cuts"},
         list_of("score", f.scores)},
        {{.name = "score_toughness",
          .range = between(1e-4, 1),
          .meaning = "toughness along scores and between cells, over the material's",
          .extremes = "1 only guides the crack; small values break there first"},
         &f.score_toughness},
        {{.name = "only_scores", .meaning = "true: it breaks along scores and between cells alone"}, &f.only_scores},
        {{.name = "cuts", .meaning = "surfaces along which it is cut through at a time, whatever its toughness"},
         list_of("surface_cut", f.cuts)},
        {{.name = "weakenings", .meaning = "regions whose toughness changes at a time: keyed breaks"},
         list_of("weakening", f.weakenings)},
        {{.name = "blades", .meaning = "false: obstacles that cut do not cut it"}, &f.blades},
        {{.name = "smallest",
          .range = between(1, 1e6),
          .meaning = "particles: a part of a cluster with fewer does not break off",
          .extremes = "1 makes dust; above half a cluster nothing breaks"},
         &f.smallest},
        {{.name = "most_fragments",
          .range = between(0, 1e6),
          .meaning = "in so many pieces it breaks no more",
          .extremes = "0 has no bound; 1 never breaks by itself"},
         &f.most_fragments},
        {{.name = "delay",
          .unit = "s",
          .range = between(0, limits::time),
          .meaning = "the parts of a cluster that broke do not break before",
          .extremes = "0 lets cracks run; long ones make single cracks"},
         &f.delay},
        {{.name = "boost",
          .range = between(0, 1000),
          .meaning = "by which part the parts of what broke are tougher at first",
          .extremes = "0 shatters; high values leave large pieces"},
         &f.boost},
        {{.name = "boost_time",
          .unit = "s",
          .range = between(1e-4, limits::time),
          .meaning = "over which that falls to a third (1/e)",
          .extremes = "long ones act for the whole run"},
         &f.boost_time},
    };
}

}  // namespace pliant
