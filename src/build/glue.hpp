// The scene's glue: which particles are held, by which frames.
#pragma once

#include "build/shape.hpp"
#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// After all bodies and obstacles: fills Model::glue and State::glue. Throws InputError for glue that holds nothing,
/// has nothing to hang on, or goes in a circle.
void build_glue(ShapeBuilder& shapes, const Scene& scene, Model& model, State& state);
/// The last entry of the scene's glue, for bodies where they are at this time; the others are there already. What it
/// throws leaves model and state in disorder: give it copies.
void add_last_glue(ShapeBuilder& shapes, const Scene& scene, double time, Model& model, State& state);

}  // namespace pliant
