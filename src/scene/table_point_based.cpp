// Rows of the point-based solver.
#include "scene/table.hpp"

#include "scene/limits.hpp"

namespace pliant {

Fields fields_of(PointBased& p) {
    return {
        {{.name = "integrator",
          .meaning = "newmark takes viscosity implicitly, so that it limits no step; leapfrog is explicit"},
         choice(p.integrator)},
        {{.name = "max_step",
          .unit = "s",
          .range = zero_or(1e-9, 1),
          .meaning = "the longest of the steps that a step of the scene is cut into",
          .extremes = "0 follows from the material's wave speed; what would be unstable is cut further, and said"},
         &p.max_step},
        {{.name = "courant",
          .range = above_up_to(0, 2),
          .meaning = "how far a wave travels in an automatic step, in particle spacings",
          .extremes = "near 0 is slow; above 1 may explode"},
         &p.courant},
        {{.name = "neighborhoods",
          .meaning = "where neighbors are found anew: embedded follows plastic flow, fixed keeps the first ones, world "
                     "takes what is near now"},
         choice(p.neighborhoods)},
        {{.name = "embedding", .meaning = "linear is one solve; nonlinear follows rotations and takes several"},
         choice(p.embedding)},
        {{.name = "resampling", .meaning = "splits and merges particles where flow has thinned or crowded them"},
         &p.resampling},
        {{.name = "split",
          .range = between(0, 100),
          .meaning = "splits where the largest eigenvalue of B falls below this share of the least at the start",
          .extremes = "0 never splits; above 1 splits at once"},
         &p.split},
        {{.name = "merge",
          .range = between(0.01, 1e6),
          .meaning = "merges where the smallest eigenvalue of B rises above this multiple of the greatest at the start",
          .extremes = "below 1 merges at once; large never merges"},
         &p.merge},
        {{.name = "crowded",
          .range = between(0.01, 1e6),
          .meaning = "merges also where the largest eigenvalue of B rises above this multiple of the greatest at the "
                     "start: particles crowd along one direction, as in a body that is flattened",
          .extremes = "below 1 merges at once; large leaves it to `merge`"},
         &p.crowded},
        {{.name = "surface",
          .range = between(0, 10),
          .meaning = "how far from its neighbors' center, in radii, a particle counts as on the surface",
          .extremes = "0 guards every split; above 1 guards none"},
         &p.surface},
    };
}

}  // namespace pliant
