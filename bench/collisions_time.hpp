// What collisions between bodies cost: CC15's four bunnies against real time, and columns of balls, few and many.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pliant::bench {

struct BunniesResult {
    std::size_t particles = 0, clusters = 0;
    double milliseconds = 0;       ///< of a frame by the clock, mean over the whole scene
    double over_real_time = 0;     ///< simulated over spent seconds
    double collision_share = 0;    ///< of the step, mean over the whole scene
    double busiest_share = 0;      ///< the same over the half second with the most contacts
    double busiest_contacts = 0;   ///< a step, in that half second
    double busiest_over_real = 0;  ///< simulated over spent seconds, there
};

/// The scene `four-bunnies` as shipped, on one thread, three times; each step's best time. Nothing where its mesh is
/// not installed.
std::optional<BunniesResult> time_bunnies(const std::string& name);

struct GrowthRow {
    std::size_t bodies = 0, particles = 0;
    double contacts = 0;      ///< a step and body
    double milliseconds = 0;  ///< of the collision stage in a step
};

/// Columns of ten balls of about 500 particles that lie on each other on the ground: 1, 10 and 100 columns, so that
/// each body has the same neighbors in each. One thread.
std::vector<GrowthRow> time_collision_growth(const std::string& name);

/// By how much the collision stage grew from the first to the last row, over what N log N of the bodies allows.
double growth_over_n_log_n(const std::vector<GrowthRow>& rows);

}  // namespace pliant::bench
