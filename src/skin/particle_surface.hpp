// A surface around particles, whatever they did: for bodies that flow far, resample, or never had a surface.
//
// Each particle is an ellipsoidal blob in the shape of the particles around it (Yu and Turk 2010), so that flat sides
// stay flat; together they are a density that is 1 inside. The surface is where it falls below a level. At that level
// the rest shape has the volume that it was sampled from.
#pragma once

#include "skin/skin_mesh.hpp"

#include <span>

namespace pliant {

struct ParticleSurface {
    double spacing = 0;  ///< m: between neighboring particles at rest
    double volume = 0;   ///< m³: of each of them at rest
    double edge = 0;     ///< m: cells of the lattice
    double level = 0.5;
    std::size_t count = 0;  ///< particles at rest
};

/// Finds the level at which the surface around the particles at rest encloses `volume`, m³.
ParticleSurface make_particle_surface(std::span<const Vec3> rest, double spacing, double volume, double edge);

/// The surface around all particles of a body, or around those of one of its fragments. Where the body has as many as
/// at rest (`all`), the level is that of the rest shape; where they were split and merged, the volume is that of the
/// fragment's share of them. Empty when there are none.
SkinMesh surface_around(const ParticleSurface& surface, std::span<const Vec3> particles, std::span<const float> radii,
                        std::size_t all);

}  // namespace pliant
