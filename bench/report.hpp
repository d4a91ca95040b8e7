// Results for people (a table) and for programs (JSON).
#pragma once

#include "bench/levels_time.hpp"
#include "bench/points_time.hpp"
#include "bench/step_race.hpp"

#include <string>
#include <vector>

namespace pliant::bench {

/// A number that was measured against a bar of docs/performance.md; printed below the table.
struct Judged {
    std::string what;
    std::string value;
    std::string bar;
    bool met = false;
};

struct Results {
    std::vector<StepResult> steps;
    std::vector<LevelsResult> levels;
    std::vector<PointsResult> points;
    std::vector<Judged> judged;
    bool right = true;
};

void print(const Results& results);

/// Writes the step results: a list with one object per body and number of threads. Throws InputError.
void write_json(const Results& results, const std::string& file);

}  // namespace pliant::bench
