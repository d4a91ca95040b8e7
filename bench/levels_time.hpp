// What levels cost: one body with each level's clusters alone and with all of them together, as in MR20's Table 2.
#pragma once

#include "bench/scenes.hpp"

#include <string>
#include <vector>

namespace pliant::bench {

struct LevelsCase {
    std::string name;
    BenchShape shape;
    int particles;
    int clusters;                     ///< of the finest level
    std::vector<double> paper_times;  ///< milliseconds of MR20's Table 2: finest level first, all levels last
};

struct LevelsRow {
    std::size_t clusters = 0;  ///< 0: all levels
    std::size_t memberships = 0;
    double limiting = 0;   ///< share of its finest clusters that still limit strain in the last sweep
    double one_sweep = 0;  ///< ms of a step with one strain sweep, on one thread
    double five_sweeps = 0;
};

struct LevelsResult {
    std::string name;
    std::size_t particles = 0;
    std::vector<LevelsRow> rows;  ///< each level alone, finest first; then all
    std::vector<double> paper_times;

    /// Over the finest level alone.
    double one_sweep_ratio(const LevelsRow& row) const { return row.one_sweep / rows.front().one_sweep; }
    double five_sweeps_ratio(const LevelsRow& row) const { return row.five_sweeps / rows.front().five_sweeps; }
    double paper_ratio(std::size_t row) const { return paper_times[row] / paper_times.front(); }
};

/// Builds the bodies and times them, alternating, on one thread.
LevelsResult time_levels(const LevelsCase& c);

}  // namespace pliant::bench
