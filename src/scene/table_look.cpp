// Rows of looks and skins.
#include "scene/limits.hpp"
#include "scene/table.hpp"

namespace pliant {

Fields fields_of(Look& l) {
    return {
        {{.name = "color",
          .range = between(0, 1),
          .meaning = "red, green, blue (sRGB); null: one by its place in the scene",
          .extremes = "0 is black, 1 as bright as a screen"},
         &l.color},
        {{.name = "roughness",
          .range = between(0, 1),
          .meaning = "how dull it is",
          .extremes = "0 mirrors, 1 is chalk"},
         &l.roughness},
        {{.name = "metalness",
          .range = between(0, 1),
          .meaning = "mirrors in its own colour",
          .extremes = "0 is no metal, 1 all metal"},
         &l.metalness},
        {{.name = "translucency",
          .range = between(0, 1),
          .meaning = "how far light shines through",
          .extremes = "0 is opaque, 1 glows all through"},
         &l.translucency},
        {{.name = "pattern", .meaning = "a second colour that goes through it like its grain"}, choice(l.pattern)},
        {{.name = "second",
          .range = between(0, 1),
          .meaning = "the pattern's other colour (sRGB)",
          .extremes = "as color"},
         &l.second},
        {{.name = "pattern_size",
          .unit = "m",
          .range = zero_or(limits::smallest_size, limits::position),
          .meaning = "of the pattern's cells",
          .extremes = "0 takes an eighth of the thing's size; finer than a pixel is seen as its mean"},
         &l.pattern_size},
        {{.name = "texture",
          .meaning = "a PNG laid on by the skin's UVs, in place of the colour; found as the files of shapes are"},
         &l.texture},
    };
}

Fields fields_of(Skin& s) {
    using K = SkinKind;
    return {
        {{.name = "type",
          .meaning =
              "auto: the input mesh, or a mesh of the shape; mesh: a file; particles: built around the particles "
              "of every frame; none",
          .required = true},
         Kind{choice(s.kind)}},
        {{.name = "file",
          .meaning = "OBJ, PLY, STL or OFF in the body's own coordinates before placement; its UVs and groups are kept",
          .only = only_for(K::mesh),
          .required = true},
         &s.file},
        {{.name = "edge",
          .unit = "m",
          .range = zero_or(limits::smallest_size, limits::position),
          .meaning = "length of the edges of a surface that is made",
          .extremes = "0 takes half the spacing; half of it, four times the triangles",
          .only = only_for(K::automatic, K::particles)},
         &s.edge},
    };
}

}  // namespace pliant
