// Reclustering under large plastic flow (RC17 section 3.2; docs/methods.md section 3).
//
// A cluster describes its rest shape as Fᵖ p_ic. The further it flows the worse that describes matter whose neighbors
// flowed otherwise, so a cluster whose Fᵖ is badly conditioned is replaced:
//
//   mark     cond(Fᵖ) above the rule's bound: the cluster fades out (fades.hpp)
//   add      a particle whose clusters all fade out seeds a new one, in the least-stress shape of its surroundings
//            (embedding.hpp, addition.hpp), which fades in, and faster
//   fade     weights follow the fades; every particle's weights sum to 1 at every step
//   edit     clusters whose fade has ended are taken out of the arrays, new ones are put in (shape_matching/edit.hpp)
//   refresh  p_ic, A_rr and what follows from them, of the clusters that a changed weight touches
//
// Mass and momentum are as before: particles are neither added nor removed, and no velocity changes. No particle is
// ever without a cluster, and what hung together through clusters still does.
#pragma once

#include "plasticity/recluster_rules.hpp"
#include "shape_matching/kernels.hpp"

namespace pliant {

/// The stage of a step, after everything else: all its changes act from the next step on. `scratch.touched` lists the
/// clusters whose rest shapes are not what they were. Allocates only in steps that mark or remove clusters.
ReclusterReport recluster(SoftBodies& soft, const ReclusterRules& rules, const Kernels& kernels, double dt,
                          ReclusterScratch& scratch);

}  // namespace pliant
