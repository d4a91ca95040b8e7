// What the folder of a run holds, for people.
#pragma once

#include <string>

namespace pliant::cli {

/// Checks every file. Returns the exit code: 0, or 1 when something is damaged. Throws InputError when it is no run.
int info_of_run(const std::string& folder);

}  // namespace pliant::cli
