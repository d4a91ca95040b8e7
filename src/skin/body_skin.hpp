// What is known of a surface before any frame: its mesh at rest, and how it follows.
#pragma once

#include "skin/binding.hpp"
#include "skin/particle_surface.hpp"
#include "skin/skin_mesh.hpp"
#include "skin/thin_surfaces.hpp"

#include <memory>
#include <optional>

namespace pliant {

/// How a surface follows its body.
enum class SkinMotion {
    none,     ///< nothing to show
    bound,    ///< points follow the particles around them
    sheet,    ///< two sides of a bound middle
    strand,   ///< a tube around a bound line
    rigid,    ///< as a whole
    rebuilt,  ///< a new surface in every frame
    parts,    ///< pieces that follow each in its own way
    fixed     ///< an obstacle, along its keys
};

/// What is known of a surface before any frame.
struct BodySkin {
    SkinMotion motion = SkinMotion::none;
    std::shared_ptr<const SkinMesh> mesh;  ///< at rest: in the body's own coordinates; rigid: as the scene places it;
                                           ///< fixed: in the obstacle's; rebuilt: none
    Binding binding;                       ///< bound: of the mesh; sheet, strand: of the middle
    std::optional<SheetSurface> sheet;
    std::optional<StrandSurface> strand;
    ParticleSurface particles;  ///< rebuilt
    std::size_t count = 0;      ///< particles it was bound to
    // What a break needs.
    std::vector<Vec3> rest;  ///< of the particles, in the coordinates of the mesh
    double spacing = 0;      ///< m, in those coordinates
    double scale = 1;        ///< of the body's placement: metres in the world for one of those coordinates
    std::vector<std::uint32_t> point_fragments;  ///< per point of the mesh, once the body broke
    std::vector<BodySkin> parts;                 ///< their meshes one after the other are `mesh`
};

}  // namespace pliant
