// PLIANT_ASSERT(condition): a bug trips it, never bad input and never trouble while running.
//
// Alive where PLIANT_ASSERTIONS is defined: in every build that makes tests (`make test`, debug, sanitizers), not in
// what `make run` builds and `cmake --install` installs. It calls the handler (pliant/error.hpp), which prints and
// aborts unless somebody has set another one. Conditions must be cheap next to the work that they guard: once for a
// range, an edit or a stage, not once for a membership.
#pragma once

#include <pliant/error.hpp>

#ifdef PLIANT_ASSERTIONS
#define PLIANT_ASSERT(condition) \
    (static_cast<bool>(condition) ? static_cast<void>(0) : ::pliant::assertion_failed(#condition, __FILE__, __LINE__))
#else
#define PLIANT_ASSERT(condition) static_cast<void>(sizeof(static_cast<bool>(condition)))
#endif

namespace pliant {

/// Are assertions compiled in?
inline constexpr bool asserts =
#ifdef PLIANT_ASSERTIONS
    true;
#else
    false;
#endif

}  // namespace pliant
