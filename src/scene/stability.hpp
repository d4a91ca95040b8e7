// Is the step short enough for the material? (docs/methods.md section 2; MR20 bounds α by 2.)
//
// With a goal that stands still, one particle under v += (α/h)(g − x) − k_d v, x += h v is stable for α < 4 − 2 k_d:
// the roots of λ² − (2 − k_d − α) λ + (1 − k_d) lie inside the unit circle. A compressing field adds strength·h² to α,
// and wind adds its own drag to k_d.
#pragma once

#include <pliant/scene.hpp>

namespace pliant {

/// Everything that pulls or brakes one particle, as rates; raw α and k_d count in place of the rates when above 0.
struct StepRates {
    double stiffness = 0;        ///< Hz
    double damping = 0;          ///< 1/s
    double alpha = 0;            ///< per step
    double k_d = 0;              ///< per step
    double level_stiffness = 0;  ///< Hz: the largest of levels that have their own, which no raw α replaces
    double level_damping = 0;    ///< 1/s: likewise
    double compress = 0;         ///< 1/s², sum over compressing fields
    double wind = 0;             ///< 1/s, sum over winds, each integrated as 1 − exp(−h·strength)
    bool viscous = false;        ///< it loses energy inside: its clusters may be damped fully, k_d = 1
};

/// α = (2π f h)² and k_d = 1 − exp(−h·damping), or the raw ones; fields included.
double alpha_of_step(const StepRates& rates, double step);
double damping_of_step(const StepRates& rates, double step);

/// Are the substeps left to us? Then they are known once the bodies are built.
inline bool is_automatic(const Time& time) { return time.substeps == 0 && time.max_step == 0; }
/// An automatic number is at least this.
inline constexpr int least_substeps = 4;

/// The steps for each frame and the length of one in seconds. Of an automatic number: of the least.
int substeps_per_frame(const Time& time);
double step_length(const Time& time);

/// The fewest substeps that are stable at this frame rate, or 0 when none are (raw α does not shrink with the step).
int stable_substeps(const StepRates& rates, double fps);

/// The fewest substeps with which no spring takes more than its whole way in a step (α ≤ 1): more than stability asks
/// for, so that what is struck does not rattle. 0 when none do.
int quiet_substeps(const StepRates& rates, double fps);

/// Throws InputError, without file and path, when the step is too long; it names the number of substeps that would do.
void check_stability(const Time& time, const StepRates& rates);

/// The largest rates that can act on a particle of the body. Values from a file's attribute are not known here and
/// count as 0: whoever reads the file checks them, by setting `stiffness` and `damping` to the largest.
StepRates largest_rates(const Scene& scene, const Body& body);

}  // namespace pliant
