// Benchmarks: each first checks that the fast code agrees with the reference, then times both, alternating, in one
// process. docs/performance.md says what the numbers mean.
#pragma once

#include <string>
#include <vector>

namespace pliant::bench {

struct Options {
    std::vector<std::string> names;  ///< empty: all but count-ball
    std::string json_file;           ///< empty: none
};

/// "ball-5k, …"
std::string names_text();

/// Runs and prints a table. 0 when all results were right, 1 when one was not. Throws InputError for unknown names.
int run(const Options& options);

}  // namespace pliant::bench
