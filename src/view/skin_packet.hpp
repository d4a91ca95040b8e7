// Surfaces that a page cannot compute from particles: sheets, strands, what is rebuilt in every frame, and what broke.
// The server puts them where they are, and sends their points with the frame. What never changes about them (the
// triangles of a sheet) is in the scene's packet; what changes (those of a body that broke) goes with the points, so
// that every frame that is kept can be shown by itself.
#pragma once

#include "skin/skins.hpp"
#include "view/packet.hpp"

#include <pliant/simulation.hpp>

#include <string>
#include <vector>

namespace pliant {

/// "<name>.triangles" over vertices; which point and which smooth patch each vertex has.
void add_mesh(const std::string& name, const SkinMesh& mesh, BinaryPacket& packet);

/// Does the page compute this skin itself, by the coefficients in the scene's packet?
bool page_computes(const BodySkin& skin);

/// Which skins are sent with a frame.
struct SkinChoice {
    bool rebuilt = true;     ///< those that are made anew: slow
    bool fragments = false;  ///< with the number of the fragment of each point, for colors
};

/// Adds "skins" to the header, a list of {body, box, mesh}, and for each the points as "skin<body>.P" in 16 bits within
/// that box; with `mesh` also its triangles. Bodies that are not listed look as the last frame that had them, or as
/// the page computes them.
void add_skins(const Skins& skins, const Frame& frame, const SkinChoice& choice, BinaryPacket& packet);

/// Is any body of the scene's skins sent with frames before anything broke; and is any of those rebuilt?
bool sends_any(const Skins& skins);
bool sends_rebuilt(const Skins& skins);

}  // namespace pliant
