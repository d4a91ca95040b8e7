// Impulses that hold the ends of bindings together, one binding after the other (Gauss–Seidel), in double precision.
//
// Each binding asks that its ends meet at the end of the step: c = φ_a − φ_b = 0 where x' = x + h v'. The impulse p on
// a, −p on b, acts at one point of space that both ends share as they were at the start of the step: so linear and
// angular momentum are kept by each impulse, whatever is left of c. A particle takes it where it is; a frame hands it
// to its parents through Jᵀ (pliant/procrustes.hpp). With J of the start and c looked at at the end (`rounds`), this is
// SHAKE; without looking, c' is taken as c + h ċ, and what that misses, of the order of h², the next step sees.
//
// hard   c' = 0.
// soft   p = −h (k c' + d ċ'), a spring and a damper taken at the end of the step: (1 + γ W⁻¹) with
//        γ = 1/(h² k + h d) makes the same system softer, and it is stable for any k and d.
// joint  both ends are frames or rigid; welded ones ask likewise that the ends turn alike.
//
// Where what is held is much heavier than its holder (most of all a rigid body held at several points), overlapping
// frames would have to bend the holder sharply to follow it exactly, and their parents would be thrown about. There γ
// is at least half of the holder's share of W: the spring that the step can just resolve, as in PG10 section 5.
//
// Bindings may contradict each other: what holds a body at two ends moves apart, or turns against each other. Exact
// ones would then pull ever harder from step to step. So where a gap has opened that no load explains (above 2 % of the
// binding's size), they give (`give`) and come to rest at a compromise; and a step takes back not all of a gap at once
// (`recovery`). Welded joints always give: what a load leaves of a gap then is that share of what it would move freely
// in a step, and soft bodies that are welded to each other ring less. Contacts may contradict a binding, too, and come
// after it: then its gap stays, and what it takes back in a step is a velocity that contacts have to end in each. That
// is limited (GlueLimits), and a spring too stiff for the step to resolve takes back no larger share than exact ones.
//
// Ends that turn freely about a line (glue/frame.hpp) are given no impulse with a moment about it.
#pragma once

#include "glue/work.hpp"

namespace pliant {

struct GlueSettings {
    int rounds = 1;           ///< times that the gaps at the end of the step are looked at anew; 0: not at all
    int sweeps = 16;          ///< most sweeps over all bindings in each
    double tolerance = 1e-5;  ///< of the bindings' sizes: smaller gaps end a round
    double give = 0;          ///< least softness γ of welds and of what was torn open, of what impulses do to the ends
    double recovery = 1;      ///< share of an exact binding's gap that a step takes back
};

/// Changes the velocities of particles and movers (Mover::push and turn gather what each of the latter got), and the
/// bindings' pushes, twists and turns.
GlueTrouble solve_glue(GlueState& state, GlueWork& work, double step, const GlueSettings& settings = {});

}  // namespace pliant
