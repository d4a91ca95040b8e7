// Checks that need more than one field: names, refs, keys in order, times, counts, stability.
#pragma once

#include "scene/read.hpp"

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

/// Gives bodies, obstacles and forces without a name one: "body-0", "obstacle-0", "force-0".
void fill_in_names(Scene& scene);

/// Throws InputError at the first problem. Names are filled in.
void check_whole_scene(const Checked& checked);

}  // namespace pliant
