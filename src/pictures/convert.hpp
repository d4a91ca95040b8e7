// The public Picture and the renderer's own: the same bytes.
#pragma once

#include "render/picture.hpp"

#include <pliant/pictures.hpp>

#include <utility>

namespace pliant {

inline render::Picture to_render(const Picture& picture) {
    render::Picture result;
    result.width = picture.width;
    result.height = picture.height;
    result.rgb = picture.rgb;
    return result;
}

inline Picture from_render(render::Picture picture) { return {picture.width, picture.height, std::move(picture.rgb)}; }

}  // namespace pliant
