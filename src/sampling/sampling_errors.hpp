// What can be wrong with a request for particles, said in the user's words.
#pragma once

#include <pliant/scene.hpp>

#include "geometry/shape.hpp"

namespace pliant {

/// More particles than this are refused: they would not fit into the memory of the machines Pliant is for.
inline constexpr double most_particles = 20e6;

/// Spacing, thickness and number of particles are in range.
void check_settings(const Sampling& settings);

/// The solid has finite bounds that are not empty, and `volume` is above 0.
void check_bounds(const Solid& solid);
void check_volume(double volume);

/// The spacing is not above `extent`, the longest side of the body, and `expected` particles are not too many.
void check_spacing(double spacing, double extent, double expected);

/// At least one particle came out.
void check_points(std::size_t count, double spacing, double volume);

}  // namespace pliant
