// The surfaces of a sequence's scene, frame by frame, with what files say of them.
#pragma once

#include "render/color.hpp"
#include "skin/skins.hpp"

#include <pliant/export.hpp>

#include <string>
#include <vector>

namespace pliant {

/// A body or an obstacle that has a surface.
struct SkinThing {
    std::string name;
    Look look;
    render::Color color;                   ///< of the look, or by its place
    std::string texture;                   ///< the bytes of its PNG; empty: none
    bool whole = false;                    ///< moved as a whole: a mesh with a transform
    Look inside;                           ///< of what breaks bring to light
    render::Color inside_color;            ///< likewise
    bool changes = false;                  ///< has other triangles in some frames: built anew, or broken
    bool breaks = false;                   ///< changes because it breaks
    std::shared_ptr<const SkinMesh> rest;  ///< none of one that is built anew; of whole things in the coordinates that
                                           ///< are moved
};

/// It in one frame.
struct ThingFrame {
    SkinFrame skin;
    Mat3 turn = Mat3::Identity();  ///< whole things: x = turn · rest + shift
    Vec3 shift = Vec3::Zero();
};

class SkinSource {
  public:
    /// `last` is the last of the frames to come: pieces never grow together again, so that what is whole in it is whole
    /// in all. Throws InputError (skin/skins.hpp).
    SkinSource(const Scene& scene, const Frame& last);

    const std::vector<SkinThing>& things() const { return things_; }
    /// One for each thing. Throws InputError when the frame's particles are not those that the scene gives.
    std::vector<ThingFrame> evaluate(const Frame& frame, bool velocities) const;
    /// Do all things keep their triangles?
    bool is_fixed() const;

  private:
    Skins skins_;
    std::vector<SkinThing> things_;
    std::vector<std::size_t> number_;  ///< of each thing: its body, or its obstacle after the bodies
};

/// Throws InputError for formats that need triangles that stay.
void require_fixed(const SkinSource& source, std::string_view format);

/// A name of letters, digits and underscores, as USD and others want it.
std::string file_identifier(const std::string& name);

}  // namespace pliant
