// The skins of a scene as meshes for the renderer, in colours.
#pragma once

#include "pictures/coloring.hpp"
#include "render/stage.hpp"
#include "skin/skins.hpp"

#include <pliant/pictures.hpp>

namespace pliant {

class Surfaces {
  public:
    /// Reads textures. Throws InputError: as Skins, for a texture that is not there, and for one on a skin without UVs.
    explicit Surfaces(const Scene& scene);

    const Skins& skins() const { return skins_; }
    /// Where their keys put them at this time, in seconds.
    void add_obstacles(double time, render::Stage& stage) const;
    /// Every body's skin, in the particles' colours unless these are looks; with Show::both as a ghost around its
    /// particles. A body whose particles are not those of the scene is drawn as balls. `later`: as they go on for so
    /// many seconds.
    void add_bodies(const Frame& frame, const Coloring& coloring, const PictureSettings& settings, double later,
                    render::Stage& stage) const;

  private:
    Scene scene_;
    Skins skins_;
    std::vector<render::Material> bodies_, insides_, obstacles_;
};

/// The box and all places that keys put obstacles to, except such as would make what is in the box small.
Box with_keyed_obstacles(const Scene& scene, const Skins& skins, const Box& motion);

}  // namespace pliant
