// Numbers for property tests.
#pragma once

#include <rapidcheck.h>

namespace pliant {

/// A number between the two, one of a million and one, chosen by rapidcheck.
inline double uniform(double low, double high) { return low + (high - low) * *rc::gen::inRange(0, 1000001) / 1e6; }

}  // namespace pliant
