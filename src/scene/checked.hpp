// What checks of a whole scene look at.
#pragma once

#include "scene/source.hpp"

#include <pliant/scene.hpp>

namespace pliant {

/// A scene read field by field, the document it came from, and how to name that in messages.
struct Checked {
    const Scene& scene;
    const Value& root;
    const Source& source;

    /// Throws an InputError about the value at `path`.
    [[noreturn]] void fail(const std::string& path, InputProblem problem) const;
};

}  // namespace pliant
