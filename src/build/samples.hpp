// The particles of a body in its own coordinates, before placement.
#pragma once

#include "build/shape.hpp"

#include <pliant/scene.hpp>

#include <map>
#include <string>
#include <vector>

namespace pliant {

struct BodySamples {
    std::vector<Vec3> points;  ///< the body's own coordinates
    double spacing = 0;        ///< m in the world (the body's scale included)
    double volume = 0;         ///< m³ in the world
    /// m in the world, per point: how far below the shape's surface it lies. Empty where there is no inside.
    std::vector<double> depth;
    /// Per point: the direction of the nearest surface, unit; zero where it is farther than a spacing. Likewise empty.
    std::vector<Vec3> normal;
    /// What the body's file says at each particle (a mesh's: at the nearest vertex), by name.
    std::map<std::string, std::vector<double>> attributes;
    std::vector<std::string> notes;
};

/// One seed from the scene's and the body's.
std::uint64_t mixed_seed(std::uint64_t a, std::uint64_t b);

/// Throws InputError with the path filled in.
BodySamples sample_body(ShapeBuilder& shapes, const Body& body, const std::string& path, std::uint64_t seed);

}  // namespace pliant
