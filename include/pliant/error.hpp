// How Pliant says no.
//
// A user's mistake (a wrong value, a missing file, a mesh without an inside) is an InputError: it names the file, the
// path of the field, the value found, what is allowed and a hint. The command line prints it and exits with 2. Loading
// and building may throw it; step() never throws, it counts trouble by name in its StepReport.
#pragma once

#include <stdexcept>
#include <string>

namespace pliant {

/// The parts of a message about bad input; empty parts are left out of the text.
struct InputProblem {
    std::string what = {};     ///< One plain sentence: "the spacing is larger than the body".
    std::string file = {};     ///< The file the value came from.
    std::string path = {};     ///< Where in it: "bodies[0].clusters.count", or "line 3, column 7".
    std::string value = {};    ///< The value found, as text.
    std::string allowed = {};  ///< What would be legal, with the unit: "a number above 0, in metres".
    std::string hint = {};     ///< What to try.
};

class InputError : public std::runtime_error {
  public:
    explicit InputError(InputProblem problem);
    const InputProblem& problem() const { return problem_; }

    /// The same error with file and path filled in where they were empty: lower layers know what, upper ones where.
    InputError at(const std::string& file, const std::string& path) const;

  private:
    InputProblem problem_;
};

/// Called when an assertion of the library fails, which is a bug of ours, with what should have held and where. The
/// default prints both to standard error and aborts. One that returns lets the program go on at its own risk.
using AssertHandler = void (*)(const char* condition, const char* file, int line);
/// Sets the handler of the whole process; returns the one before. Null: the default.
AssertHandler set_assert_handler(AssertHandler handler);
/// Calls the handler.
void assertion_failed(const char* condition, const char* file, int line);

}  // namespace pliant
