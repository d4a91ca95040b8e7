// What checks of a whole scene look at.
#pragma once

#include "scene/source.hpp"

#include <pliant/scene.hpp>

namespace pliant {

/// A scene whose fields have been checked one by one, and how to name where it came from in messages.
struct Checked {
    const Scene& scene;
    const Value* document;  ///< what it was read from; nullptr: it was filled in by hand
    const Source& source;

    /// Throws an InputError about the value at `path`.
    [[noreturn]] void fail(const std::string& path, InputProblem problem) const;
    /// Whether a --set wrote the value at `path`, or what holds it.
    bool is_override(const std::string& path) const;
};

}  // namespace pliant
